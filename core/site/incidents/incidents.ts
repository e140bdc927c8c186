import type { BrokenPlugin } from "../../host/plugin/loaded-plugin.ts";
import type { UpstreamState } from "../../host/upstreams/upstream.ts";
import type { LateCount } from "../../platform/log/late-failures.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Fault, Incident, IncidentRecords } from "../../platform/store/incident-records.ts";

/** How often a hub looks. A host that fails is left alone for longer than that. */
const everyMs = 15_000;

const dayMs = 86_400_000;

/** For how long incidents are told. */
export const incidentDays = 90;

/** How many are told at most. */
const countMax = 200;

/** What is told is at most so old: whoever asks often costs nothing. */
const keptMs = 5000;

interface IncidentOptions {
  records: IncidentRecords;
  /** Which hub it is: a name that no other has. */
  holder: string;
  now: () => number;
  /** Where a hub sees what is wrong. */
  seen: {
    broken: () => readonly BrokenPlugin[];
    late: () => readonly LateCount[];
    upstreams: () => readonly UpstreamState[];
    storeFault: () => string | undefined;
    /** Since when the server is gone that counts calls for all hubs, if it is. */
    redisGoneSince?: () => number | undefined;
  };
  log: Log;
}

/** Writes down when something goes wrong and when it no longer does, and tells of it. */
export class Incidents {
  readonly #options: IncidentOptions;
  #storeSince: number | undefined;
  #timer: Timer | undefined;
  #looking: Promise<void> = Promise.resolve();
  #kept: { incidents: Promise<Incident[]>; until: number } | undefined;

  constructor(options: IncidentOptions) {
    this.#options = options;
  }

  /** Looks now, and from then on again and again. */
  open(): void {
    const look = () => {
      this.#looking = this.look().catch((cause) => {
        this.#options.log.error("Cannot record incidents", { cause });
      });
    };
    look();
    this.sweep();
    this.#timer = setInterval(look, everyMs).unref();
  }

  /** Takes down what is wrong at the moment. */
  async look(): Promise<void> {
    const { records, holder, now } = this.#options;
    const isWritten = await this.#lookAtStore();
    if (isWritten) await records.look(this.#faults(), { holder, now: now() });
    this.#kept = undefined;
  }

  /** The newest of the last 90 days, those first that began last. */
  recent(): Promise<Incident[]> {
    const time = performance.now();
    if (this.#kept && this.#kept.until > time) return this.#kept.incidents;
    const incidents = this.#read();
    this.#kept = { incidents, until: time + keptMs };
    // A failure is not told for longer than it lasts.
    incidents.catch(() => {
      this.#kept = undefined;
    });
    return incidents;
  }

  /** Forgets what is too old to be told. */
  sweep(): void {
    const { records, now, log } = this.#options;
    records.sweep(now() - incidentDays * dayMs).catch((cause) => {
      log.error("Cannot delete old incidents", { cause });
    });
  }

  /** What goes on is left to whichever hub looks next. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  async #read(): Promise<Incident[]> {
    const { records, now, seen } = this.#options;
    if (seen.storeFault() !== undefined) this.#storeSince ??= now();
    const isSound = this.#storeSince === undefined;
    const kept = await records.since(now() - incidentDays * dayMs, countMax).catch((cause) => {
      if (isSound) throw cause;
      return [];
    });
    if (this.#storeSince === undefined) return kept;
    const store = { what: "not_writable", subject: "store", beganAt: this.#storeSince } as const;
    return [{ ...store, endedAt: null, isEndKnown: true }, ...kept];
  }

  /** Of a store that cannot be written, that is written down afterwards. Answers whether it can be. */
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
