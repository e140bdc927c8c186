import { Database } from "bun:sqlite";
import { afterAll, afterEach, expect, test } from "bun:test";
import { dirname } from "node:path";
import { json } from "hub/testing";
import { browser, docsHub } from "../../testing/docs-hub.ts";
import { type HubProcess, startProcess } from "../../testing/hub-process.ts";
import { pluginFolder, removePluginFolders } from "../../testing/plugin-folder.ts";
import { dataFolder, runHub } from "../../testing/running-hub.ts";
import { hostile, samplePlugin } from "../../testing/sample-plugin.ts";
import { noEvidence } from "../view/hub-evidence.ts";

const hubs: HubProcess[] = [];
afterEach(async () => {
  for (const { child } of hubs.splice(0)) {
    child.kill("SIGKILL");
    await child.exited;
  }
});
afterAll(removePluginFolders);

const now = Date.UTC(2026, 0, 3);
const minute = 60_000;

/** Returns evidence of a component that works, or that fails with a reason. */
function createEvidence(key: string, reason?: string) {
  return {
    key,
    okAt: now - 10 * minute,
    failingSince: reason === undefined ? undefined : now - 2 * minute,
    failures: reason === undefined ? 0 : 5,
    lastError: reason === undefined ? undefined : { reason, at: now - minute },
  };
}

/** Returns evidence of an endpoint of the sample service. */
function createEndpoint(key: string, reason?: string) {
  return { ...createEvidence(key, reason), service: "sample", substitute: undefined };
}

const failingHost = { ...createEvidence("api.example", "It cannot be reached"), isOpen: true };
const hostFields = {
  state: "down",
  reasons: ["It cannot be reached"],
  since: "2026-01-02T23:58:00.000Z",
  last_error: "It cannot be reached",
  last_error_at: "2026-01-02T23:59:00.000Z",
};
const fine = {
  state: "operational",
  reasons: [],
  since: null,
  last_error: null,
  last_error_at: null,
};

test("shows the state of services, hosts and data, and past incidents", async () => {
  const hub = docsHub([samplePlugin], {
    clock: () => now,
    broken: [{ name: "odd", dir: "/odd", reason: "/odd/plugin.ts:3 is odd" }],
    evidence: () => ({
      ...noEvidence,
      endpoints: [
        createEndpoint("GET /api/sample/say/:word", "upstream_unavailable"),
        createEndpoint("POST /api/sample/order"),
      ],
      hosts: [failingHost, { ...failingHost, key: "unnamed.example" }],
      datasets: [
        {
          key: "sample/rates",
          built: "2026-01-01T00:00:00Z",
          isOverdue: false,
          failure: undefined,
        },
        { key: "sample/names", built: undefined, isOverdue: false, failure: undefined },
        {
          key: "sample/lists",
          built: "2025-12-31T00:00:00Z",
          isOverdue: true,
          failure: { reason: "Cannot reach 10.0.0.7", since: now - minute, at: now },
        },
      ],
      late: [{ plugin: "sample", count: 1, lastAt: now - minute }],
    }),
    incidents: async () => [
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
  expect(await answer.clone().text()).not.toContain("10.0.0.7");
  const told = await json(answer);
  expect(told).toMatchObject({
    success: true,
    status: "degraded",
    services: [
      {
        name: "sample",
        title: `Sample ${hostile}`,
        state: "degraded",
        reasons: [
          "GET /api/sample/say/:word fails: An upstream service is unavailable",
          "An unhandled error occurred in a background task",
          'Upstream host "api.example" is down: It cannot be reached',
          'Dataset "sample/lists" is degraded: The data is 3 days old: an update is overdue',
        ],
        since: "2026-01-02T23:58:00.000Z",
        last_error: "An upstream service is unavailable",
      },
      {
        ...{ name: "odd", title: "odd", state: "down" },
        reasons: ["The plugin could not be loaded"],
      },
    ],
    upstreams: [{ host: "api.example", services: ["sample"], ...hostFields }],
    datasets: [
      { id: "sample/rates", service: "sample", age_days: 2, ...fine },
      { id: "sample/names", built_at: null, age_days: null, ...fine, state: "unused" },
      { id: "sample/lists", age_days: 3, state: "degraded", since: "2026-01-02T23:59:00.000Z" },
    ],
    engines: [{ name: "browser", ...fine, state: "unused" }],
    stores: [{ name: "database", ...fine }],
    incidents: [
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

test("a service is unused, operational, degraded or down by its endpoints", async () => {
  const [good, bad] = [createEndpoint("GET /good"), createEndpoint("GET /bad", "internal_error")];
  for (const [endpoints, state] of [
    [[], "unused"],
    [[good], "operational"],
    [[good, bad], "degraded"],
    [[bad], "down"],
    [[{ ...good, substitute: "openai: timeout" }], "degraded"],
  ] as const) {
    const evidence = () => ({ ...noEvidence, endpoints });
    const { services } = await json(await docsHub([samplePlugin], { evidence }).get("/status"));
    expect(services).toMatchObject([{ state }]);
  }
});

test("an unreachable address of a caller is no failure, unless the network is down", async () => {
  const endpoints = [createEndpoint("GET /bad", "address_failed")];
  const getState = async (publicHosts: typeof noEvidence.publicHosts) => {
    const evidence = () => ({ ...noEvidence, endpoints, publicHosts });
    const { services } = await json(await docsHub([samplePlugin], { evidence }).get("/status"));
    return services[0].state;
  };
  expect(await getState(createEvidence("public"))).toBe("operational");
  expect(await getState(createEvidence("public", "The network is unreachable"))).toBe("down");
});

test("a host is degraded by one failure, and down if it has never worked", async () => {
  const getState = async (changes: object) => {
    const hosts = [{ ...failingHost, isOpen: false, ...changes }];
    const evidence = () => ({ ...noEvidence, hosts });
    const { upstreams } = await json(await docsHub([samplePlugin], { evidence }).get("/status"));
    return upstreams[0].state;
  };
  expect(await getState({ failures: 1 })).toBe("degraded");
  expect(await getState({ failures: 2 })).toBe("down");
  expect(await getState({ failures: 1, okAt: undefined })).toBe("down");
});

test("an engine that another one substitutes is down", async () => {
  const endpoints = [{ ...createEndpoint("POST /speak"), substitute: "openai: timeout" }];
  const evidence = () => ({ ...noEvidence, endpoints });
  const { engines } = await json(await docsHub([samplePlugin], { evidence }).get("/status"));
  expect(engines).toMatchObject([
    { name: "browser" },
    { name: "openai", state: "down", reasons: ["It was substituted: timeout"] },
  ]);
});

test("says if all systems are operational, and if the store cannot be written", async () => {
  const well = await json(await docsHub([samplePlugin]).get("/status"));
  expect([well.status, well.stores[0].state, well.incidents]).toEqual([
    "operational",
    "operational",
    [],
  ]);
  const broken = { store: { ok: false, detail: "The database /data/hub.sqlite is full" } };
  const ill = docsHub([samplePlugin], { ready: () => broken, storeFailingSince: () => now });
  const answer = await ill.get("/status");
  expect(answer.status).toBe(200);
  expect(await answer.clone().text()).not.toContain("hub.sqlite");
  const since = new Date(now).toISOString();
  const stores = [{ name: "database", state: "down", since }];
  expect(await json(answer)).toMatchObject({ status: "down", stores });
});

test("includes what another hub of the store sees, but not an old plugin error", async () => {
  const hub = docsHub([samplePlugin], {
    clock: () => now,
    evidence: () => ({
      ...noEvidence,
      late: [{ plugin: "sample", count: 1, lastAt: now - 3_600_000 }],
    }),
    incidents: async () => [
      { what: "failing", subject: "api.example", beganAt: now, endedAt: null, isEndKnown: true },
    ],
  });
  const { services, upstreams } = await json(await hub.get("/status"));
  expect(upstreams).toMatchObject([
    { state: "down", reasons: ["It keeps failing on another hub"] },
  ]);
  expect(services).toMatchObject([
    {
      state: "unused",
      reasons: ['Upstream host "api.example" is down: It keeps failing on another hub'],
    },
  ]);
});

test("unreadable incidents don't hide other parts", async () => {
  const hub = docsHub([samplePlugin], { incidents: () => Promise.reject(new Error("Gone")) });
  expect(await json(await hub.get("/status"))).toMatchObject({
    status: "operational",
    incidents: [],
  });
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
    evidence: () => ({
      ...noEvidence,
      endpoints: [createEndpoint("GET /bad", "upstream_unavailable"), createEndpoint("GET /good")],
      hosts: [failingHost],
      datasets: [
        {
          key: "sample/rates",
          built: "2026-01-01T00:00:00Z",
          isOverdue: false,
          failure: undefined,
        },
        { key: "sample/names", built: undefined, isOverdue: false, failure: undefined },
      ],
    }),
    broken: [{ name: "<b>odd", dir: "/odd", reason: "/odd/plugin.ts:3 is odd" }],
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
    "Some systems are degraded.",
    '<span class="state degraded">Degraded</span><p>GET /bad fails: An upstream service is unavailable</p>',
    '<span class="state down">Down</span><p>The plugin could not be loaded</p>',
    '<span class="state down">Down</span><p>It cannot be reached</p><p>Since <time datetime="2026-01-02T23:58:00.000Z">2026-01-02 23:58</time></p>',
    "2026-01-02 23:59</time>: It cannot be reached</p>",
    '<span class="state unused">Not used yet</span>',
    "<td>2026-01-01</td><td>2 days</td>",
    "<td>not available yet</td><td>–</td>",
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
  expect(upstreams).toContainEqual(
    expect.objectContaining({
      ...{ host: "api.example", state: "down", services: ["asking"] },
      reasons: ["It responded with 500"],
    }),
  );
  // The endpoint works: it reports the status of the host.
  expect(services).toContainEqual(
    expect.objectContaining({ name: "asking", state: "operational", reasons: [] }),
  );
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
