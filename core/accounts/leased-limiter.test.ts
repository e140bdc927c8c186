import { afterEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { Health } from "../platform/health/health.ts";
import { quietLog } from "../platform/log/log.ts";
import { RedisLink } from "../platform/redis/redis-link.ts";
import { mostWithin } from "../testing/most-within.ts";
import { lacksRedis, type RedisServer, startRedis } from "../testing/redis-server.ts";
import { LeasedLimiter } from "./leased-limiter.ts";
import type { Limited } from "./limiter.ts";
import { Meter } from "./meter.ts";
import { RedisLimiter } from "./redis-limiter.ts";
import type { Tier } from "./tiers.ts";

const leaseMs = 60;
const callsMax = 16;
const tier: Tier = { name: "free", isPaid: false, perMinute: 200, perDay: 1e6, soft: false };

const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

async function server(): Promise<RedisServer> {
  const started = await startRedis();
  ending.push(started.stop);
  return started;
}

/** A hub on a machine of its own that takes calls several at once. */
async function machine(url: string, { perMinute = tier.perMinute, windowMs = 60_000 } = {}) {
  const dir = mkdtempSync(`${tmpdir()}/utilhub-leases-`);
  const meter = new Meter(dir, { windowMs });
  const link = new RedisLink({ url, health: new Health(quietLog), timeoutMs: 1000, retryMs: 50 });
  const options = { link, meter, whenDown: "refuse", secret: new Uint8Array(32) } as const;
  const limiter = new LeasedLimiter(new RedisLimiter({ ...options, windowMs, leaseMs }), {
    callsMax,
    leaseMs,
  });
  await link.open();
  ending.push(async () => {
    await limiter.close();
    link.close();
    rmSync(dir, { recursive: true });
  });
  const limited: Limited = {
    tier: { ...tier, perMinute },
    counters: meter.counters(1),
    own: undefined,
  };
  return {
    limiter,
    take: async () => limiter.take(limited, Date.now()),
    look: async () => limiter.look(limited, Date.now()),
  };
}

type Machine = Awaited<ReturnType<typeof machine>>;

async function callOften({ take }: Machine, calls: number): Promise<number> {
  let answered = 0;
  for (let call = 0; call < calls; call++) if ((await take()).ok) answered++;
  return answered;
}

describe.skipIf(lacksRedis)("machines that take calls several at once", () => {
  test.each([2, 4])("%i of them never let in more than the limit of a window", async (count) => {
    const { url } = await server();
    // What is seen over several windows cannot wait for minutes.
    const windowMs = 400;
    const machines = await Promise.all(
      Array.from({ length: count }, () => machine(url, { windowMs })),
    );
    const times: number[] = [];
    const until = performance.now() + 5 * windowMs;
    const hammer = async ({ take }: Machine, at: number) => {
      while (performance.now() < until) {
        const began = performance.now();
        if ((await take()).ok) times.push(began, performance.now());
        // Some rest for longer than a lease, and lose what they had.
        if (Math.random() < 0.02 * at) await Bun.sleep(2 * leaseMs);
      }
    };
    await Promise.all([...machines, ...machines].map(hammer));
    expect(mostWithin(times, windowMs)).toBeLessThanOrEqual(tier.perMinute);
    expect(times.length / 2).toBeGreaterThanOrEqual(2 * tier.perMinute);
  });

  test("refuse no more calls that were free than others have taken and not made", async () => {
    const { url } = await server();
    const [one, two] = [await machine(url), await machine(url)];
    const mine = await callOften(one, 50);
    const others = await callOften(two, 300);
    expect(mine).toBe(50);
    expect(mine + others).toBeLessThanOrEqual(tier.perMinute);
    expect(mine + others).toBeGreaterThan(tier.perMinute - callsMax);
  });

  test("give back after a moment what was not used, of the minute and of the day", async () => {
    const { url } = await server();
    const perMinute = 100_000;
    const [one, two] = [await machine(url, { perMinute }), await machine(url, { perMinute })];
    let answered = await callOften(one, 21);
    answered += await callOften(two, 13);
    await Bun.sleep(4 * leaseMs);
    for (const { look } of [one, two]) {
      const { usedToday, minute } = await look();
      expect(usedToday).toBe(answered);
      expect(minute.remaining).toBe(perMinute - answered);
    }
  });

  test("ask the server seldom where calls are many, and each time where they are few", async () => {
    const redis = await server();
    const { take } = await machine(redis.url, { perMinute: 100_000 });
    const asked = async () => {
      const info = String(await redis.ask("INFO", "commandstats"));
      return Number(/cmdstat_evalsha:calls=(\d+)/.exec(info)?.[1] ?? 0);
    };
    await take();
    const before = await asked();
    await callOften({ take } as Machine, 1600);
    // A hundred leases of sixteen, and the few smaller ones before those; more where time ran out.
    expect((await asked()) - before).toBeWithin(100, 400);
    const small = await machine(redis.url, { perMinute: 19 });
    const then = await asked();
    await callOften(small, 5);
    expect((await asked()) - then).toBeGreaterThanOrEqual(5);
  });

  test("answer as many of those who come at once as there are, and what is left to each", async () => {
    const { url } = await server();
    const { take } = await machine(url);
    const takes = await Promise.all(Array.from({ length: 300 }, () => take()));
    const answered = takes.filter(({ ok }) => ok);
    expect(answered).toHaveLength(tier.perMinute);
    expect(new Set(answered.map(({ minute }) => minute.remaining)).size).toBe(tier.perMinute);
    expect(Math.min(...answered.map(({ minute }) => minute.remaining))).toBe(0);
    expect(Math.max(...answered.map(({ usedToday }) => usedToday))).toBe(tier.perMinute);
  });
});
