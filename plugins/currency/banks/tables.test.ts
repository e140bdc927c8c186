import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { banks } from "../rate-sources.ts";
import { parseBnr } from "./bnr.ts";
import { parseCbrCurrency, parseCbrDay } from "./cbr.ts";
import { parseCnb } from "./cnb.ts";
import { decodeTable } from "./download.ts";
import { parseNbu } from "./nbu.ts";
import { parseNumber } from "./number.ts";
import { bnrTable, buildCbrTable, cnbTable, encodeCyrillic, nbuRows } from "./sample-tables.ts";

const folder = `${import.meta.dir}/..`;
const hub = await testHub(folder);
const read = async (path: string) => json(await hub.get(`/api/currency/${path}`));
for (const { id } of banks) await read(`latest?sources=${id}`);
await hub.settled();

test.each([
  ["22,150", 22.15],
  ["1 234,5", 1234.5],
  ["1\u00a0234,5", 1234.5],
  ["1,145.56", 1145.56],
  ["100", 100],
  ["-", Number.NaN],
  ["", Number.NaN],
  ["N/A", Number.NaN],
  ["-1,5", Number.NaN],
  ["1e5", Number.NaN],
  ["1,2,3", Number.NaN],
])("the number %j is %p", (text, expected) => {
  expect(parseNumber(text)).toBe(expected);
});

describe("the Czech table", () => {
  const days = parseCnb(decodeTable(new TextEncoder().encode(cnbTable), "text/plain"));

  test("has the value of one unit, also after the number of units changes", () => {
    expect(days.map(({ date, rates }) => [date, rates.HUF])).toEqual([
      ["2025-12-23", 0.055],
      ["2025-12-29", 0.0551],
      ["2025-12-30", 0.0552],
    ]);
    expect(days[0]?.rates).toMatchObject({ EUR: 22, JPY: 0.141, IDR: 0.0012 });
  });

  test("has no rate without a value, and no day without the euro", () => {
    expect(days[1]?.rates).not.toHaveProperty("IDR");
    expect(days.map(({ date }) => date)).not.toContain("2025-12-31");
  });

  test.each([
    ["has a cell too many", "23.12.2025|12,100||3,300|"],
    ["is cut off", "23.12.2025|12,100\n"],
  ])("has no day whose line %s, because its rates are those of other currencies", (_, line) => {
    const damaged = cnbTable.replace(/^23.12.2025\|12,100\|3,300\|/m, line);
    expect(parseCnb(damaged.slice(1).replace(/^13,200.*\n/m, "")).map(({ date }) => date)).toEqual([
      "2025-12-29",
      "2025-12-30",
    ]);
  });

  test.each([
    ["an error page", "<!doctype html>\n<title>Maintenance</title>"],
    ["a table without a header", "23.12.2025|12,100|3,300"],
    ["a table with an impossible line", `${cnbTable}Total|1`],
  ])("isn't read from %s", (_, text) => {
    expect(() => parseCnb(text)).toThrow("Czech National Bank");
  });
});

describe("the Romanian table", () => {
  test("has the value of one unit, and no rate without a value", () => {
    const [day] = parseBnr(bnrTable);
    expect(day?.date).toBe("2025-12-30");
    expect(day?.rates).toMatchObject({ EUR: 5, HUF: 0.0125 });
    expect(day?.rates).not.toHaveProperty("KRW");
  });

  test.each([
    ["an error page", "<html><body>Maintenance</body></html>"],
    ["a truncated table", bnrTable.slice(0, 900)],
    ["nothing", ""],
  ])("isn't read from %s", (_, xml) => {
    expect(() => parseBnr(xml)).toThrow();
  });

  test("doesn't expand entities", () => {
    const xml = `<!DOCTYPE DataSet [<!ENTITY x "5.0">]>${bnrTable.replace(/^<\?xml.*\n/, "").replaceAll("5.0000", "&x;")}`;
    expect(() => parseBnr(xml)).toThrow();
  });
});

describe("the Ukrainian list", () => {
  test("has the value of one unit, and no days of weekends", () => {
    const days = parseNbu(JSON.stringify(nbuRows));
    expect(days.map(({ date }) => date)).toEqual(["2025-12-26", "2025-12-29", "2025-12-31"]);
    expect(days[0]?.rates).toMatchObject({ EUR: 50, JPY: 0.275 });
    expect(days[0]?.rates).not.toHaveProperty("LBP");
  });

  test.each([
    ["an error", '{"message":"Wrong parameters format"}'],
    ["a row without a day", '[{"cc":"EUR","rate":50}]'],
    ["an empty row", "[null]"],
    ["a page", "<html>"],
  ])("isn't read from %s", (_, text) => {
    expect(() => parseNbu(text)).toThrow(/bank\.gov\.ua|JSON/);
  });
});

describe("the Russian table", () => {
  const xml = decodeTable(encodeCyrillic(buildCbrTable("31.12.2025")), "application/xml");

  test("is decoded from windows-1251, and has the number of units", () => {
    expect(xml).toContain("<Name>Валюта</Name>");
    const { date, quotes } = parseCbrDay(xml);
    expect(date).toBe("2025-12-31");
    expect(quotes[0]).toEqual({ id: "R-AMD", code: "AMD", value: 1234.5, units: 100 });
    expect(quotes.at(-1)).toMatchObject({ code: "XDR", value: Number.NaN });
  });

  test.each([
    ["an error page", "<html><body>Maintenance</body></html>"],
    ["a table without a day", '<ValCurs name="Foreign Currency Market"></ValCurs>'],
  ])("isn't read from %s", (_, text) => {
    expect(() => parseCbrDay(text)).toThrow();
  });

  test("of a currency without rates is empty", () => {
    expect(parseCbrCurrency('<ValCurs ID="R1" name="Dynamic"></ValCurs>', "AMD")).toEqual([]);
  });
});

test.each([
  ["cnb", "CZK", "HUF", 1000 / 55.2, "2025-12-30"],
  ["bnr", "RON", "EGP", 0.4, "2025-12-31"],
  ["nbu", "UAH", "JPY", 1 / 0.275, "2025-12-31"],
  ["cbr", "RUB", "VND", 10000 / 30, "2025-12-31"],
])(
  "sources=%s has the bank's own rates, with source and day",
  async (id, base, code, rate, date) => {
    const answer = await read(`latest?sources=${id}&base=${base}&symbols=${code}&precision=full`);
    expect(answer).toMatchObject({ source: id, date, next_update_at: null, stale: false });
    expect(answer.rates[code]).toBeCloseTo(rate, 6);
    expect(answer.origins[code]).toMatchObject({ source: id, date, via: base, indicative: false });
  },
);

test("a currency that only its own bank quotes is converted by that bank", async () => {
  const { results } = await read("convert?from=EUR&to=RUB&sources=central_banks");
  expect(results[0]).toMatchObject({ result: 90, indicative: false });
  expect(results[0].steps).toEqual([{ from: "EUR", to: "RUB", source: "cbr", date: "2025-12-31" }]);
  const cross = await read("convert?from=RUB&to=KZT&sources=central_banks");
  expect(cross.results[0].steps[0]).toMatchObject({ from: "RUB", source: "cbr" });
});

test("of two rates of a day, that of the bank which issues the currency is used", async () => {
  const { origins } = await read("historical/2025-12-29?sources=central_banks&symbols=UAH");
  expect(origins.UAH).toMatchObject({ source: "nbu", date: "2025-12-29", via: null });
  const later = await read("historical/2025-12-30?sources=central_banks&symbols=UAH");
  expect(later.origins.UAH).toMatchObject({ source: "nbp", date: "2025-12-30", via: "PLN" });
});

test.each([
  ["cnb", "start_date=2025-12-22&end_date=2025-12-31&base=CZK", "EUR", 3],
  ["bnr", "start_date=2025-12-22&end_date=2025-12-31&base=RON", "EUR", 2],
  ["nbu", "start_date=2025-12-22&end_date=2025-12-31&base=UAH", "USD", 3],
  ["cbr", "start_date=2025-12-01&end_date=2025-12-31&base=RUB", "KZT", 3],
])("a series of %s has the days that the bank published", async (id, range, code, count) => {
  const { rates } = await read(`timeseries?${range}&symbols=${code}&sources=${id}`);
  expect(Object.keys(rates)).toHaveLength(count);
});

test("a bank that fails later keeps its last rates, and reports their age", async () => {
  const state = { now: Date.UTC(2026, 0, 2, 3), isDown: false };
  const own = await testHub(folder, {
    clock: () => state.now,
    net: {
      "curs.bnr.ro": ({ url }) =>
        state.isDown
          ? new Response("<html>Maintenance</html>")
          : new Response(bnrTable, { status: url.includes("2025") ? 200 : 404 }),
    },
  });
  const latest = async () => {
    const answer = await json(
      await own.get("/api/currency/latest?sources=bnr&base=RON&symbols=EGP"),
    );
    await own.settled();
    return answer;
  };
  await latest();
  expect(await latest()).toMatchObject({ rates: { EGP: 0.4 }, stale: false });
  state.isDown = true;
  state.now += 10 * 86_400_000;
  await latest();
  expect(await latest()).toMatchObject({ rates: { EGP: 0.4 }, date: "2025-12-31", stale: true });
});

test("the README names each bank with its licence", async () => {
  const text = await Bun.file(`${folder}/README.md`).text();
  const rows = text.split("\n").filter((line) => line.startsWith("|"));
  for (const { id, url, licence, termsUrl, pivot } of banks) {
    const row = rows.find((line) => line.includes(`\`${id}\``));
    expect([id, row]).toEqual([id, expect.stringContaining(url)]);
    for (const part of [licence, termsUrl, pivot])
      expect([id, row]).toEqual([id, expect.stringContaining(part)]);
  }
});
