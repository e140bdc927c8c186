import { readFileSync } from "node:fs";

/** Whether a process is at work: one that has ended is a zombie until whoever adopted it looks. On Linux. */
export function isRunning(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z");
  } catch {
    return false;
  }
}
