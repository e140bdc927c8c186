import { serializeList } from "structured-headers";
import { dayMs, type Take } from "../lib/rolling-window/meter.ts";
import type { Tier } from "./tiers.ts";

/**
 * The rate limit headers of a response: those of draft-ietf-httpapi-ratelimit-headers-10, optionally the
 * older X-RateLimit ones, and Retry-After if a later retry can succeed. `policy` is the same for all
 * responses under a policy, so it is written into the prepared headers once.
 *
 * A window without a limit is omitted, because no number means "unlimited".
 */
export interface Limits {
  readonly policy: Readonly<Record<string, string>>;
  readonly ratelimit: string | undefined;
  /** For the X-RateLimit headers, like `reset`. */
  readonly remaining: string | undefined;
  readonly reset: string | undefined;
  readonly retryAfter: string | undefined;
}

/** The rate limit headers to send: only the standard ones, or also the older X-RateLimit ones. */
export type LimitSpelling = "standard" | "both";

/** Builds rate limit headers. */
export class LimitHeaders {
  readonly #isBoth: boolean;
  readonly #policies = new WeakMap<Tier, Limits["policy"]>();
  readonly #addressPolicies = new Map<string, Limits["policy"]>();

  constructor(spelling: LimitSpelling) {
    this.#isBoth = spelling === "both";
  }

  /** Returns the limits to report for a call with a key. */
  forTier(tier: Tier, { ok, refusedBy, minute, usedToday }: Take, now: number): Limits {
    const { remaining } = minute;
    const reset = toSeconds(minute.resetMs);
    const dayReset = toSeconds(dayMs - (now % dayMs));
    const hasMinute = tier.perMinute !== Number.POSITIVE_INFINITY;
    const hasDay = tier.perDay !== Number.POSITIVE_INFINITY;
    const leftToday = Math.max(0, tier.perDay - usedToday);
    let ratelimit: string | undefined;
    // The fast path: nearly every tier has both limits.
    if (hasMinute && hasDay)
      ratelimit = `"minute";r=${remaining};t=${reset}, "day";r=${leftToday};t=${dayReset}`;
    else if (hasMinute) ratelimit = `"minute";r=${remaining};t=${reset}`;
    else if (hasDay) ratelimit = `"day";r=${leftToday};t=${dayReset}`;
    const isBoth = this.#isBoth && hasMinute;
    return {
      policy: this.#getPolicy(tier),
      ratelimit,
      remaining: isBoth ? String(remaining) : undefined,
      reset: isBoth ? String(reset) : undefined,
      retryAfter:
        ok || refusedBy === "cost"
          ? undefined
          : String(refusedBy === "day" ? dayReset : Math.max(1, reset)),
    };
  }

  /** Returns the limits to report for a call counted by IP address. */
  forAddress(
    name: string,
    {
      limit,
      windowMs,
      remaining,
      resetMs,
      ok,
    }: { limit: number; windowMs: number; remaining: number; resetMs: number; ok: boolean },
  ): Limits {
    const reset = toSeconds(resetMs);
    return {
      policy: this.#getAddressPolicy(name, limit, windowMs),
      ratelimit: `"${name}";r=${remaining};t=${reset}`,
      remaining: this.#isBoth ? String(remaining) : undefined,
      reset: this.#isBoth ? String(reset) : undefined,
      retryAfter: ok ? undefined : String(Math.max(1, reset)),
    };
  }

  #getPolicy(tier: Tier): Limits["policy"] {
    const known = this.#policies.get(tier);
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
      ...(tier.perMinute !== Number.POSITIVE_INFINITY && this.#older(tier.perMinute)),
    };
    this.#policies.set(tier, policy);
    return policy;
  }

  #getAddressPolicy(name: string, limit: number, windowMs: number): Limits["policy"] {
    const known = this.#addressPolicies.get(name);
    if (known) return known;
    const policy = {
      "ratelimit-policy": serializeList([policyItem(name, limit, windowMs)]),
      ...this.#older(limit),
    };
    this.#addressPolicies.set(name, policy);
    return policy;
  }

  #older(limit: number): Record<string, string> {
    return this.#isBoth ? { "x-ratelimit-limit": String(limit) } : {};
  }
}

/** Returns the headers by name, for responses without prepared headers. */
export function buildLimitHeaders({
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

function policyItem(name: string, quota: number, windowMs: number): [string, Map<string, number>] {
  return [
    name,
    new Map([
      ["q", quota],
      ["w", windowMs / 1000],
    ]),
  ];
}

function toSeconds(ms: number): number {
  return Math.ceil(ms / 1000);
}
