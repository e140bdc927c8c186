import type { LateFailures } from "../platform/log/late-failures.ts";
import type { Log } from "../platform/log/log.ts";
import type { Sandbox } from "../platform/sandbox/sandbox.ts";
import { LazyPool } from "./jobs/lazy-pool.ts";
import { ReadableFolders } from "./jobs/readable-folders.ts";
import type { RunInJob } from "./jobs/run-in-job.ts";
import { createModelRunner } from "./jobs/run-models.ts";
import type { OpenDoors } from "./open-doors.ts";

/** The settings of job processes. */
interface JobSettings {
  data: string;
  bundled: string;
  jobs: { size: number; queueMax: number };
}

/** The job processes, and the folders that they may read. */
export interface Jobs {
  pool: LazyPool;
  readable: ReadableFolders;
}

interface SectionsBelow {
  doors: Pick<OpenDoors, "getDoors" | "models">;
  sandbox: Sandbox;
  telemetry: { tracing: { jobs(run: RunInJob): RunInJob } | undefined };
  late: LateFailures;
  log: Log;
}

/** Opens the pool of job processes. None starts before the first job. */
export function openJobs(
  { data, bundled, jobs }: JobSettings,
  { doors: { getDoors, models }, sandbox, telemetry: { tracing }, late, log }: SectionsBelow,
): Jobs {
  const readable = new ReadableFolders(`${data}/datasets`, `${bundled}/datasets`);
  const { trusted, readableBy } = readable;
  const traced = tracing && ((run: RunInJob) => tracing.jobs(run));
  const pool = new LazyPool({
    ...jobs,
    getDoors,
    sandbox,
    trusted,
    readableBy,
    traced,
    log,
    late,
  });
  models.run = createModelRunner(pool.runInJob);
  return { pool, readable };
}
