/** The share of its cases that a property tries. Default: a tenth. */
const share = Number(process.env.UTILHUB_TEST_CASES ?? 0.1);

/** Whether tests try all that they can: every case of a property, every combination of a table. */
export const isFullDepth = share >= 1;

/**
 * Returns the rows of a table of tests to try: all at full depth, otherwise `count` of them, evenly spread.
 * For long tables whose rows are alike; what only one row proves has a test of its own.
 */
export function sampleCases<Row>(rows: readonly Row[], count: number): Row[] {
  if (isFullDepth || rows.length <= count) return [...rows];
  return Array.from({ length: count }, (_, index) => {
    const row = rows[Math.floor((index * rows.length) / count)];
    if (row === undefined) throw new RangeError("A table has a hole");
    return row;
  });
}

/** The fewest cases that a reduced property tries, unless it has fewer. */
const casesMin = 20;

/**
 * Returns the settings of fast-check for a property of `count` cases. A plain run tries a tenth of them,
 * at least 20, and `bun run test --properties` all: from the same seed each time. `bun run check deep`
 * tries a hundred times as many, from a seed that a failure names.
 */
export function cases(count: number): { numRuns: number; seed?: number } {
  if (share > 1) return { numRuns: Math.ceil(count * share) };
  const reduced = Math.max(Math.ceil(count * share), Math.min(count, casesMin));
  return { numRuns: reduced, seed: 1 };
}
