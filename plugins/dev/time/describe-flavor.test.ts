import { describe, expect, test } from "bun:test";
import { openTable } from "hub/data-file";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);

interface Query {
  expression: string;
  flavor: string;
  zone?: string;
  from?: string;
}

async function ask({ expression, flavor, zone = "UTC", from = "2026-06-01T00:00:00Z" }: Query) {
  const query = new URLSearchParams({ expression, flavor, zone, from, count: "4" });
  return json(await hub.get(`/api/dev/cron?${query}`));
}

const list = async (query: Query): Promise<string[]> =>
  (await ask(query)).runs.map(({ local }: { local: string }) => local.slice(0, 16));

// Results of entry.c of Debian and cronie, robfig/cron and systemd-analyze.
test.each([
  ["debian", "0 0 */2 * MON", ["2026-06-01", "2026-06-15", "2026-06-29", "2026-07-13"]],
  ["cronie", "0 0 */2 * MON", ["2026-06-15", "2026-06-29"]],
  ["kubernetes", "0 0 */2 * MON", ["2026-06-03", "2026-06-05", "2026-06-07", "2026-06-08"]],
  ["kubernetes", "5/20 * * * *", ["T00:05", "T00:25", "T00:45", "T01:05"]],
  ["kubernetes", "0 0 1 * */2", ["2026-06-02", "2026-06-04", "2026-06-06", "2026-06-07"]],
  ["debian", "5#2 0 1 * *", ["2026-06-01T00:05", "2026-07-01T00:05"]],
  ["debian", "0 0 * * 7", ["2026-06-07", "2026-06-14"]],
  ["systemd", "Mon *-*~7/1 10:00", ["2026-06-29T10:00", "2026-07-27", "2026-08-31"]],
  ["systemd", "*-*~15..22/2 UTC", ["2026-06-10", "2026-06-12", "2026-06-14", "2026-06-16"]],
  ["systemd", "Mon..Fri *-*-* 09:00/30", ["2026-06-01T09:00", "T09:30", "06-02T09:00"]],
  ["systemd", "quarterly", ["2026-07-01", "2026-10-01", "2027-01-01", "2027-04-01"]],
  ["systemd", "*-2-29 America/New_York", ["2028-02-29T00:00", "2032-02-29"]],
  // Examples of the documentation of Quartz.
  ["quartz", "0 15 10 ? * MON-FRI", ["2026-06-01T10:15", "06-02", "06-03", "06-04"]],
  ["quartz", "0 15 10 L * ?", ["2026-06-30T10:15", "07-31", "08-31"]],
  ["quartz", "0 15 10 L-2 * ?", ["2026-06-28T10:15", "07-29"]],
  ["quartz", "0 15 10 ? * 6L", ["2026-06-26", "2026-07-31"]],
  ["quartz", "0 15 10 ? * 6#3", ["2026-06-19", "2026-07-17"]],
  ["quartz", "0 0 12 15W 8 ?", ["2026-08-14T12:00", "2027-08-16"]],
  ["quartz", "0 0 12 LW * ?", ["2026-06-30", "2026-07-31", "2026-08-31", "2026-09-30"]],
  ["quartz", "0 0 22-2 ? * FRI-MON", ["2026-06-01T00", "06-01T01", "06-01T02", "06-01T22"]],
  ["quartz", "0/5 0 0 11 11 ? 2026", ["2026-11-11T00:00", "11-11T00:00"]],
  // As Quartz 2.3.2 runs them: a month without the day has no nearest weekday of it.
  ["quartz", "0 0 12 31W 5-8 ?", ["2026-07-31T12:00", "2026-08-31", "2027-05-31"]],
  ["quartz", "0 0 12 1 1 ? 2099", ["2099-01-01T12:00"]],
])("cron of %s runs %s on %p", async (flavor, expression, runs) => {
  // Kubernetes runs it at midnight, too.
  const isLater = flavor !== "debian" && expression.includes("*/2");
  const from = isLater ? "2026-06-01T00:00:00Z" : "2026-05-31T23:59:59Z";
  const found = await list({ flavor, expression, from });
  for (const [index, part] of runs.entries()) expect(found[index]).toContain(part);
});

test.each([
  ["debian", "5/15 * * * *", 'its minute "5/15" has a step without a range'],
  ["cronie", "5#2 * * * *", 'its minute "5#2" has "#"'],
  ["cronie", "0 0 * * FRI-MON", "from high to low"],
  ["kubernetes", "0 0 * * 7", 'its weekday "7" must be within 0 and 6'],
  ["github", "@daily", "it knows no nicknames"],
  ["kubernetes", "@every 1h", "has no fixed times"],
  ["quartz", "0 0 12 * * *", "exactly one of its day of the month and weekday"],
  ["quartz", "0 0 12 ? JAN-2 1", 'its month "JAN-2" has a range of a name and a number'],
  ["quartz", "0 0 12 ? * 2-FRI", 'its weekday "2-FRI" has a range of a name and a number'],
  ["aws", "0 12 * * *", "it needs the fields minute, hour"],
  ["systemd", "Mon *-*-* 25:00", 'its hour "25" must be within 0 and 23'],
  ["systemd", "*:5/55", "has no room for its step"],
  ["systemd", "*-*~29", 'its value 29 of 1 after "~" must be at most 28'],
  ["systemd", "*-*~28,15", 'its value 28 of 2 after "~" must be at most 25'],
  ["systemd", "whenever", 'it has the unknown weekday "whenever"'],
])("cron of %s rejects %s", async (flavor, expression, reason) => {
  const answer = await ask({ flavor, expression });
  expect([answer.status, answer.code]).toEqual([422, "syntax_error"]);
  expect(answer.detail).toContain(reason);
});

const readDocumented = openTable(new URL("./fixtures/documented.tsv", import.meta.url), {
  expression: "text",
  flavor: ["aws", "github"],
  runs: "list",
});

test.each(readDocumented())("cron runs $expression of $flavor as documented", async (row) => {
  const { flavor, expression, runs } = row;
  const answer = await ask({ flavor, expression, from: "2026-05-31T23:59:59Z" });
  if (runs[0] === "refused") return expect(answer).toMatchObject({ code: "syntax_error" });
  const found = answer.runs.map(({ local }: { local: string }) => local.slice(0, 16));
  expect(runs[0] === "never" ? [] : runs).toEqual(found.slice(0, runs.length));
});

test("cron names the schedulers that run an expression at other times or reject it", async () => {
  const odd = await ask({ flavor: "debian", expression: "0 0 */2 * MON" });
  expect(odd.description).toBe("At 00:00, every 2 days in a month, and on Monday");
  expect(odd.notes).toEqual([
    "Kubernetes runs at other times: at 2026-06-03T00:00:00+00:00 instead of 2026-06-15T00:00:00+00:00",
    "GitHub Actions runs at other times: at 2026-06-03T00:00:00+00:00 instead of 2026-06-15T00:00:00+00:00",
  ]);
  const step = await ask({ flavor: "kubernetes", expression: "5/20 * * * *" });
  expect(step.notes[0]).toBe(
    'Debian\'s cron rejects it: its minute "5/20" has a step without a range',
  );
  const plain = await ask({ flavor: "debian", expression: "30 4 1,15 * 5" });
  expect(plain.notes).toEqual([]);
  expect(plain.description).toEndWith(", or on Friday");
});

describe("cron of each scheduler when the clocks change", () => {
  const zone = "Europe/Berlin";
  const spring = "2026-03-28T12:00:00Z";

  test.each([
    ["debian", "30 2 * * *", "2026-03-29T03:00"],
    ["kubernetes", "30 2 * * *", "2026-03-30T02:30"],
    ["aws", "30 2 * * ? *", "2026-03-30T02:30"],
    // The documentation of GitHub: "a 2:30 AM schedule advances to 3:00 AM".
    ["github", "30 2 * * *", "2026-03-29T03:00"],
    ["systemd", "02:30", "2026-03-30T02:30"],
  ])("%s runs %s first at %s", async (flavor, expression, first) => {
    expect((await list({ flavor, expression, zone, from: spring }))[0]).toBe(first);
  });

  test.each([
    ["debian", "30 2 * * *", 1],
    ["debian", "30 * * * *", 2],
    ["kubernetes", "30 2 * * *", 2],
    ["systemd", "02:30", 1],
  ])("%s runs %s at 02:30 %i times", async (flavor, expression, times) => {
    const found = await list({ flavor, expression, zone, from: "2026-10-24T23:45:00Z" });
    expect(found.filter((local) => local === "2026-10-25T02:30")).toHaveLength(times);
  });
});

test("cron finds the next 29 February on a Monday, and none on 30 February", async () => {
  const leap = await list({ flavor: "kubernetes", expression: "0 0 29 2 *" });
  expect(leap[0]).toBe("2028-02-29T00:00");
  const never = await ask({ flavor: "debian", expression: "0 0 30 2 *" });
  expect([never.runs, never.notes[0]]).toEqual([[], "The expression never matches"]);
});
