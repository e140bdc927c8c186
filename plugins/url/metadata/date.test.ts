import { expect, test } from "bun:test";
import { readMoment } from "./date.ts";

test.each([
  ["2024-01-05", "2024-01-05"],
  ["2024/01/05", "2024-01-05"],
  ["2024-01-05T10:00:00Z", "2024-01-05T10:00:00.000Z"],
  ["2024-01-05 10:00+0530", "2024-01-05T04:30:00.000Z"],
  ["2024-01-05T10:00:00.000-04:00", "2024-01-05T14:00:00.000Z"],
  // The time zone is unknown, but the day is that of the author.
  ["2024-01-05T23:59:59", "2024-01-05"],
  ["Fri, 05 Jan 2024 10:00:00 GMT", "2024-01-05T10:00:00.000Z"],
  ["January 5, 2024", "2024-01-05"],
  ["Sept. 5, 2024", "2024-09-05"],
  ["5 Jan 2024", "2024-01-05"],
])("%s is %s", (text, expected) => {
  expect(readMoment(text)).toBe(expected);
});

test.each([
  "2024-02-30",
  "2024-13-01",
  "2024-01-05T25:00:00Z",
  "February 30, 2024",
  "31/12/2024",
  "3. März 2024",
  "yesterday",
  "1707000000",
  "",
  20240105,
  null,
])("%p isn't a day", (given) => {
  expect(readMoment(given)).toBeUndefined();
});
