import type { BrokenPlugin } from "../../host/plugin/loaded-plugin.ts";
import type { UpstreamState } from "../../host/upstreams/upstream.ts";
import type { LateCount } from "../../platform/log/late-failures.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Fault, Incident, IncidentRecords } from "../../platform/store/incident-records.ts";

/** Interval of checks. The circuit breaker of a failing host stays open for longer. */
const everyMs = 15_000;

const dayMs = 86_400_000;

/** Number of days for which incidents are listed. */
export const incidentDays = 90;

/** Maximum number of listed incidents. */
const countMax = 200;

/** Lifetime of the cached list, so that frequent requests are cheap. */
const cacheMs = 5000;

interface IncidentOptions {
  records: IncidentRecords;
  /** Unique name of this hub. */
  holder: string;
  now: () => number;
  /** Sources of faults. */
  seen: {
    broken: () => readonly BrokenPlugin[];
    late: () => readonly LateCount[];
    upstreams: () => readonly UpstreamState[];
    storeFault: () => string | undefined;
    /** Start of the outage of Redis, if it is unreachable. */
    redisGoneSince?: () => number | undefined;
  };
  log: Log;
}

/** Records the start and end of incidents, and lists them. */
export class Incidents {
  readonly #options: IncidentOptions;
  #storeSince: number | undefined;
  #timer: Timer | undefined;
  #looking: Promise<void> = Promise.resolve();
  #cache: { incidents: Promise<Incident[]>; until: number } | undefined;

  constructor(options: IncidentOptions) {
    this.#options = options;
  }

  /** Starts the periodic checks. */
  open(): void {
    const recordFaults = () => {
      this.#looking = this.recordFaults().catch((cause) => {
        this.#options.log.error("Cannot record incidents", { cause });
      });
    };
    recordFaults();
    this.sweep();
    this.#timer = setInterval(recordFaults, everyMs).unref();
  }

  /** Records the current faults. */
  async recordFaults(): Promise<void> {
    const { records, holder, now } = this.#options;
    const isWritten = await this.#lookAtStore();
    if (isWritten) await records.recordFaults(this.#faults(), { holder, now: now() });
    this.#cache = undefined;
  }

  /** Returns the latest incidents of the last 90 days, newest first. */
  recent(): Promise<Incident[]> {
    const time = performance.now();
    if (this.#cache && this.#cache.until > time) return this.#cache.incidents;
    const incidents = this.#read();
    this.#cache = { incidents, until: time + cacheMs };
    // Failures are not cached.
    incidents.catch(() => {
      this.#cache = undefined;
    });
    return incidents;
  }

  /** The start of the store's failure. */
  get storeFailingSince(): number | undefined {
    return this.#storeSince;
  }

  /** Deletes incidents that are too old to be listed. */
  sweep(): void {
    const { records, now, log } = this.#options;
    records.sweep(now() - incidentDays * dayMs).catch((cause) => {
      log.error("Cannot delete old incidents", { cause });
    });
  }

  /** Stops the checks. Ongoing incidents are continued by the next hub that checks. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  async #read(): Promise<Incident[]> {
    const { records, now, seen } = this.#options;
    if (seen.storeFault() !== undefined) this.#storeSince ??= now();
    const isSound = this.#storeSince === undefined;
    const stored = await records.since(now() - incidentDays * dayMs, countMax).catch((cause) => {
      if (isSound) throw cause;
      return [];
    });
    if (this.#storeSince === undefined) return stored;
    const store = { what: "not_writable", subject: "store", beganAt: this.#storeSince } as const;
    return [{ ...store, endedAt: null, isEndKnown: true }, ...stored];
  }

  /** Checks the store, and records its outage once it is writable again. Returns whether it is writable. */
  async #lookAtStore(): Promise<boolean> {
    const { records, now, seen } = this.#options;
    if (seen.storeFault() !== undefined) {
      this.#storeSince ??= now();
      return false;
    }
    if (this.#storeSince === undefined) return true;
    const times = { beganAt: this.#storeSince, endedAt: now() };
    await records.add({ what: "not_writable", subject: "store", ...times, isEndKnown: true });
    this.#storeSince = undefined;
    return true;
  }

  #faults(): Fault[] {
    const { now, seen } = this.#options;
    const at = now();
    const goneSince = seen.redisGoneSince?.();
    const redis: Fault[] =
      goneSince === undefined
        ? []
        : [{ what: "failing", subject: "redis", since: goneSince, seenAt: at }];
    return [
      ...redis,
      ...seen
        .broken()
        .map(({ name }): Fault => ({ what: "left_out", subject: name, since: at, seenAt: at })),
      ...seen
        .late()
        .flatMap(({ plugin, lastAt }): Fault[] =>
          plugin === undefined
            ? []
            : [{ what: "threw", subject: plugin, since: lastAt, seenAt: lastAt }],
        ),
      ...seen.upstreams().flatMap(({ host, state, last_error_at }): Fault[] => {
        if (state === "closed" || last_error_at === null) return [];
        const failedAt = Date.parse(last_error_at);
        return [{ what: "failing", subject: host, since: failedAt, seenAt: failedAt }];
      }),
    ];
  }
}
