import { afterEach, describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { issueKeys, startProcess } from "../../testing/hub-process.ts";
import { isFullDepth, json } from "../../testing/mod.ts";
import { mostWithin } from "../../testing/most-within.ts";
import { lacksRedis, startRedis } from "../../testing/redis-server.ts";
import { runHub } from "../../testing/running-hub.ts";

const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

function folder(): string {
  const dir = mkdtempSync(`${tmpdir()}/utilhub-machines-`);
  ending.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** A long time limit, so that a busy machine doesn't count as an unreachable server. */
const patient = { HUB_REDIS_TIMEOUT_MS: "10000" };

/**
 * Starts hubs that share no files, as on several machines, and a key that all of them know. `processes` of them run in
 * separate processes, the others in this one.
 */
async function machines(count: number, env: Record<string, string>, processes = 0) {
  const first = folder();
  const [key = ""] = await issueKeys(first, 1);
  const folders = [first, ...Array.from({ length: count - 1 }, folder)];
  for (const dir of folders.slice(1)) cpSync(first, dir, { recursive: true });
  const hubs = await Promise.all(
    folders.map(async (dir, index) => {
      const settings = { HUB_DATA: dir, HUB_JOBS: "1", ...env };
      if (index >= processes) {
        const hub = await runHub(settings);
        ending.push(() => hub.stop());
        return hub;
      }
      const hub = await startProcess(settings);
      ending.push(async () => {
        hub.child.kill("SIGKILL");
        await hub.child.exited;
      });
      return hub;
    }),
  );
  const headers = { "x-api-key": key };
  return hubs.map(({ url }) => ({
    url,
    call: () => fetch(`${url}/api/dev/hash/sha256?text=a`, { headers }),
    used: async () => (await json(await fetch(`${url}/api-key`, { headers }))).used_today as number,
    ready: () => fetch(`${url}/readyz`, { headers: { accept: "application/json" } }),
    metrics: async () => (await fetch(`${url}/metrics`)).text(),
  }));
}

type Hub = Awaited<ReturnType<typeof machines>>[number];

async function isBack({ ready }: Hub): Promise<void> {
  while ((await json(await ready())).redis !== "ok") await Bun.sleep(20);
}

describe.skipIf(lacksRedis)("hubs of several machines with one Redis server", () => {
  test.each(isFullDepth ? [2, 4] : [2])(
    "%i of them answer 10 of 500 concurrent calls by an account with 10 a minute",
    async (count) => {
      const redis = await startRedis({ password: "hush" });
      ending.push(redis.stop);
      const hubs = await machines(count, { HUB_REDIS_URL: redis.url, ...patient }, count - 1);
      const times: number[] = [];
      const answers = await Promise.all(
        Array.from({ length: 500 }, async (_, index) => {
          const began = performance.now();
          const answer = await hubs[index % count]?.call();
          if (answer?.status === 200) times.push(began, performance.now());
          return answer?.status;
        }),
      );
      expect(answers.filter((status) => status === 200).length).toBe(10);
      expect(answers.filter((status) => status === 429).length).toBe(490);
      expect(mostWithin(times, 60_000)).toBe(10);
      for (const { used } of hubs) expect(await used()).toBe(10);
    },
  );

  test("continue without it, say so, and count nothing twice when it is back", async () => {
    const redis = await startRedis({ isPersistent: true });
    ending.push(redis.stop);
    const env = { HUB_REDIS_URL: redis.url, HUB_TIERS: "free=1000/100000" };
    const hubs = await machines(2, env, 2);
    let answered = 0;
    const callAll = async () => {
      const began = performance.now();
      const statuses = await Promise.all(
        Array.from({ length: 40 }, async (_, index) => (await hubs[index % 2]?.call())?.status),
      );
      expect(new Set(statuses)).toEqual(new Set([200]));
      answered += statuses.length;
      // A time limit for hanging: the server may be gone or frozen meanwhile.
      expect(performance.now() - began).toBeLessThan(120_000);
    };
    await callAll();
    const [hub] = hubs;
    if (!hub) throw new Error("There is no hub");
    await redis.kill();
    await callAll();
    expect(await json(await hub.ready())).toMatchObject({ status: "ready", redis: "failing" });
    await redis.start();
    for (const hub of hubs) await isBack(hub);
    await callAll();
    redis.freeze();
    await callAll();
    redis.resume();
    for (const hub of hubs) await isBack(hub);
    await callAll();
    // Hubs report calls that they counted themselves when the server returns, which may be brief.
    for (const { used } of hubs) while ((await used()) !== answered) await Bun.sleep(50);
  });

  test("reject calls without it if configured, and work again when it is back", async () => {
    const redis = await startRedis({ isPersistent: true });
    ending.push(redis.stop);
    const [hub] = await machines(1, {
      HUB_REDIS_URL: redis.url,
      HUB_REDIS_TIMEOUT_MS: "2000",
      HUB_LIMITS_WHEN_DOWN: "refuse",
    });
    if (!hub) throw new Error("There is no hub");
    await callUntilCounted(hub);
    redis.freeze();
    const refused = await hub.call();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await json(refused)).toMatchObject({ code: "store_unavailable" });
    const unready = await hub.ready();
    expect([unready.status, (await unready.text()).includes(redis.url)]).toEqual([503, false]);
    const trial = await fetch(`${hub.url}/try/dev/hash`);
    expect(trial.status).toBe(503);
    redis.resume();
    await isBack(hub);
    await callUntilCounted(hub);
    expect(await hub.used()).toBe(2);
  });
});

/** Calls a hub until its Redis server counts a call, because first calls can time out on a busy machine. */
async function callUntilCounted({ call }: Pick<Hub, "call">): Promise<void> {
  for (;;) {
    const { status } = await call();
    if (status === 200) return;
    expect(status).toBe(503);
    await Bun.sleep(50);
  }
}
