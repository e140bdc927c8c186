import { readFileSync } from "node:fs";

/**
 * Returns whether a process is running. An exited process stays a zombie until its parent collects it.
 * Linux only.
 */
export function isRunning(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z");
  } catch {
    return false;
  }
}
