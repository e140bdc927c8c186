import { LateFailures } from "../../platform/log/late-failures.ts";
import type { Log } from "../../platform/log/log.ts";
import { Histograms } from "../../platform/metrics/histogram.ts";
import { createSandbox, type Sandbox } from "../../platform/sandbox/sandbox.ts";
import { removeOrphanedScratch } from "../../platform/sandbox/scratch.ts";
import type { PluginDoors } from "../doors/grant.ts";
import type { LoadedPlugin } from "../plugin/loaded-plugin.ts";
import type { QueueStats } from "./fair-queue.ts";
import { drainingError, Job } from "./job.ts";
import type { FixedWorld } from "./job-messages.ts";
import type { RunInJob } from "./run-in-job.ts";
import { WorkerGroup } from "./worker-group.ts";

export interface PoolOptions {
  /** Most processes of a worker group. One more is started while one account has all of them. */
  size: number;
  /** Most jobs that wait for a process of a worker group. One account's may be half of them. */
  queueMax: number;
  /** How long a job waits for a process at most. Default 20,000. */
  waitMsMax?: number;
  /** How long an account waits while another has all processes, before there is one more. Default 50. */
  reserveAfterMs?: number;
  /** How long a job waits at most for its process to start, before its caller is asked to retry. Default 15,000. */
  startMsMax?: number;
  /** The doors a plugin was granted: what its jobs call is opened here. */
  doorsOf(plugin: LoadedPlugin): PluginDoors;
  /** What job processes are kept inside of. Default: what the kernel can enforce. */
  sandbox?: Sandbox;
  /** The folders of the plugins that share processes. */
  trusted(): readonly string[];
  /** What else the jobs of a plugin may read, such as the files of its datasets. */
  readableBy?: (plugin: LoadedPlugin | undefined) => readonly string[];
  /** Where is told what job processes print. */
  log: Log;
  /** Who counts what is thrown in them where nobody waits. Default: it is only logged. */
  late?: LateFailures;
  /** How many jobs a process does before it makes room for a fresh one. Default 500. */
  jobsMax?: number;
  /** How long a process without work is kept. Default 30,000. */
  idleMs?: number;
  /** Where is counted how long jobs waited for a process, by worker group. */
  waits?: Histograms<"group">;
  /** Stops the clock and loads the dice of all jobs, for tests. */
  pinned?: () => FixedWorld;
}

/** What a worker group is doing. The group that all trusted plugins share has no plugin. */
export interface WorkerGroupStats extends QueueStats {
  plugin: string | undefined;
  processes: number;
}

/** Job processes, and the way to have a handler run in one. */
export interface Pool {
  runInJob: RunInJob;
  stats(): WorkerGroupStats[];
  /**
   * Lets the processes end that have loaded these plugins, each when it has done what it took. What
   * still comes for them is done by fresh ones.
   */
  retire(plugins: readonly LoadedPlugin[]): Promise<void>;
  /** The same of plugins that go on, but whose files are elsewhere from now on. */
  renew(plugins: readonly LoadedPlugin[]): Promise<void>;
  /** Lets what was taken finish for so long, then ends it. Nothing is taken any more. */
  close(deadlineMs?: number): Promise<void>;
}

/** How long a job of a retired plugin may take: longer than any may that is served. */
const retireMs = 300_000;

/** One worker group for the hub's own plugins, and one for each that is isolated: they share no memory. */
export function createPool({
  doorsOf,
  pinned,
  jobsMax = 500,
  idleMs = 30_000,
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
  const groupOptions = { ...options, jobsMax, idleMs, startMsMax, log, late };
  const shared = new WorkerGroup({
    ...groupOptions,
    waits: waits.of({ group: "shared" }),
    border: () => ({ sandbox, folders: trusted(), read: readableBy(undefined) }),
  });
  const isolated = new Map<LoadedPlugin, WorkerGroup>();
  const retired = new WeakSet<LoadedPlugin>();
  const ending = new Set<WorkerGroup>();
  const doors = new WeakMap<LoadedPlugin, PluginDoors>();
  let closed = false;

  function groupOf(plugin: LoadedPlugin): WorkerGroup {
    if (!plugin.isolated) return shared;
    const border = () => ({ sandbox, folders: [plugin.dir], read: readableBy(plugin) });
    const own = { border, waits: waits.of({ group: plugin.name }) };
    return getOrMake(isolated, plugin, () => new WorkerGroup({ ...groupOptions, ...own }));
  }

  /** Ends the processes of an isolated plugin when they have done what they took: others take the rest. */
  async function end(plugin: LoadedPlugin): Promise<void> {
    const group = isolated.get(plugin);
    if (!group) return;
    isolated.delete(plugin);
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
        doors: call.doors ?? getOrMake(doors, plugin, () => doorsOf(plugin)),
        pinned: pinned?.(),
      });
      const reply = groupOf(plugin).take(job);
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
      ...[...isolated].map(([{ name }, group]) => ({ plugin: name, ...group.stats() })),
    ],
    async close(deadlineMs = 10_000) {
      closed = true;
      await Promise.all(
        [shared, ...isolated.values(), ...ending].map((group) => group.close(deadlineMs)),
      );
    },
  };
}

function getOrMake<Key extends object, Value>(
  known: Pick<Map<Key, Value>, "get" | "set"> | WeakMap<Key, Value>,
  key: Key,
  make: () => Value,
): Value {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}
