/** A number as it is written in a PDF: a hundred-thousandth of a point is seen by nobody. */
export function short(number: number): number {
  return Math.round(number * 100_000) / 100_000;
}
