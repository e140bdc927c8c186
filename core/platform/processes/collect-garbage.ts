/** The interval of the checks, in milliseconds. */
export const garbageCheckMs = 1000;
/** Growth of the resident memory after which a collection is worth its time. */
const growthBytes = 16 * 2 ** 20;

interface GarbageCheckOptions {
  /** Returns the resident memory of the process in bytes. */
  readMemory?: () => number;
  /** Starts a complete collection, which mostly runs on other threads. */
  collect?: () => void;
}

/**
 * Returns a function that collects garbage completely if the process has grown since the last collection. The engine's own
 * collections are short, and leave garbage of single calls and pages for good.
 */
export function createGarbageCheck({
  readMemory = process.memoryUsage.rss,
  collect = () => void Bun.gc(false),
}: GarbageCheckOptions = {}): () => void {
  let base = readMemory();
  return () => {
    const memory = readMemory();
    const hasGrown = memory > base + growthBytes;
    if (hasGrown) collect();
    base = hasGrown ? memory : Math.min(base, memory);
  };
}
