import { afterAll, describe, expect, test } from "bun:test";
import { dirname } from "node:path";
import { json, seededRandom } from "hub/testing";
import { createReach } from "../core/host/doors/net.ts";
import { readBy } from "../core/host/doors/read-answer.ts";
import { withMirrors } from "../core/host/upstreams/mirror.ts";
import { Upstreams } from "../core/host/upstreams/upstreams.ts";
import { pluginFolder, removePluginFolders } from "../core/testing/plugin-folder.ts";
import { runHub } from "../core/testing/running-hub.ts";
import { type Fault, WIRE_FAULTS } from "./standins/faults.ts";
import { startStandIns } from "./standins/server.ts";

const standIns = await startStandIns({ clock: () => Date.UTC(2026, 4, 6) });
afterAll(() => {
  standIns.stop();
  removePluginFolders();
});

const host = "www.ecb.europa.eu";
const feed = `https://${host}/stats/eurofxref/eurofxref-daily.xml`;

/** Returns a client of a stand-in with all policies, and a clock that a test moves. */
function reader() {
  const world = { now: 1_000_000 };
  const { reach } = new Upstreams({
    reach: withMirrors(createReach(), standIns.upstreams),
    clock: () => world.now,
    random: seededRandom(1),
    sleep: async () => {},
  });
  const read = readBy(
    (url, init = {}) => reach(new URL(url), init, [host]),
    () => world.now,
  );
  const readDay = async (timeoutMs = 1000) =>
    read(feed, readFeedDay, {
      timeoutMs,
      bodyBytesMax: 1_000_000,
      cache: { freshMs: 1000, staleMs: 3_600_000 },
    });
  return { world, readDay };
}

async function readFeedDay(response: Response): Promise<string> {
  const [, day] = /<Cube time='([\d-]+)'>/.exec(await response.text()) ?? [];
  if (!day) throw new Error("The feed has no day");
  return day;
}

const outcomes: Record<(typeof WIRE_FAULTS)[number], string> = {
  slow: "upstream_timeout",
  "rate-limited": "upstream_failed",
  error: "upstream_failed",
  unavailable: "upstream_failed",
  hang: "upstream_timeout",
  reset: "upstream_unavailable",
  html: "upstream_failed",
  truncated: "upstream_unavailable",
  "bad-gzip": "upstream_failed",
  huge: "upstream_failed",
  "redirect-loop": "upstream_failed",
  "redirect-private": "upstream_failed",
};

describe.each(WIRE_FAULTS)("an upstream with the fault %s", (fault: Fault) => {
  const shortMs = fault === "slow" || fault === "hang" ? 100 : 5000;

  test("is reported in the hub's words", async () => {
    standIns.misbehave("ecb", fault);
    const { readDay } = reader();
    const code = outcomes[fault as keyof typeof outcomes];
    await expect(readDay(shortMs)).rejects.toMatchObject({ name: "HubError", code });
  });

  test("has its last good response returned as stale, and a new one when it recovers", async () => {
    const { world, readDay } = reader();
    standIns.misbehave("ecb");
    const good = await readDay();
    world.now += 60_000;
    standIns.misbehave("ecb", fault);
    expect(await readDay(shortMs)).toEqual({ ...good, stale: true });
    world.now += 60_000;
    standIns.misbehave("ecb");
    expect(await readDay()).toEqual({ ...good, fetchedAt: world.now });
  });
});

test("a connection that breaks once goes unnoticed", async () => {
  standIns.misbehave("ecb", "reset", 1);
  expect(await reader().readDay()).toMatchObject({ value: "2026-05-05", stale: false });
});

/** A service outside the hub's own folders, so that it runs in a separate process. */
const folder = pluginFolder(
  {
    "plugin.ts": `import { definePlugin } from "hub";
export default definePlugin({
  title: "Asking", summary: "Asks.", permissions: { net: ["${host}"] },
  upstreams: { "${host}": { perMinute: 100 } },
});`,
    "routes/greet.get.ts": `import { t } from "hub";
import asking from "../plugin.ts";
export default asking.route({
  summary: "Ask", response: t.Any(), example: {}, cache: "never",
  handler: ({ net }) => net.read("${feed}", async (answer) => (await answer.text()).length > 500, {
    cache: { freshMs: 60_000 },
  }),
});`,
  },
  "asking",
);
const env = { HUB_PLUGINS: dirname(folder), HUB_UPSTREAMS: standIns.setting };

test("a hundred concurrent callers of a service cause one upstream call, which /readyz counts", async () => {
  standIns.misbehave("ecb");
  const hub = await runHub({ ...env, HUB_TIERS: "free=1000/1000", HUB_JOBS_QUEUE: "200" });
  const before = standIns.asked.length;
  const key = { "x-api-key": await hub.key() };
  const asked = Array.from({ length: 100 }, () => hub.get("/api/asking/greet", key));
  const answers = await Promise.all(asked.map(async (answer) => json(await answer)));
  expect(answers).toEqual(Array(100).fill(expect.objectContaining({ value: true, stale: false })));
  expect(standIns.asked.length - before).toBe(1);
  const { upstreams } = await json(await hub.get("/readyz"));
  expect(upstreams).toMatchObject([{ host, state: "closed", counts: { sent: 1, failed: 0 } }]);
  await hub.stop();
});

test("with HUB_OFFLINE=1 nothing leaves the hub, for any configured upstreams", async () => {
  const hub = await runHub({ ...env, HUB_OFFLINE: "1" });
  const before = standIns.asked.length;
  const key = { "x-api-key": await hub.key() };
  const answer = await hub.get("/api/asking/greet", key);
  expect(await json(answer)).toMatchObject({
    code: "upstream_unavailable",
    detail: "This hub has no network access because of HUB_OFFLINE=1",
  });
  expect(standIns.asked.length).toBe(before);
  await hub.stop();
});
