import type { CallDoors } from "../../contract/doors.ts";
import { HubError } from "../../contract/errors.ts";
import type { RunInJob } from "../jobs/run-in-job.ts";
import type { LoadedPlugin, LoadedTask } from "../plugin/loaded-plugin.ts";

/** What a job may take besides its own time: its wait for a process, the start of one, and its end. */
const aroundMs = 60_000;

/** How long a task that may take so long needs what no other hub may have meanwhile. */
export function leaseMsOf(timeoutMs: number): number {
  return timeoutMs + aroundMs;
}

/** Runs a task in a job process, as one caller that all tasks of its plugin are, unless there is another. */
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
    ...(by ?? { caller, signal }),
  });
  return body;
}

/** Why a task failed, as anybody may read it: what only the log may say is not in it. */
export function failureOf(error: unknown): string {
  return error instanceof HubError ? error.message : "It threw what the hub's log tells";
}
