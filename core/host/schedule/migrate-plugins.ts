import type { Log } from "../../platform/log/log.ts";
import type { Records } from "../../platform/store/records.ts";
import { allowedTo } from "../doors/grant.ts";
import { resolveTimeoutMs } from "../handler/handler-input.ts";
import type { RunInJob } from "../jobs/run-in-job.ts";
import type { BrokenPlugin, LoadedPlugin, LoadedTask } from "../plugin/loaded-plugin.ts";
import { computeLeaseMs, describeTaskFailure, runTask } from "./run-task.ts";

export interface MigrateOptions {
  records: Pick<
    Records,
    "acquireLease" | "returnLease" | "pluginMigrations" | "addPluginMigration" | "kvKeys"
  >;
  runInJob: RunInJob;
  /** Identifies this hub among others on the same store. */
  holder: string;
  /** Returns the permission kinds that the operator denies a plugin. */
  denied(plugin: string): readonly string[];
  origin: string;
  clock(): number;
  log: Log;
  sleep?: (ms: number) => Promise<void>;
}

/** Interval of the checks whether another hub has finished. */
const pollMs = 50;

/** Runs all pending migrations. Skips plugins whose migration fails. */
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

/** Runs the pending migrations of one plugin. Returns the reason if the plugin can't be served. */
export async function migratePlugin(
  plugin: LoadedPlugin,
  { records, denied, holder, clock, sleep = Bun.sleep, ...running }: MigrateOptions,
): Promise<string | undefined> {
  const tasks = (plugin.tasks ?? []).filter(({ kind }) => kind === "migration");
  // A plugin without access to its store has no data to migrate.
  if (tasks.length === 0 || !allowedTo(plugin, denied(plugin.name)).kv) return undefined;
  const lease = `migrations/${plugin.name}`;
  try {
    for (;;) {
      const pending = findPending(tasks, await records.pluginMigrations(plugin.name));
      if (typeof pending === "string") return pending;
      const [next] = pending;
      if (!next) return undefined;
      const now = clock();
      // Tasks get no values.
      const expiresAt = now + computeLeaseMs(resolveTimeoutMs(plugin, next.run, {} as never));
      if (!(await records.acquireLease(lease, { holder, now, expiresAt }))) await sleep(pollMs);
      // Another hub may have run it before this one got the lease.
      else if (!(await records.pluginMigrations(plugin.name)).includes(next.name)) {
        const [firstKey] = await records.kvKeys(plugin.name, "", { now, limit: 1 });
        // Without data, no job process is needed, whose start would take time.
        const reason = firstKey === undefined ? undefined : await runOne(next);
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
      return `migrations/${task.name}.ts failed: ${describeTaskFailure(cause)}`;
    }
  }
}

/** Returns the pending migrations, or why the state of the data is unclear. */
function findPending(
  tasks: readonly LoadedTask[],
  completed: readonly string[],
): LoadedTask[] | string {
  const last = completed.at(-1);
  const newest = tasks.at(-1)?.name ?? "";
  if (last !== undefined && last > newest)
    return `its data is from a newer version, whose migration "${last}" has run: reinstall that version`;
  const pending = tasks.filter(({ name }) => !completed.includes(name));
  const [first] = pending;
  if (first && last !== undefined && first.name < last)
    return `migrations/${first.name}.ts comes before "${last}", which has run: use a higher number`;
  return pending;
}
