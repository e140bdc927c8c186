import { describe, expect, test } from "bun:test";
import { type Bank, getBank } from "../rate-sources.ts";
import { checkDay, findDay, isOutdated, isOverdue, reasonFor, searchDay } from "./find-day.ts";
import { History } from "./history.ts";

const now = Date.UTC(2026, 0, 2, 12);
const day = (date: string, ...codes: string[]) => ({
  date,
  rates: Object.fromEntries(codes.map((code) => [code, "2"])),
});
const build = (source?: Bank, ...dates: string[]) =>
  new History(
    (dates.length > 0 ? dates : ["2025-12-29", "2025-12-30", "2025-12-31"]).map((date) =>
      day(date, "USD"),
    ),
    source ? { source } : {},
  );

describe("a requested day", () => {
  test.each(["2025-02-30", "today", "2025-1-1"])("can't be %s", (date) => {
    expect(() => checkDay(date, { at: "query.date", now })).toThrow(
      `query.date must be a day such as 2026-01-30: it is "${date}"`,
    );
  });

  test("is from the first rates to today", () => {
    const check = (date: string, codes?: string[]) =>
      checkDay(date, { at: "query.date", now, ...(codes && { codes }) });
    expect([check("1999-01-04"), check("2026-01-02")]).toEqual(["1999-01-04", "2026-01-02"]);
    for (const date of ["1999-01-03", "2026-01-03"])
      expect(() => check(date)).toThrow("query.date must be from 1999-01-04 to 2026-01-02");
    // The law fixed these rates three days before.
    expect(check("1999-01-01", ["DEM", "EUR"])).toBe("1999-01-01");
    expect(() => check("1998-12-31", ["DEM"])).toThrow("query.date must be from 1999-01-04");
    expect(() => check("1999-01-01", ["DEM", "USD"])).toThrow("from 1999-01-04");
  });
});

describe("the nearest day", () => {
  const history = new History([
    day("2025-06-02", "USD", "GBP"),
    day("2025-06-16", "USD"),
    day("2025-06-17", "USD", "GBP"),
  ]);
  const search = (date: string, codes: string[], fallback?: "previous" | "next" | "none") =>
    searchDay(history, date, { codes, ...(fallback && { fallback }) })?.date;

  test("has a rate of all currencies, and is at most two weeks earlier", () => {
    expect(search("2025-06-16", ["USD"])).toBe("2025-06-16");
    expect(search("2025-06-16", ["USD", "GBP"])).toBe("2025-06-02");
    expect(search("2025-06-15", ["GBP"])).toBe("2025-06-02");
    expect(search("2025-07-01", ["GBP"])).toBe("2025-06-17");
    expect(search("2025-07-02", ["GBP"])).toBeUndefined();
    expect(search("2025-06-01", ["USD"])).toBeUndefined();
  });

  test("can be the next one, or none", () => {
    expect(search("2025-06-03", ["GBP"], "next")).toBe("2025-06-17");
    expect(search("2025-05-19", ["USD"], "next")).toBe("2025-06-02");
    expect(search("2025-05-18", ["USD"], "next")).toBeUndefined();
    expect([search("2025-06-16", ["GBP"], "none"), search("2025-06-17", ["GBP"], "none")]).toEqual([
      ...[undefined, "2025-06-17"],
    ]);
  });

  test.each([
    [undefined, " or in the 14 days before it"],
    ["next" as const, " or in the 14 days after it"],
    ["none" as const, ""],
  ])("is refused with its window (%p)", (fallback, window) => {
    const options = { codes: ["USD", "CHF"], now, ...(fallback && { fallback }) };
    expect(() => findDay(history, "2025-06-16", options)).toThrow(
      `No rate for CHF on 2025-06-16${window}: this hub has rates from 2025-06-02 to 2025-06-17`,
    );
  });

  test("is unavailable if the hub lacks days of a currency that is quoted", () => {
    const old = build(undefined, "2025-11-03");
    const find = (date: string, codes: string[], fallback?: "none") =>
      findDay(old, date, { codes, now, ...(fallback && { fallback }) });
    expect(() => find("2025-12-01", ["USD"])).toThrow(
      "Cannot find a rate on 2025-12-01: this hub has not downloaded the rates after 2025-11-03 yet",
    );
    expect(() => find("2025-12-01", ["GBP"])).toThrow("No rate for GBP");
    // Christmas had no rates, so none is missing.
    expect(() => find("2025-12-25", ["USD"], "none")).toThrow("No rate for USD");
  });

  test("is unavailable if a source has earlier days that the hub lacks", () => {
    const lateStarts = [{ codes: new Set(["CHF"]), since: "2025-06-10", reason: "Not yet" }];
    const late = new History([day("2025-06-02", "USD")], { lateStarts });
    const find = (date: string) => () => findDay(late, date, { codes: ["USD", "CHF"], now });
    expect(find("2025-06-09")).toThrow('Cannot find a rate of "CHF" on 2025-06-09: Not yet');
    expect(find("2025-06-10")).toThrow("No rate for CHF");
  });
});

describe("the reason for another day", () => {
  const reason = (requested: string, found: string, source?: Bank, time = now) =>
    reasonFor(requested, found, { history: build(source), now: time });

  test.each([
    ["2025-12-31", "2025-12-31", null],
    ["2025-12-28", "2025-12-29", "weekend"],
    ["2026-01-01", "2025-12-31", "target_holiday"],
    ["2026-01-02", "2025-12-31", "not_yet_published"],
    ["2025-12-31", "2025-12-29", "no_rate"],
    ["2025-12-24", "2025-12-29", "not_fetched"],
    ["2001-12-31", "2001-12-28", "target_holiday"],
  ])("for %s with the rates of %s is %p", (requested, found, expected) => {
    expect(reason(requested, found)).toBe(expected as never);
  });

  test("at the time of publication is that the rates aren't fetched", () => {
    const evening = Date.UTC(2026, 0, 2, 17);
    expect(reason("2026-01-02", "2025-12-31", undefined, evening)).toBe("not_fetched");
  });

  test("is known without a calendar for another bank", () => {
    const bank = getBank("nbp");
    const at = (requested: string) => reason(requested, "2025-12-29", bank);
    expect([at("2025-12-28"), at("2025-12-30"), at("2026-01-05"), at("2026-01-06")]).toEqual([
      ...["weekend", "no_rate", "not_yet_published", "not_fetched"],
    ] as never[]);
  });
});

test("a bank is overdue after five days", () => {
  expect([isOverdue("2026-01-05", build()), isOverdue("2026-01-06", build())]).toEqual([
    false,
    true,
  ]);
});

test("a response is outdated if newer rates would change it", () => {
  const at = (reason: Parameters<typeof isOutdated>[0], requested: string) =>
    isOutdated(reason, { requested, history: build() });
  expect([at("not_fetched", "2020-01-01"), at("no_rate", "2025-12-31")]).toEqual([true, true]);
  expect([
    at("no_rate", "2025-12-30"),
    at("weekend", "2026-01-01"),
    at(null, "2026-01-01"),
  ]).toEqual([...[false, false, false]]);
});
