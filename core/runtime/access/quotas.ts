import { HubError } from "../../contract/errors.ts";
import type { QuotaUse } from "../notices/quota-notices.ts";
import type { Account } from "../store/records.ts";
import type { Holder } from "./accounts.ts";
import { dayOfTime, type Meter, type Take } from "./meter.ts";
import type { Tier } from "./tiers.ts";

/** At how many hundredths of its day an account is told, where it wants that. */
const toldPercents = [80, 100] as const;

/** The limits of accounts, and of those of their keys that have their own, at work. */
export class Quotas {
  readonly #meter: Meter;
  /** Is told when a part of an account's day is used, where that wants to know. */
  onUse: (account: Account, use: QuotaUse) => void = () => {};

  constructor(meter: Meter) {
    this.#meter = meter;
  }

  /** Takes a call from the minute and the day of the account, and of the key where it has its own. */
  take(holder: Holder, now: number): Take {
    const { counters, tier, own, isTold } = holder;
    const meter = this.#meter;
    if (!own) {
      const take = meter.take(counters, tier, now);
      return isTold ? this.#note(holder, take, { units: 1, now }) : take;
    }
    // A look first: what the key refuses must cost its account nothing.
    const left = meter.look(own.counters, own.tier, now);
    const refusedBy = refusalIn(left, own.tier);
    if (refusedBy) return { ok: false, refusedBy, ...left };
    const ofAccount = meter.take(counters, tier, now);
    if (!ofAccount.ok) return ofAccount;
    const ofKey = meter.take(own.counters, own.tier, now);
    if (!ofKey.ok) {
      meter.giveBack(counters, dayOfTime(now));
      return ofKey;
    }
    this.#note(holder, ofAccount, { units: 1, now });
    return tighter(ofKey, own.tier, { take: ofAccount, tier });
  }

  /** Takes further units from the day for a call that was let in, all or none of them. */
  charge(holder: Holder, wish: { units: number; now: number }): Take {
    const { counters, tier, own } = holder;
    const meter = this.#meter;
    const ofAccount = meter.charge(counters, tier, wish);
    if (!ofAccount.ok) return ofAccount;
    if (!own) return this.#note(holder, ofAccount, wish);
    const ofKey = meter.charge(own.counters, own.tier, wish);
    if (!ofKey.ok) {
      meter.giveBack(counters, dayOfTime(wish.now), wish.units);
      return ofKey;
    }
    this.#note(holder, ofAccount, wish);
    return tighter(ofKey, own.tier, { take: ofAccount, tier });
  }

  /** What is left of the limits of a key and its account. */
  left({ counters, tier, own }: Holder, now: number): Omit<Take, "ok"> {
    const meter = this.#meter;
    const ofAccount = meter.look(counters, tier, now);
    if (!own) return ofAccount;
    const ofKey = meter.look(own.counters, own.tier, now);
    return tighter({ ok: true, ...ofKey }, own.tier, { take: { ok: true, ...ofAccount }, tier });
  }

  /** Gives units of the day back. */
  giveBack({ counters, own }: Holder, { units, now }: { units: number; now: number }): void {
    this.#meter.giveBack(counters, dayOfTime(now), units);
    if (own) this.#meter.giveBack(own.counters, dayOfTime(now), units);
  }

  /** Has the account told where these units were those by which a part of its day was used. */
  #note(
    { account, tier, isTold }: Holder,
    take: Take,
    { units, now }: { units: number; now: number },
  ): Take {
    if (!isTold || !take.ok || !Number.isFinite(tier.perDay)) return take;
    const { usedToday: used } = take;
    const { perDay: limit } = tier;
    for (const percent of toldPercents) {
      const mark = Math.ceil((limit * percent) / 100);
      if (used >= mark && used - units < mark)
        this.onUse(account, { percent, used, limit, day: dayOfTime(now) });
    }
    return take;
  }
}

/** Which window has no room for one more call. */
function refusalIn(
  { minute, usedToday }: Omit<Take, "ok">,
  { perDay, soft }: Tier,
): Take["refusedBy"] {
  if (minute.remaining < 1) return "minute";
  return !soft && usedToday >= perDay ? "day" : undefined;
}

/** What is left to a key where its account has less left than its own limits do. */
function tighter(ofKey: Take, { perDay }: Tier, { take, tier }: { take: Take; tier: Tier }): Take {
  const left = Math.min(perDay - ofKey.usedToday, tier.perDay - take.usedToday);
  return {
    ...ofKey,
    minute: take.minute.remaining < ofKey.minute.remaining ? take.minute : ofKey.minute,
    usedToday: Number.isFinite(perDay) ? perDay - left : take.usedToday,
  };
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

/** Whose limits are the lowest. */
export function ownerOf({ own, tier, key }: Holder): string {
  return own ? `the key "${key.prefix}…"` : `the tier "${tier.name}"`;
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
