/** Formats a number for PDF, rounded to thousandths. */
export function pdfNumber(value: number): string {
  return String(Math.round(value * 1000) / 1000 + 0);
}
