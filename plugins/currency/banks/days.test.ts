import { describe, expect, test } from "bun:test";
import { shiftDay } from "../ecb/calendar.ts";
import { norgesBankCsv } from "../fixtures.ts";
import { BankHistory, type DayRange, downloadDays } from "./days.ts";
import { parseNorgesBankDays } from "./norges-bank.ts";
import type { BankDay, BankDays } from "./table.ts";

const codes = new Set(["EUR", "AED", "AFN", "USD"]);

describe("downloading the days of a bank", () => {
  /** Downloads with a stand-in that has a rate each day and fails before `failsBefore`. */
  function download(stored: BankDays | undefined, failsBefore = "0000") {
    const asked: DayRange[] = [];
    const result = downloadDays(stored, {
      first: "2025-11-05",
      today: "2025-12-31",
      step: 10,
      requestsMax: 3,
      async read(range) {
        asked.push(range);
        if (range.from < failsBefore) throw new Error("Maintenance");
        return listDays(range);
      },
    });
    return result.then((found) => ({ ...found, asked }));
  }

  function listDays({ from, to }: DayRange): BankDay[] {
    const days: BankDay[] = [];
    for (let date = from; date <= to; date = shiftDay(date, 1))
      days.push({ date, rates: { EUR: 8 } });
    return days;
  }

  test("starts with the newest and goes back a few ranges at a time", async () => {
    const { days, asked } = await download(undefined);
    expect(asked).toEqual([
      { from: "2025-12-22", to: "2025-12-31" },
      { from: "2025-12-12", to: "2025-12-21" },
      { from: "2025-12-02", to: "2025-12-11" },
    ]);
    expect(days?.since).toBe("2025-12-02");
    expect(days?.days).toHaveLength(30);
    const later = await download(days);
    expect(later.asked).toEqual([
      { from: "2025-12-24", to: "2025-12-31" },
      { from: "2025-11-22", to: "2025-12-01" },
      { from: "2025-11-12", to: "2025-11-21" },
    ]);
    const last = await download(later.days);
    expect(last.asked.at(-1)).toEqual({ from: "2025-11-05", to: "2025-11-11" });
    expect((await download(last.days)).asked).toHaveLength(1);
  });

  test("a failure leaves what was downloaded before it", async () => {
    const { days, error } = await download(undefined, "2025-12-10");
    expect(days?.since).toBe("2025-12-12");
    expect(String(error)).toContain("Maintenance");
    const again = await download(days, "2026");
    expect(again.days).toEqual(days);
  });

  test("a later download deletes no rate", async () => {
    const stored = { since: "2025-12-30" };
    const day = { date: "2025-12-31", rates: { EUR: 8, AED: 1 } };
    const { days } = await download({ ...stored, days: [day] });
    expect(days?.days.at(-1)).toEqual(day);
  });
});

test("a clock that ran ahead leaves no gap", async () => {
  const asked: DayRange[] = [];
  const download = (stored: BankDays | undefined, today: string) =>
    downloadDays(stored, {
      ...{ first: "2025-12-01", today, step: 31, requestsMax: 9 },
      async read(range) {
        asked.push(range);
        return range.from <= "2025-12-31" && range.to >= "2025-12-31"
          ? [{ date: "2025-12-31", rates: { EUR: 8 } }]
          : [];
      },
    });
  const { days } = await download(undefined, "2025-12-31");
  const ahead = await download(days, "2026-06-30");
  asked.length = 0;
  await download(ahead.days, "2026-01-10");
  expect(asked).toEqual([{ from: "2025-12-24", to: "2026-01-10" }]);
});

describe("a bank's history", () => {
  test.each([
    ["the newest euro", { EUR: 0.04, USD: 2 }, ["2025-12-29", "2025-12-30"]],
    ["the newest rate", { EUR: 4, USD: 200 }, ["2025-12-29", "2025-12-30", "2025-12-31"]],
  ])("leaves out a mistake in %s, and no older rate", (_, rates, expected) => {
    const days = [
      { date: "2025-12-29", rates: { EUR: 4, USD: 2 } },
      { date: "2025-12-30", rates: { EUR: 4, USD: 2 } },
      { date: "2025-12-31", rates },
    ];
    const history = new BankHistory({ days, since: "1999-01-04" }, codes);
    expect(history.days.map(({ date }) => date)).toEqual(expected);
    expect(history.quoted.get("USD")).toEqual({ first: "2025-12-29", last: "2025-12-30" });
  });

  test("leaves out a currency that had another unit, and other codes", () => {
    const days = [
      { date: "2002-09-30", rates: { EUR: 4, AFN: 0.0001, AED: 1 } },
      { date: "2002-10-07", rates: { EUR: 4, AFN: 0.1, AED: 100, TWI: 119 } },
      { date: "2002-10-14", rates: { EUR: 4, AFN: 0.1, AED: 1.1 } },
      { date: "2002-10-21", rates: { AED: 1.2 } },
    ];
    const history = new BankHistory({ days, since: "1999-01-04" }, codes);
    expect(history.days.map(({ rates }) => Object.keys(rates).join())).toEqual([
      "EUR,AED",
      "EUR,AFN",
      "EUR,AFN,AED",
    ]);
    expect(history.quoted.get("AFN")).toEqual({ first: "2002-10-07", last: "2002-10-14" });
  });

  test("has older rates only if they may be carried", () => {
    const days = [
      { date: "2025-12-24", rates: { EUR: 4, AED: 1 } },
      { date: "2025-12-30", rates: { EUR: 5, USD: 2 } },
    ];
    const history = new BankHistory({ days, since: "1999-01-04" }, codes);
    const list = (date: string, carryDays: number) =>
      [...history.ratesOn(date, { carryDays })].map(([code, { date }]) => `${code} ${date}`);
    expect(list("2025-12-30", 11)).toEqual(["EUR 2025-12-30", "USD 2025-12-30", "AED 2025-12-24"]);
    expect(list("2025-12-30", 0)).toEqual(["EUR 2025-12-30", "USD 2025-12-30"]);
    expect(list("2025-12-31", 0)).toEqual([]);
    expect(list("2025-12-01", 11)).toEqual([]);
  });
});

test("the days of Norges Bank have the value of one unit", () => {
  const days = parseNorgesBankDays(norgesBankCsv);
  expect(days.map(({ date }) => date)).toEqual(["2025-12-31"]);
  expect(days[0]?.rates).toMatchObject({ EUR: 22, TWD: 0.3425, VND: 0.000381, CHF: 11.4556 });
});
