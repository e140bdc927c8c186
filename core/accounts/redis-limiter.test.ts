import { afterEach, describe, expect, spyOn, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { Meter } from "../lib/rolling-window/meter.ts";
import { Health } from "../platform/health/health.ts";
import { quietLog } from "../platform/log/log.ts";
import { epochKey, RedisLink } from "../platform/redis/redis-link.ts";
import type { WhenDown } from "../platform/redis/redis-settings.ts";
import type { Records } from "../platform/store/records.ts";
import { isFullDepth } from "../testing/cases.ts";
import { gateHub, start } from "../testing/gate-hub.ts";
import { mostWithin } from "../testing/most-within.ts";
import { lacksRedis, type RedisServer, startRedis } from "../testing/redis-server.ts";
import type { LimitSubject } from "./limiter.ts";
import { RedisLimiter } from "./redis-limiter.ts";
import type { Tier } from "./tiers.ts";

const windowMs = 300;
const tier: Tier = { name: "free", isPaid: false, perMinute: 10, perDay: 1e6, soft: false };

const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

async function server(options = {}): Promise<RedisServer> {
  const started = await startRedis(options);
  ending.push(started.stop);
  return started;
}

interface MachineOptions {
  whenDown?: WhenDown;
  unitsOfDay?: Records["unitsOfDay"];
}

/** Creates a limiter like a separate machine's. */
async function machine(url: string, { whenDown = "local", unitsOfDay }: MachineOptions = {}) {
  const dir = mkdtempSync(`${tmpdir()}/utilhub-machine-`);
  const meter = new Meter(dir, { windowMs });
  const link = new RedisLink({ url, health: new Health(quietLog), timeoutMs: 250, retryMs: 50 });
  let restoring = Promise.resolve();
  const limiter = new RedisLimiter({
    ...{ link, meter, whenDown, secret: new Uint8Array(32), windowMs },
    ...(unitsOfDay && { unitsOfDay }),
    onRestoring: (work) => {
      restoring = work;
    },
  });
  await link.open();
  ending.push(() => {
    link.close();
    rmSync(dir, { recursive: true });
  });
  const limited = (perMinute = tier.perMinute): LimitSubject => ({
    tier: { ...tier, perMinute },
    counters: meter.counters(1),
    own: undefined,
  });
  return {
    link,
    take: async (perMinute?: number) => limiter.take(limited(perMinute), Date.now()),
    used: async () => (await limiter.peek(limited(), Date.now())).usedToday,
    restored: () => restoring,
    async isBack() {
      while (!link.isUp) await Bun.sleep(5);
    },
  };
}

describe.skipIf(lacksRedis)("machines that share one server", () => {
  test.each(isFullDepth ? [2, 4] : [2])(
    "%i of them accept exactly the limit in every window",
    async (count) => {
      const { url } = await server();
      const machines = await Promise.all(Array.from({ length: count }, () => machine(url)));
      for (const limit of [10, 50]) {
        const times: number[] = [];
        const until = performance.now() + 4 * windowMs;
        const hammer = async ({ take }: (typeof machines)[number]) => {
          while (performance.now() < until) {
            const began = performance.now();
            if ((await take(limit)).ok) times.push(began, performance.now());
            // Only the full depth saturates the processor.
            else if (!isFullDepth) await Bun.sleep(1);
          }
        };
        await Promise.all([...machines, ...machines, ...machines].map(hammer));
        expect(mostWithin(times, windowMs)).toBeLessThanOrEqual(limit);
        expect(times.length / 2).toBeGreaterThanOrEqual(2 * limit);
      }
    },
  );

  test("restore the day's count to a server that was killed and lost its data", async () => {
    const redis = await server();
    const machines = [await machine(redis.url), await machine(redis.url)];
    let answered = 0;
    const callEach = async () => {
      for (const { take } of machines)
        for (let call = 0; call < 3; call++) if ((await take(1e6)).ok) answered++;
    };
    await callEach();
    await callEach();
    await redis.kill();
    await callEach();
    await redis.start();
    for (const { isBack } of machines) await isBack();
    await callEach();
    for (const { used } of machines) expect(await used()).toBe(answered);
  });

  test("restore the day's count to a server whose data was flushed, from its first call on", async () => {
    const redis = await server();
    const machines = [await machine(redis.url), await machine(redis.url)];
    let answered = 0;
    for (let round = 0; round < 3; round++) {
      for (const { take } of machines)
        for (let call = 0; call < 3; call++) if ((await take(1e6)).ok) answered++;
      await redis.sendCommand("FLUSHALL");
      // The hub's own data of the minute is restored to the server as well.
      for (const { take } of machines) expect((await take(1)).refusedBy).toBe("minute");
    }
    for (const { used } of machines) expect(await used()).toBe(answered);
  });

  test("count a day once if calls come before the day's count is restored", async () => {
    const redis = await server({ isPersistent: true });
    const database = Promise.withResolvers<void>();
    const unitsOfDay: Records["unitsOfDay"] = async (_, each) => {
      await database.promise;
      // Includes a call that has been counted since the server is in use.
      each(1, 1);
    };
    const { take, used, isBack, restored } = await machine(redis.url, { unitsOfDay });
    for (let call = 0; call < 3; call++) await take(1e6);
    await redis.kill();
    await take(1e6);
    await redis.start();
    await isBack();
    expect(await used()).toBe(4);
    database.resolve();
    await restored();
    expect(await used()).toBe(4);
  });

  test("count a day once if the server lost only its epoch", async () => {
    const redis = await server();
    const machines = [await machine(redis.url), await machine(redis.url)];
    for (const { take } of [...machines, ...machines]) await take(1e6);
    await redis.sendCommand("DEL", epochKey);
    for (const { take } of machines) await take(1e6);
    for (const { used } of machines) expect(await used()).toBe(6);
  });

  test("keep the day's count of a server that is restarted with its data", async () => {
    const redis = await server({ isPersistent: true });
    const machines = [await machine(redis.url), await machine(redis.url)];
    let answered = 0;
    for (let round = 0; round < 3; round++) {
      for (const { take } of machines) if ((await take(1e6)).ok) answered++;
      await redis.kill();
      for (const { take } of machines) if ((await take(1e6)).ok) answered++;
      await redis.start();
      for (const { isBack } of machines) await isBack();
    }
    for (const { used } of machines) expect(await used()).toBe(answered);
  });

  test("report calls that missed their deadline to a server that stayed available", async () => {
    const redis = await server();
    const machines = [await machine(redis.url), await machine(redis.url)];
    const [late] = machines;
    if (!late) throw new Error("There is no machine");
    for (const { take } of machines) await take(1e6);
    // The result of the script when its deadline has passed.
    const send = spyOn(late.link, "send").mockImplementation(async () => [1, Date.now()]);
    expect((await late.take(1e6)).ok).toBe(true);
    send.mockRestore();
    expect(late.link.isUp).toBe(true);
    for (const { used } of machines) while ((await used()) !== 3) await Bun.sleep(5);
  });

  test.each([
    ["local", true],
    ["refuse", false],
  ] as const)(
    "don't count calls that a frozen server processes later (%s)",
    async (whenDown, isAnswered) => {
      const redis = await server();
      const { take, used, isBack } = await machine(redis.url, { whenDown });
      for (let call = 0; call < 5; call++) await take(1e6);
      redis.freeze();
      const began = performance.now();
      const calls = await Promise.allSettled(Array.from({ length: 20 }, () => take(1e6)));
      // A time limit for hanging: the server stays frozen until all calls have ended.
      expect(performance.now() - began).toBeLessThan(60_000);
      const answered = calls.filter(({ status }) => status === "fulfilled").length;
      expect(answered).toBe(isAnswered ? 20 : 0);
      redis.resume();
      await isBack();
      expect(await used()).toBe(5 + answered);
    },
  );

  test("wait for a slow server, but not for one beyond the time limit", async () => {
    const redis = await server();
    const { link, take, used, isBack } = await machine(redis.url);
    await take(1e6);
    await redis.sendCommand("CLIENT", "PAUSE", "100", "ALL");
    expect((await take(1e6)).usedToday).toBe(2);
    expect(link.isUp).toBe(true);
    await redis.sendCommand("CLIENT", "PAUSE", "1000", "ALL");
    expect((await take(1e6)).usedToday).toBe(3);
    expect(link.isUp).toBe(false);
    await isBack();
    await Bun.sleep(50);
    expect(await used()).toBe(3);
  });

  // A hub may admit calls again that only the other hub knew of: here half of them.
  test.each([
    ["remembers", true, 10],
    ["forgets", false, 15],
  ])(
    "with a server that is restarted and %s accept at most that many calls",
    async (_, isPersistent, most) => {
      const redis = await server({ isPersistent });
      const machines = [
        await machine(redis.url, { whenDown: "refuse" }),
        await machine(redis.url, { whenDown: "refuse" }),
      ];
      const times: number[] = [];
      const callEach = async () => {
        for (let call = 0; call < 6; call++)
          for (const { take } of machines) {
            const began = performance.now();
            if ((await take().catch(() => undefined))?.ok) times.push(began, performance.now());
          }
      };
      for (let round = 0; round < 3; round++) {
        await callEach();
        await redis.kill();
        await callEach();
        await redis.start();
        for (const { isBack } of machines) await isBack();
      }
      await callEach();
      expect(mostWithin(times, windowMs)).toBeLessThanOrEqual(most);
    },
  );
});

test.skipIf(lacksRedis)(
  "a server that is unreachable at the start is used when it comes up",
  async () => {
    const redis = await server();
    await redis.kill();
    const { take, isBack, used } = await machine(redis.url);
    expect((await take()).usedToday).toBe(1);
    await redis.start();
    await isBack();
    expect(await used()).toBe(1);
  },
);

test.skipIf(lacksRedis)("a call that costs too much gets whether and when to retry", async () => {
  const { url } = await server();
  const link = new RedisLink({ url, health: new Health(quietLog), timeoutMs: 5000 });
  await link.open();
  const hub = await gateHub({
    limiterOf: (meter) =>
      new RedisLimiter({
        ...{ link, meter, whenDown: "refuse", secret: new Uint8Array(32), clock: () => start },
      }),
  });
  ending.push(hub.close, () => link.close());
  const headers = { "x-api-key": await hub.key("a@example.com") };
  const requestUnits = async (units: number) => {
    const answer = await hub.get(`/api/sample/work?units=${units}`, headers);
    const { detail } = (await answer.json()) as { detail?: string };
    return [answer.status, answer.headers.get("retry-after"), detail];
  };
  expect(await requestUnits(70)).toEqual([200, null, undefined]);
  expect(await requestUnits(101)).toEqual([
    ...[429, null],
    'The request costs 101 units, which is more than the 100 per day of the tier "free": split the batch',
  ]);
  expect(await requestUnits(31)).toEqual([
    ...[429, "43200"],
    'The request costs 31 units, and 30 of the 100 per day of the tier "free" are left: the quota resets at 00:00 UTC',
  ]);
  expect(await requestUnits(30)).toEqual([200, null, undefined]);
});
