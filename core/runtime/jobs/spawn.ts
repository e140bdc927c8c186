import { writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import type { Log } from "../log/log.ts";
import { logOutputOf } from "../log/stray-output.ts";
import type { Upward } from "./messages.ts";

export type Child = Bun.Subprocess<"ignore", "pipe", "pipe">;

/** Starts the program of a job process, with nothing of the hub's environment. */
export function spawnChild(
  onMessage: (message: Upward) => void,
  onExit: (how: string) => void,
  /** Where what it prints is told, and whose it is. */
  prints: { log: Log; fields: () => Record<string, unknown> },
): Child {
  const child = Bun.spawn(
    [
      process.execPath,
      // A process that spins does not see the hub go.
      "--no-orphans",
      // Bun would read `.env` files into the empty environment, and install what a plugin lacks.
      "--no-env-file",
      "--no-install",
      `${import.meta.dir}/child.ts`,
    ],
    {
      env: {},
      cwd: import.meta.dir,
      stdio: ["ignore", "pipe", "pipe"],
      serialization: "advanced",
      ipc: onMessage,
      onExit: (_, exitCode, signal) => onExit(signal ? `by ${signal}` : `with ${exitCode}`),
    },
  );
  child.unref();
  for (const name of ["stdout", "stderr"] as const) void logOutputOf(child[name], name, prints);
  stepBack(child.pid);
  return child;
}

/** Lets the hub go first where the machine is short of processors or of memory. */
function stepBack(pid: number): void {
  try {
    // A thread inherits it from the one that starts it, so it has to come before there are others.
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
    if (process.platform === "linux") writeFileSync(`/proc/${pid}/oom_score_adj`, "1000");
  } catch {
    // Some sandboxes know neither; the work is done all the same.
  }
}
