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
