import type { Limiter } from "../../accounts/limiter.ts";
import { within } from "../../lib/within.ts";
import type { Records } from "../../platform/store/records.ts";

const dayMs = 86_400_000;

/** The largest limit that the counters of a minute support. Higher limits are kept by each process. */
const perMinuteMax = 1000;

/** The longest wait for the counters in milliseconds, because a database can be slow. */
const storeMsDefault = 500;

/** Pause after the counters were unavailable. Requests within it don't wait for them. */
const pauseMs = 5000;

/** Maximum number of requests to a host. A limit that no plugin sets is missing. */
export interface HostLimits {
  perMinute?: number | undefined;
  perDay?: number | undefined;
}

/** The limit that is used up, and the time until another request is allowed. */
export interface SpentLimit {
  limit: number;
  period: "minute" | "day";
  waitMs: number;
}

/** Counts requests to hosts. */
export interface SharedPace {
  /** Counts a request. Returns a limit that is used up, or undefined. Throws if the counters are unavailable. */
  take(host: string, limits: HostLimits): Promise<SpentLimit | undefined>;
}

interface CounterOptions {
  limiter: Limiter;
  records: Pick<Records, "kvIncrement">;
  clock(): number;
  /** The longest wait for the counters in milliseconds. Default: 500. */
  storeMs?: number;
}

/**
 * Counts requests to hosts together with the other processes of the hub, because a provider counts them together: the
 * minute where the limits of keys are counted (in this machine's memory or in Redis), and the day of UTC in the records.
 */
export class HubPace implements SharedPace {
  readonly #options: CounterOptions;
  /** The end of the day on which each host's limit is used up. Refusals until then need no database. */
  readonly #spentUntil = new Map<string, { limit: number; until: number }>();

  /** Time until which the counters aren't asked again, because they were unavailable. */
  #pausedUntil = 0;

  constructor(options: CounterOptions) {
    this.#options = options;
  }

  async take(host: string, limits: HostLimits): Promise<SpentLimit | undefined> {
    const { clock, storeMs = storeMsDefault } = this.#options;
    if (clock() < this.#pausedUntil) throw createFault();
    try {
      return await within(storeMs, this.#count(host, limits), createFault);
    } catch (error) {
      this.#pausedUntil = clock() + pauseMs;
      throw error;
    }
  }

  async #count(host: string, { perMinute, perDay }: HostLimits): Promise<SpentLimit | undefined> {
    const now = this.#options.clock();
    const spent = this.#spentUntil.get(host);
    if (perDay !== undefined && spent && spent.limit >= perDay && now < spent.until)
      return { limit: perDay, period: "day", waitMs: spent.until - now };
    if (perMinute !== undefined && perMinute <= perMinuteMax) {
      const share = { subject: `upstream ${host}`, limit: perMinute };
      const { limiter } = this.#options;
      const { ok, resetMs, isCrowded } = await limiter.takeByAddress("minute", [share]);
      // The table is full of callers, which says nothing about the host.
      if (isCrowded) throw createFault();
      if (!ok) return { limit: perMinute, period: "minute", waitMs: resetMs };
    }
    return perDay === undefined ? undefined : this.#takeFromDay(host, { limit: perDay, now });
  }

  async #takeFromDay(
    host: string,
    { limit, now }: { limit: number; now: number },
  ): Promise<SpentLimit | undefined> {
    const day = Math.floor(now / dayMs);
    const until = (day + 1) * dayMs;
    const add = (by: number) =>
      this.#options.records.kvIncrement("hub", `upstream/${host}/${day}`, {
        ...{ by, expiresAt: until, now },
      });
    if ((await add(1)) <= limit) return undefined;
    // Not sent, and a higher limit may apply today.
    await add(-1);
    this.#spentUntil.set(host, { limit, until });
    return { limit, period: "day", waitMs: until - now };
  }
}

function createFault(): Error {
  return new Error("The counters of requests to hosts are unavailable");
}
