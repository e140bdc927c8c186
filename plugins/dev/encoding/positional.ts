import { expectationFault } from "./bytes.ts";

/** Bitcoin's alphabet, without characters that look alike. */
export const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Digits, upper and lower case, in the order of GMP and KSUID. */
export const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Encodes bytes as one large number. Each leading zero byte becomes a zero digit. */
export function encodePositional(bytes: Uint8Array, letters: string): string {
  const zeros = countLeadingZeros(bytes.length, (at) => bytes[at] === 0);
  if (zeros === bytes.length) return letters.charAt(0).repeat(zeros);
  const value = BigInt(`0x${bytes.toHex()}`);
  const count = Math.ceil(((bytes.length - zeros) * 8) / Math.log2(letters.length)) + 1;
  const digits = writeDigits(value, { count, letters, powers: new Map() });
  const leadingDigits = countLeadingZeros(
    digits.length,
    (at) => digits.charAt(at) === letters.charAt(0),
  );
  return letters.charAt(0).repeat(zeros) + digits.slice(leadingDigits);
}

/** Decodes a number written by `encodePositional`. */
export function decodePositional(
  data: string,
  { strict, letters }: { strict: boolean; letters: string },
): Uint8Array {
  const digits: number[] = [];
  for (let at = 0; at < data.length; at++) {
    const char = data.charAt(at);
    const digit = letters.indexOf(char);
    if (digit >= 0) digits.push(digit);
    else if (strict && char !== "\n" && char !== "\r")
      throw expectationFault(`a digit of base${letters.length}`, data, at);
  }
  const zeros = countLeadingZeros(digits.length, (at) => digits[at] === 0);
  const value = readDigits(digits.slice(zeros), { base: letters.length, powers: new Map() });
  if (value === 0n) return new Uint8Array(zeros);
  const hex = value.toString(16);
  return new Uint8Array([
    ...new Uint8Array(zeros),
    ...Uint8Array.fromHex(hex.length % 2 ? `0${hex}` : hex),
  ]);
}

function countLeadingZeros(length: number, isZero: (at: number) => boolean): number {
  let at = 0;
  while (at < length && isZero(at)) at++;
  return at;
}

/** Number of digits that a double holds exactly: 62^8 is less than 2^53. */
const chunk = 8;

/** Writes a number with a fixed number of digits. Divides and conquers, because long division takes quadratic time. */
function writeDigits(
  value: bigint,
  { count, letters, powers }: { count: number; letters: string; powers: Map<number, bigint> },
): string {
  if (count <= chunk) {
    let text = "";
    for (let rest = Number(value), left = count; left > 0; left--) {
      text = letters.charAt(rest % letters.length) + text;
      rest = Math.floor(rest / letters.length);
    }
    return text;
  }
  const low = count >> 1;
  const divisor = computePower(letters.length, low, powers);
  return (
    writeDigits(value / divisor, { count: count - low, letters, powers }) +
    writeDigits(value % divisor, { count: low, letters, powers })
  );
}

function readDigits(
  digits: readonly number[],
  { base, powers }: { base: number; powers: Map<number, bigint> },
): bigint {
  if (digits.length <= chunk)
    return BigInt(digits.reduce((value, digit) => value * base + digit, 0));
  const low = digits.length >> 1;
  const high = digits.length - low;
  return (
    readDigits(digits.slice(0, high), { base, powers }) * computePower(base, low, powers) +
    readDigits(digits.slice(high), { base, powers })
  );
}

function computePower(base: number, exponent: number, powers: Map<number, bigint>): bigint {
  let value = powers.get(exponent);
  if (value === undefined) {
    value = BigInt(base) ** BigInt(exponent);
    powers.set(exponent, value);
  }
  return value;
}
