import { readdirSync, readFileSync } from "node:fs";

/**
 * Starts to measure how long a process is ready to run but waits for a processor. Returns a function that
 * returns the milliseconds since the start, for the thread that waited longest. They are 0 if the kernel
 * doesn't report them.
 */
export function watchProcessorWait(pid: number): () => number {
  const before = readWaits(pid);
  return () => {
    const waits = [...readWaits(pid)].map(([thread, ms]) => ms - (before.get(thread) ?? 0));
    return Math.max(0, ...waits);
  };
}

/**
 * Returns the milliseconds that each thread has waited for a processor: the second field of Linux's
 * schedstat.
 */
function readWaits(pid: number): Map<string, number> {
  const waits = new Map<string, number>();
  for (const thread of listThreads(pid)) {
    try {
      const [, waited = ""] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "latin1").split(
        " ",
      );
      waits.set(thread, Number(waited) / 1e6);
    } catch {
      // The thread has ended, or the kernel has no such statistics.
    }
  }
  return waits;
}

/** Returns the ids of a process's threads. Empty if it has ended, and on systems other than Linux. */
export function listThreads(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}
