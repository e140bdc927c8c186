import { HubError } from "../contract/errors.ts";
import { type Take, toDay } from "../lib/rolling-window/meter.ts";
import { unitsMax } from "../lib/rolling-window/windows.ts";
import type { Holder } from "./accounts.ts";
import type { LimiterTake } from "./limiter.ts";
import { hasDefaultLimits, type Tier } from "./tiers.ts";

/** The percentages of the daily quota that trigger a quota alert. */
const toldPercents = [80, 100] as const;

/** A use of the daily quota that triggers a quota alert. */
export interface QuotaUse {
  percent: number;
  used: number;
  limit: number;
  /** True if requests beyond the limit are still served. */
  isSoft: boolean;
  /** Days since 1970. */
  day: number;
}

/** Returns the alert thresholds that an account reached with these units. */
export function findQuotaUses(
  { tier: { perDay: limit, soft: isSoft } }: Holder,
  { usedToday, usedByAccount: used = usedToday }: LimiterTake,
  { units, now }: { units: number; now: number },
): QuotaUse[] {
  if (!Number.isFinite(limit)) return [];
  const reached = toldPercents.filter((percent) => {
    const mark = Math.ceil((limit * percent) / 100);
    return used >= mark && used - units < mark;
  });
  return reached.map((percent) => ({ percent, used, limit, isSoft, day: toDay(now) }));
}

/**
 * Creates the error for a call that exceeds a rate limit or the daily quota. `isLocal` marks a caller on the
 * hub's own machine, who can configure it.
 */
export function refuseTake(
  holder: Holder,
  { refusedBy, isLocal }: Pick<Take, "refusedBy"> & { isLocal: boolean },
): HubError {
  const { own, tier } = holder;
  const { perMinute, perDay } = own?.tier ?? tier;
  const owner = describeLimitOwner(holder);
  const advice =
    isLocal && !own && hasDefaultLimits(tier)
      ? `. To raise the limits of your own hub, start it with HUB_TIERS=${tier.name}=600/100000`
      : "";
  return refusedBy === "day"
    ? new HubError(
        "quota_exceeded",
        `The daily quota of ${perDay} units for ${owner} is used up: it resets at 00:00 UTC${advice}`,
      )
    : new HubError(
        "rate_limited",
        `Rate limit exceeded: ${owner} allows ${perMinute} requests in 60 seconds${advice}`,
      );
}

/** Returns the maximum units of a single call under a tier. */
export function findCostMax({ perDay, soft }: Tier): number {
  return soft ? unitsMax : Math.min(perDay, unitsMax);
}

/** Creates the error for a call that exceeds the remaining or maximum units. */
export function refuseCost(
  holder: Holder,
  { units, usedToday }: { units: number; usedToday: number },
): HubError {
  const tier = holder.own?.tier ?? holder.tier;
  const owner = describeLimitOwner(holder);
  const why =
    units <= findCostMax(tier)
      ? `and ${Math.max(0, tier.perDay - usedToday)} of the ${tier.perDay} per day of ${owner} are left: the quota resets at 00:00 UTC`
      : units > unitsMax
        ? `and the limit per request is ${unitsMax}: split the batch`
        : `which is more than the ${tier.perDay} per day of ${owner}: split the batch`;
  return new HubError("quota_exceeded", `The request costs ${units} units, ${why}`);
}

/** Returns the name of the key or tier whose limits apply. */
function describeLimitOwner({ own, tier, key }: Holder): string {
  return own ? `the key "${key.prefix}…"` : `the tier "${tier.name}"`;
}
