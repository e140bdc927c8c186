import { expect, test } from "bun:test";
import { findClosure, getPublicationTime, isDay, scheduleAt, shiftDay, today } from "./calendar.ts";

test.each([
  ["2024-03-29", "target_holiday"],
  ["2024-04-01", "target_holiday"],
  ["2025-04-18", "target_holiday"],
  ["2025-04-21", "target_holiday"],
  ["2026-05-01", "target_holiday"],
  ["2025-12-26", "target_holiday"],
  ["2026-01-01", "target_holiday"],
  ["2026-01-03", "weekend"],
  ["2026-01-02", undefined],
  ["2025-12-31", undefined],
])("TARGET on %s: %s", (day, closed) => {
  expect(findClosure(day)).toBe(closed as never);
});

test("rates are published at 15:00 UTC in winter and at 14:00 in summer", () => {
  expect(getPublicationTime("2026-01-02")).toBe(Date.UTC(2026, 0, 2, 15));
  expect(getPublicationTime("2026-03-27")).toBe(Date.UTC(2026, 2, 27, 15));
  expect(getPublicationTime("2026-03-30")).toBe(Date.UTC(2026, 2, 30, 14));
  expect(getPublicationTime("2026-10-26")).toBe(Date.UTC(2026, 9, 26, 15));
  expect(getPublicationTime("2016-06-30")).toBe(Date.UTC(2016, 5, 30, 12, 15));
});

test("the schedule advances with each publication and skips holidays", () => {
  const before = scheduleAt(Date.UTC(2025, 11, 31, 14, 59));
  expect(before.lastDue).toBe("2025-12-30");
  expect(before.next).toBe(Date.UTC(2025, 11, 31, 15));
  const after = scheduleAt(Date.UTC(2025, 11, 31, 15));
  expect(after.lastDue).toBe("2025-12-31");
  expect(after.next).toBe(Date.UTC(2026, 0, 2, 15));
});

test("the day starts in Frankfurt earlier than in UTC", () => {
  expect(today(Date.UTC(2026, 0, 1, 23, 0))).toBe("2026-01-02");
  expect(today(Date.UTC(2026, 6, 1, 21, 59))).toBe("2026-07-01");
});

test("rejects days that don't exist", () => {
  expect(["2024-02-29", "2023-02-29", "2026-13-01", "2026-1-1", "x"].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(shiftDay("2024-02-28", 2)).toBe("2024-03-01");
});
