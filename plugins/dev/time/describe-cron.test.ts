import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases, json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);

interface Query {
  expression: string;
  zone?: string;
  from?: string;
  count?: number;
}

async function ask({ expression, zone = "UTC", from = "2026-01-01T00:00:00Z", count = 3 }: Query) {
  const query = new URLSearchParams({ expression, zone, from, count: String(count) });
  return json(await hub.get(`/api/dev/cron?${query}`));
}

async function listRuns(query: Query): Promise<string[]> {
  return (await ask(query)).runs.map(({ local }: { local: string }) => local);
}

// The examples of crontab(5) and of the documentation of GitHub Actions, Kubernetes and Quartz.
test.each([
  ["* * * * *", "Every minute", ["00:01", "00:02", "00:03"]],
  ["*/15 * * * *", "Every 15 minutes", ["00:15", "00:30", "00:45"]],
  ["5 * * * *", "At 5 minutes past the hour", ["00:05", "01:05", "02:05"]],
  ["23 0-23/2 * * *", undefined, ["00:23", "02:23", "04:23"]],
  ["0 22 * * 1-5", "At 22:00, Monday through Friday", ["01-01T22", "01-02T22", "01-05T22"]],
  ["5 4 * * sun", "At 04:05, only on Sunday", ["01-04T04:05", "01-11", "01-18"]],
  ["15 14 1 * *", "At 14:15, on day 1 of the month", ["01-01T14:15", "02-01", "03-01"]],
  ["0 0 29 2 *", undefined, ["2028-02-29", "2032-02-29", "2036-02-29"]],
  ["0 0 13 * 5", "At 00:00, on day 13 of the month, or on Friday", ["01-02", "01-09", "01-13"]],
  ["30 5 * * 1,3", undefined, ["01-05T05:30", "01-07", "01-12"]],
  ["0 0 1 jan *", undefined, ["2027-01-01", "2028-01-01", "2029-01-01"]],
  ["0 12 * * 7", undefined, ["01-04T12", "01-11", "01-18"]],
  ["0 0 L * *", "At 00:00, on the last day of the month", ["01-31", "02-28", "03-31"]],
  ["0 0 15W * *", undefined, ["01-15", "02-16", "03-16"]],
  ["0 2 * * FRI#L", "At 02:00, on the last Friday of the month", ["01-30", "02-27", "03-27"]],
  ["? 2 * * ?", "Every minute, between 02:00 and 02:59", ["02:00", "02:01", "02:02"]],
  ["0 0 */2 * MON", "At 00:00, every 2 days in a month, or on Monday", ["01-03", "01-05", "01-07"]],
  ["0 0 * * 5#2", "At 00:00, on the second Friday of the month", ["01-09", "02-13", "03-13"]],
  ["5/20 * * * *", undefined, ["00:05", "00:25", "00:45"]],
  ["1,30/15 * * * *", undefined, ["00:01", "00:30", "00:45"]],
  ["@hourly", "Every hour", ["01:00", "02:00", "03:00"]],
  ["@daily", "At 00:00", ["01-02", "01-03", "01-04"]],
  ["@weekly", "At 00:00, only on Sunday", ["01-04", "01-11", "01-18"]],
  ["@monthly", "At 00:00, on day 1 of the month", ["02-01", "03-01", "04-01"]],
  ["@Yearly", undefined, ["2027-01-01", "2028-01-01", "2029-01-01"]],
  ["*/10 * * * * *", "Every 10 seconds", ["00:00:10", "00:00:20", "00:00:30"]],
  ["0 0 0 1 1 * 2030", undefined, ["2030-01-01"]],
])("%s is %s", async (expression, description, runs) => {
  const answer = await ask({ expression });
  if (description) expect(answer.description).toBe(description);
  expect(answer.runs).toHaveLength(runs.length);
  for (const [index, part] of runs.entries()) expect(answer.runs[index].local).toContain(part);
});

test("runs match the fields of their local time, and none in between does", async () => {
  for (const zone of ["America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "UTC"]) {
    const minute = (hour: number, minute: number, at: Temporal.ZonedDateTime) =>
      at.hour % 3 === hour && at.minute === minute && at.dayOfWeek <= 5;
    for (const from of ["2026-03-06T12:00:00Z", "2026-04-03T10:00:00Z", "2026-10-30T03:00:00Z"]) {
      const answer = await ask({ expression: "10 */3 * * 1-5", zone, from, count: 40 });
      const last = Temporal.Instant.from(answer.runs.at(-1).at);
      const expected: string[] = [];
      for (
        let at = Temporal.Instant.from(from).add({ minutes: 1 });
        expected.length < 40;
        at = at.add({ minutes: 1 })
      )
        if (minute(0, 10, at.toZonedDateTimeISO(zone))) expected.push(at.toString());
      expect(answer.runs.map(({ at }: { at: string }) => at)).toEqual(expected);
      expect(last.toString()).toBe(expected.at(-1)!);
    }
  }
});

describe("daylight saving time", () => {
  const zone = "Europe/Berlin";

  test("a run at a skipped time follows the change, and is marked", async () => {
    const from = "2026-03-28T12:00:00Z";
    const { runs, notes } = await ask({ expression: "30 2 * * *", zone, from, count: 2 });
    expect(runs).toEqual([
      { at: "2026-03-29T01:00:00Z", local: "2026-03-29T03:00:00+02:00", moved: true },
      { at: "2026-03-30T00:30:00Z", local: "2026-03-30T02:30:00+02:00", moved: false },
    ]);
    expect(notes).toEqual([
      "The clocks in Europe/Berlin skip the scheduled time on 2026-03-29: the run is at 03:00. Some daemons skip it",
    ]);
  });

  test("a run at a repeated time takes place once, with a note", async () => {
    const from = "2026-10-24T12:00:00Z";
    const { runs, notes } = await ask({ expression: "30 2 * * *", zone, from, count: 2 });
    expect(runs.map(({ at }: { at: string }) => at)).toEqual([
      "2026-10-25T00:30:00Z",
      "2026-10-26T01:30:00Z",
    ]);
    expect(notes).toEqual([
      "The clocks in Europe/Berlin repeat the scheduled time on 2026-10-25: the run is at its first occurrence. Some daemons run twice",
    ]);
  });

  test("runs of every half hour follow the elapsed time", async () => {
    const expression = "*/30 * * * *";
    expect(await listRuns({ expression, zone, from: "2026-10-25T00:00:00Z", count: 4 })).toEqual([
      "2026-10-25T02:30:00+02:00",
      "2026-10-25T02:00:00+01:00",
      "2026-10-25T02:30:00+01:00",
      "2026-10-25T03:00:00+01:00",
    ]);
    expect(await listRuns({ expression, zone, from: "2026-03-29T00:30:00Z", count: 2 })).toEqual([
      "2026-03-29T03:00:00+02:00",
      "2026-03-29T03:30:00+02:00",
    ]);
  });
});

test("an offset is a zone, too", async () => {
  expect(await listRuns({ expression: "0 9 * * *", zone: "+05:30", count: 1 })).toEqual([
    "2026-01-01T09:00:00+05:30",
  ]);
});

test("a day that doesn't exist never comes", async () => {
  expect(await ask({ expression: "0 0 31 2 *" })).toMatchObject({
    runs: [],
    notes: ["The expression never matches"],
  });
});

test("the end of the calendar isn't taken for an expression that never matches", async () => {
  const answer = await ask({ expression: "0 0 1 1 *", from: "9999-12-31" });
  expect(answer.notes).toEqual(["There are no further runs"]);
});

test("fields of which one begins with * are read differently by Debian's cron", async () => {
  const { notes } = await ask({ expression: "0 0 */2 * MON" });
  expect(notes).toEqual([expect.stringContaining("The cron of Debian and cronie needs both")]);
});

test("an expression of cron's own words is described or is an error of the caller", async () => {
  const word = fc.constantFrom(
    ..."* ? L W # / - , 0 1 5 7 31 59 FRI JAN LW 5L #L + @ %".split(" "),
  );
  const field = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(""));
  await fc.assert(
    fc.asyncProperty(fc.array(field, { minLength: 5, maxLength: 7 }), async (fields) => {
      const answer = await ask({ expression: fields.join(" "), count: 1 });
      expect(answer.status ?? 200).toBeOneOf([200, 422]);
    }),
    cases(3000),
  );
});

test("the runs follow the present time by default", async () => {
  const { runs } = await json(await hub.get("/api/dev/cron?expression=*+*+*+*+*&count=1"));
  // Test hubs have a fixed clock.
  expect(runs).toMatchObject([{ at: "2026-01-02T03:05:00Z", moved: false }]);
});

test.each([
  ["60 * * * *", 'its minute "60" must be made of 0 to 59'],
  ["* * * *", "it needs five fields"],
  ["@reboot", '"@reboot" is not one of @yearly'],
  ["a * * * *", 'its minute "a" must be made of'],
  ["0 0 * * MON,", 'its weekday "MON," must be made of 0 to 7, SUN to SAT'],
  ["0 22-2 * * *", 'its hour "22-2" must be made of'],
  ["0 0 * * 2#6", 'its weekday "2#6" must be made of'],
  ["0 0 0 1 1 * 0", 'its year "0" must be made of'],
  ["2026-01-01T00:00:00Z", "it needs five fields"],
])("%s is an error with the reason: %s", async (expression, reason) => {
  const answer = await ask({ expression });
  expect(answer).toMatchObject({ status: 422, code: "syntax_error" });
  expect(answer.detail).toContain(reason);
});

test("an unknown zone and an invalid time are errors that name the field", async () => {
  expect(await ask({ expression: "* * * * *", zone: "Berlin" })).toMatchObject({
    code: "invalid_input",
    detail:
      'query.zone must be a time zone of the IANA, such as Europe/Berlin, or an offset: it is "Berlin"',
  });
  expect(await ask({ expression: "* * * * *", from: "tomorrow" })).toMatchObject({
    code: "invalid_input",
  });
});
