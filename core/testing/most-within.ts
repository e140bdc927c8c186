/**
 * Returns the maximum number of takes that started and ended within one window. `times` alternates between
 * their start and end times.
 */
export function mostWithin(times: readonly number[], windowMs: number): number {
  const begins = times.filter((_, index) => index % 2 === 0).toSorted((a, b) => a - b);
  const ends = times.filter((_, index) => index % 2 === 1).toSorted((a, b) => a - b);
  let most = 0;
  let endedCount = 0;
  for (const [started, begin] of begins.entries()) {
    while ((ends[endedCount] ?? Number.POSITIVE_INFINITY) < begin + windowMs) endedCount++;
    // Of the takes that ended before the window's end, at most `started` began before its start.
    most = Math.max(most, endedCount - started);
  }
  return most;
}
