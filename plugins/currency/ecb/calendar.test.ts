import { expect, test } from "bun:test";
import { openDays } from "../fixtures.ts";
import {
  findClosure,
  getPublicationTime,
  isDay,
  lastDayOut,
  scheduleAt,
  shiftDay,
  today,
} from "./calendar.ts";

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

// ECB decision on TARGET of 2000: closed on these days and on weekends, calculated from Easter.
test.each([
  "2000-04-23",
  "2005-03-27",
  "2008-03-23",
  "2011-04-24",
  "2019-04-21",
  "2024-03-31",
  "2025-04-20",
  "2026-04-05",
  "2027-03-28",
  "2038-04-25",
])("TARGET is closed around Easter of %s, and on no other day in spring", (easter) => {
  const year = easter.slice(0, 4);
  const closed = [shiftDay(easter, -2), shiftDay(easter, 1)];
  expect(closed.map(findClosure)).toEqual(["target_holiday", "target_holiday"]);
  expect(openDays(`${year}-02-01`, `${year}-04-30`)).toHaveLength(
    weekdays(`${year}-02-01`, `${year}-04-30`) - 2,
  );
});

function weekdays(from: string, to: string): number {
  let count = 0;
  for (let day = from; day <= to; day = shiftDay(day, 1))
    if (![0, 6].includes(new Date(day).getUTCDay())) count++;
  return count;
}

test("rates must be out 90 minutes after their time, and those of earlier days too", () => {
  const out = (hour: number, minute: number, until = "2026-01-05") =>
    lastDayOut(until, Date.UTC(2026, 0, 5, hour, minute));
  expect([out(16, 29), out(16, 30)]).toEqual(["2026-01-02", "2026-01-05"]);
  // The last business day before New Year.
  expect(out(16, 30, "2026-01-01")).toBe("2025-12-31");
});
