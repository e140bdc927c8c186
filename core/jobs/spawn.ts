import { writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import type { Upward } from "./messages.ts";

export type Child = Bun.Subprocess<"ignore", "inherit", "inherit">;

/** Starts the program of a job process, with nothing of the hub's environment. */
export function spawnChild(
  onMessage: (message: Upward) => void,
  onExit: (how: string) => void,
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
      stdio: ["ignore", "inherit", "inherit"],
      serialization: "advanced",
      ipc: onMessage,
      onExit: (_, exitCode, signal) => onExit(signal ? `by ${signal}` : `with ${exitCode}`),
    },
  );
  child.unref();
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
