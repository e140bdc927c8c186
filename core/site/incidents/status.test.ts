import { Database } from "bun:sqlite";
import { afterAll, afterEach, expect, test } from "bun:test";
import { dirname } from "node:path";
import { json } from "hub/testing";
import { browser, docsHub } from "../../testing/docs-hub.ts";
import { type HubProcess, startProcess } from "../../testing/hub-process.ts";
import { pluginFolder, removePluginFolders } from "../../testing/plugin-folder.ts";
import { dataFolder, runHub } from "../../testing/running-hub.ts";
import { hostile, samplePlugin } from "../../testing/sample-plugin.ts";

const hubs: HubProcess[] = [];
afterEach(async () => {
  for (const { child } of hubs.splice(0)) {
    child.kill("SIGKILL");
    await child.exited;
  }
});
afterAll(removePluginFolders);

const now = Date.UTC(2026, 0, 3);
const upstream = {
  host: "api.example",
  state: "open",
  counts: { sent: 9, retried: 4, failed: 5, refused: 0, coalesced: 0, kept: 0, stale: 0 },
  failures_in_a_row: 5,
  last_error: 'Cannot reach "10.0.0.7"',
  last_error_at: new Date(now).toISOString(),
} as const;

test("shows the state of services, hosts and data, and past incidents", async () => {
  const hub = docsHub([samplePlugin], {
    clock: () => now,
    upstreams: () => [upstream, { ...upstream, host: "unnamed.example" }],
    broken: [{ name: "odd", dir: "/odd", reason: "/odd/plugin.ts:3 is odd" }],
    late: () => [{ plugin: "sample", count: 1, lastAt: now - 60_000 }],
    datasets: () => [
      { service: "sample", id: "sample/rates", built: "2026-01-01T00:00:00.000Z" },
      { service: "sample", id: "sample/names", built: undefined },
    ],
    incidents: async () => [
      {
        what: "failing",
        subject: "api.example",
        beganAt: now - 1000,
        endedAt: null,
        isEndKnown: true,
      },
      {
        what: "threw",
        subject: "sample",
        beganAt: now - 9000,
        endedAt: now - 8000,
        isEndKnown: false,
      },
    ],
  });
  const answer = await hub.get("/status");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("vary")).toContain("Accept");
  const told = await json(answer);
  expect(told).toEqual({
    success: true,
    status: "degraded",
    store: "ok",
    services: [
      {
        name: "sample",
        title: `Sample ${hostile}`,
        state: "degraded",
        reasons: [
          'Upstream host "api.example" keeps failing',
          "An unhandled error occurred in a background task",
        ],
      },
      { name: "odd", title: "odd", state: "left_out", reasons: ["The plugin could not be loaded"] },
    ],
    upstreams: [{ host: "api.example", state: "failing", services: ["sample"] }],
    datasets: [
      { id: "sample/rates", service: "sample", built_at: "2026-01-01T00:00:00.000Z", age_days: 2 },
      { id: "sample/names", service: "sample", built_at: null, age_days: null },
    ],
    incidents: [
      {
        kind: "upstream",
        subject: "api.example",
        what: "failing",
        title: 'Upstream host "api.example" kept failing and was temporarily disabled',
        began_at: "2026-01-02T23:59:59.000Z",
        ended_at: null,
        end_known: true,
      },
      {
        kind: "service",
        subject: "sample",
        what: "threw",
        title: 'An unhandled error occurred in a background task of the service "sample"',
        began_at: "2026-01-02T23:59:51.000Z",
        ended_at: "2026-01-02T23:59:52.000Z",
        end_known: false,
      },
    ],
  });
});

test("says if all systems are operational, and if the store cannot be written", async () => {
  const well = await json(await docsHub([samplePlugin]).get("/status"));
  expect([well.status, well.store, well.incidents]).toEqual(["ok", "ok", []]);
  const broken = { store: { ok: false, detail: "The database /data/hub.sqlite is full" } };
  const ill = docsHub([samplePlugin], { ready: () => broken });
  const answer = await ill.get("/status");
  expect(answer.status).toBe(200);
  expect(await answer.clone().text()).not.toContain("hub.sqlite");
  expect(await json(answer)).toMatchObject({ status: "failing", store: "failing" });
});

test("includes what another hub of the store sees, but not an old plugin error", async () => {
  const hub = docsHub([samplePlugin], {
    clock: () => now,
    late: () => [{ plugin: "sample", count: 1, lastAt: now - 3_600_000 }],
    incidents: async () => [
      { what: "failing", subject: "api.example", beganAt: now, endedAt: null, isEndKnown: true },
    ],
  });
  const { services } = await json(await hub.get("/status"));
  expect(services[0].reasons).toEqual(['Upstream host "api.example" keeps failing']);
});

test("unreadable incidents don't hide other parts", async () => {
  const hub = docsHub([samplePlugin], { incidents: () => Promise.reject(new Error("Gone")) });
  expect(await json(await hub.get("/status"))).toMatchObject({ status: "ok", incidents: [] });
});

test("a service whose newer version is broken is served and degraded", async () => {
  const broken = [{ name: "sample", dir: "/s", reason: "It is broken", isStillServed: true }];
  const { services } = await json(await docsHub([samplePlugin], { broken }).get("/status"));
  expect(services).toMatchObject([
    {
      name: "sample",
      state: "degraded",
      reasons: ["The newest version could not be loaded: the previous one is still served"],
    },
  ]);
});

test("is a page for browsers, with words in addition to colours", async () => {
  const hub = docsHub([samplePlugin], {
    clock: () => now,
    upstreams: () => [upstream],
    broken: [{ name: "<b>odd", dir: "/odd", reason: "/odd/plugin.ts:3 is odd" }],
    datasets: () => [
      { service: "sample", id: "sample/rates", built: "2026-01-01T00:00:00.000Z" },
      { service: "sample", id: "sample/names", built: undefined },
    ],
    incidents: async () => [
      { what: "left_out", subject: "<b>odd", beganAt: now, endedAt: null, isEndKnown: true },
      {
        what: "not_writable",
        subject: "store",
        beganAt: now - 60_000,
        endedAt: now,
        isEndKnown: true,
      },
      { what: "threw", subject: "sample", beganAt: now, endedAt: now, isEndKnown: false },
    ],
  });
  const answer = await hub.get("/status", browser);
  expect(answer.headers.get("content-type")).toStartWith("text/html");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const page = await answer.text();
  for (const text of [
    "Some services are degraded.",
    '<span class="state degraded">Degraded</span><p>Upstream host &quot;api.example&quot; keeps failing</p>',
    '<span class="state left_out">Not loaded</span>',
    '<span class="state failing">Failing</span>',
    "<code>sample/rates</code></th><td>2026-01-01</td><td>2 days</td>",
    "<code>sample/names</code></th><td>not available yet</td><td>–</td>",
    "The service &quot;&lt;b&gt;odd&quot; could not be loaded",
    '<td><time datetime="2026-01-03T00:00:00.000Z">2026-01-03 00:00</time></td><td>ongoing</td>',
    "Keys and usage could not be saved",
    "unknown, last seen <time",
  ])
    expect(page).toContain(text);
  for (const text of [hostile, "<b>odd", "plugin.ts", "10.0.0.7"]) expect(page).not.toContain(text);
  const quiet = await (await docsHub([samplePlugin]).get("/status", browser)).text();
  expect(quiet).toContain("All systems operational.");
  expect(quiet).toContain("<p>No incidents.</p>");
});

const broken = pluginFolder({ "plugin.ts": "export default 1;" }, "odd");

/** Waits for this number of incidents of a hub. */
async function waitForIncidents(url: string, count = 1) {
  for (;;) {
    const { incidents } = await json(await fetch(`${url}/status`));
    if (incidents.length === count) return incidents;
    await Bun.sleep(50);
  }
}

test("a hub that uses a mirror only names the original host", async () => {
  const mirror = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => new Response("no", { status: 500 }),
  });
  const folder = pluginFolder(
    {
      "plugin.ts": `import { definePlugin } from "hub";
export default definePlugin({ title: "Asking", summary: "Asks.", isolated: false, permissions: { net: ["api.example"] } });`,
      "routes/greet.get.ts": `import { t } from "hub";
import asking from "../plugin.ts";
export default asking.route({
  summary: "Ask", response: t.Object({ status: t.Integer() }), example: {}, cache: "never",
  handler: async ({ net }) => ({ status: (await net("https://api.example/")).status }),
});`,
    },
    "asking",
  );
  const hub = await runHub({
    HUB_PLUGINS: dirname(folder),
    HUB_TRUST: "asking",
    HUB_UPSTREAMS: `api.example=http://127.0.0.1:${mirror.port}`,
  });
  const key = { "x-api-key": await hub.key() };
  for (let calls = 0; calls < 5; calls++) await hub.get("/api/asking/greet", key);
  const answer = await hub.get("/status");
  expect(await answer.clone().text()).not.toContain(String(mirror.port));
  const { services, upstreams } = await json(answer);
  expect(upstreams).toEqual([{ host: "api.example", state: "failing", services: ["asking"] }]);
  expect(services).toContainEqual(expect.objectContaining({ name: "asking", state: "degraded" }));
  await hub.stop();
  await mirror.stop(true);
});

test("two hubs on one folder report one incident, and after a kill when it was last seen", async () => {
  const data = dataFolder();
  const env = { HUB_DATA: data.path, HUB_PLUGINS: dirname(broken), HUB_TRUST: "odd" };
  const start = async () => {
    const hub = await startProcess(env);
    hubs.push(hub);
    return hub;
  };
  const [one, other] = await Promise.all([start(), start()]);
  const [incident] = await waitForIncidents(one.url);
  expect(incident).toMatchObject({
    kind: "service",
    subject: "odd",
    what: "left_out",
    ended_at: null,
  });
  expect(await waitForIncidents(other.url)).toEqual([incident]);
  for (const { child } of hubs.splice(0)) {
    child.kill("SIGKILL");
    await child.exited;
  }
  // Moves the incident into the past.
  const database = new Database(`${data.path}/hub.sqlite`);
  const agoMs = 3_600_000;
  database.run("UPDATE incidents SET beganAt = beganAt - ?", [agoMs]);
  database.run("UPDATE sightings SET seenAt = seenAt - ?1, aliveAt = aliveAt - ?1", [agoMs]);
  database.close();
  const later = await runHub({ HUB_DATA: data.path });
  const [ended] = await waitForIncidents(later.url);
  expect(ended).toMatchObject({ subject: "odd", end_known: false });
  expect(Date.parse(ended.ended_at)).toBeLessThan(Date.now() - agoMs + 60_000);
  expect(Date.parse(ended.ended_at)).toBeGreaterThanOrEqual(Date.parse(ended.began_at));
  await later.stop();
  data.remove();
});
