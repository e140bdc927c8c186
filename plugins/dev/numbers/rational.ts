import dev from "../plugin.ts";

/** An exact number. The denominator is positive. */
export interface Rational {
  numerator: bigint;
  denominator: bigint;
}

const decimal = /^([+-]?)(\d{0,100})(?:\.(\d{0,100}))?(?:e([+-]?\d{1,3}))?$/i;

/** Parses a decimal number such as `-1.5e3`. Returns undefined for other texts. */
function parseDecimal(text: string): Rational | undefined {
  const [, sign, whole = "", fraction = "", power = "0"] = decimal.exec(text) ?? [];
  if (sign === undefined || whole + fraction === "") return undefined;
  const numerator = BigInt(whole + fraction) * (sign === "-" ? -1n : 1n);
  const exponent = Number(power) - fraction.length;
  return exponent < 0
    ? { numerator, denominator: 10n ** BigInt(-exponent) }
    : { numerator: numerator * 10n ** BigInt(exponent), denominator: 1n };
}

/** Parses a decimal number, or a fraction of two, such as `22/7`. Throws an error that names the field. */
export function readRational(text: string, at: string): Rational {
  const [over = "", under = "1", ...more] = text.split("/").map((part) => part.trim());
  const [dividend, divisor] = [parseDecimal(over), parseDecimal(under)];
  if (dividend && divisor && divisor.numerator !== 0n && more.length === 0)
    return divide(dividend, divisor);
  throw dev.error(
    "invalid_input",
    `${at} must be a number such as 12, -0.5, 1e6 or 22/7: it is ${JSON.stringify(text)}`,
    { at },
  );
}

export function add(a: Rational, b: Rational): Rational {
  return {
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  };
}

export function multiply(a: Rational, b: Rational): Rational {
  return {
    numerator: a.numerator * b.numerator,
    denominator: a.denominator * b.denominator,
  };
}

/** Divides by a number other than 0. */
export function divide(a: Rational, b: Rational): Rational {
  const sign = b.numerator < 0n ? -1n : 1n;
  return {
    numerator: a.numerator * b.denominator * sign,
    denominator: a.denominator * b.numerator * sign,
  };
}

export function negate({ numerator, denominator }: Rational): Rational {
  return { numerator: -numerator, denominator };
}

/** Writes a number with at most the given number of significant digits, and reports whether that is exact. */
export function formatRational(
  value: Rational,
  digits: number,
): { text: string; isExact: boolean } {
  const { numerator, denominator } = value;
  if (numerator === 0n) return { text: "0", isExact: true };
  const size = numerator < 0n ? -numerator : numerator;
  let power = String(size).length - String(denominator).length;
  if (isBelowPower({ numerator: size, denominator }, power)) power--;
  const shift = digits - 1 - power;
  const dividend = shift > 0 ? size * 10n ** BigInt(shift) : size;
  const divisor = shift < 0 ? denominator * 10n ** BigInt(-shift) : denominator;
  const rounded = (2n * dividend + divisor) / (2n * divisor);
  const text = String(rounded);
  // Rounding can add a digit: 9.99 becomes 10.
  const exponent = power + text.length - digits;
  return {
    text: (numerator < 0n ? "-" : "") + placePoint(trimZeros(text), exponent),
    isExact: dividend % divisor === 0n,
  };
}

function isBelowPower({ numerator, denominator }: Rational, power: number): boolean {
  return power < 0
    ? numerator * 10n ** BigInt(-power) < denominator
    : numerator < denominator * 10n ** BigInt(power);
}

function trimZeros(digits: string): string {
  let end = digits.length;
  while (end > 1 && digits[end - 1] === "0") end--;
  return digits.slice(0, end);
}

/** Writes digits as JavaScript writes numbers. The exponent is the power of ten of the first digit. */
function placePoint(digits: string, exponent: number): string {
  if (exponent < -7 || exponent > 20) {
    const rest = digits.length > 1 ? `.${digits.slice(1)}` : "";
    return `${digits[0]}${rest}e${exponent < 0 ? "" : "+"}${exponent}`;
  }
  if (exponent < 0) return `0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  return digits.length > exponent + 1 ? `${whole}.${digits.slice(exponent + 1)}` : whole;
}
