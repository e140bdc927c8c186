import type { MaybePromise } from "../lib/maybe-promise.ts";
import type { AddressTake } from "../lib/rolling-window/addresses.ts";
import type { Take } from "../lib/rolling-window/meter.ts";
import type { Holder } from "./accounts.ts";

/** The subject of limits: an account, and a key if it has its own limits. */
export type LimitSubject = Pick<Holder, "counters" | "tier" | "own">;

/** The remaining limits of a key and its account, and the units used by the account. */
export interface LimiterTake extends Take {
  /** The units that the account has used today. Default: `usedToday`. */
  usedByAccount?: number;
}

/** A network that is counted under a policy, with its limit. */
export interface AddressShare {
  readonly subject: string;
  readonly limit: number;
}

/** The result of taking one from all shares of a caller: that of the share with the least remaining. */
export interface SharedTake extends AddressTake {
  /** The index of that share, which refused if the attempt failed. */
  by: number;
}

/** A rolling window by address, in milliseconds: 60 seconds, or an hour. */
export type AddressWindow = "minute" | "hour";

/**
 * Counts calls against limits. A limiter in this machine's memory returns values, and one that uses a
 * server returns promises.
 */
export interface Limiter {
  /** Takes a call from the minute and the day of the account and of the key, from all or from none. */
  take(limited: LimitSubject, now: number): MaybePromise<LimiterTake>;
  /** Takes further units from the day for a call that was let in, all or none of them. */
  charge(limited: LimitSubject, amount: { units: number; now: number }): MaybePromise<LimiterTake>;
  /** Returns the remaining limits without counting. */
  peek(limited: LimitSubject, now: number): MaybePromise<Omit<Take, "ok">>;
  /** Refunds daily units. */
  refundUnits(limited: LimitSubject, amount: { units: number; now: number }): void;
  /** Takes one from each share in a window, the narrowest first, or refuses if one of them is used up. */
  takeByAddress(window: AddressWindow, shares: readonly AddressShare[]): MaybePromise<SharedTake>;
  /** Returns whether every share has something left in a window, without taking. */
  hasLeftByAddress(window: AddressWindow, shares: readonly AddressShare[]): MaybePromise<boolean>;
  /** Returns the length of a window in milliseconds. */
  getWindowMs(window: AddressWindow): number;
}
