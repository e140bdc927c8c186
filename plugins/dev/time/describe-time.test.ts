import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);

async function ask(value: string, options: Record<string, string> = {}) {
  return json(await hub.get(`/api/dev/time?${new URLSearchParams({ value, ...options })}`));
}

describe("a time is read", () => {
  test.each([
    ["0", "1970-01-01T00:00:00Z", "seconds since 1970"],
    ["1000000000", "2001-09-09T01:46:40Z", "seconds since 1970"],
    ["2147483648", "2038-01-19T03:14:08Z", "seconds since 1970"],
    ["-1", "1969-12-31T23:59:59Z", "seconds since 1970"],
    ["@1700000000", "2023-11-14T22:13:20Z", "seconds since 1970"],
    ["Sat Nov 28 21:53:24 UTC 2026", "2026-11-28T21:53:24Z", "RFC 5322"],
    ["Sun Mar  1 01:02:03 PST 2026", "2026-03-01T09:02:03Z", "RFC 5322"],
    ["1234567890.5", "2009-02-13T23:31:30.5Z", "seconds since 1970"],
    ["1234567890123", "2009-02-13T23:31:30.123Z", "milliseconds since 1970"],
    ["1234567890123456", "2009-02-13T23:31:30.123456Z", "microseconds since 1970"],
    ["1234567890123456789", "2009-02-13T23:31:30.123456789Z", "nanoseconds since 1970"],
    ["2026-03-29T02:30:00Z", "2026-03-29T02:30:00Z", "ISO 8601 with an offset"],
    ["2026-03-29 02:30+02:00", "2026-03-29T00:30:00Z", "ISO 8601 with an offset"],
    ["2026-03-29T02:30:00+01:00[Europe/Berlin]", "2026-03-29T01:30:00Z", "ISO 8601 with an offset"],
    ["2026-03-29T03:30:00+02:00[Europe/Berlin]", "2026-03-29T01:30:00Z", "ISO 8601 with an offset"],
    ["20260329T023000Z", "2026-03-29T02:30:00Z", "ISO 8601 with an offset"],
    ["2026-03-29", "2026-03-29T00:00:00Z", "an ISO 8601 date in UTC"],
    ["2026-03-29T02:30", "2026-03-29T02:30:00Z", "an ISO 8601 time without an offset in UTC"],
    // The examples of ISO 8601 in its Wikipedia article.
    ["2008-W01-1", "2007-12-31T00:00:00Z", "an ISO 8601 week date in UTC"],
    ["2009-W53-7", "2010-01-03T00:00:00Z", "an ISO 8601 week date in UTC"],
    ["2009W01", "2008-12-29T00:00:00Z", "an ISO 8601 week date in UTC"],
    ["1981-095", "1981-04-05T00:00:00Z", "an ISO 8601 ordinal date in UTC"],
    // The examples of RFC 5322 (A.1.1, A.5) and RFC 9110 (5.6.7).
    ["Fri, 21 Nov 1997 09:55:06 -0600", "1997-11-21T15:55:06Z", "RFC 5322"],
    ["Thu, 13 Feb 1969 23:32 -0330", "1969-02-14T03:02:00Z", "RFC 5322"],
    ["Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z", "RFC 5322"],
    ["21 Nov 97 09:55:06 GMT", undefined, undefined],
    ["now", "2026-01-02T03:04:05Z", "the present time"],
  ])("%s is %s", async (value, utc, notation) => {
    const answer = await ask(value);
    if (utc === undefined) expect(answer).toMatchObject({ status: 400, code: "invalid_input" });
    else expect([answer.utc, answer.notation]).toEqual([utc, notation!]);
  });

  test("and written in all notations", async () => {
    expect(await ask("1774745999", { zone: "Europe/Berlin" })).toMatchObject({
      utc: "2026-03-29T00:59:59Z",
      local: "2026-03-29T01:59:59+01:00",
      zone: "Europe/Berlin",
      unix: 1774745999,
      unix_ms: 1774745999000,
      unix_ns: "1774745999000000000",
      rfc_5322: "Sun, 29 Mar 2026 01:59:59 +0100",
      http_date: "Sun, 29 Mar 2026 00:59:59 GMT",
      weekday: "Sunday",
      iso_week: "2026-W13",
      iso_week_date: "2026-W13-7",
      ordinal_date: "2026-088",
      quarter: 1,
      leap_year: false,
      hours_in_day: 23,
    });
  });

  test("and its week date and ordinal date are read back", async () => {
    for (let year = 1995; year < 2035; year++)
      for (const day of ["01-01", "01-03", "02-28", "12-28", "12-31"]) {
        const { utc, iso_week_date, ordinal_date } = await ask(`${year}-${day}`);
        expect((await ask(iso_week_date)).utc).toBe(utc);
        expect((await ask(ordinal_date)).utc).toBe(utc);
      }
  });
});

test("the first years have all notations", async () => {
  expect(await ask("0001-01-01")).toMatchObject({
    rfc_5322: "Mon, 01 Jan 0001 00:00:00 +0000",
    iso_week: "0001-W01",
  });
  expect(await ask("0000-12-31")).toMatchObject({ code: "invalid_input" });
  expect(await ask("+010000-01-01T00:00Z")).toMatchObject({ code: "invalid_input" });
});

test("what a text doesn't say clearly is noted", async () => {
  expect((await ask("20260101")).notes).toEqual([
    "20260101 was read as a Unix time: the date would be 2026-01-01",
  ]);
  expect(await ask("2016-12-31T23:59:60Z")).toMatchObject({
    utc: "2016-12-31T23:59:59Z",
    notes: ["Unix time has no leap seconds: second 59 was used"],
  });
});

describe("the clocks of a zone", () => {
  const zone = "America/New_York";

  test("skip a time, so a later one is used", async () => {
    const answer = await ask("2026-03-08T02:30", { zone });
    expect(answer.local).toBe("2026-03-08T03:30:00-04:00");
    expect(answer.notes).toEqual([
      "The clocks in America/New_York skip this time: 03:30:00 was used",
    ]);
  });

  test("show a time twice, so the first one is used", async () => {
    const answer = await ask("2026-11-01T01:30", { zone });
    expect([answer.local, answer.hours_in_day]).toEqual(["2026-11-01T01:30:00-04:00", 25]);
    expect(answer.notes).toEqual([
      "The clocks in America/New_York show this time twice: the first one, -04:00, was used",
    ]);
  });
});

test.each([
  ["2026-01-31", "P1M", "2026-02-28T00:00:00Z"],
  ["2024-01-31", "P1M", "2024-02-29T00:00:00Z"],
  ["2024-02-29", "-P1Y", "2023-02-28T00:00:00Z"],
  ["2026-03-28T12:00", "P1D", "2026-03-29T12:00:00Z"],
  ["0", "PT90M", "1970-01-01T01:30:00Z"],
  ["0", "P1Y2M3W4DT5H6M7.5S", "1971-03-26T05:06:07.5Z"],
])("%s and %s is %s", async (value, add, utc) => {
  expect((await ask(value, { add })).shifted.utc).toBe(utc);
});

test("a day is a calendar day, and 24 hours are elapsed time", async () => {
  const zone = "Europe/Berlin";
  const add = async (add: string) => (await ask("2026-03-28T12:00", { zone, add })).shifted.local;
  expect(await add("P1D")).toBe("2026-03-29T12:00:00+02:00");
  expect(await add("PT24H")).toBe("2026-03-29T13:00:00+02:00");
});

test.each([
  ["2026-01-31", "2026-03-01", "P1M1D", 29, 2_505_600],
  ["2024-02-29", "2025-02-28", "P11M30D", 365, 31_536_000],
  ["2026-03-01", "2026-01-31", "-P1M1D", -29, -2_505_600],
  ["0", "0.25", "PT0.25S", 0, 0.25],
  ["0", "0", "PT0S", 0, 0],
])("from %s until %s it is %s", async (value, until, duration, days, seconds) => {
  expect((await ask(value, { until })).until).toMatchObject({ duration, days, seconds });
});

test.each([
  ["value", { value: "2026-02-30" }],
  ["value", { value: "2026-W54-1" }],
  ["value", { value: "2025-366" }],
  ["value", { value: "2026-13-01" }],
  ["value", { value: "999999999999999999999" }],
  ["value", { value: "Sat, 29 Mar 2026 02:30:00 +0200" }],
  ["value", { value: "yesterday" }],
  ["value", { value: "29.03.2026" }],
  ["zone", { value: "0", zone: "Berlin" }],
  ["add", { value: "0", add: "1 day" }],
  ["add", { value: "0", add: "P999999Y" }],
  ["until", { value: "0", until: "later" }],
])("an invalid %s is an error: %j", async (field, { value, ...options }) => {
  expect(await ask(value, options as Record<string, string>)).toMatchObject({
    status: 400,
    code: "invalid_input",
    errors: [{ location: `query.${field}` }],
  });
});

test.each([
  "2026-01-31T00:00:00Z",
  "20260131T00Z",
  "+002026-01-31T00:00Z",
  "2026-01-31[Europe/Berlin]",
])("the date %s is no zone of a time or a schedule", async (zone) => {
  const query = new URLSearchParams({ value: "now", zone });
  expect((await hub.get(`/api/dev/time?${query}`)).status).toBe(400);
  const schedule = new URLSearchParams({ expression: "30 2 * * *", zone });
  expect((await hub.get(`/api/dev/cron?${schedule}`)).status).toBe(400);
});
