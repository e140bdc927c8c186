/**
 * Parses a published number with a point or comma, and with spaces or commas between thousands. Returns NaN for
 * anything else, such as "-" or "N/A" for a missing value.
 */
export function parseNumber(text: string): number {
  const compact = text.replaceAll(/[\s\u00a0]/g, "");
  const plain = compact.includes(".") ? compact.replaceAll(",", "") : compact.replace(",", ".");
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}
