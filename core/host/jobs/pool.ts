import { LateFailures } from "../../platform/log/late-failures.ts";
import type { Log } from "../../platform/log/log.ts";
import { Histograms } from "../../platform/metrics/histogram.ts";
import { createSandbox, type Sandbox } from "../../platform/sandbox/sandbox.ts";
import { removeOrphanedScratch } from "../../platform/sandbox/scratch.ts";
import type { PluginDoors } from "../doors/grant.ts";
import { modelPlugin } from "../models/model-plugin.ts";
import type { LoadedPlugin } from "../plugin/loaded-plugin.ts";
import type { QueueStats } from "./fair-queue.ts";
import { drainingError, Job } from "./job.ts";
import type { FixedWorld } from "./job-messages.ts";
import type { RunInJob } from "./run-in-job.ts";
import { WorkerGroup } from "./worker-group.ts";

export interface PoolOptions {
  /**
   * Maximum number of processes of a worker group. One more is started while one account uses all of them.
   */
  size: number;
  /** Maximum number of jobs that wait for a process of a worker group. One account can have half of them. */
  queueMax: number;
  /** Maximum wait for a process. Default 20,000. */
  waitMsMax?: number;
  /** Wait after which an account gets an extra process while another uses all of them. Default 50. */
  reserveAfterMs?: number;
  /** Maximum wait for a process to start, after which the caller gets `busy`. Default 15,000. */
  startMsMax?: number;
  /** Returns the doors of a plugin. Door calls of its jobs run in the hub. */
  getDoors(plugin: LoadedPlugin): PluginDoors;
  /** The sandbox of job processes. Default: what the kernel can enforce. */
  sandbox?: Sandbox;
  /** Returns the folders of the plugins that share processes. */
  trusted(): readonly string[];
  /** Returns additional readable paths of a plugin's jobs, such as its dataset files. */
  readableBy?: (plugin: LoadedPlugin | undefined) => readonly string[];
  /** Logger for the output of job processes. */
  log: Log;
  /** Counter of unhandled errors in jobs. Default: they are only logged. */
  late?: LateFailures;
  /** Number of jobs after which a process is replaced. Default 500. */
  jobsMax?: number;
  /** Idle time after which a process is ended. Default 30,000. */
  idleMs?: number;
  /** Idle time after which a large process is ended. Default 5,000. */
  largeIdleMs?: number;
  /** Resident memory in MB above which a process counts as large after a job. Default 180. */
  restingMbMax?: number;
  /** Histogram of the time that jobs waited for a process, by worker group. */
  waits?: Histograms<"group">;
  /** Fixes the clock and the random source of all jobs, for tests. */
  pinned?: () => FixedWorld;
}

/** The state of a worker group. The group that all trusted plugins share has no plugin. */
export interface WorkerGroupStats extends QueueStats {
  plugin: string | undefined;
  processes: number;
}

/** The job processes of all plugins. */
export interface Pool {
  runInJob: RunInJob;
  stats(): WorkerGroupStats[];
  /**
   * Ends the processes that have loaded these plugins after their current jobs. New processes run their
   * remaining jobs.
   */
  retire(plugins: readonly LoadedPlugin[]): Promise<void>;
  /** Replaces the processes of plugins whose files have moved. */
  renew(plugins: readonly LoadedPlugin[]): Promise<void>;
  /** Rejects new jobs and waits for running ones until the deadline, then ends them. */
  close(deadlineMs?: number): Promise<void>;
}

/** Deadline for the jobs of a retired plugin. Longer than any job may take. */
const retireMs = 300_000;

/**
 * Creates one worker group for the hub's own plugins and one for each isolated plugin. They share no memory.
 */
export function createPool({
  getDoors,
  pinned,
  jobsMax = 500,
  idleMs = 30_000,
  largeIdleMs = 5000,
  restingMbMax = 180,
  log,
  late = new LateFailures({ log, roots: [] }),
  sandbox = createSandbox("auto"),
  trusted,
  readableBy = () => [],
  waits = new Histograms(),
  startMsMax = 15_000,
  ...options
}: PoolOptions): Pool {
  removeOrphanedScratch();
  const processOptions = { jobsMax, idleMs, largeIdleMs, restingMbMax, startMsMax };
  const groupOptions = { ...options, ...processOptions, log, late };
  const shared = new WorkerGroup({
    ...groupOptions,
    waits: waits.of({ group: "shared" }),
    border: () => ({ sandbox, folders: trusted(), read: readableBy(undefined) }),
  });
  /** The groups of isolated plugins, and of those with routes that have a process of their own. */
  const groups = new Map<LoadedPlugin, WorkerGroup>();
  const retired = new WeakSet<LoadedPlugin>();
  const ending = new Set<WorkerGroup>();
  const doors = new WeakMap<LoadedPlugin, PluginDoors>();
  let closed = false;

  function getGroup({ plugin, route }: Parameters<RunInJob>[0]): WorkerGroup {
    // With one process there is no memory for another.
    const isShared = !plugin.isolated && (!route.route.ownProcess || options.size === 1);
    if (isShared) return shared;
    const folders = () => (plugin.isolated ? [plugin.dir] : trusted());
    const own = {
      border: () => ({ sandbox, folders: folders(), read: readableBy(plugin) }),
      waits: waits.of({ group: plugin.name }),
      // Loading a model takes longer than using it.
      ...(plugin === modelPlugin && { largeIdleMs: idleMs }),
      // A new process would soon be as large again.
      ...((!plugin.isolated || plugin === modelPlugin) && {
        size: 1,
        largeJobsMin: Number.POSITIVE_INFINITY,
      }),
    };
    return getOrCreate(groups, plugin, () => new WorkerGroup({ ...groupOptions, ...own }));
  }

  /**
   * Ends the processes of an isolated plugin after their current jobs. New processes run the remaining jobs.
   */
  async function end(plugin: LoadedPlugin): Promise<void> {
    const group = groups.get(plugin);
    if (!group) return;
    groups.delete(plugin);
    ending.add(group);
    await group.close(retireMs);
    ending.delete(group);
  }

  return {
    async runInJob(target, values, call) {
      if (closed) throw drainingError();
      const { plugin } = target;
      const job = new Job(target, {
        values,
        call,
        doors: call.doors ?? getOrCreate(doors, plugin, () => getDoors(plugin)),
        pinned: pinned?.(),
      });
      const reply = getGroup(target).runJob(job);
      if (retired.has(plugin)) void reply.catch(() => {}).then(() => end(plugin));
      return reply;
    },
    async retire(plugins) {
      for (const plugin of plugins) retired.add(plugin);
      await this.renew(plugins);
    },
    async renew(plugins) {
      if (plugins.some(({ isolated }) => !isolated)) shared.renew();
      await Promise.all(plugins.map(end));
    },
    stats: () => [
      { plugin: undefined, ...shared.stats() },
      ...[...groups].map(([{ name }, group]) => ({ plugin: name, ...group.stats() })),
    ],
    async close(deadlineMs = 10_000) {
      closed = true;
      await Promise.all(
        [shared, ...groups.values(), ...ending].map((group) => group.close(deadlineMs)),
      );
    },
  };
}

function getOrCreate<Key extends object, Value>(
  map: Pick<Map<Key, Value>, "get" | "set"> | WeakMap<Key, Value>,
  key: Key,
  create: () => Value,
): Value {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}
