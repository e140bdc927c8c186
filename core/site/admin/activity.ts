import type { CountedUsage } from "../../accounts/usage-tally.ts";
import type { HubError } from "../../contract/errors.ts";
import { formatErrorChain } from "../../platform/log/log.ts";
import type { AdminRecords } from "../../platform/store/admin-records.ts";
import type { ObservedRequest, RequestObserver } from "../../server/pipeline.ts";

const hourMs = 3_600_000;
/** Retention period of requests, in hours. */
export const retentionHours = 30 * 24;
/** Maximum number of counts, failures and slow requests of an hour in a process. */
const countsMax = 2000;
const eventsMax = 100;
const causeLengthMax = 300;

/** The dimensions that requests can be grouped by. */
export const activityParts = ["account", "key", "route", "status", "hour"] as const;

/** A failed or slow request. It contains nothing that its caller sent. */
interface RequestEvent extends ObservedRequest {
  readonly at: number;
  readonly code: string | null;
  readonly cause: string | null;
}

/** The requests of an hour: counts by key, route and status class, failures and slow ones. */
interface HourContent {
  counts: { account: number; key: string; route: string; status: string; calls: number }[];
  failures: RequestEvent[];
  slow: RequestEvent[];
}

/** A filter for requests. */
interface ActivityQuery {
  readonly hours: number;
  readonly by: (typeof activityParts)[number];
  readonly account?: number | undefined;
  readonly route?: string | undefined;
  /** A status class such as `5xx`. */
  readonly status?: string | undefined;
  readonly requestId?: string | undefined;
  readonly limit: number;
}

interface ActivityOptions {
  records: Pick<AdminRecords, "saveActivity" | "activity" | "pruneActivity">;
  /** Identifies this process among those that share the records. */
  holder: string;
  now(): number;
}

/** Collects requests by hour in memory, writes them in batches and lists those of all hubs. */
export class Activity implements RequestObserver {
  /** Duration from which a request counts as slow. */
  readonly slowMs = 5000;
  readonly #options: ActivityOptions;
  #hour = 0;
  #counts = new Map<string, HourContent["counts"][number]>();
  #failures: RequestEvent[] = [];
  #slow: RequestEvent[] = [];
  #isChanged = false;

  constructor(options: ActivityOptions) {
    this.#options = options;
  }

  /** Adds counts. Called about once a second, and not for each request. */
  add(usage: readonly CountedUsage[]): void {
    this.#startHour();
    for (const { account, keyId, route, statusClass, count } of usage) {
      if (count === 0) continue;
      const id = `${keyId} ${statusClass} ${route}`;
      const isFull = this.#counts.size >= countsMax && !this.#counts.has(id);
      const key = isFull ? "others" : id;
      const entry = this.#counts.get(key) ?? {
        ...(isFull
          ? { account: 0, key: "others", route: "others", status: "others" }
          : { account, key: keyId, route, status: statusClass }),
        calls: 0,
      };
      entry.calls += count;
      this.#counts.set(key, entry);
      this.#isChanged = true;
    }
  }

  /** Adds a request that failed. Keeps the newest ones of an hour. */
  recordFailure(request: ObservedRequest, { code, cause, message }: HubError): void {
    this.#startHour();
    // The message may quote what the caller sent, if it is about that.
    const reason = cause === undefined ? (code.startsWith("upstream_") ? message : null) : cause;
    const chain = reason === null ? [] : formatErrorChain(reason).split("\nCaused by: ");
    const text = chain.map((one) => one.split("\n", 1)[0]).join(", caused by ");
    const event = {
      ...request,
      at: this.#options.now(),
      code,
      cause: text.slice(0, causeLengthMax),
    };
    this.#failures = [...this.#failures, event].slice(-eventsMax);
    this.#isChanged = true;
  }

  /** Adds a slow request. Keeps the slowest ones of an hour. */
  recordSlow(request: ObservedRequest): void {
    this.#startHour();
    const event = { ...request, at: this.#options.now(), code: null, cause: null };
    this.#slow = [...this.#slow, event].sort((a, b) => b.ms - a.ms).slice(0, eventsMax);
    this.#isChanged = true;
  }

  /** Writes the current hour, and removes old ones. */
  async flush(): Promise<void> {
    const { records, holder, now } = this.#options;
    if (!this.#isChanged) return;
    this.#isChanged = false;
    const content: HourContent = {
      counts: [...this.#counts.values()],
      failures: this.#failures,
      slow: this.#slow,
    };
    try {
      await records.saveActivity({ hour: this.#hour, holder, content: JSON.stringify(content) });
      await records.pruneActivity(Math.floor(now() / hourMs) - retentionHours);
    } catch (error) {
      this.#isChanged = true;
      throw error;
    }
  }

  /** Sums and lists the requests of all hubs. */
  async list({ hours, by, account, route, status, requestId, limit }: ActivityQuery) {
    const { records, now } = this.#options;
    await this.flush();
    const last = Math.floor(now() / hourMs);
    const groups = new Map<string, { calls: number; failed: number }>();
    const [failures, slow]: [RequestEvent[], RequestEvent[]] = [[], []];
    const isWanted = (event: RequestEvent) =>
      (account === undefined || event.account === `account_${account}`) &&
      (route === undefined || event.route === route) &&
      (requestId === undefined || event.requestId === requestId) &&
      (status === undefined || `${Math.floor(event.status / 100)}xx` === status);
    for (let hour = last - hours + 1; hour <= last; hour++)
      for (const { content } of await records.activity(hour)) {
        const { counts, ...events } = JSON.parse(content) as HourContent;
        failures.push(...events.failures.filter(isWanted));
        slow.push(...events.slow.filter(isWanted));
        for (const one of counts) {
          if (account !== undefined && one.account !== account) continue;
          if (route !== undefined && one.route !== route) continue;
          if (status !== undefined && one.status !== status) continue;
          const name = by === "hour" ? new Date(hour * hourMs).toISOString() : String(one[by]);
          const group = groups.get(name) ?? { calls: 0, failed: 0 };
          group.calls += one.calls;
          if (one.status === "5xx") group.failed += one.calls;
          groups.set(name, group);
        }
      }
    const sorted = [...groups].map(([name, counts]) => ({ name, ...counts }));
    sorted.sort(by === "hour" ? (a, b) => (a.name < b.name ? 1 : -1) : (a, b) => b.calls - a.calls);
    return {
      groups: sorted.slice(0, limit),
      failures: failures
        .reverse()
        .sort((a, b) => b.at - a.at)
        .slice(0, limit),
      slow: slow.sort((a, b) => b.ms - a.ms).slice(0, limit),
    };
  }

  /** Writes the previous hour when a new one begins. */
  #startHour(): void {
    const hour = Math.floor(this.#options.now() / hourMs);
    if (hour === this.#hour) return;
    // A failed write loses at most the last minute of an hour.
    if (this.#isChanged) void this.flush().catch(() => {});
    this.#hour = hour;
    this.#counts = new Map();
    this.#failures = [];
    this.#slow = [];
  }
}
