/** The most takes that began and ended within one window: of each the time before it and that after. */
export function mostWithin(times: readonly number[], windowMs: number): number {
  const begins = times.filter((_, index) => index % 2 === 0).toSorted((a, b) => a - b);
  const ends = times.filter((_, index) => index % 2 === 1).toSorted((a, b) => a - b);
  let most = 0;
  let ended = 0;
  for (const [started, begin] of begins.entries()) {
    while ((ends[ended] ?? Number.POSITIVE_INFINITY) < begin + windowMs) ended++;
    // Of those that ended before the window's end, at most `started` began before its beginning.
    most = Math.max(most, ended - started);
  }
  return most;
}
