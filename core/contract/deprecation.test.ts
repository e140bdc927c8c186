import { expect, test } from "bun:test";
import { buildDeprecationHeaders, findDeprecationFault } from "./deprecation.ts";

const use = "Use `/new`.";

test("the headers have the formats of RFC 9745 and RFC 8594", () => {
  expect(buildDeprecationHeaders({ since: "2023-06-30", sunset: "2024-12-31", use })).toEqual({
    deprecation: "@1688083200",
    sunset: "Tue, 31 Dec 2024 00:00:00 GMT",
  });
});

test("callers get at least 180 days, and both days exist", () => {
  expect(findDeprecationFault({ since: "2026-11-29", sunset: "2027-06-01", use })).toBeUndefined();
  expect(findDeprecationFault({ since: "2026-11-29", sunset: "2027-01-01", use })).toBe(
    'sunset must be at least 180 days after 2026-11-29: it is "2027-01-01"',
  );
  expect(findDeprecationFault({ since: "today", sunset: "2027-06-01", use })).toContain('"today"');
  expect(findDeprecationFault({ since: "2026-11-29", sunset: "2027-02-31x", use })).toContain(
    "sunset must be a day",
  );
});
