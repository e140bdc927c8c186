import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { shiftDay } from "./calendar.ts";
import { findQuoted, indexFrom, mergeDays, rateDay, sortDays } from "./day.ts";

const anyDay = fc.integer({ min: 0, max: 40 }).map((days) => shiftDay("2025-01-01", days));
const anyRates = fc.dictionary(
  fc.constantFrom("USD", "JPY", "CZK"),
  fc.constantFrom<string>("1.5", "20"),
  {
    minKeys: 1,
  },
);
const anyDays = fc.array(fc.record({ date: anyDay, rates: anyRates }), { minLength: 1 });

test("the index of a day is that of the first one that isn't before it", () => {
  fc.assert(
    fc.property(anyDays, anyDay, (all, date) => {
      const days = mergeDays([], all);
      const found = days.findIndex((day) => day.date >= date);
      expect(indexFrom(days, date)).toBe(found < 0 ? days.length : found);
    }),
    cases(100),
  );
});

test("merged days are in order, and have the later rate of each currency", () => {
  fc.assert(
    fc.property(anyDays, anyDays, (known, later) => {
      const merged = mergeDays(mergeDays([], known), later);
      const dates = merged.map(({ date }) => date);
      expect(dates).toEqual([...new Set([...known, ...later].map(({ date }) => date))].toSorted());
      for (const { date, rates } of merged)
        for (const [code, rate] of Object.entries(rates)) {
          const own = [...known, ...later].filter((day) => day.date === date && code in day.rates);
          expect(rate).toBe(own.at(-1)?.rates[code] ?? "");
        }
    }),
    cases(100),
  );
});

test("a currency is quoted from the first to the last day with a rate", () => {
  const days = [
    { date: "2025-01-01", rates: { USD: "1" } },
    { date: "2025-01-02", rates: { USD: "1", JPY: "2" } },
    { date: "2025-01-03", rates: { JPY: "2" } },
  ];
  expect([...findQuoted(days)]).toEqual([
    ["USD", { first: "2025-01-01", last: "2025-01-02" }],
    ["JPY", { first: "2025-01-02", last: "2025-01-03" }],
  ]);
});

describe("a day of a feed", () => {
  test.each(["0", "N/A", "", "-1", "1e3", "1.12345678901", "1234567890"])(
    "has no rate if the value is %j",
    (value) => {
      expect(rateDay("2025-01-02", [["USD", value]], "2025-01-02").rates).toEqual({});
    },
  );

  test.each(["usd", "US", "USDT"])("has no rate for the code %j", (code) => {
    expect(rateDay("2025-01-02", [[code, "1"]], "2025-01-02").rates).toEqual({});
  });

  test.each(["1999-01-03", "2025-01-03", "2025-02-30", "today"])("isn't %s", (date) => {
    expect(() => rateDay(date, [["USD", "1"]], "2025-01-02")).toThrow(
      `The feed has rates of "${date}": days must be from 1999-01-04 to 2025-01-02`,
    );
  });
});

describe("the days of a feed", () => {
  const day = (date: string, usd?: string) => ({ date, rates: usd ? { USD: usd } : {} });

  test("are sorted, without days that have no rates and repeated ones", () => {
    const feed = [day("2025-01-03", "1"), day("2025-01-02", "2"), day("2025-01-01")];
    expect(sortDays([...feed, day("2025-01-03", "1")])).toEqual([
      day("2025-01-02", "2"),
      day("2025-01-03", "1"),
    ]);
  });

  test("can't have two versions", () => {
    expect(() => sortDays([day("2025-01-03", "1"), day("2025-01-03", "2")])).toThrow(
      'The feed has two versions of "2025-01-03"',
    );
  });

  test("must have rates", () => {
    expect(() => sortDays([day("2025-01-03")])).toThrow("The feed has no rates");
  });
});
