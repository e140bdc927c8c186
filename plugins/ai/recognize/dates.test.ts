import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { findDates, findTimes } from "./dates.ts";
import { dropOverlaps } from "./found.ts";
import { showFound } from "./show-found.fixture.ts";

/** Friday, 2 January 2026. */
const now = Date.UTC(2026, 0, 2, 15);
const show = (text: string, language = "en") =>
  showFound(text, dropOverlaps([...findDates(text, { language, now })]));

test.each([
  ["en", "on 2024-02-29", ["2024-02-29 = 2024-02-29"]],
  ["en", "on 2023-02-29", []],
  ["en", "at 2024-05-01T10:30:00Z", ["2024-05-01T10:30:00Z = 2024-05-01T10:30:00"]],
  ["en", "at 2024-05-01 10:30", ["2024-05-01 10:30 = 2024-05-01T10:30"]],
  ["en", "on 3/4/2024", ["3/4/2024 = 2024-03-04"]],
  ["de", "am 3/4/2024", ["3/4/2024 = 2024-04-03"]],
  ["en", "on 25/12/2024", ["25/12/2024 = 2024-12-25"]],
  ["de", "on 12/25/2024", ["12/25/2024 = 2024-12-25"]],
  ["en", "on 3.4.24 or 3.4.70", ["3.4.24 = 2024-04-03", "3.4.70 = 1970-04-03"]],
  ["en", "on 3.4.69", ["3.4.69 = 2069-04-03"]],
  ["en", "on 13.13.2024, 0.1.2024 and 31.4.2024", []],
  ["en", "on 3-4/2024", []],
  ["en", "Monday, March 3rd, 2025", ["Monday, March 3rd, 2025 = 2025-03-03"]],
  ["en", "Feb. 30", []],
  ["en", "Feb. 29 and Sept 9", ["Feb. 29 = --02-29", "Sept 9 = --09-09"]],
  ["en", "the 1st of May, 1999", ["1st of May, 1999 = 1999-05-01"]],
  ["de", "Montag, den 3. März 2025", ["Montag, den 3. März 2025 = 2025-03-03"]],
  ["fr", "le 14 juillet 1789", ["14 juillet 1789 = 1789-07-14"]],
  ["es", "el 5 de mayo de 2020", ["5 de mayo de 2020 = 2020-05-05"]],
  ["it", "8 gennaio 2021", ["8 gennaio 2021 = 2021-01-08"]],
  ["pt", "7 de setembro de 1822", ["7 de setembro de 1822 = 1822-09-07"]],
  ["nl", "5 december 2022", ["5 december 2022 = 2022-12-05"]],
  ["en", "in October 2023", ["October 2023 = 2023-10"]],
  [
    "ja",
    "2024年5月1日、2024年5月、2024年",
    ["2024年5月1日 = 2024-05-01", "2024年5月 = 2024-05", "2024年 = 2024"],
  ],
  ["en", "in Q3 2024", ["Q3 2024 = 2024-Q3"]],
  ["en", "from 1914 to 1918", ["1914 to 1918 = 1914/1918"]],
  ["en", "1914–1918 was", ["1914–1918 = 1914/1918"]],
  ["en", "since 1999, in 2050 items, by 2024%", ["1999 = 1999", "2050 = 2050"]],
  ["en", "the year 1499", []],
])("dates in %s: %s", (language, text, found) => {
  expect(show(text, language)).toEqual(found);
});

test.each([
  ["today", "2026-01-02"],
  ["tonight", "2026-01-02"],
  ["tomorrow", "2026-01-03"],
  ["yesterday", "2026-01-01"],
  ["the day after tomorrow", "2026-01-04"],
  ["morgen früh", "2026-01-03"],
  ["hier soir", "2026-01-01"],
  ["next Friday", "2026-01-09"],
  ["last Friday", "2025-12-26"],
  ["next Saturday", "2026-01-03"],
  ["last Saturday", "2025-12-27"],
  ["next Thursday", "2026-01-08"],
  ["last Thursday", "2026-01-01"],
  ["this Friday", "undefined"],
  ["Friday", "undefined"],
  ["last year", "2025"],
  ["this year", "2026"],
  ["next year", "2027"],
  ["next week", "undefined"],
])("on 2 January 2026, %j is %s", (words, day) => {
  expect(show(`We met ${words} again`)).toEqual([`${words} = ${day}`]);
});

test.each([
  ["2024-05-01", 0.99],
  ["3.4.2024", 0.95],
  ["12/12/2024", 0.8],
  ["13/1/2024", 0.95],
  ["1/13/2024", 0.95],
  ["May 3, 2024", 0.97],
  ["May 3", 0.9],
  ["3 May 2024", 0.97],
  ["3 May", 0.9],
  ["May 2024", 0.9],
  ["2024年5月", 0.97],
  ["Q3 2024", 0.9],
  ["1914–1918", 0.8],
  ["tomorrow", 0.75],
])("%s is a date with confidence %d", (text, confidence) => {
  const best = Math.max(
    ...[...findDates(text, { language: "en", now })].map((one) => one.confidence),
  );
  expect(best).toBe(confidence);
});

test("recognizes abbreviated months", () => {
  const german = [
    "Jan",
    "Feb",
    "Mär",
    "Apr",
    "Mai",
    "Jun",
    "Jul",
    "Aug",
    "Sept",
    "Okt",
    "Nov",
    "Dez",
  ];
  for (const [index, month] of german.entries()) {
    const iso = `2024-${String(index + 1).padStart(2, "0")}-05`;
    expect(show(`am 5. ${month}. 2024`, "de")[0]).toEndWith(` = ${iso}`);
  }
});

test("recognizes any day in English and German notation", () => {
  const day = fc.date({
    min: new Date(Date.UTC(1970, 0, 1)),
    max: new Date(Date.UTC(2069, 11, 31)),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(day, fc.constantFrom("en-US", "en-GB", "de", "fr", "es"), (date, locale) => {
      const written = date.toLocaleDateString(locale, { dateStyle: "long", timeZone: "UTC" });
      const iso = date.toISOString().slice(0, 10);
      expect(show(`(${written})`, locale)).toEqual([`${written} = ${iso}`]);
    }),
    cases(100),
  );
});

test.each([
  ["at 5 p.m. today", ["5 p.m. = 17:00"]],
  ["at 12:30 am or 12:05pm", ["12:30 am = 00:30", "12:05pm = 12:05"]],
  ["at 9:07:33 UTC", ["9:07:33 UTC = 09:07"]],
  ["um 14 Uhr, um 7:15 Uhr", ["14 Uhr = 14:00", "7:15 Uhr = 07:15"]],
  ["à 18h30 et à 9h.", ["18h30 = 18:30", "9h = 09:00"]],
  ["at 24:00", ["24:00 = 00:00"]],
  ["at 8 o'clock", ["8 o'clock = 08:00"]],
  [
    "noon, midnight, mittags, Mitternacht",
    ["noon = 12:00", "midnight = 00:00", "mittags = 12:00", "Mitternacht = 00:00"],
  ],
  ["25:00, 12:60, $5 am, 1:2, 13 pm", []],
])("times in %j", (text, found) => {
  expect(showFound(text, dropOverlaps([...findTimes(text)]))).toEqual(found);
});
