/** A score, or another figure of an answer, to four decimal places. */
export function roundScore(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
