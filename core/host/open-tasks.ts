import type { Log } from "../platform/log/log.ts";
import type { Store } from "../platform/store/open-store.ts";
import type { Jobs } from "./open-jobs.ts";
import type { MigrateOptions } from "./schedule/migrate-plugins.ts";
import { Schedule } from "./schedule/schedule.ts";

/** The settings of scheduled work and migrations. */
interface TaskSettings {
  baseUrl: string | undefined;
  port: number;
  denied: Readonly<Record<string, readonly string[]>>;
}

/** The scheduled tasks of plugins, and the options of their migrations. */
export interface Tasks {
  schedule: Schedule;
  migrating: MigrateOptions;
}

interface SectionsBelow {
  store: Pick<Store, "records" | "holder">;
  accounts: { now(): number };
  jobs: Pick<Jobs, "pool">;
  log: Log;
}

/** Creates the schedule and the options of migrations. Nothing runs yet. */
export function openTasks(
  { baseUrl, port, denied }: TaskSettings,
  { store: { records, holder }, accounts, jobs, log }: SectionsBelow,
): Tasks {
  const migrating: MigrateOptions = {
    records,
    holder,
    runInJob: jobs.pool.runInJob,
    origin: baseUrl ?? `http://localhost:${port}`,
    denied: (plugin) => denied[plugin] ?? [],
    clock: accounts.now,
    log,
  };
  const schedule = new Schedule({ ...migrating, records });
  return { schedule, migrating };
}
