import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Take } from "../lib/rolling-window/meter.ts";
import { cases } from "../testing/mod.ts";
import { buildLimitHeaders, LimitHeaders } from "./limit-headers.ts";
import type { Tier } from "./tiers.ts";

const none = Number.POSITIVE_INFINITY;
const [standard, both] = [new LimitHeaders("standard"), new LimitHeaders("both")];
/** Half a second after ten o'clock in the morning. */
const now = Date.UTC(2026, 0, 2, 10) + 500;

function tier(perMinute: number, perDay: number): Tier {
  return { name: "some", isPaid: false, perMinute, perDay, soft: false };
}

function createTake(fields: Partial<Take> = {}): Take {
  return { ok: true, minute: { remaining: 7, resetMs: 30_001 }, usedToday: 3, ...fields };
}

test("a tier's limits are sent in both header formats, in whole seconds that are never too early", () => {
  expect(buildLimitHeaders(both.forTier(tier(10, 100), createTake(), now))).toEqual({
    "ratelimit-policy": '"minute";q=10;w=60, "day";q=100;w=86400',
    ratelimit: '"minute";r=7;t=31, "day";r=97;t=50400',
    "x-ratelimit-limit": "10",
    "x-ratelimit-remaining": "7",
    "x-ratelimit-reset": "31",
  });
});

test("by default limits are sent in one header format", () => {
  expect(buildLimitHeaders(standard.forTier(tier(10, 100), createTake(), now))).toEqual({
    "ratelimit-policy": '"minute";q=10;w=60, "day";q=100;w=86400',
    ratelimit: '"minute";r=7;t=31, "day";r=97;t=50400',
  });
  const limits = { limit: 5, windowMs: 3_600_000, remaining: 0, resetMs: 1, ok: false };
  expect(buildLimitHeaders(standard.forAddress("signup", limits))).toEqual({
    "ratelimit-policy": '"signup";q=5;w=3600',
    ratelimit: '"signup";r=0;t=1',
    "retry-after": "1",
  });
});

test("an unlimited window has no header", () => {
  expect(buildLimitHeaders(both.forTier(tier(none, 100), createTake(), now))).toEqual({
    "ratelimit-policy": '"day";q=100;w=86400',
    ratelimit: '"day";r=97;t=50400',
  });
  expect(buildLimitHeaders(both.forTier(tier(10, none), createTake(), now))).toEqual({
    "ratelimit-policy": '"minute";q=10;w=60',
    ratelimit: '"minute";r=7;t=31',
    "x-ratelimit-limit": "10",
    "x-ratelimit-remaining": "7",
    "x-ratelimit-reset": "31",
  });
  expect(buildLimitHeaders(both.forTier(tier(none, none), createTake(), now))).toEqual({});
});

test("a used-up soft daily quota has 0 remaining, never less", () => {
  const { ratelimit } = both.forTier(tier(none, 100), createTake({ usedToday: 105 }), now);
  expect(ratelimit).toBe('"day";r=0;t=50400');
});

test("a rejection says when to retry: at midnight or when the minute has room, never immediately", () => {
  const after = (fields: Partial<Take>) =>
    both.forTier(tier(10, 100), createTake(fields), now).retryAfter;
  expect(after({})).toBeUndefined();
  expect(after({ ok: false, refusedBy: "day" })).toBe("50400");
  expect(after({ ok: false, refusedBy: "minute" })).toBe("31");
  expect(after({ ok: false, minute: { remaining: 0, resetMs: 0 } })).toBe("1");
  expect(after({ ok: false, refusedBy: "cost" })).toBeUndefined();
});

test("a caller without a key gets the name of the address policy", () => {
  const limits = { limit: 5, windowMs: 3_600_000, remaining: 0, resetMs: 1, ok: false };
  expect(buildLimitHeaders(both.forAddress("signup", limits))).toEqual({
    "ratelimit-policy": '"signup";q=5;w=3600',
    ratelimit: '"signup";r=0;t=1',
    "x-ratelimit-limit": "5",
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": "1",
    "retry-after": "1",
  });
  const free = both.forAddress("signup", { ...limits, resetMs: 0, ok: true });
  expect([free.reset, free.retryAfter]).toEqual(["0", undefined]);
  expect(both.forAddress("signup", { ...limits, resetMs: 0 }).retryAfter).toBe("1");
});

test("a caller who waits for Retry-After isn't too early, nor late by a second", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60_000 }),
      fc.integer({ min: 0, max: 86_399_999 }),
      (resetMs, ms) => {
        const time = Date.UTC(2026, 0, 2) + ms;
        const refused = { ok: false, minute: { remaining: 0, resetMs } } as const;
        const wait = (refusedBy: "minute" | "day") =>
          1000 *
          Number(
            both.forTier(tier(10, 100), createTake({ ...refused, refusedBy }), time).retryAfter,
          );
        for (const [waited, wanted] of [
          [wait("minute"), resetMs],
          [wait("day"), 86_400_000 - ms],
        ] as const) {
          expect(waited).toBeGreaterThanOrEqual(wanted);
          expect(waited).toBeLessThan(wanted + 1000);
        }
      },
    ),
    cases(200),
  );
});
