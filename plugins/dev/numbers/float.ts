import type { Rational } from "./rational.ts";

/** A binary format of IEEE 754, or bfloat16. */
export interface FloatFormat {
  name: string;
  bits: number;
  /** Stored bits of the significand. */
  fractionBits: number;
}

export const floatFormats: readonly FloatFormat[] = [
  { name: "float16", bits: 16, fractionBits: 10 },
  { name: "bfloat16", bits: 16, fractionBits: 7 },
  { name: "float32", bits: 32, fractionBits: 23 },
  { name: "float64", bits: 64, fractionBits: 52 },
];

/** Greatest exponent of a finite number. */
function getMaxExponent({ bits, fractionBits }: FloatFormat): number {
  return 2 ** (bits - fractionBits - 2) - 1;
}

/** Encodes a number as the nearest float, and a half as the even one: IEEE 754, section 4.3.1. */
export function encodeFloat({ numerator, denominator }: Rational, format: FloatFormat): bigint {
  const { bits, fractionBits } = format;
  const sign = numerator < 0n ? 1n << BigInt(bits - 1) : 0n;
  const size = numerator < 0n ? -numerator : numerator;
  const maxExponent = getMaxExponent(format);
  const exponent = Math.max(findExponent(size, denominator), 1 - maxExponent);
  const significand = roundQuotient(size, denominator, fractionBits - exponent);
  // Subnormal numbers have the biased exponent 0. A carry of the significand raises the exponent.
  const biased = BigInt(exponent + maxExponent - 1) << BigInt(fractionBits);
  const infinity = BigInt(2 * maxExponent + 1) << BigInt(fractionBits);
  const magnitude = size === 0n ? 0n : biased + significand;
  return sign | (magnitude < infinity ? magnitude : infinity);
}

/** Returns the power of two of the first binary digit. */
function findExponent(numerator: bigint, denominator: bigint): number {
  const guess = numerator.toString(2).length - denominator.toString(2).length;
  const isBelow =
    guess < 0
      ? numerator << BigInt(-guess) < denominator
      : numerator < denominator << BigInt(guess);
  return isBelow ? guess - 1 : guess;
}

/** Divides after a shift to the left, and rounds to even. */
function roundQuotient(numerator: bigint, denominator: bigint, shift: number): bigint {
  const dividend = shift > 0 ? numerator << BigInt(shift) : numerator;
  const divisor = shift < 0 ? denominator << BigInt(-shift) : denominator;
  const quotient = dividend / divisor;
  const twice = 2n * (dividend % divisor);
  const isUp = twice > divisor || (twice === divisor && (quotient & 1n) === 1n);
  return isUp ? quotient + 1n : quotient;
}

/** Decodes the bits of a float. Infinities and NaN are texts. */
export function decodeFloat(pattern: bigint, format: FloatFormat): Rational | string {
  const { bits, fractionBits } = format;
  const maxExponent = getMaxExponent(format);
  const sign = pattern >> BigInt(bits - 1) === 1n ? -1n : 1n;
  const fraction = pattern & ((1n << BigInt(fractionBits)) - 1n);
  const biased = Number((pattern >> BigInt(fractionBits)) & BigInt(2 * maxExponent + 1));
  if (biased === 2 * maxExponent + 1)
    return fraction !== 0n ? "NaN" : sign < 0n ? "-Infinity" : "Infinity";
  const significand = biased === 0 ? fraction : fraction | (1n << BigInt(fractionBits));
  const exponent = Math.max(biased, 1) - maxExponent - fractionBits;
  if (significand === 0n && sign < 0n) return "-0";
  return exponent < 0
    ? { numerator: sign * significand, denominator: 1n << BigInt(-exponent) }
    : { numerator: sign * (significand << BigInt(exponent)), denominator: 1n };
}
