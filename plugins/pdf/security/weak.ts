const bitsMin = 60;

/** Whether a password would be guessed by trying all of its length and kinds of characters. */
export function isWeak(password: string): boolean {
  const signs = Array.from(password);
  const kinds = [
    ["a", "z", 26],
    ["A", "Z", 26],
    ["0", "9", 10],
  ] as const;
  let alphabet = 0;
  for (const [from, to, size] of kinds)
    if (signs.some((sign) => sign >= from && sign <= to)) alphabet += size;
  const isOther = (sign: string) => !kinds.some(([from, to]) => sign >= from && sign <= to);
  if (signs.some(isOther)) alphabet += 33;
  // What comes again adds little: "aaaaaaaaaaaa" is one sign and a count.
  const length = Math.min(signs.length, 2 * new Set(signs).size);
  return length * Math.log2(alphabet || 1) < bitsMin;
}
