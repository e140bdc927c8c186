import type { CallDoors } from "../../contract/doors.ts";
import { HubError } from "../../contract/errors.ts";
import type { RunInJob } from "../jobs/run-in-job.ts";
import type { LoadedPlugin, LoadedTask } from "../plugin/loaded-plugin.ts";

/** Time that a job may take in addition to its timeout: the wait for a process, its start and its end. */
const overheadMs = 60_000;

/** Returns the duration of the lease for a task with this timeout. */
export function computeLeaseMs(timeoutMs: number): number {
  return timeoutMs + overheadMs;
}

/** Runs a task in a job process. By default, all tasks of a plugin share one caller. */
export async function runTask(
  { plugin, task }: { plugin: LoadedPlugin; task: LoadedTask },
  {
    runInJob,
    origin,
    by,
  }: { runInJob: RunInJob; origin: string; by?: Pick<CallDoors, "caller" | "signal"> },
): Promise<unknown> {
  const caller = {
    id: `tasks of ${plugin.name}`,
    address: "127.0.0.1",
    userAgent: "",
    referrer: "",
  };
  const { signal } = new AbortController();
  const values = { params: undefined, query: undefined, body: undefined };
  const { body } = await runInJob({ plugin, route: task.run }, values, {
    origin,
    publicAddress: async (path) => origin + path,
    progress() {},
    ...(by ?? { caller, signal }),
  });
  return body;
}

/** Returns a public reason for a failed task, without details that belong in the log. */
export function describeTaskFailure(error: unknown): string {
  return error instanceof HubError ? error.message : "Internal error: see the log of the hub";
}
