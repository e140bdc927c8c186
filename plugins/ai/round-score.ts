/** Rounds a score or another figure in a response to four decimal places. */
export function roundScore(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
