/** How many times as many cases a deep check tries. */
const factor = Number(process.env.HUB_CHECK_FACTOR ?? 1);

/**
 * The settings of fast-check for a property: so many cases from the same seed each time, or, in
 * `bun run check deep`, a hundred times as many from a seed that a failure names.
 */
export function cases(count: number): { numRuns: number; seed?: number } {
  return factor === 1 ? { numRuns: count, seed: 1 } : { numRuns: count * factor };
}
