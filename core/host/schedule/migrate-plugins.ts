import type { Log } from "../../platform/log/log.ts";
import type { Records } from "../../platform/store/records.ts";
import { allowedTo } from "../doors/grant.ts";
import { timeoutMsOf } from "../handler/handler-input.ts";
import type { RunInJob } from "../jobs/run-in-job.ts";
import type { BrokenPlugin, LoadedPlugin, LoadedTask } from "../plugin/loaded-plugin.ts";
import { failureOf, leaseMsOf, runTask } from "./run-task.ts";

export interface MigrateOptions {
  records: Pick<
    Records,
    "takeLease" | "returnLease" | "pluginMigrations" | "addPluginMigration" | "kvKeys"
  >;
  runInJob: RunInJob;
  /** What tells this hub from others of its store. */
  holder: string;
  /** The permission kinds that the operator denies a plugin. */
  denied(plugin: string): readonly string[];
  origin: string;
  clock(): number;
  log: Log;
  sleep?: (ms: number) => Promise<void>;
}

/** How often is looked whether another hub has finished. */
const lookMs = 50;

/** Runs the migrations of all plugins that have not run yet. One that fails leaves its plugin out. */
export async function migratePlugins(
  plugins: readonly LoadedPlugin[],
  options: MigrateOptions,
): Promise<{ plugins: LoadedPlugin[]; broken: BrokenPlugin[] }> {
  const outcomes = await Promise.all(
    plugins.map(async (plugin) => ({ plugin, reason: await migratePlugin(plugin, options) })),
  );
  return {
    plugins: outcomes.filter(({ reason }) => reason === undefined).map(({ plugin }) => plugin),
    broken: outcomes.flatMap(({ plugin: { name, dir }, reason }) =>
      reason === undefined ? [] : { name, dir, reason: `Cannot load plugin "${name}": ${reason}` },
    ),
  };
}

/** Runs those of one plugin that keeps something, and answers why it cannot serve. */
export async function migratePlugin(
  plugin: LoadedPlugin,
  { records, denied, holder, clock, sleep = Bun.sleep, ...running }: MigrateOptions,
): Promise<string | undefined> {
  const tasks = (plugin.tasks ?? []).filter(({ kind }) => kind === "migration");
  // Without its store it keeps nothing: there is nothing to bring up to date.
  if (tasks.length === 0 || !allowedTo(plugin, denied(plugin.name)).kv) return undefined;
  const lease = `migrations/${plugin.name}`;
  try {
    for (;;) {
      const pending = pendingOf(tasks, await records.pluginMigrations(plugin.name));
      if (typeof pending === "string") return pending;
      const [next] = pending;
      if (!next) return undefined;
      const now = clock();
      // A task is given no values.
      const expiresAt = now + leaseMsOf(timeoutMsOf(plugin, next.run, {} as never));
      if (!(await records.takeLease(lease, { holder, now, expiresAt }))) await sleep(lookMs);
      // Another hub may have run it between the look and the lease.
      else if (!(await records.pluginMigrations(plugin.name)).includes(next.name)) {
        const [kept] = await records.kvKeys(plugin.name, "", { now, limit: 1 });
        // What is not there needs no job process, for which a first start would wait.
        const reason = kept === undefined ? undefined : await runOne(next);
        if (reason !== undefined) return reason;
        await records.addPluginMigration(plugin.name, next.name, clock());
      }
    }
  } finally {
    await records.returnLease(lease, holder);
  }

  async function runOne(task: LoadedTask): Promise<string | undefined> {
    const { log } = running;
    try {
      await runTask({ plugin, task }, running);
      log.info("Migration completed", { plugin: plugin.name, migration: task.name });
      return undefined;
    } catch (cause) {
      log.error("Migration failed", { plugin: plugin.name, migration: task.name, cause });
      return `migrations/${task.name}.ts failed: ${failureOf(cause)}`;
    }
  }
}

/** The migrations that are still to run, or why there is no telling what state the data is in. */
function pendingOf(tasks: readonly LoadedTask[], ran: readonly string[]): LoadedTask[] | string {
  const last = ran.at(-1);
  const newest = tasks.at(-1)?.name ?? "";
  if (last !== undefined && last > newest)
    return `what it keeps is of a newer version, whose migration "${last}" has run: put that version back`;
  const pending = tasks.filter(({ name }) => !ran.includes(name));
  const [first] = pending;
  if (first && last !== undefined && first.name < last)
    return `migrations/${first.name}.ts comes before "${last}", which has run: give it a higher number`;
  return pending;
}
