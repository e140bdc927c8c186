import type { MaybePromise } from "../lib/maybe-promise.ts";
import { RedisDown } from "../platform/redis/redis-link.ts";
import type {
  AddressShare,
  AddressWindow,
  Limited,
  Limiter,
  LimiterTake,
  SharedTake,
} from "./limiter.ts";
import type { Take } from "./meter.ts";
import type { RedisLimiter } from "./redis-limiter.ts";

/** For how long a hub may use what it has taken at once. */
export const leaseMs = 1000;

/** A tenth of a minute's calls is the most that a hub takes at once. */
const shareMax = 10;

/** Calls of an account that were counted, and may be made here for a moment. */
interface Lease {
  limited: Limited;
  /** How many there were, and how many are left. */
  size: number;
  left: number;
  /** When it ends, by this process's clock. */
  until: number;
  /** What the server said when all of it was counted. */
  take: LimiterTake;
  /** Another is being asked for. */
  asking: Promise<LimiterTake> | undefined;
}

/**
 * Takes calls of an account from the server a few at a time, where it makes many: fewer round trips, for
 * an error that is bounded. What is taken counts at once, and stays in the window for as much longer as it
 * may be used later, so that no window holds more than the limit. What was not used after a second is given
 * back: until then a call at another hub may be refused that was free. As many are taken as were used last.
 */
export class LeasedLimiter implements Limiter {
  readonly #limiter: RedisLimiter;
  readonly #callsMax: number;
  readonly #leaseMs: number;
  readonly #leases = new Map<number, Lease>();
  readonly #timer: Timer;

  constructor(limiter: RedisLimiter, { callsMax, leaseMs }: { callsMax: number; leaseMs: number }) {
    this.#limiter = limiter;
    this.#callsMax = callsMax;
    this.#leaseMs = leaseMs;
    this.#timer = setInterval(() => void this.#endLeases(performance.now()), leaseMs);
    this.#timer.unref();
  }

  take(limited: Limited, now: number): MaybePromise<LimiterTake> {
    const { counters, tier, own } = limited;
    const most = Math.min(this.#callsMax, Math.floor(tier.perMinute / shareMax));
    // A key's own limits are its account's wish, and rarely high.
    if (own || most < 2 || !this.#limiter.isUp) return this.#limiter.take(limited, now);
    const lease = this.#leases.get(counters.id);
    if (lease && lease.left > 0 && performance.now() < lease.until)
      return this.#use(limited, lease, now);
    return this.#renew(limited, { most, now });
  }

  async look(limited: Limited, now: number): Promise<Omit<Take, "ok">> {
    const look = await this.#limiter.look(limited, now);
    const left = this.#leases.get(limited.counters.id)?.left ?? 0;
    return withLeft(look, left);
  }

  charge(limited: Limited, wish: { units: number; now: number }): MaybePromise<LimiterTake> {
    return this.#limiter.charge(limited, wish);
  }

  giveBack(limited: Limited, wish: { units: number; now: number }): void {
    this.#limiter.giveBack(limited, wish);
  }

  takeByAddress(window: AddressWindow, shares: readonly AddressShare[]): MaybePromise<SharedTake> {
    return this.#limiter.takeByAddress(window, shares);
  }

  hasLeftByAddress(window: AddressWindow, shares: readonly AddressShare[]): MaybePromise<boolean> {
    return this.#limiter.hasLeftByAddress(window, shares);
  }

  windowMsOf(window: AddressWindow): number {
    return this.#limiter.windowMsOf(window);
  }

  /** Gives all back that is left. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#endLeases(Number.POSITIVE_INFINITY);
  }

  #use(limited: Limited, lease: Lease, now: number): LimiterTake {
    lease.left--;
    const take = { ...lease.take, ...withLeft(lease.take, lease.left) };
    this.#limiter.note(limited, take.usedToday, now);
    return take;
  }

  async #renew(
    limited: Limited,
    { most, now }: { most: number; now: number },
  ): Promise<LimiterTake> {
    const { id } = limited.counters;
    const last = this.#leases.get(id);
    if (last?.asking) {
      // Whoever comes meanwhile has of the same lease, or is refused as well.
      const take = await last.asking.catch(() => undefined);
      return take && !take.ok ? take : this.take(limited, now);
    }
    if (last) void this.#giveBack(last);
    const size = Math.min(most, last ? nextSize(last) : 1);
    const lease: Lease = {
      ...{ limited, size, left: 0, until: performance.now() + this.#leaseMs },
      ...{ take: nothing, asking: undefined },
    };
    this.#leases.set(id, lease);
    lease.asking = this.#ask(lease);
    try {
      const take = await lease.asking;
      return take.ok ? this.#use(limited, lease, now) : take;
    } catch (error) {
      if (error instanceof RedisDown) return this.#limiter.take(limited, now);
      throw error;
    } finally {
      lease.asking = undefined;
    }
  }

  /** Takes a lease, or a single call where there is no room for more. */
  async #ask(lease: Lease): Promise<LimiterTake> {
    let take = await this.#limiter.takeMany(lease.limited, lease.size);
    if (!take.ok && lease.size > 1) {
      lease.size = 1;
      lease.until = performance.now() + this.#leaseMs;
      take = await this.#limiter.takeMany(lease.limited, 1);
    }
    if (take.ok) {
      lease.take = take;
      lease.left = lease.size;
    }
    return take;
  }

  /** Ends what is over, and forgets accounts that have made no call for as long again. */
  async #endLeases(now: number): Promise<void> {
    const over = [...this.#leases].filter(([, lease]) => !lease.asking && now >= lease.until);
    for (const [id, { until }] of over) if (now >= until + this.#leaseMs) this.#leases.delete(id);
    await Promise.all(over.map(([, lease]) => this.#giveBack(lease)));
  }

  async #giveBack(lease: Lease): Promise<void> {
    const { limited, left } = lease;
    if (left === 0) return;
    // The next is as large as what was used of this one.
    lease.size -= left;
    lease.left = 0;
    await this.#limiter.returnCalls(limited, left);
  }
}

const nothing: LimiterTake = { ok: false, minute: { remaining: 0, resetMs: 0 }, usedToday: 0 };

/** Twice as many where all were used in time, else as many as were used. */
function nextSize({ size, until }: Lease): number {
  return performance.now() < until ? 2 * size : Math.max(1, size);
}

/** What the server says, but for what is counted and was not used. */
function withLeft({ minute, usedToday }: Omit<Take, "ok">, left: number): Omit<Take, "ok"> {
  const remaining = minute.remaining + left;
  return { minute: { ...minute, remaining }, usedToday: Math.max(0, usedToday - left) };
}
