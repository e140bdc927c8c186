/** A number as PDF writes it, to a thousandth. */
export function pdfNumber(value: number): string {
  return String(Math.round(value * 1000) / 1000 + 0);
}
