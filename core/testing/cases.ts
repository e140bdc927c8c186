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

/** The fewest cases that a plain run tries of a property, unless it has fewer or says how many. */
const casesMin = 20;

/**
 * Returns the settings of fast-check for a property of `count` cases. A plain run tries `reduced` of them:
 * by default a tenth, at least 20. `bun run test --properties` tries all, from the same seed each time.
 * `bun run check deep` tries a hundred times as many, from a seed that a failure names.
 *
 * Pass `reduced` for expensive cases, such as those that make a PDF or a picture each.
 */
export function cases(count: number, reduced?: number): { numRuns: number; seed?: number } {
  if (share > 1) return { numRuns: Math.ceil(count * share) };
  if (isFullDepth) return { numRuns: count, seed: 1 };
  const usual = Math.max(Math.ceil(count * share), casesMin);
  return { numRuns: Math.min(count, reduced ?? usual), seed: 1 };
}
