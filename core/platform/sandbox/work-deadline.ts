import { watchProcessorWait } from "./processor-wait.ts";

/** The maximum extra time for waiting for a processor, in milliseconds, unless the limit itself is longer. */
const extraMsMax = 60_000;

/** The minimum interval between checks of a starved process. */
const checkMsMin = 50;

interface WorkDeadlineOptions {
  /** The id of the process that does the work. */
  pid: number;
  limitMs: number;
  /** Returns how many milliseconds the work was ready to run but had no processor. */
  readWaitMs?: () => number;
  /** Called once. `isStarved` means that the extra time ran out as well. */
  onTimeout: (isStarved: boolean) => void;
}

/**
 * Starts a time limit that excludes the time waiting for a processor. So a busy machine doesn't end work
 * that would have finished in time. Returns a function that stops it.
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
