import { serializeList } from "structured-headers";
import { dayMs, type Take } from "./meter.ts";
import type { Tier } from "./tiers.ts";

/**
 * What an answer says about limits, three times over: draft-ietf-httpapi-ratelimit-headers-10, the
 * older X-RateLimit family, and Retry-After on a refusal. What is the same for all answers under a
 * policy stands apart, as it is written into the prepared headers once.
 */
export interface Limits {
  readonly policy: Readonly<Record<string, string>>;
  readonly ratelimit: string;
  readonly remaining: string;
  readonly reset: string;
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
  const dayLeft = Math.max(0, tier.perDay - usedToday);
  const last = lastLimits.get(tier);
  if (ok && last?.is(remaining, reset, dayLeft, dayReset)) return last.limits;
  const limits: Limits = {
    policy: policyOf(tier),
    ratelimit: `"minute";r=${remaining};t=${reset}, "day";r=${dayLeft};t=${dayReset}`,
    remaining: String(remaining),
    reset: String(reset),
    retryAfter: ok ? undefined : String(refusedBy === "day" ? dayReset : Math.max(1, reset)),
  };
  if (ok) lastLimits.set(tier, new LastLimits(limits, [remaining, reset, dayLeft, dayReset]));
  return limits;
}

/**
 * What was said last under a tier. Callers who begin together stand at the same numbers, and who is
 * told the same object as the one before is answered with the headers that are written already.
 */
class LastLimits {
  constructor(
    readonly limits: Limits,
    readonly numbers: readonly [number, number, number, number],
  ) {}

  is(remaining: number, reset: number, dayLeft: number, dayReset: number): boolean {
    const [first, second, third, fourth] = this.numbers;
    return remaining === first && reset === second && dayLeft === third && dayReset === fourth;
  }
}

const lastLimits = new WeakMap<Tier, LastLimits>();

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
    ratelimit,
    "x-ratelimit-remaining": remaining,
    "x-ratelimit-reset": reset,
    ...(retryAfter !== undefined && { "retry-after": retryAfter }),
  };
}

const policies = new WeakMap<Tier, Limits["policy"]>();

function policyOf(tier: Tier): Limits["policy"] {
  const known = policies.get(tier);
  if (known) return known;
  const policy = {
    "ratelimit-policy": serializeList([
      policyItem("minute", tier.perMinute, 60_000),
      policyItem("day", tier.perDay, dayMs),
    ]),
    "x-ratelimit-limit": String(tier.perMinute),
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
