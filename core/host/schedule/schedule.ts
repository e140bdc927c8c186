import { CronPattern } from "../../lib/cron-pattern.ts";
import type { Log } from "../../platform/log/log.ts";
import type { CronRun, Records } from "../../platform/store/records.ts";
import { resolveTimeoutMs } from "../handler/handler-input.ts";
import type { RunInJob } from "../jobs/run-in-job.ts";
import type { LoadedPlugin, LoadedTask } from "../plugin/loaded-plugin.ts";
import { computeLeaseMs, describeTaskFailure, runTask } from "./run-task.ts";

interface ScheduleOptions {
  records: Pick<Records, "beginCronRun" | "endCronRun" | "cronRuns">;
  runInJob: RunInJob;
  /** Identifies this hub among others on the same store. */
  holder: string;
  /** The base URL of the hub, for links. */
  origin: string;
  clock(): number;
  log: Log;
}

/** The state of a scheduled task on all hubs of a store. */
export interface CronState {
  plugin: string;
  name: string;
  summary: string;
  pattern: string;
  /** The next scheduled time. */
  nextAt: number | undefined;
  last: Pick<CronRun, "startedAt" | "endedAt"> | undefined;
  /** The time and the reason of the last failure. */
  lastFailure: { at: number; reason: string } | undefined;
  /** Results of this hub's runs since it started. */
  counts: Readonly<CronCounts>;
}

/**
 * `late` counts runs that started more than a minute late, and `skipped` runs whose predecessor was still
 * running.
 */
type CronCounts = Record<"succeeded" | "failed" | "late" | "skipped", number>;

interface ScheduledTask {
  plugin: LoadedPlugin;
  task: LoadedTask;
  pattern: CronPattern;
  nextAt: number | undefined;
  counts: CronCounts;
}

/** Delay after which a run counts as late. Due tasks are checked every minute. */
const lateMs = 60_000;

/** Timers can fire slightly early, and the next one is a minute later. */
const earlyMs = 500;

/**
 * Runs the scheduled tasks of plugins, each time on one hub of a store. Runs that were missed while no hub
 * was running aren't made up for. If a machine slept through several times, only the last one is run.
 */
export class Schedule {
  readonly #options: ScheduleOptions;
  #entries = new Map<string, ScheduledTask>();
  readonly #running = new Map<string, Promise<void>>();
  #isClosed = false;

  constructor(options: ScheduleOptions) {
    this.#options = options;
  }

  /** Schedules the tasks of these plugins. Replaces the previous schedule. */
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

  /** Runs all due tasks and waits for them. */
  async runDue(now = this.#options.clock()): Promise<void> {
    if (this.#isClosed) return;
    const runs: Promise<void>[] = [];
    for (const [key, entry] of this.#entries) {
      const { nextAt } = entry;
      if (nextAt === undefined || nextAt > now + earlyMs) continue;
      const dueAt = findLastDue(entry.pattern, { from: nextAt, to: now + earlyMs });
      entry.nextAt = entry.pattern.next(Math.max(now, dueAt));
      if (this.#running.has(key)) this.#recordSkipped(entry);
      else {
        const run = this.#run(entry, { dueAt, now })
          .catch((cause) => this.#recordFailure(entry, cause))
          .finally(() => this.#running.delete(key));
        this.#running.set(key, run);
        runs.push(run);
      }
    }
    await Promise.all(runs);
  }

  /** Returns the state of all scheduled tasks. */
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

  /** Returns the counts since the hub started, for metrics. */
  counts(): { plugin: string; name: string; counts: Readonly<CronCounts> }[] {
    return [...this.#entries.values()].map(({ plugin, task, counts }) => ({
      plugin: plugin.name,
      name: task.name,
      counts,
    }));
  }

  /** Stops starting tasks, and waits for running ones. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#running.values());
  }

  async #run(entry: ScheduledTask, { dueAt, now }: { dueAt: number; now: number }): Promise<void> {
    const { records, holder, clock, log, origin, runInJob } = this.#options;
    const { plugin, task, counts } = entry;
    const run = { plugin: plugin.name, name: task.name, dueAt };
    // Tasks get no values.
    const expiresAt = now + computeLeaseMs(resolveTimeoutMs(plugin, task.run, {} as never));
    const claim = await records.beginCronRun(run, { holder, now, expiresAt });
    if (claim === "taken") return;
    if (claim === "running") return this.#recordSkipped(entry);
    const fields = { plugin: plugin.name, task: task.name };
    if (now - dueAt > lateMs + earlyMs) {
      counts.late++;
      log.warn("Scheduled run starts late", { ...fields, due_at: new Date(dueAt).toISOString() });
    }
    const failure = await runTask({ plugin, task }, { runInJob, origin }).then(
      () => undefined,
      (cause) => {
        this.#recordFailure(entry, cause);
        return describeTaskFailure(cause);
      },
    );
    if (failure === undefined) counts.succeeded++;
    // Uses the elapsed time, because the clock may be that of `runDue`.
    await records.endCronRun(run, { holder, now: Math.max(now, clock()), failure });
  }

  #recordFailure({ plugin, task, counts }: ScheduledTask, cause: unknown): void {
    counts.failed++;
    this.#options.log.error("Scheduled run failed", {
      plugin: plugin.name,
      task: task.name,
      cause,
    });
  }

  #recordSkipped({ plugin, task, counts }: ScheduledTask): void {
    counts.skipped++;
    this.#options.log.warn("Skipped a scheduled run: the previous run has not finished", {
      plugin: plugin.name,
      task: task.name,
    });
  }
}

/** Maximum number of missed times to skip. */
const missedMax = 1000;

/** Returns the last due time in a range that starts with one. */
function findLastDue(pattern: CronPattern, { from, to }: { from: number; to: number }): number {
  let last = from;
  for (let count = 0; count < missedMax; count++) {
    const next = pattern.next(last);
    if (next === undefined || next > to) break;
    last = next;
  }
  return last;
}
