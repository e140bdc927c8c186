/** Processor time of `timeFixedWork` on the reference machine, in milliseconds. */
const referenceMs = 225;

/** Runs as a measuring worker of `measureSlowness`. */
if (import.meta.main) console.log(String(timeFixedWork()));

/**
 * Measures the machine's slowness with one process per test worker. 1 is as fast as the reference machine or faster; 10
 * is the maximum.
 */
export async function measureSlowness(workers: number): Promise<number> {
  const times = Array.from({ length: workers }, async () => {
    const child = Bun.spawn([process.execPath, import.meta.path], { stderr: "inherit" });
    return Number(await new Response(child.stdout).text());
  });
  return toFactor(Math.max(...(await Promise.all(times))));
}

/** Converts the time of the fixed work, in milliseconds, to a factor between 1 and 10. */
export function toFactor(workMs: number): number {
  if (!Number.isFinite(workMs)) return 10;
  return Math.min(10, Math.max(1, workMs / referenceMs));
}

/** Returns the time of fixed work that resembles tests, in milliseconds: arithmetic, maps, strings and JSON. */
function timeFixedWork(): number {
  const start = performance.now();
  const counts = new Map<string, number>();
  for (let index = 0, hash = 0; index < 1_600_000; index++) {
    hash = Math.imul(hash ^ index, 0x01000193);
    const key = `key${hash & 1023}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  for (let index = 0; index < 800; index++) JSON.parse(JSON.stringify([...counts]));
  return performance.now() - start;
}
