/** Numbers as a content stream has them: short, and never with an exponent. */
export function operands(...values: readonly number[]): string {
  return values.map((value) => String(Number(value.toFixed(4)) + 0)).join(" ");
}

/** A colour's operands, of red, green and blue from 0 to 255. */
export function colorOperands(color: readonly [number, number, number]): string {
  return operands(...color.map((channel) => channel / 255));
}
