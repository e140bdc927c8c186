import { describe, expect, test } from "bun:test";
import type { Origin } from "../ecb/day.ts";
import { History } from "../history/history.ts";
import { convert } from "./convert.ts";
import { rateRows, ratesOn } from "./rates-on.ts";

const now = Date.UTC(2026, 0, 2, 12);
const base = { base: "EUR", amount: "1", precision: "auto" } as const;
const days = [
  { date: "2025-12-17", rates: { USD: "1.1", GBP: "0.9", CHF: "0.95" } },
  { date: "2025-12-30", rates: { USD: "1.15", GBP: "0.92" } },
  { date: "2025-12-31", rates: { USD: "1.2" } },
];
const history = new History(days);
const read = (query: object, own = history) =>
  ratesOn({ ...base, ...query }, { history: own, now });
const origin = (source: Origin["source"], stale = false): Origin => ({
  ...{ source, date: "2025-12-31", stale, indicative: source === "currency-api", via: null },
});

describe("the newest day", () => {
  test("has the last rate of a currency that it lacks, and is then stale", () => {
    expect(read({})).toMatchObject({
      ...{ date: "2025-12-31", reason: "not_yet_published", stale: true },
      rates: { USD: 1.2, GBP: 0.92, CHF: 0.95 },
      carried: { GBP: "2025-12-30", CHF: "2025-12-17" },
    });
    const complete = new History([{ date: "2025-12-31", rates: { USD: "1.2" } }]);
    expect(read({}, complete)).toMatchObject({ carried: {}, stale: false });
  });

  test("has none that was last quoted more than two weeks before", () => {
    const older = [{ date: "2025-12-16", rates: { USD: "1", CHF: "2" } }, ...days.slice(2)];
    expect(read({}, new History(older)).carried).toEqual({});
  });

  test("has only requested currencies, all of one day", () => {
    expect(read({ symbols: ["usd", "GBP"] })).toMatchObject({
      ...{ date: "2025-12-30", reason: "no_rate", stale: true, carried: {} },
      rates: { USD: 1.15, GBP: 0.92 },
    });
  });
});

test("an earlier day is final, and has no rates of other days", () => {
  expect(read({ date: "2025-12-30" })).toMatchObject({
    ...{ date: "2025-12-30", reason: null, carried: {}, stale: false },
    rates: { USD: 1.15, GBP: 0.92 },
  });
});

test("rates fixed by law need no published ones", () => {
  expect(read({ base: "DEM", symbols: ["EUR"] })).toMatchObject({
    ...{ source: "law", date: "2026-01-02", stale: false, rates: { EUR: 0.51129 } },
  });
});

test("a day is stale without symbols if a source has earlier days that the hub lacks", () => {
  const lateStarts = [{ codes: new Set(["AED"]), since: "2026-01-01", reason: "Not yet" }];
  const late = new History(days.slice(2), { lateStarts });
  expect([read({}, late).stale, read({ symbols: ["USD"] }, late).stale]).toEqual([true, false]);
});

describe("rates of several sources", () => {
  const wide = (stale: boolean) =>
    new History([
      {
        date: "2025-12-31",
        rates: { USD: "1.2", GEL: "3" },
        origins: { USD: origin("ecb"), GEL: origin("currency-api", stale) },
      },
    ]);

  test("have their origins, and are stale if one is", () => {
    const answer = read({}, wide(true));
    expect(answer).toMatchObject({
      ...{ stale: true, origins: { USD: origin("ecb"), GEL: origin("currency-api", true) } },
    });
    expect(read({}, wide(false)).stale).toBe(false);
    expect(rateRows(answer)).toEqual([
      {
        ...{ date: "2025-12-31", base: "EUR", amount: 1, symbol: "BGN", rate: 1.95583 },
        ...{ source: "law", rate_date: "2026-01-01", indicative: false },
      },
      {
        ...{ date: "2025-12-31", base: "EUR", amount: 1, symbol: "GEL", rate: 3 },
        ...{ source: "currency-api", rate_date: "2025-12-31", indicative: true },
      },
      {
        ...{ date: "2025-12-31", base: "EUR", amount: 1, symbol: "USD", rate: 1.2 },
        ...{ source: "ecb", rate_date: "2025-12-31", indicative: false },
      },
    ]);
  });

  test("make a conversion stale only if it uses the stale one", () => {
    const query = { amount: "1", rounding: "half_even", precision: "auto" } as const;
    const isStale = (from: string, to: string[]) =>
      convert({ ...query, from, to }, { history: wide(true), now }).stale;
    expect([
      isStale("EUR", ["USD"]),
      isStale("GEL", ["USD"]),
      isStale("EUR", ["USD", "GEL"]),
    ]).toEqual([...[false, true, true]]);
  });
});

test("rows have the day of a carried rate", () => {
  expect(rateRows(read({})).map(({ symbol, date }) => [symbol, date])).toEqual([
    ["BGN", "2025-12-31"],
    ["USD", "2025-12-31"],
    ["GBP", "2025-12-30"],
    ["CHF", "2025-12-17"],
  ]);
});
