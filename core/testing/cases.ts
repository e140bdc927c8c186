/** The share of a property's cases that is run. Default: a tenth. */
const share = Number(process.env.UTILHUB_TEST_CASES ?? 0.1);

/** Whether tests run all cases of each property and all combinations of each table. */
export const isFullDepth = share >= 1;

/**
 * Returns the rows of a test table to run: all at full depth, otherwise `count` of them, evenly spread. For
 * long tables of similar rows. If a single row proves something, it has a test of its own.
 */
export function sampleCases<Row>(rows: readonly Row[], count: number): Row[] {
  if (isFullDepth || rows.length <= count) return [...rows];
  return Array.from({ length: count }, (_, index) => {
    const row = rows[Math.floor((index * rows.length) / count)];
    if (row === undefined) throw new RangeError("A table has a hole");
    return row;
  });
}

/** The minimum number of cases of a plain run, unless the property has fewer or sets the number itself. */
const casesMin = 20;

/**
 * Returns the fast-check settings for a property with `count` cases. A plain run uses `reduced` of them: by
 * default a tenth, at least 20. `bun run test --properties` runs all, always from the same seed. `bun run check
 * deep` runs a hundred times as many, from a random seed that a failure reports.
 *
 * Pass `reduced` for expensive cases, such as those that each create a PDF or an image.
 */
export function cases(count: number, reduced?: number): { numRuns: number; seed?: number } {
  if (share > 1) return { numRuns: Math.ceil(count * share) };
  if (isFullDepth) return { numRuns: count, seed: 1 };
  const usual = Math.max(Math.ceil(count * share), casesMin);
  return { numRuns: Math.min(count, reduced ?? usual), seed: 1 };
}
