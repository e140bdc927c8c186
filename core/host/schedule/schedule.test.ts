import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { dirname } from "node:path";
import { json, testHub } from "../../testing/mod.ts";
import { pluginFolder, removePluginFolders, sound } from "../../testing/plugin-folder.ts";
import { dataFolder, runHub } from "../../testing/running-hub.ts";
import { loadPlugin } from "../load/load-plugin.ts";

afterAll(removePluginFolders);

const manifest = {
  "plugin.ts": `import { definePlugin } from "hub";
export default definePlugin({
  title: "Sample",
  summary: "Counts.",
  permissions: { kv: true },
  errors: { too_windy: { status: 422, title: "The wind is too strong" } },
});`,
  // The records of its tasks.
  "routes/kept.get.ts": `import { t } from "hub";
import sample from "../plugin.ts";
export default sample.route({
  summary: "Tell what is kept",
  response: t.Object({ kept: t.Record(t.String(), t.Unknown()) }),
  example: {},
  async handler({ kv }) {
    const kept = {};
    for (const key of await kv.keys()) kept[key] = await kv.get(key);
    return { kept };
  },
});`,
};

/** The full hour after the next one: the patterns here are first due then, at any time of the run. */
const dueAt = (Math.floor(Date.now() / 3_600_000) + 2) * 3_600_000;
const daily = `0 ${new Date(dueAt).getUTCHours()} * * *`;

const cron = (handler: string, pattern = daily, more = "") => `import sample from "../plugin.ts";
export default sample.cron({ pattern: "${pattern}", summary: "Counts", ${more} handler: ${handler} });`;
const migration = (handler: string) => `import sample from "../plugin.ts";
export default sample.migration({ summary: "Moves", handler: ${handler} });`;
const page = (handler: string) => `import sample from "../plugin.ts";
export default sample.page({ title: "Last <week>", summary: "Tells of it", handler: ${handler} });`;
const count = cron('({ kv }) => kv.increment("runs")');

/** A scheduled run in /services. */
interface Run {
  name: string;
  summary: string;
  pattern: string;
  next_run: string;
  last_run: string | null;
  last_failure: { at: string; reason: string } | null;
}

/** Starts a hub with such an external folder. Returns functions that read the folder's routes and /services. */
async function hubWith(root: string, env: Record<string, string> = {}) {
  const entries: { level: string; message: string }[] = [];
  const recordMessage = (level: string) => (message: string) =>
    void entries.push({ level, message });
  const log = {
    info: recordMessage("info"),
    warn: recordMessage("warn"),
    error: recordMessage("error"),
  };
  const usual = {
    HUB_PLUGINS: root,
    // Tests may poll records repeatedly.
    HUB_TIERS: "free=100000/1000000",
    // Its files are read without a process. Its tasks still run in one.
    HUB_TRUST: "sample",
  };
  const hub = await runHub({ ...usual, ...env }, log);
  const key = { "x-api-key": await hub.key(`${crypto.randomUUID()}@example.com`) };
  const fetchJson = async (route: string) => json(await hub.get(`/api/sample/${route}`, key));
  return {
    ...hub,
    ask: fetchJson,
    kept: async () => (await fetchJson("kept")).kept,
    entries: (level: string) => entries.filter((entry) => entry.level === level),
    async service() {
      const { services, broken } = await json(await hub.get("/services"));
      const named = (list: { name: string }[]) => list.find(({ name }) => name === "sample");
      return { schedule: [] as Run[], reason: "", ...(named(services) ?? named(broken)) };
    },
  };
}

const folder = (files: Record<string, string>) =>
  dirname(pluginFolder({ ...manifest, "routes/greet.get.ts": "", ...files }));

describe("scheduled work", () => {
  test("runs when it is due, without a network too, and is listed in /services", async () => {
    const hub = await hubWith(folder({ "cron/every-night.ts": count }), {
      HUB_OFFLINE: "1",
      HUB_TRUST: "",
    });
    await hub.runDue(dueAt - 60_000);
    expect(await hub.kept()).toEqual({});
    await hub.runDue(dueAt);
    expect(await hub.kept()).toEqual({ runs: 1 });
    const { schedule } = await hub.service();
    expect(schedule).toEqual([
      {
        name: "every-night",
        summary: "Counts",
        pattern: daily,
        next_run: new Date(dueAt + 86_400_000).toISOString(),
        last_run: new Date(dueAt).toISOString(),
        last_failure: null,
      },
    ]);
    const page = await (await hub.get("/services", { accept: "text/html" })).text();
    expect(page).toContain(`<code>every-night</code> (<code>${daily}</code>, UTC): Counts`);
    await hub.stop();
  });

  test("runs once for each time, across all hubs of a store", async () => {
    const root = folder({ "cron/every-night.ts": count });
    const data = dataFolder();
    const env = { HUB_DATA: data.path };
    const [one, other] = await Promise.all([hubWith(root, env), hubWith(root, env)]);
    for (const day of [0, 1, 2]) {
      const at = dueAt + day * 86_400_000;
      await Promise.all([one.runDue(at), other.runDue(at + 200)]);
      await other.runDue(at + 1000);
    }
    expect(await other.kept()).toEqual({ runs: 3 });
    await Promise.all([one.stop(), other.stop()]);
    data.remove();
  });

  test("is skipped once while the earlier run continues in another hub", async () => {
    // It runs until it is ended, so the machine's speed doesn't matter.
    const slow = cron(
      'async ({ kv }) => { await kv.increment("begun"); while (!(await kv.get("over"))) await Bun.sleep(20); }',
      "* * * * *",
    );
    const end = `import { t } from "hub";
import sample from "../plugin.ts";
export default sample.route({
  summary: "End what runs",
  response: t.Object({}),
  example: {},
  async handler({ kv }) {
    await kv.set("over", true);
    return {};
  },
});`;
    const root = folder({ "cron/slow.ts": slow, "routes/end.get.ts": end });
    const data = dataFolder();
    const env = { HUB_DATA: data.path };
    const [one, other] = await Promise.all([hubWith(root, env), hubWith(root, env)]);
    const at = dueAt;
    const first = one.runDue(at);
    while (!("begun" in (await other.kept()))) await Bun.sleep(20);
    await other.runDue(at);
    expect(other.entries("warn")).toEqual([]);
    await other.runDue(at + 60_000);
    expect(other.entries("warn")[0]?.message).toContain("the previous run has not finished");
    await other.ask("end");
    await first;
    expect(await other.kept()).toEqual({ begun: 1, over: true });
    await other.runDue(at + 120_000);
    expect(await other.kept()).toEqual({ begun: 2, over: true });
    await Promise.all([one.stop(), other.stop()]);
    data.remove();
  });

  test("fails without harm: it is logged, /services shows since when and why, and /metrics counts it", async () => {
    const files = {
      "cron/windy.ts": cron('() => { throw sample.error("too_windy", "Cannot sail: it blows"); }'),
      "cron/secret.ts": cron('() => { throw new Error("a secret"); }'),
      "cron/spinning.ts": cron("() => { while (true); }", daily, "timeoutMs: 300,"),
      "cron/denied.ts": cron('({ net }) => net("https://api.example/")'),
    };
    const hub = await hubWith(folder(files), { HUB_METRICS_TOKEN: "metrics-token", HUB_TRUST: "" });
    await hub.runDue(dueAt);
    const { schedule } = await hub.service();
    const reasons = Object.fromEntries(
      schedule.map(({ name, last_failure }: Run) => [name, last_failure?.reason]),
    );
    expect(reasons).toEqual({
      windy: "Cannot sail: it blows",
      secret: "Internal error: see the log of the hub",
      spinning: "Cannot finish the work in time: it may take at most 300 ms",
      denied: "Internal error: see the log of the hub",
    });
    expect(hub.entries("error").map(({ message }) => message)).toEqual(
      Array(4).fill("Scheduled run failed"),
    );
    const metrics = await hub.get("/metrics", { authorization: "Bearer metrics-token" });
    expect(await metrics.text()).toContain(
      'hub_cron_runs_total{plugin="sample",name="windy",outcome="failed"} 1\n',
    );
    await hub.stop();
  });

  test("isn't repeated for missed times, except for the last one that a sleeping machine missed", async () => {
    const root = folder({ "cron/every-night.ts": count });
    const data = dataFolder();
    const hub = await hubWith(root, { HUB_DATA: data.path });
    await hub.runDue(dueAt + (5 + 3 * 24) * 3_600_000);
    expect(await hub.kept()).toEqual({ runs: 1 });
    expect(hub.entries("warn")[0]?.message).toBe("Scheduled run starts late");
    await hub.drain();
    const again = await hubWith(root, { HUB_DATA: data.path });
    await again.runDue(Date.now());
    expect(await again.kept()).toEqual({ runs: 1 });
    await again.stop();
    data.remove();
  });

  test.each([
    ["limits: {},", 30_000],
    ["limits: { timeoutMs: 5000 },", 5000],
    ["limits: { timeoutMs: 1e12 },", 300_000],
    ["limits: { timeoutMs: 0 },", 1],
  ])("has a bounded time limit, with any manifest: %s", async (limits, timeoutMs) => {
    const text = manifest["plugin.ts"].replace("permissions:", `${limits} permissions:`);
    const { tasks = [] } = await loadPlugin(
      pluginFolder({ ...manifest, "plugin.ts": text, "cron/every-night.ts": count }),
    );
    expect(tasks.map(({ run }) => run.route.timeoutMs)).toEqual([timeoutMs]);
  });

  test("runs in its author's tests by the name of its file", async () => {
    const hub = await testHub(pluginFolder({ ...manifest, "cron/every-night.ts": count }));
    await hub.run("cron/every-night.ts");
    await hub.run("cron/every-night.ts");
    expect((await json(await hub.get("/api/sample/kept"))).kept).toEqual({ runs: 2 });
    await expect(hub.run("cron/never.ts")).rejects.toThrow("There is no cron/never.ts to run");
  });
});

describe("migrations of a plugin's records", () => {
  const files = {
    "migrations/001-first.ts": migration('({ kv }) => kv.increment("first")'),
    "migrations/002-second.ts": migration(
      '({ kv }) => kv.get("first").then((first) => kv.set("second", first + 1))',
    ),
  };

  /** Creates a data folder with records of an earlier version that had no migrations. */
  async function createUsedFolder() {
    const data = dataFolder();
    const hub = await hubWith(folder({ "cron/every-night.ts": count }), { HUB_DATA: data.path });
    await hub.runDue(dueAt);
    await hub.drain();
    return data;
  }

  test("run once and in order before it serves, in whichever hub starts first", async () => {
    const root = folder(files);
    const data = await createUsedFolder();
    const env = { HUB_DATA: data.path, HUB_TRUST: "" };
    const hubs = await Promise.all([hubWith(root, env), hubWith(root, env), hubWith(root, env)]);
    for (const hub of hubs) expect(await hub.kept()).toEqual({ runs: 1, first: 1, second: 2 });
    await Promise.all(hubs.map((hub) => hub.stop()));
    data.remove();
  });

  test("don't run if the operator denies it its store", async () => {
    const data = await createUsedFolder();
    const denied = { HUB_DATA: data.path, HUB_DENY: "sample:kv" };
    const hub = await hubWith(folder(files), denied);
    expect(hub.entries("error")).toEqual([]);
    expect((await hub.service()).reason).toBe("");
    await hub.stop();
    data.remove();
  });

  test("don't run if it has no records yet, then or later", async () => {
    const data = dataFolder();
    const env = { HUB_DATA: data.path };
    const root = folder({ ...files, "cron/every-night.ts": count });
    const hub = await hubWith(root, env);
    expect(await hub.kept()).toEqual({});
    await hub.runDue(dueAt);
    await hub.drain();
    const again = await hubWith(root, env);
    expect(await again.kept()).toEqual({ runs: 1 });
    await again.stop();
    data.remove();
  });

  test("that fail skip the plugin with their message, and continue where they stopped", async () => {
    const data = await createUsedFolder();
    const env = { HUB_DATA: data.path };
    const third = "migrations/003-third.ts";
    const throwing = migration(
      '() => { throw sample.error("too_windy", "Cannot move: it blows"); }',
    );
    const hub = await hubWith(folder({ ...files, [third]: throwing }), env);
    expect((await hub.service()).reason).toBe(
      'Cannot load plugin "sample": migrations/003-third.ts failed: Cannot move: it blows',
    );
    await expect(hub.kept()).resolves.toBeUndefined();
    await hub.drain();
    const mended = await hubWith(
      folder({ ...files, [third]: migration('({ kv }) => kv.set("third", 3)') }),
      env,
    );
    expect(await mended.kept()).toEqual({ runs: 1, first: 1, second: 2, third: 3 });
    await mended.drain();
    const older = await hubWith(folder(files), env);
    expect((await older.service()).reason).toContain(
      'from a newer version, whose migration "003-third" has run',
    );
    await older.stop();
    data.remove();
  });
});

describe("a page of a plugin", () => {
  const hostile = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[run](javascript:alert(1))",
    "[run](&#106;avascript:alert(1))",
    "[mail](mailto:a@b.example) [there](https://a.example/) [here](/docs)",
    "![pixel](https://tracker.example/x.png)",
  ].join("\n\n");
  let hub: Awaited<ReturnType<typeof hubWith>>;
  beforeAll(async () => {
    hub = await hubWith(
      folder({
        "pages/last-week.ts": page(
          '({ kv }) => kv.increment("read").then((n) => "Read **" + n + "** times.")',
        ),
        "pages/hostile.ts": page(`() => ${JSON.stringify(hostile)}`),
        "pages/tree.ts": page("() => ({ markup: '<b>' })"),
        "pages/long.ts": page("() => 'a'.repeat(300_000)"),
        "pages/windy.ts": page(
          '() => { throw sample.error("too_windy", "Cannot sail: it blows"); }',
        ),
      }),
      { HUB_TRUST: "" },
    );
  });
  afterAll(() => hub.stop());

  test("is shown in the hub's frame and policy, with its job's current output", async () => {
    await hub.get("/pages/sample/last-week");
    const answer = await hub.get("/pages/sample/last-week", { accept: "text/html" });
    const text = await answer.text();
    expect(text).toContain("<h1>Last &lt;week&gt;</h1>");
    expect(text).toContain("Read <strong>2</strong> times");
    const home = await hub.get("/", { accept: "text/html" });
    for (const name of ["content-security-policy", "content-type", "x-content-type-options"])
      expect(answer.headers.get(name)).toBe(home.headers.get(name));
    const services = await (await hub.get("/services", { accept: "text/html" })).text();
    expect(services).toContain('<a href="/pages/sample/last-week">Last &lt;week&gt;</a>');
    expect((await hub.get("/pages/sample/next-week")).status).toBe(404);
    expect((await hub.get("/pages/nobody/last-week")).status).toBe(404);
  });

  test("contains no markup of its own, and its links run nothing", async () => {
    const shown = await (await hub.get("/pages/sample/hostile")).text();
    const main = shown.slice(shown.indexOf("<main"), shown.indexOf("</main>"));
    expect(main).toContain("&lt;script&gt;");
    expect(main.match(/<(?:script|img src)|href="javascript/g)).toBeNull();
    expect(main.match(/href="[^"]*"/g)).toEqual([
      'href="mailto:a@b.example"',
      'href="https://a.example/"',
      'href="/docs"',
      'href="/documentation/sample"',
    ]);
  });

  test("that isn't text is the plugin's error, and a failing one says why", async () => {
    expect((await hub.get("/pages/sample/tree")).status).toBe(500);
    expect((await hub.get("/pages/sample/long")).status).toBe(500);
    const windy = await hub.get("/pages/sample/windy");
    expect([windy.status, (await json(windy)).detail]).toEqual([422, "Cannot sail: it blows"]);
  });

  test("can be requested thirty times a minute by an address", async () => {
    const hub = await hubWith(folder({ "pages/short.ts": page("() => 'Short'") }));
    const statuses: number[] = [];
    for (let call = 0; call < 31; call++)
      statuses.push((await hub.get("/pages/sample/short")).status);
    expect(statuses).toEqual([...Array(30).fill(200), 429]);
    await hub.stop();
  });
});

describe("a folder with invalid work is skipped, with a reason:", () => {
  const cases: [what: string, files: Record<string, string>, reason: string][] = [
    [
      "a pattern of four fields",
      { "cron/daily.ts": cron("() => {}", "0 4 * *") },
      'must have a pattern of five fields such as "30 4 * * 1-5"',
    ],
    [
      "a pattern beyond a field",
      { "cron/daily.ts": cron("() => {}", "61 4 * * *") },
      'has the pattern "61 4 * * *", which is invalid',
    ],
    [
      "a pattern of no day",
      { "cron/daily.ts": cron("() => {}", "0 0 30 2 *") },
      "which never matches",
    ],
    ["a pattern by name", { "cron/daily.ts": cron("() => {}", "@daily") }, '"@daily" has 1'],
    [
      "a time limit that is too long",
      { "cron/daily.ts": cron("() => {}", "0 4 * * *", "timeoutMs: 300_001,") },
      "must have a timeoutMs from 1 to 300000",
    ],
    [
      "a migration in cron/",
      { "cron/daily.ts": migration("() => {}") },
      "is not a cron() of this plugin",
    ],
    [
      "a migration without a number",
      { "migrations/first.ts": migration("() => {}") },
      '"001-split-names.ts"',
    ],
    [
      "two migrations of one number",
      {
        "migrations/001-a.ts": migration("() => {}"),
        "migrations/001-b.ts": migration("() => {}"),
      },
      "migrations/001-a.ts and migrations/001-b.ts have the same number",
    ],
    [
      "a migration without the right to keep records",
      {
        "migrations/001-first.ts": migration('({ kv }) => kv.increment("first")'),
        "plugin.ts": sound["plugin.ts"],
        "routes/kept.get.ts": "",
        "routes/greet.get.ts": sound["routes/greet.get.ts"],
      },
      "has migrations/ but not the permission kv",
    ],
    [
      "a page without a title",
      { "pages/nameless.ts": page("() => 'x'").replace("Last <week>", "") },
      "pages/nameless.ts has no title",
    ],
  ];
  let broken: { name: string; reason: string }[] = [];
  beforeAll(async () => {
    const folders = cases.map(([, files], index) =>
      pluginFolder({ ...manifest, "routes/greet.get.ts": "", ...files }, `sample-${index}`),
    );
    // A process reads the first case, another kind of task and a page; the others are read here.
    const trusted = cases.map((_, index) => `sample-${index}`);
    for (const name of ["sample-0", "sample-5", "sample-9"])
      trusted.splice(trusted.indexOf(name), 1);
    const hub = await runHub({
      HUB_PLUGINS: folders.map((path) => dirname(path)).join(":"),
      HUB_TRUST: trusted.join(),
    });
    broken = (await json(await hub.get("/services"))).broken;
    await hub.stop();
  });

  test.each(cases.map((row, index) => [row[0], index, row] as const))(
    "%s",
    (_, index, [, files, reason]) => {
      const found = broken.find(({ name }) => name === `sample-${index}`)?.reason;
      expect(found).toContain(reason);
      if ("cron/daily.ts" in files) expect(found).toContain("cron/daily.ts");
    },
  );
});
