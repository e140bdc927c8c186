import { watchProcessorWait } from "./processor-wait.ts";

/** Most milliseconds that waiting for a processor adds to a time limit, unless the limit is longer. */
const extraMsMax = 60_000;

/** A process that is starved isn't looked at more often than this. */
const checkMsMin = 50;

interface WorkDeadlineOptions {
  /** Id of the process that does the work. */
  pid: number;
  limitMs: number;
  /** Returns for how many milliseconds the work was ready to run and got no processor. */
  readWaitMs?: () => number;
  /** Called once. `isStarved` means that the work was given its extra time, and that ran out, too. */
  onTimeout: (isStarved: boolean) => void;
}

/**
 * Starts a time limit that doesn't count the time for which the work waited for a processor, so that a
 * busy machine doesn't end work that would have finished in time. Returns a function that stops it.
 */
export function startWorkDeadline({
  pid,
  limitMs,
  readWaitMs = watchProcessorWait(pid),
  onTimeout,
}: WorkDeadlineOptions): () => void {
  const startedAt = performance.now();
  const extraMs = Math.max(limitMs, extraMsMax);
  let timer = setTimeout(check, limitMs);

  function check(): void {
    const waitedMs = readWaitMs();
    const leftMs = startedAt + limitMs + Math.min(waitedMs, extraMs) - performance.now();
    if (leftMs <= 0) onTimeout(waitedMs >= extraMs);
    else timer = setTimeout(check, Math.max(leftMs, checkMsMin));
  }

  return () => clearTimeout(timer);
}
