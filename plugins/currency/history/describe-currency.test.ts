import { describe, expect, test } from "bun:test";
import { describeCurrency, getStatus, minorUnits } from "./describe-currency.ts";
import { History } from "./history.ts";

const day = (date: string, ...codes: string[]) => ({
  date,
  rates: Object.fromEntries(codes.map((code) => [code, "2"])),
});
const history = new History([
  day("1999-01-04", "USD", "TRL"),
  day("2004-12-31", "USD", "TRL", "RUB"),
  day("2026-01-01", "USD", "JPY"),
]);
const describeOne = (code: string) => describeCurrency(code, { history, numericOf: () => "999" });

test.each([
  ["EUR", 2],
  ["JPY", 0],
  ["KWD", 3],
])("%s has %d decimals", (code, decimals) => {
  expect(minorUnits(code)).toBe(decimals);
});

test.each([
  ["EUR", "active"],
  ["USD", "active"],
  ["BGN", "fixed"],
  ["DEM", "retired"],
  ["TRL", "retired"],
  ["RUB", "suspended"],
])("%s is %s", (code, status) => {
  expect(getStatus(code, history)).toBe(status as never);
});

test("a currency is quoted for two weeks after its last rate, and fixed from the day of the law on", () => {
  const until = (date: string) =>
    getStatus("GBP", new History([day("2025-12-01", "GBP"), day(date, "USD")]));
  expect([until("2025-12-15"), until("2025-12-16")]).toEqual(["active", "suspended"]);
  const before = new History([day("2025-12-31", "BGN")]);
  expect(getStatus("BGN", before)).toBe("active");
});

describe("the description", () => {
  test("of a quoted currency has its first day", () => {
    expect(describeOne("USD")).toEqual({
      ...{ code: "USD", name: "US Dollar", numeric: "999", symbol: "$", minor_units: 2 },
      ...{ status: "active", start_date: "1999-01-04", end_date: null },
      ...{ successor: null, fixed_rate: null },
    });
    expect(describeOne("EUR")).toMatchObject({ symbol: "€", start_date: "1999-01-04" });
  });

  test("of a former currency has its last day and successor", () => {
    expect(describeOne("TRL")).toMatchObject({
      ...{ numeric: "792", end_date: "2004-12-31", successor: "TRY", fixed_rate: "1000000" },
    });
    expect(describeOne("BGN")).toMatchObject({
      ...{ numeric: "975", start_date: null, end_date: "2025-12-31", successor: "EUR" },
      ...{ fixed_rate: "1.95583", status: "fixed" },
    });
    expect(describeOne("RUB")).toMatchObject({ status: "suspended", end_date: "2004-12-31" });
  });

  test("has no first day if the rates might not go back far enough", () => {
    const late = new History([day("2020-01-02", "USD"), day("2020-01-03", "USD", "GBP")]);
    const first = (code: string) =>
      describeCurrency(code, { history: late, numericOf: () => undefined });
    expect([first("USD").start_date, first("GBP").start_date]).toEqual([null, "2020-01-03"]);
    expect(first("GBP").numeric).toBeNull();
  });

  test("has no first day for the rate of another source", () => {
    const origin = { date: "2026-01-01", stale: false, indicative: false, via: null };
    const newest = {
      ...day("2026-01-02", "AED", "USD"),
      origins: {
        AED: { ...origin, source: "nbp" as const },
        USD: { ...origin, source: "ecb" as const },
      },
    };
    const wide = new History([day("2025-12-31", "USD"), day("2026-01-01", "USD", "AED"), newest]);
    const first = (code: string) =>
      describeCurrency(code, { history: wide, numericOf: () => undefined }).start_date;
    expect([first("AED"), first("USD")]).toEqual([null, null]);
  });
});
