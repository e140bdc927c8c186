import { type Meter, type Take, toDay } from "../lib/rolling-window/meter.ts";
import type {
  AddressShare,
  AddressWindow,
  Limiter,
  LimiterTake,
  LimitSubject,
  SharedTake,
} from "./limiter.ts";
import type { Tier } from "./tiers.ts";

/** Counts in memory that is shared by all hubs of this machine. */
export class LocalLimiter implements Limiter {
  readonly #meter: Meter;

  constructor(meter: Meter) {
    this.#meter = meter;
  }

  take({ counters, tier, own }: LimitSubject, now: number): LimiterTake {
    const meter = this.#meter;
    if (!own) return meter.take(counters, tier, now);
    // Checks the key first, because calls that it rejects must not count for its account.
    const left = meter.peek(own.counters, own.tier, now);
    const refusedBy = findExhaustedLimit(left, own.tier);
    if (refusedBy) return { ok: false, refusedBy, ...left };
    const ofAccount = meter.take(counters, tier, now);
    if (!ofAccount.ok) return ofAccount;
    const ofKey = meter.take(own.counters, own.tier, now);
    if (!ofKey.ok) {
      meter.refundUnits(counters, toDay(now));
      return ofKey;
    }
    return getLowerLimits(ofKey, own.tier, { take: ofAccount, tier });
  }

  charge(
    { counters, tier, own }: LimitSubject,
    amount: { units: number; now: number },
  ): LimiterTake {
    const meter = this.#meter;
    const ofAccount = meter.charge(counters, tier, amount);
    if (!own || !ofAccount.ok) return ofAccount;
    const ofKey = meter.charge(own.counters, own.tier, amount);
    if (!ofKey.ok) {
      meter.refundUnits(counters, toDay(amount.now), amount.units);
      return ofKey;
    }
    return getLowerLimits(ofKey, own.tier, { take: ofAccount, tier });
  }

  peek({ counters, tier, own }: LimitSubject, now: number): Omit<Take, "ok"> {
    const meter = this.#meter;
    const ofAccount = meter.measure(counters, tier, now);
    if (!own) return ofAccount;
    const ofKey = meter.measure(own.counters, own.tier, now);
    return getLowerLimits({ ok: true, ...ofKey }, own.tier, {
      take: { ok: true, ...ofAccount },
      tier,
    });
  }

  refundUnits(
    { counters, own }: LimitSubject,
    { units, now }: { units: number; now: number },
  ): void {
    this.#meter.refundUnits(counters, toDay(now), units);
    if (own) this.#meter.refundUnits(own.counters, toDay(now), units);
  }

  takeByAddress(window: AddressWindow, shares: readonly AddressShare[]): SharedTake {
    const log = this.#getAddressLog(window);
    // Checks all networks first, because calls that a wider one rejects must not count for a narrower one.
    for (const [by, { subject, limit }] of shares.entries()) {
      const refusal = by > 0 && log.findRefusal(subject, limit);
      if (refusal) return { ...refusal, by };
    }
    let tightest: SharedTake | undefined;
    for (const [by, { subject, limit }] of shares.entries()) {
      const take = log.take(subject, limit);
      if (!take.ok) return { ...take, by };
      if (!tightest || take.remaining < tightest.remaining) tightest = { ...take, by };
    }
    if (!tightest) throw new Error("A call is counted for at least one network");
    return tightest;
  }

  hasLeftByAddress(window: AddressWindow, shares: readonly AddressShare[]): boolean {
    const log = this.#getAddressLog(window);
    return shares.every(({ subject, limit }) => log.findRefusal(subject, limit) === undefined);
  }

  /** Returns the number of takes of a network that this machine has counted, up to its limit. */
  countByAddress(window: AddressWindow, { subject, limit }: AddressShare): number {
    return this.#getAddressLog(window).count(subject, limit);
  }

  getWindowMs(window: AddressWindow): number {
    return this.#getAddressLog(window).windowMs;
  }

  #getAddressLog(window: AddressWindow) {
    return window === "minute" ? this.#meter.byMinute : this.#meter.byHour;
  }
}

/** Returns the window that has no room for another call. */
function findExhaustedLimit(
  { minute, usedToday }: Omit<Take, "ok">,
  { perDay, soft }: Tier,
): Take["refusedBy"] {
  if (minute.remaining < 1) return "minute";
  return !soft && usedToday >= perDay ? "day" : undefined;
}

/** Returns the lower of the remaining limits of a key and its account. */
export function getLowerLimits(
  ofKey: Take,
  { perDay }: Tier,
  { take, tier }: { take: Take; tier: Tier },
): LimiterTake {
  const left = Math.min(perDay - ofKey.usedToday, tier.perDay - take.usedToday);
  return {
    ...ofKey,
    minute: take.minute.remaining < ofKey.minute.remaining ? take.minute : ofKey.minute,
    usedToday: Number.isFinite(perDay) ? perDay - left : take.usedToday,
    usedByAccount: take.usedToday,
  };
}
