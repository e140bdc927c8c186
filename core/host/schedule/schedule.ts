import { CronPattern } from "../../lib/cron-pattern.ts";
import type { Log } from "../../platform/log/log.ts";
import type { CronRun, Records } from "../../platform/store/records.ts";
import { timeoutMsOf } from "../handler/handler-input.ts";
import type { RunInJob } from "../jobs/run-in-job.ts";
import type { LoadedPlugin, LoadedTask } from "../plugin/loaded-plugin.ts";
import { failureOf, leaseMsOf, runTask } from "./run-task.ts";

interface ScheduleOptions {
  records: Pick<Records, "beginCronRun" | "endCronRun" | "cronRuns">;
  runInJob: RunInJob;
  /** What tells this hub from others of its store. */
  holder: string;
  /** The address of the hub, for links. */
  origin: string;
  clock(): number;
  log: Log;
}

/** How some scheduled work fares, over all hubs of a store. */
export interface CronState {
  plugin: string;
  name: string;
  summary: string;
  pattern: string;
  /** When it is due next. */
  nextAt: number | undefined;
  last: Pick<CronRun, "startedAt" | "endedAt"> | undefined;
  /** When a run failed last, and why. */
  lastFailure: { at: number; reason: string } | undefined;
  /** What became of the times that this hub was there for, since it started. */
  counts: Readonly<CronCounts>;
}

/** `late`: run, though more than a minute after its time; `skipped`: the run before had not ended. */
type CronCounts = Record<"succeeded" | "failed" | "late" | "skipped", number>;

interface Entry {
  plugin: LoadedPlugin;
  task: LoadedTask;
  pattern: CronPattern;
  nextAt: number | undefined;
  counts: CronCounts;
}

/** Later than that is late: what is due is looked for every minute. */
const lateMs = 60_000;

/** A timer may be early by a little, and the next one comes in a minute. */
const earlyMs = 500;

/**
 * Runs what plugins have scheduled, each time by one of the hubs of a store. What was due while no hub
 * ran is not made up for, and of several times that a sleeping machine has missed only the last.
 */
export class Schedule {
  readonly #options: ScheduleOptions;
  #entries = new Map<string, Entry>();
  readonly #running = new Map<string, Promise<void>>();
  #isClosed = false;

  constructor(options: ScheduleOptions) {
    this.#options = options;
  }

  /** Keeps the times of these plugins, in place of any before. */
  serve(plugins: readonly LoadedPlugin[]): void {
    const before = this.#entries;
    this.#entries = new Map();
    for (const plugin of plugins)
      for (const task of plugin.tasks ?? []) {
        if (task.kind !== "cron" || task.pattern === undefined) continue;
        const key = `${plugin.name}/${task.name}`;
        const known = before.get(key);
        const pattern = new CronPattern(task.pattern);
        const nextAt =
          known?.task.pattern === task.pattern ? known.nextAt : pattern.next(this.#options.clock());
        const counts = known?.counts ?? { succeeded: 0, failed: 0, late: 0, skipped: 0 };
        this.#entries.set(key, { plugin, task, pattern, nextAt, counts });
      }
  }

  /** Runs what is due by then, and waits for it. */
  async runDue(now = this.#options.clock()): Promise<void> {
    if (this.#isClosed) return;
    const runs: Promise<void>[] = [];
    for (const [key, entry] of this.#entries) {
      const { nextAt } = entry;
      if (nextAt === undefined || nextAt > now + earlyMs) continue;
      const dueAt = lastBefore(entry.pattern, { from: nextAt, to: now + earlyMs });
      entry.nextAt = entry.pattern.next(Math.max(now, dueAt));
      if (this.#running.has(key)) this.#noteSkipped(entry);
      else {
        const run = this.#run(entry, { dueAt, now })
          .catch((cause) => this.#noteFailed(entry, cause))
          .finally(() => this.#running.delete(key));
        this.#running.set(key, run);
        runs.push(run);
      }
    }
    await Promise.all(runs);
  }

  /** How all scheduled work fares. */
  async states(): Promise<CronState[]> {
    const runs = await this.#options.records.cronRuns();
    const byKey = new Map(runs.map((run) => [`${run.plugin}/${run.name}`, run]));
    return [...this.#entries].map(([key, { plugin, task, nextAt, counts }]) => {
      const last = byKey.get(key);
      return {
        plugin: plugin.name,
        name: task.name,
        summary: task.summary,
        pattern: task.pattern ?? "",
        nextAt,
        last: last && { startedAt: last.startedAt, endedAt: last.endedAt },
        lastFailure:
          last && last.failedAt !== null
            ? { at: last.failedAt, reason: last.failure ?? "" }
            : undefined,
        counts,
      };
    });
  }

  /** What became of the times since the hub started, for its numbers. */
  counts(): { plugin: string; name: string; counts: Readonly<CronCounts> }[] {
    return [...this.#entries.values()].map(({ plugin, task, counts }) => ({
      plugin: plugin.name,
      name: task.name,
      counts,
    }));
  }

  /** Begins nothing any more, and waits for what runs. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#running.values());
  }

  async #run(entry: Entry, { dueAt, now }: { dueAt: number; now: number }): Promise<void> {
    const { records, holder, clock, log, origin, runInJob } = this.#options;
    const { plugin, task, counts } = entry;
    const run = { plugin: plugin.name, name: task.name, dueAt };
    // A task is given no values.
    const expiresAt = now + leaseMsOf(timeoutMsOf(plugin, task.run, {} as never));
    const began = await records.beginCronRun(run, { holder, now, expiresAt });
    if (began === "taken") return;
    if (began === "running") return this.#noteSkipped(entry);
    const fields = { plugin: plugin.name, task: task.name };
    if (now - dueAt > lateMs + earlyMs) {
      counts.late++;
      log.warn("Scheduled run starts late", { ...fields, due_at: new Date(dueAt).toISOString() });
    }
    const failure = await runTask({ plugin, task }, { runInJob, origin }).then(
      () => undefined,
      (cause) => {
        this.#noteFailed(entry, cause);
        return failureOf(cause);
      },
    );
    if (failure === undefined) counts.succeeded++;
    // By how long it took and not by the clock, which may be that of `runDue`.
    await records.endCronRun(run, { holder, now: Math.max(now, clock()), failure });
  }

  #noteFailed({ plugin, task, counts }: Entry, cause: unknown): void {
    counts.failed++;
    this.#options.log.error("Scheduled run failed", {
      plugin: plugin.name,
      task: task.name,
      cause,
    });
  }

  #noteSkipped({ plugin, task, counts }: Entry): void {
    counts.skipped++;
    this.#options.log.warn("Skipped a scheduled run: the previous run has not finished", {
      plugin: plugin.name,
      task: task.name,
    });
  }
}

/** How many times are looked at, where a machine has slept through more of them. */
const missedMax = 1000;

/** The last time that is due up to a moment, from one on that is. */
function lastBefore(pattern: CronPattern, { from, to }: { from: number; to: number }): number {
  let last = from;
  for (let count = 0; count < missedMax; count++) {
    const next = pattern.next(last);
    if (next === undefined || next > to) break;
    last = next;
  }
  return last;
}
