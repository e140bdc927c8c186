import { readdirSync, readFileSync } from "node:fs";
import { residentMb } from "../jobs/memory.ts";

/** The resident memory of all processes of a group, in MB; 0 where the system does not tell. */
export function groupMb(group: number): number {
  if (process.platform !== "linux") return 0;
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && groupOf(name) === group)
    .reduce((sum, pid) => sum + (residentMb(Number(pid)) ?? 0), 0);
}

/** The fifth field of proc_pid_stat(5), behind a name that may hold blanks and brackets. */
function groupOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[2]);
  } catch {
    return undefined;
  }
}
