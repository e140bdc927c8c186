import { serializeList } from "structured-headers";
import { dayMs, type Take } from "./meter.ts";
import type { Tier } from "./tiers.ts";

/**
 * What an answer says about limits, three times over: draft-ietf-httpapi-ratelimit-headers-10, the
 * older X-RateLimit family, and Retry-After on a refusal. What is the same for all answers under a
 * policy stands apart, as it is written into the prepared headers once.
 *
 * A window without a limit is not named: no number would say that it has none.
 */
export interface Limits {
  readonly policy: Readonly<Record<string, string>>;
  readonly ratelimit: string | undefined;
  readonly remaining: string | undefined;
  readonly reset: string | undefined;
  readonly retryAfter: string | undefined;
}

/** What an answer to the holder of a key says. */
export function limitsOfTier(
  tier: Tier,
  { ok, refusedBy, minute, usedToday }: Take,
  now: number,
): Limits {
  const { remaining } = minute;
  const reset = seconds(minute.resetMs);
  const dayReset = seconds(dayMs - (now % dayMs));
  const hasMinute = tier.perMinute !== Number.POSITIVE_INFINITY;
  const minuteLeft = hasMinute ? `"minute";r=${remaining};t=${reset}` : undefined;
  const dayLeft =
    tier.perDay === Number.POSITIVE_INFINITY
      ? undefined
      : `"day";r=${Math.max(0, tier.perDay - usedToday)};t=${dayReset}`;
  return {
    policy: policyOf(tier),
    ratelimit: minuteLeft && dayLeft ? `${minuteLeft}, ${dayLeft}` : (minuteLeft ?? dayLeft),
    remaining: hasMinute ? String(remaining) : undefined,
    reset: hasMinute ? String(reset) : undefined,
    retryAfter: ok ? undefined : String(refusedBy === "day" ? dayReset : Math.max(1, reset)),
  };
}

/** What an answer on a path that counts by address says. */
export function limitsOfAddress(
  name: string,
  {
    limit,
    windowMs,
    remaining,
    resetMs,
    ok,
  }: { limit: number; windowMs: number; remaining: number; resetMs: number; ok: boolean },
): Limits {
  const reset = seconds(resetMs);
  return {
    policy: addressPolicyOf(name, limit, windowMs),
    ratelimit: `"${name}";r=${remaining};t=${reset}`,
    remaining: String(remaining),
    reset: String(reset),
    retryAfter: ok ? undefined : String(Math.max(1, reset)),
  };
}

/** The headers by name, for an answer that is not prepared. */
export function headersOf({
  policy,
  ratelimit,
  remaining,
  reset,
  retryAfter,
}: Limits): Record<string, string> {
  return {
    ...policy,
    ...(ratelimit !== undefined && { ratelimit }),
    ...(remaining !== undefined && { "x-ratelimit-remaining": remaining }),
    ...(reset !== undefined && { "x-ratelimit-reset": reset }),
    ...(retryAfter !== undefined && { "retry-after": retryAfter }),
  };
}

const policies = new WeakMap<Tier, Limits["policy"]>();

function policyOf(tier: Tier): Limits["policy"] {
  const known = policies.get(tier);
  if (known) return known;
  const windows: [string, number, number][] = [
    ["minute", tier.perMinute, 60_000],
    ["day", tier.perDay, dayMs],
  ];
  const limited = windows.filter(([, quota]) => quota !== Number.POSITIVE_INFINITY);
  const policy = {
    ...(limited.length > 0 && {
      "ratelimit-policy": serializeList(limited.map((window) => policyItem(...window))),
    }),
    ...(tier.perMinute !== Number.POSITIVE_INFINITY && {
      "x-ratelimit-limit": String(tier.perMinute),
    }),
  };
  policies.set(tier, policy);
  return policy;
}

const addressPolicies = new Map<string, Limits["policy"]>();

function addressPolicyOf(name: string, limit: number, windowMs: number): Limits["policy"] {
  const known = addressPolicies.get(name);
  if (known) return known;
  const policy = {
    "ratelimit-policy": serializeList([policyItem(name, limit, windowMs)]),
    "x-ratelimit-limit": String(limit),
  };
  addressPolicies.set(name, policy);
  return policy;
}

function policyItem(name: string, quota: number, windowMs: number): [string, Map<string, number>] {
  return [
    name,
    new Map([
      ["q", quota],
      ["w", windowMs / 1000],
    ]),
  ];
}

function seconds(ms: number): number {
  return Math.ceil(ms / 1000);
}
