import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { Meter } from "../lib/rolling-window/meter.ts";
import { Health } from "../platform/health/health.ts";
import { quietLog } from "../platform/log/log.ts";
import { RedisLink } from "../platform/redis/redis-link.ts";
import { lacksRedis, startRedis } from "../testing/redis-server.ts";
import type { AddressWindow, Limiter, LimitSubject } from "./limiter.ts";
import { LocalLimiter } from "./local-limiter.ts";
import { RedisLimiter } from "./redis-limiter.ts";
import type { Tier } from "./tiers.ts";

const noon = Date.UTC(2026, 0, 2, 12);
const clock = { time: noon, now: () => clock.time };
const free: Tier = { name: "free", isPaid: false, perMinute: 10, perDay: 100, soft: false };
const endless = Number.POSITIVE_INFINITY;

const dirs: string[] = [];
afterAll(() => {
  for (const dir of dirs) rmSync(dir, { recursive: true });
});
beforeEach(() => {
  clock.time = noon;
});

function newMeter(): Meter {
  const dir = mkdtempSync(`${tmpdir()}/utilhub-limiter-`);
  dirs.push(dir);
  return new Meter(dir, { clock });
}

async function ofMemory() {
  const meter = newMeter();
  return { meter, limiter: new LocalLimiter(meter), close: async () => {} };
}

async function ofRedis() {
  const server = await startRedis();
  const link = new RedisLink({ url: server.url, health: new Health(quietLog), timeoutMs: 5000 });
  const meter = newMeter();
  const limiter = new RedisLimiter({
    link,
    meter,
    whenDown: "refuse",
    secret: new Uint8Array(32),
    clock: clock.now,
  });
  await link.open();
  return {
    meter,
    limiter,
    async close() {
      link.close();
      await server.stop();
    },
  };
}

describe.each([
  { name: "in memory", isMissing: false, open: ofMemory },
  { name: "in Redis", isMissing: lacksRedis, open: ofRedis },
])("calls that are counted $name", ({ isMissing, open }) => {
  let ids = 0;
  const opening = isMissing ? undefined : open();
  afterAll(async () => (await opening)?.close());

  async function account(tier: Tier = free, own?: Partial<Tier>) {
    const opened = await opening;
    if (!opened) throw new Error("There is no server");
    const { limiter, meter }: { limiter: Limiter; meter: Meter } = opened;
    const limited: LimitSubject = {
      tier,
      counters: meter.counters(++ids),
      own: own && { tier: { ...tier, ...own }, counters: meter.counters(++ids) },
    };
    return {
      limiter,
      limited,
      take: async () => limiter.take(limited, clock.time),
      charge: async (units: number) => limiter.charge(limited, { units, now: clock.time }),
      look: async () => limiter.peek(limited, clock.time),
      async refundUnits(units: number) {
        limiter.refundUnits(limited, { units, now: clock.time });
      },
    };
  }

  test.skipIf(isMissing)(
    "are accepted up to the limit of the minute, and again as its window moves",
    async () => {
      const { take } = await account();
      for (let call = 1; call <= 10; call++) {
        const found = await take();
        expect(found).toMatchObject({ ok: true, usedToday: call });
        expect(found.minute).toEqual({ remaining: 10 - call, resetMs: 60_000 - (call - 1) * 1000 });
        clock.time += 1000;
      }
      expect(await take()).toMatchObject({
        ok: false,
        refusedBy: "minute",
        minute: { remaining: 0, resetMs: 50_000 },
        usedToday: 10,
      });
      clock.time = noon + 59_999;
      expect((await take()).ok).toBe(false);
      clock.time = noon + 60_000;
      expect((await take()).ok).toBe(true);
      expect((await take()).ok).toBe(false);
    },
  );

  test.skipIf(isMissing)(
    "are accepted up to the limit of the day, which ends at midnight",
    async () => {
      const { take, charge } = await account();
      await take();
      expect(await charge(98)).toMatchObject({ ok: true, usedToday: 99 });
      expect(await charge(2)).toMatchObject({ ok: false, refusedBy: "day", usedToday: 99 });
      expect(await take()).toMatchObject({ ok: true, usedToday: 100 });
      expect(await take()).toMatchObject({ ok: false, refusedBy: "day", usedToday: 100 });
      clock.time += 12 * 3_600_000;
      expect(await take()).toMatchObject({ ok: true, usedToday: 1 });
    },
  );

  test.skipIf(isMissing)("don't change the day if the minute is exceeded", async () => {
    const { take, look } = await account();
    for (let call = 0; call < 12; call++) await take();
    expect(await look()).toMatchObject({ minute: { remaining: 0 }, usedToday: 10 });
  });

  test.skipIf(isMissing)("refund units, but never below zero", async () => {
    const { take, refundUnits, look } = await account();
    await take();
    await take();
    await refundUnits(1);
    expect((await look()).usedToday).toBe(1);
    await refundUnits(5);
    expect((await look()).usedToday).toBe(0);
  });

  test.skipIf(isMissing)(
    "exceed a soft daily quota, and are unlimited if the tier has no limit",
    async () => {
      const soft = await account({ ...free, perDay: 2, soft: true });
      for (let call = 1; call <= 3; call++)
        expect(await soft.take()).toMatchObject({ ok: true, usedToday: call });
      const free_ = await account({ ...free, perMinute: endless, perDay: endless });
      for (let call = 0; call < 20; call++)
        expect(await free_.take()).toMatchObject({ ok: true, minute: { remaining: endless } });
    },
  );

  test.skipIf(isMissing)(
    "don't count towards the account if the key's limit rejects them, and vice versa",
    async () => {
      const keyed = await account(free, { perMinute: 3 });
      for (let call = 0; call < 5; call++) await keyed.take();
      const ofAccount = { ...keyed.limited, own: undefined };
      expect(await keyed.limiter.peek(ofAccount, clock.time)).toMatchObject({
        minute: { remaining: 7 },
        usedToday: 3,
      });
      expect(await keyed.take()).toMatchObject({ ok: false, refusedBy: "minute", usedToday: 3 });
      const { limiter, limited, take } = await account({ ...free, perDay: 4 }, { perDay: 50 });
      for (let call = 0; call < 4; call++) expect((await take()).ok).toBe(true);
      expect(await take()).toMatchObject({ ok: false, refusedBy: "day" });
      const { own } = limited;
      if (!own) throw new Error("The key has no limits");
      const ofKey = { counters: own.counters, tier: own.tier, own: undefined };
      // Only checked in memory, where both have the same state. A server is never queried under the key's name.
      if (limiter instanceof LocalLimiter)
        expect(await limiter.peek(ofKey, clock.time)).toMatchObject({ usedToday: 4 });
      expect(await take()).toMatchObject({ usedToday: 4 });
    },
  );

  test.skipIf(isMissing)("follow a limit that was raised or lowered", async () => {
    const first = await account();
    for (let call = 0; call < 10; call++) await first.take();
    const { limiter, limited } = first;
    const raised = { ...limited, tier: { ...free, perMinute: 12 } };
    expect(await limiter.take(raised, clock.time)).toMatchObject({ minute: { remaining: 1 } });
    const lowered = { ...limited, tier: { ...free, perMinute: 2 } };
    expect(await limiter.take(lowered, clock.time)).toMatchObject({ ok: false });
  });

  test.skipIf(isMissing)("never exceed a high limit", async () => {
    const { take } = await account({ ...free, perMinute: 3000, perDay: endless });
    let taken = 0;
    for (let call = 0; call < 3300; call++) {
      if (call % 11 === 0) clock.time += 7;
      if ((await take()).ok) taken++;
    }
    expect(taken).toBeLessThanOrEqual(3000);
    expect(taken).toBeGreaterThan(2990);
  });

  test.skipIf(isMissing)(
    "are counted by address, separately for each window and limit",
    async () => {
      const { limiter } = await account();
      const subject = `192.0.2.${++ids}\ntrial`;
      const shares = [{ subject, limit: 5 }];
      const hasLeft = (window: AddressWindow, limit: number) =>
        limiter.hasLeftByAddress(window, [{ subject, limit }]);
      for (let call = 1; call <= 5; call++)
        expect(await limiter.takeByAddress("minute", shares)).toEqual({
          ok: true,
          remaining: 5 - call,
          resetMs: 60_000,
          isCrowded: false,
          by: 0,
        });
      const refusal = { ok: false, remaining: 0, by: 0 };
      expect(await limiter.takeByAddress("minute", shares)).toMatchObject(refusal);
      expect([await hasLeft("minute", 5), await hasLeft("minute", 6)]).toEqual([false, true]);
      expect((await limiter.takeByAddress("hour", shares)).ok).toBe(true);
      clock.time += 60_000;
      expect([await hasLeft("minute", 1), await hasLeft("hour", 1)]).toEqual([true, false]);
    },
  );

  test.skipIf(isMissing)("are counted for an address and its networks, all or none", async () => {
    const { limiter } = await account();
    const net = `${++ids}`;
    const take = (line: string, office: string) =>
      limiter.takeByAddress("minute", [
        { subject: `${net}/${office}/${line}`, limit: 2 },
        { subject: `${net}/${office}`, limit: 3 },
        { subject: net, limit: 5 },
      ]);
    expect(await take("a", "1")).toMatchObject({ ok: true, remaining: 1, by: 0 });
    expect(await take("b", "1")).toMatchObject({ ok: true, remaining: 1 });
    clock.time += 1000;
    expect(await take("b", "1")).toMatchObject({ ok: true, remaining: 0 });
    expect(await take("c", "1")).toMatchObject({
      ok: false,
      remaining: 0,
      by: 1,
      resetMs: 59_000,
    });
    expect(await take("c", "2")).toMatchObject({ ok: true, remaining: 1 });
    expect(await take("d", "3")).toMatchObject({ ok: true, remaining: 0, by: 2 });
    expect(await take("e", "4")).toMatchObject({ ok: false, by: 2 });
    clock.time += 59_000;
    // The rejected call didn't count towards the narrower limits.
    expect(await take("c", "1")).toMatchObject({ ok: true, remaining: 1, by: 0 });
    const hasLeft = (limit: number) =>
      limiter.hasLeftByAddress("minute", [
        { subject: `${net}/1/c`, limit: 2 },
        { subject: net, limit },
      ]);
    expect([await hasLeft(4), await hasLeft(5)]).toEqual([false, true]);
  });
});
