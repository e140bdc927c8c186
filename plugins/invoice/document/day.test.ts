import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { checkDay, checkNotBefore, daysAfter, toIsoDay } from "./day.ts";

test.each([
  ["2026-01-31", 30, "2026-03-02"],
  ["2028-02-28", 1, "2028-02-29"],
  ["2026-12-31", 365, "2027-12-31"],
  ["2026-03-29", 1, "2026-03-30"],
])("%s plus %i days is %s", (day, days, after) => {
  expect(daysAfter(day, days)).toBe(after);
});

test.each(["2026-02-30", "2026-00-10", "2026-13-01", "2100-02-29", "0000-00-00"])(
  "rejects %s as a day",
  (day) => {
    expect(() => checkDay(day, "body.date")).toThrow(
      `body.date must be a calendar date: it is "${day}"`,
    );
  },
);

test("accepts every day of the calendar, and a missing day", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (ms) => {
      expect(checkDay(toIsoDay(ms), "body.date")).toBe(toIsoDay(ms));
    }),
    cases(200),
  );
  expect(checkDay(undefined, "body.date")).toBeUndefined();
});

test("accepts the day of issue, but not the day before", () => {
  const at = "body.due_date";
  expect(checkNotBefore("2026-02-01", { day: "2026-02-01", at })).toBe("2026-02-01");
  expect(() => checkNotBefore("2026-02-01", { day: "2026-01-31", at })).toThrow(
    "body.due_date must not be before the date of issue, 2026-02-01: it is 2026-01-31",
  );
});
