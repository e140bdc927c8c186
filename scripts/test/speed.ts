/** Processor time of the work below on the machine that sets the measure, in ms. */
const referenceMs = 225;

/** A worker that measures; see `measureSlowness`. */
if (import.meta.main) console.log(String(timeFixedWork()));

/**
 * Measures how slow this machine is for as many processes as will run tests: 1 is as fast as the
 * machine that sets the measure, or faster; 10 is the largest answer.
 */
export async function measureSlowness(workers: number): Promise<number> {
  const times = Array.from({ length: workers }, async () => {
    const child = Bun.spawn([process.execPath, import.meta.path], { stderr: "inherit" });
    return Number(await new Response(child.stdout).text());
  });
  return toFactor(Math.max(...(await Promise.all(times))));
}

/** Turns the time of the fixed work, in ms, into a factor between 1 and 10. */
export function toFactor(workMs: number): number {
  if (!Number.isFinite(workMs)) return 10;
  return Math.min(10, Math.max(1, workMs / referenceMs));
}

/** Returns the time, in ms, of work such as tests do: arithmetic, maps, strings and JSON. */
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
