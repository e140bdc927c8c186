import { HubError } from "../contract/errors.ts";
import { type MaybePromise, whenReady } from "../lib/maybe-promise.ts";
import { dayOfTime, type Take } from "../lib/rolling-window/meter.ts";
import { unitsMax } from "../lib/rolling-window/windows.ts";
import type { Account } from "../platform/store/records.ts";
import type { Holder } from "./accounts.ts";
import type { Limiter, LimiterTake } from "./limiter.ts";
import type { Tier } from "./tiers.ts";

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

/** The limits of accounts, and of those of their keys that have their own, at work. */
export class Quotas {
  readonly #limiter: Limiter;
  /** Is told when a part of an account's day is used, where that wants to know. */
  onUse: (account: Account, use: QuotaUse) => void = () => {};

  constructor(limiter: Limiter) {
    this.#limiter = limiter;
  }

  /** Takes a call from the minute and the day of the account, and of the key where it has its own. */
  take(holder: Holder, now: number): MaybePromise<Take> {
    return this.#note(holder, this.#limiter.take(holder, now), { units: 1, now });
  }

  /** Takes further units from the day for a call that was let in, all or none of them. */
  charge(holder: Holder, wish: { units: number; now: number }): MaybePromise<Take> {
    return this.#note(holder, this.#limiter.charge(holder, wish), wish);
  }

  /** What is left of the limits of a key and its account. */
  left(holder: Holder, now: number): MaybePromise<Omit<Take, "ok">> {
    return this.#limiter.look(holder, now);
  }

  /** Gives units of the day back. */
  giveBack(holder: Holder, wish: { units: number; now: number }): void {
    this.#limiter.giveBack(holder, wish);
  }

  /** Has the account told where these units were those by which a part of its day was used. */
  #note(
    { account, tier, isTold }: Holder,
    taking: MaybePromise<LimiterTake>,
    { units, now }: { units: number; now: number },
  ): MaybePromise<Take> {
    if (!isTold || !Number.isFinite(tier.perDay)) return taking;
    return whenReady(taking, (take) => {
      const { ok, usedToday, usedByAccount: used = usedToday } = take;
      const { perDay: limit, soft: isSoft } = tier;
      for (const percent of toldPercents) {
        const mark = Math.ceil((limit * percent) / 100);
        if (ok && used >= mark && used - units < mark)
          this.onUse(account, { percent, used, limit, isSoft, day: dayOfTime(now) });
      }
      return take;
    });
  }
}

/** The failure of a call that was not taken. */
export function refuseTake({ own, tier, ...holder }: Holder, { refusedBy }: Take): HubError {
  const { perMinute, perDay } = own?.tier ?? tier;
  const owner = ownerOf({ own, tier, ...holder });
  return refusedBy === "day"
    ? new HubError(
        "quota_exceeded",
        `The ${perDay} units a day of ${owner} are used up: the day ends at 00:00 UTC`,
      )
    : new HubError(
        "rate_limited",
        `${capitalize(owner)} may call ${perMinute} times in 60 seconds`,
      );
}

/** The most units that a call under a tier may ever cost. */
export function findCostMax({ perDay, soft }: Tier): number {
  return soft ? unitsMax : Math.min(perDay, unitsMax);
}

/** The failure of a call that costs more than is left of the day, or than one may cost at any time. */
export function refuseCost(
  holder: Holder,
  { units, usedToday }: { units: number; usedToday: number },
): HubError {
  const tier = holder.own?.tier ?? holder.tier;
  const owner = ownerOf(holder);
  const why =
    units <= findCostMax(tier)
      ? `and of the ${tier.perDay} a day of ${owner} ${Math.max(0, tier.perDay - usedToday)} are left: the day ends at 00:00 UTC`
      : units > unitsMax
        ? `and one call may cost ${unitsMax}: split the batch`
        : `which is more than the ${tier.perDay} a day of ${owner}: split the batch`;
  return new HubError("quota_exceeded", `The call costs ${units} units, ${why}`);
}

/** Whose limits are the lowest. */
function ownerOf({ own, tier, key }: Holder): string {
  return own ? `the key "${key.prefix}…"` : `the tier "${tier.name}"`;
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
