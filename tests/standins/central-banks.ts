import type { DataFault } from "./faults.ts";
import { invented, swing } from "./invented.ts";
import { asJson, type StandIn } from "./stand-in.ts";

const dayMs = 86_400_000;
const daily = ["EUR", "USD", "CHF", "UAH", "XDR"];
const weekly = ["AED", "AMD", "ARS", "EGP", "GEL", "KES", "KWD", "KZT", "NGN", "QAR", "SAR", "VND"];
const atNorgesBank = ["EUR", "USD", "TWD", "PKR", "BDT", "MMK", "BYN", "VND", "CHF", "INR", "GBP"];

/** The tables of the National Bank of Poland: A on working days at 11:00 UTC, and B on Wednesdays. */
export const nbp: StandIn = ({ path, now, fault }) => {
  const isOut = (name: "A" | "B") => (day: number) =>
    name === "A" ? day >= 1 && day <= 5 : day === 3;
  const table = (name: "A" | "B", until = now - 11 * 3_600_000) => {
    const time = findDay(until, isOut(name));
    const codes = name === "A" ? daily : weekly;
    const rates = codes.flatMap((code) =>
      quote(code, { time, fault: name === "B" ? fault : undefined }),
    );
    return { table: name, no: `1/${name}`, effectiveDate: formatDay(time, fault), rates };
  };
  if (path === "/api/exchangerates/tables/A/") return asJson([table("A")]);
  if (path === "/api/exchangerates/tables/B/") return asJson([table("B")]);
  const range = /^\/api\/exchangerates\/tables\/([AB])\/([\d-]+)\/([\d-]+)\/$/.exec(path);
  if (range) {
    const name = range[1] === "B" ? "B" : "A";
    const days = listDays(range[2], range[3]).filter((time) => time <= now - 11 * 3_600_000);
    if (days.length > 93) return { type: "text/plain", body: "Limit of 93 days", status: 400 };
    const tables = days
      .filter((time) => isOut(name)(new Date(time).getUTCDay()))
      .map((time) => table(name, time));
    return tables.length > 0 ? asJson(tables) : undefined;
  }
  const [, date = ""] = /^\/api\/exchangerates\/rates\/A\/EUR\/([\d-]+)\/$/.exec(path) ?? [];
  const time = Date.parse(date);
  if (Number.isNaN(time) || time > now) return undefined;
  return asJson({ code: "EUR", rates: [{ effectiveDate: date, mid: inventRate("EUR", time) }] });
};

/** The rates of Norges Bank as SDMX in CSV, on working days at 15:00 UTC. */
export const norgesBank: StandIn = ({ path, query, now, fault }) => {
  if (path !== "/api/data/EXR/B..NOK.SP") return undefined;
  const isOut = (day: number) => day >= 1 && day <= 5;
  const newest = findDay(now - 15 * 3_600_000, isOut);
  const start = query.get("startPeriod");
  const times = start
    ? listDays(start, query.get("endPeriod") ?? undefined).filter(
        (time) => time <= newest && isOut(new Date(time).getUTCDay()),
      )
    : [newest];
  if (times.length === 0) return undefined;
  const lines = times.flatMap((time) =>
    atNorgesBank.flatMap((code) =>
      quote(code, { time, fault }).map(({ code, mid }) => {
        const date = formatDay(time, fault);
        return `B;Business;${code};Name;NOK;Norwegian krone;SP;Spot;4;false;2;Hundreds;C;ECB;${date};${mid * 100}`;
      }),
    ),
  );
  const header =
    "FREQ;Frequency;BASE_CUR;Base Currency;QUOTE_CUR;Quote Currency;TENOR;Tenor;DECIMALS;CALCULATED;UNIT_MULT;Unit Multiplier;COLLECTION;Collection Indicator;TIME_PERIOD;OBS_VALUE";
  return { type: "text/csv", body: `${[header, ...lines].join("\n")}\n` };
};

const dailyElsewhere =
  "EUR USD AUD BRL CAD CNY DKK EGP GBP INR JPY MDL RSD AMD KGS TJS TWD AED".split(" ");

/** The Czech table of a year, on working days at 13:30 UTC. */
export const cnb: StandIn = ({ query, now, fault }) => {
  const times = listYear(query.get("rok"), now - 13.5 * 3_600_000);
  if (times.length === 0) return undefined;
  const header = ["Datum", ...dailyElsewhere.map((code) => `1 ${code}`)].join("|");
  const lines = times.map((time) => {
    const cells = dailyElsewhere.map((code) => formatRate(code, { time, fault }).replace(".", ","));
    return [toDotted(formatDay(time, fault)), ...cells].join("|");
  });
  return { type: "text/plain; charset=utf-8", body: `${[header, ...lines].join("\n")}\n` };
};

/** The Romanian table of a year, on working days at 11:00 UTC. */
export const bnr: StandIn = ({ path, now, fault }) => {
  const times = listYear(/nbrfxrates(\d{4})\.xml$/.exec(path)?.[1], now - 11 * 3_600_000);
  if (times.length === 0) return undefined;
  const cubes = times.map((time) => {
    const rates = dailyElsewhere.map(
      (code) => `<Rate currency="${code}">${formatRate(code, { time, fault })}</Rate>`,
    );
    return `<Cube date="${formatDay(time, fault)}">${rates.join("")}</Cube>`;
  });
  const body = `<?xml version="1.0" encoding="utf-8"?>\n<DataSet xmlns="http://www.bnr.ro/xsd"><Body>${cubes.join("")}</Body></DataSet>`;
  return { type: "text/xml", body };
};

/** The Ukrainian list of a range, which repeats the rates of Friday at the weekend. */
export const nbu: StandIn = ({ query, now, fault }) => {
  const [from = "", to = ""] = ["start", "end"].map((name) =>
    (query.get(name) ?? "").replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3"),
  );
  const first = formatDay(now - historyDays * dayMs, undefined);
  const rows = listDays([from, first].toSorted().at(-1), to)
    .filter((time) => time <= now)
    .flatMap((time) =>
      dailyElsewhere.map((cc) => ({
        exchangedate: toDotted(formatDay(time, fault)),
        cc,
        units: 1,
        rate: Number(formatRate(cc, { time: findDay(time, isWorkday), fault })) || null,
      })),
    );
  return asJson(rows);
};

/** The Russian tables in windows-1251, by day or by currency. */
export const cbr: StandIn = ({ path, query, now, fault }) => {
  const toDay = (name: string) => (query.get(name) ?? "").split("/").toReversed().join("-");
  const value = (code: string, time: number) =>
    `<Nominal>1</Nominal><Value>${formatRate(code, { time, fault }).replace(".", ",")}</Value>`;
  const wrap = (attributes: string, rows: readonly string[]) => ({
    type: "application/xml; charset=windows-1251",
    body: `<?xml version="1.0" encoding="windows-1251"?><ValCurs ${attributes}>${rows.join("")}</ValCurs>`,
  });
  if (path === "/scripts/XML_daily.asp") {
    const time = findDay(Math.min(Date.parse(toDay("date_req")), now), isWorkday);
    const rows = dailyElsewhere.map(
      (code) => `<Valute ID="${code}"><CharCode>${code}</CharCode>${value(code, time)}</Valute>`,
    );
    return wrap(`Date="${toDotted(formatDay(time, fault))}" name="Foreign Currency Market"`, rows);
  }
  if (path !== "/scripts/XML_dynamic.asp") return undefined;
  const id = query.get("VAL_NM_RQ") ?? "";
  const rows = listRecent({ from: toDay("date_req1"), to: toDay("date_req2") }, now).map(
    (time) => `<Record Date="${toDotted(formatDay(time, fault))}">${value(id, time)}</Record>`,
  );
  return wrap(`ID="${id}" name="Foreign Currency Market Dynamic"`, rows);
};

function isWorkday(weekday: number): boolean {
  return weekday >= 1 && weekday <= 5;
}

/** Number of days that these banks have, because more would only cost time. */
const historyDays = 60;

/** Returns midnight of each working day of a year. */
function listYear(year: string | null | undefined, until: number): number[] {
  return listRecent({ from: `${year}-01-01`, to: `${year}-12-31` }, until);
}

/** Returns midnight of each working day of a range within the last days. */
function listRecent({ from = "", to = "" }, until: number): number[] {
  const first = formatDay(until - historyDays * dayMs, undefined);
  return listDays([from, first].toSorted().at(-1), to).filter(
    (time) => time <= until && isWorkday(new Date(time).getUTCDay()),
  );
}

function toDotted(day: string): string {
  return day.split("-").toReversed().join(".");
}

/** Returns the rate of a currency, or "-" if a fault removes it. */
function formatRate(
  code: string,
  { time, fault }: { time: number; fault: DataFault | undefined },
): string {
  const [{ mid } = { mid: Number.NaN }] = quote(code, { time, fault });
  return Number.isNaN(mid) ? "-" : mid.toFixed(6);
}

/** Returns midnight of each day of a range. */
function listDays(from = "", to = ""): number[] {
  const days: number[] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += dayMs) days.push(time);
  return days;
}

/** Returns midnight of the last day up to a time with this weekday. */
function findDay(until: number, isOut: (weekday: number) => boolean): number {
  let time = Math.floor(until / dayMs) * dayMs;
  while (!isOut(new Date(time).getUTCDay())) time -= dayMs;
  return time;
}

function formatDay(time: number, fault: DataFault | undefined): string {
  return fault === "future-date" ? "2999-12-31" : new Date(time).toISOString().slice(0, 10);
}

function inventRate(code: string, time: number): number {
  return Number(swing(code, { middle: 10 ** (invented(code) * 3 - 2), time }).toFixed(6));
}

/** Returns the rate of a currency. A fault affects the dirham and the Taiwan dollar. */
function quote(code: string, { time, fault }: { time: number; fault: DataFault | undefined }) {
  const mid = inventRate(code, time);
  const isHit = code === "AED" || code === "TWD";
  if (!isHit || fault === undefined) return [{ code, mid }];
  if (fault === "missing-currency") return [];
  if (fault === "zero-rate") return [{ code, mid: 0 }];
  if (fault === "nan") return [{ code, mid: Number.NaN }];
  return [{ code, mid }];
}
