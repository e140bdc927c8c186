import { serializeList } from "structured-headers";
import type { Take } from "./meter.ts";
import { dayMs } from "./meter.ts";
import type { Tier } from "./tiers.ts";

/*
 * The limits of an answer, three times over: draft-ietf-httpapi-ratelimit-headers-10, the older
 * X-RateLimit family, and Retry-After on a refusal.
 */

const policies = new Map<string, string>();

/** The headers of an answer to the holder of a key. */
export function limitHeaders(
  tier: Tier,
  { ok, refusedBy, minute, usedToday }: Take,
  now: number,
): Record<string, string> {
  const minuteReset = seconds(minute.resetMs);
  const dayReset = seconds(dayMs - (now % dayMs));
  const dayLeft = Math.max(0, tier.perDay - usedToday);
  const headers: Record<string, string> = {
    "ratelimit-policy": policyOf(tier),
    ratelimit: `"minute";r=${minute.remaining};t=${minuteReset}, "day";r=${dayLeft};t=${dayReset}`,
    "x-ratelimit-limit": String(tier.perMinute),
    "x-ratelimit-remaining": String(minute.remaining),
    "x-ratelimit-reset": String(minuteReset),
  };
  if (!ok)
    headers["retry-after"] = String(refusedBy === "day" ? dayReset : Math.max(1, minuteReset));
  return headers;
}

/** The headers of an answer on a path that counts by address. */
export function addressHeaders(
  policy: string,
  {
    limit,
    windowMs,
    remaining,
    resetMs,
    ok,
  }: { limit: number; windowMs: number; remaining: number; resetMs: number; ok: boolean },
): Record<string, string> {
  const reset = seconds(resetMs);
  return {
    "ratelimit-policy": `"${policy}";q=${limit};w=${windowMs / 1000}`,
    ratelimit: `"${policy}";r=${remaining};t=${reset}`,
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String(reset),
    ...(!ok && { "retry-after": String(Math.max(1, reset)) }),
  };
}

function policyOf(tier: Tier): string {
  const known = policies.get(tier.name);
  if (known) return known;
  const policy = serializeList([
    [
      "minute",
      new Map([
        ["q", tier.perMinute],
        ["w", 60],
      ]),
    ],
    [
      "day",
      new Map([
        ["q", tier.perDay],
        ["w", 86_400],
      ]),
    ],
  ]);
  policies.set(tier.name, policy);
  return policy;
}

function seconds(ms: number): number {
  return Math.ceil(ms / 1000);
}
