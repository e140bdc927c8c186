/** Writes numbers as operands of a content stream: short, and never with an exponent. */
export function operands(...values: readonly number[]): string {
  return values.map((value) => String(Number(value.toFixed(4)) + 0)).join(" ");
}

/** Writes a colour's operands. `color` has red, green and blue from 0 to 255. */
export function colorOperands(color: readonly [number, number, number]): string {
  return operands(...color.map((channel) => channel / 255));
}

/** Parses a colour's hexadecimal digits into red, green and blue, from 0 to 255. */
export function parseRgb(color: string): [red: number, green: number, blue: number] {
  const digits = color.startsWith("#") ? color.slice(1) : color;
  const full = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
  const value = Number.parseInt(full, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Rounds a number for a PDF: a hundred-thousandth of a point is invisible. */
export function short(number: number): number {
  return Math.round(number * 100_000) / 100_000;
}
