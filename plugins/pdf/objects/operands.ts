/** Numbers as a content stream has them: short, and never with an exponent. */
export function operands(...values: readonly number[]): string {
  return values.map((value) => String(Number(value.toFixed(4)) + 0)).join(" ");
}

/** A colour's operands, of red, green and blue from 0 to 255. */
export function colorOperands(color: readonly [number, number, number]): string {
  return operands(...color.map((channel) => channel / 255));
}

/** Red, green and blue, from 0 to 255, of a colour's hexadecimal digits. */
export function parseRgb(color: string): [red: number, green: number, blue: number] {
  const digits = color.startsWith("#") ? color.slice(1) : color;
  const full = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
  const value = Number.parseInt(full, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** A number as it is written in a PDF: a hundred-thousandth of a point is seen by nobody. */
export function short(number: number): number {
  return Math.round(number * 100_000) / 100_000;
}
