import { describe, expect, test } from "bun:test";
import { shiftDay } from "../ecb/calendar.ts";
import { buildTable, groupDays, mergeTables } from "./bank.ts";
import { BankHistory } from "./days.ts";

const codes = new Set(["EUR", "USD", "AED"]);
const build = (...days: { date: string; rates: Record<string, number> }[]) =>
  new BankHistory({ days, since: "2025-01-01" }, codes);
const row = (at: number, rates: Record<string, number>) => ({
  date: shiftDay("2025-01-01", at),
  rates,
});

describe("the rates of a bank", () => {
  test("lack days without the euro, and other currencies", () => {
    const { days, quoted } = build(row(0, { USD: 1 }), row(1, { EUR: 4, USD: 3, XAU: 9 }));
    expect(days).toEqual([row(1, { EUR: 4, USD: 3 })]);
    expect(quoted.get("USD")).toEqual({ first: "2025-01-02", last: "2025-01-02" });
  });

  test.each([
    [5, true],
    [5.1, false],
    [0.2, true],
    [0.19, false],
  ])("keep a value that is %d times the next one: %p", (factor, isKept) => {
    const newer = [1, 2, 3].map((at) => row(at, { EUR: 4, USD: 3 }));
    const { days } = build(row(0, { EUR: 4, USD: 3 * factor }), ...newer);
    expect("USD" in (days[0]?.rates ?? {})).toBe(isKept);
    const euros = build(row(0, { EUR: 4 * factor, USD: 3 }), ...newer);
    expect(euros.days).toHaveLength(isKept ? 4 : 3);
  });

  test("are compared with the median of the five newest, because one can be a mistake", () => {
    const values = [30, 30, 30, 3, 3, 3000, 3];
    const { days } = build(...values.map((USD, at) => row(at, { EUR: 4, USD })));
    expect(days.map(({ rates }) => rates.USD)).toEqual([
      ...[undefined, undefined, undefined, 3, 3, undefined, 3],
    ] as never[]);
  });

  test("of a day can be those of some days before", () => {
    const history = build(
      row(0, { EUR: 4, AED: 1 }),
      row(7, { EUR: 4.1, USD: 3 }),
      row(8, { EUR: 4.2, USD: 3.1 }),
    );
    const read = (at: number, carryDays: number) =>
      [...history.ratesOn(shiftDay("2025-01-01", at), { carryDays })].map(([code, one]) => [
        ...[code, one.date.slice(8), one.unit, one.euro],
      ]);
    expect(read(8, 0)).toEqual([
      ["EUR", "09", 4.2, 4.2],
      ["USD", "09", 3.1, 4.2],
    ]);
    expect(read(8, 8)).toEqual([...read(8, 0), ["AED", "01", 1, 4]]);
    expect(read(8, 7)).toEqual(read(8, 0));
    expect([read(6, 0), read(6, 6).length, read(-1, 9)]).toEqual([[], 2, []]);
  });
});

describe("a table of a bank", () => {
  const quote = (code: string, value: number, units?: number) => ({
    ...{ code, value },
    ...(units !== undefined && { units }),
  });

  test("has the value of one unit, without unusable values", () => {
    const rates = [
      quote("JPY", 2.5, 100),
      quote("USD", 0),
      quote("usd", 1),
      quote("AED", Number.NaN),
    ];
    expect(buildTable(rates, { date: "2025-01-01", euro: 4.5, everyDays: 7 })).toEqual({
      JPY: { date: "2025-01-01", unit: "0.025", euro: "4.5", everyDays: 7 },
    });
  });

  test.each([
    ["2025-02-30", 4, 'The table must have a day: it has "2025-02-30"'],
    ["2025-01-01", 0, "The rate of the euro must be positive: it is 0"],
    ["2025-01-01", Number.NaN, "The rate of the euro must be positive: it is NaN"],
  ])("of %s with %d for a euro is refused", (date, euro, message) => {
    expect(() => buildTable([], { date, euro, everyDays: 1 })).toThrow(message);
  });

  test("keeps what a newer one lacks, has older, or in another unit within a month", () => {
    const one = (unit: string, at = 0, euro = "4") => ({
      ...{ date: shiftDay("2025-01-01", at), unit, euro, everyDays: 1 },
    });
    const merge = (newer: ReturnType<typeof one>) =>
      mergeTables({ USD: one("3", 1) }, { USD: newer }).USD;
    expect(mergeTables({ USD: one("3") }, { AED: one("1") })).toEqual({
      USD: one("3"),
      AED: one("1"),
    });
    expect(merge(one("3.1", 1))?.unit).toBe("3.1");
    expect(merge(one("3.1", 0))?.unit).toBe("3");
    expect([merge(one("15", 2))?.unit, merge(one("15.1", 2))?.unit]).toEqual(["15", "3"]);
    expect([merge(one("15.1", 32))?.unit, merge(one("15.1", 33))?.unit]).toEqual(["3", "15.1"]);
    expect(merge(one("18", 2, "24"))?.unit).toBe("3");
  });
});

test("published rates are grouped by day, oldest first, without days that lack the euro", () => {
  const one = (date: string, code: string, value: number, units = 1) => ({
    date,
    code,
    value,
    units,
  });
  expect(
    groupDays([
      ...[one("2025-01-02", "EUR", 4), one("2025-01-02", "JPY", 3, 100)],
      ...[one("2025-01-01", "EUR", 5), one("2025-01-01", "USD", -1)],
      ...[one("2025-01-03", "USD", 1), one("someday", "EUR", 4), one("2025-01-02", "AED", 1, 0)],
    ]),
  ).toEqual([
    { date: "2025-01-01", rates: { EUR: 5 } },
    { date: "2025-01-02", rates: { EUR: 4, JPY: 0.03 } },
  ]);
});
