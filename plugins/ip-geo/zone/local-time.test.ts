import { expect, test } from "bun:test";
import { getLocalTime } from "./local-time.ts";

const winter = Date.UTC(2026, 0, 2, 3, 4, 5);
const summer = Date.UTC(2026, 6, 2, 3, 4, 5);

test.each([
  ["America/Los_Angeles", winter, "-08:00", "2026-01-01T19:04:05-08:00", false],
  ["America/Los_Angeles", summer, "-07:00", "2026-07-01T20:04:05-07:00", true],
  ["Australia/Sydney", winter, "+11:00", "2026-01-02T14:04:05+11:00", true],
  ["Asia/Kathmandu", winter, "+05:45", "2026-01-02T08:49:05+05:45", false],
  ["America/St_Johns", winter, "-03:30", "2026-01-01T23:34:05-03:30", false],
  ["UTC", summer, "+00:00", "2026-07-02T03:04:05+00:00", false],
])("the offset of %s at %i is %s", (zone, now, utc_offset, local_time, is_dst) => {
  expect(getLocalTime(zone, now)).toEqual({ utc_offset, local_time, is_dst });
});

test("daylight saving time changes in the exact quarter of an hour", () => {
  const change = Date.UTC(2026, 2, 29, 1);
  expect(getLocalTime("Europe/Berlin", change - 1)?.utc_offset).toBe("+01:00");
  expect(getLocalTime("Europe/Berlin", change)?.utc_offset).toBe("+02:00");
});

test("an unknown zone has no time", () => {
  expect(getLocalTime("Mars/Olympus", winter)).toBeUndefined();
});
