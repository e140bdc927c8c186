import dev from "../plugin.ts";
import { decodeFloat, encodeFloat, type FloatFormat, floatFormats } from "./float.ts";
import { formatRational, type Rational, readRational } from "./rational.ts";
import type { widths } from "./request.ts";

interface NumberOptions {
  value: string;
  from?: number | undefined;
  to?: number | undefined;
  bits?: (typeof widths)[number] | undefined;
}

/** More digits than the exact value of any float64 has. */
const exactDigits = 1100;

/** Describes a number in several bases, in two's complement and as floats. */
export function describeNumber({ value, from, to, bits }: NumberOptions) {
  const number = readNumber(value, from);
  const integer =
    number.numerator % number.denominator === 0n
      ? number.numerator / number.denominator
      : undefined;
  const inBase = (base: number) => integer?.toString(base) ?? null;
  const { text, isExact } =
    integer === undefined
      ? formatRational(number, exactDigits)
      : { text: String(integer), isExact: true };
  if (integer === undefined && to !== undefined && to !== 10)
    throw refuse("query.to", "requires an integer: the value has a fraction");
  return {
    decimal: text,
    is_exact: isExact,
    binary: inBase(2),
    octal: inBase(8),
    hexadecimal: inBase(16),
    converted: to === undefined ? null : to === 10 ? text : inBase(to),
    roman: integer === undefined ? null : toRoman(integer),
    fixed_width: bits === undefined ? null : describeWidth(integer, Number(bits)),
    floats: floatFormats.map((format) =>
      describeFloat({ number, isNegative: value.trim().startsWith("-") }, format),
    ),
  };
}

const prefixes: ReadonlyMap<string, number> = new Map([
  ["0x", 16],
  ["0o", 8],
  ["0b", 2],
]);

function readNumber(text: string, base: number | undefined): Rational {
  const digits = text
    .trim()
    .replace(/(?<=[0-9a-z])[_ ](?=[0-9a-z])/gi, "")
    .toLowerCase();
  const sign = /^[+-]/.exec(digits)?.[0] ?? "";
  const bare = digits.slice(sign.length);
  const prefixed = prefixes.get(bare.slice(0, 2));
  // "0b1" is also a number of base 16.
  const isPrefixed = prefixed !== undefined && (base ?? prefixed) === prefixed;
  const effective = base ?? prefixed ?? 10;
  if (effective === 10) return readRational(digits, "query.value");
  const integer = parseInteger(isPrefixed ? bare.slice(2) : bare, effective);
  if (integer === undefined)
    throw refuse(
      "query.value",
      `must be an integer of base ${effective}, with the digits ${listDigits(effective)}: it is ${JSON.stringify(text)}`,
    );
  return { numerator: sign === "-" ? -integer : integer, denominator: 1n };
}

function listDigits(base: number): string {
  const last = (base - 1).toString(36);
  return base <= 10 ? `0 to ${last}` : base === 11 ? "0 to 9 and a" : `0 to 9 and a to ${last}`;
}

function parseInteger(text: string, base: number): bigint | undefined {
  let value = 0n;
  for (const char of text) {
    const digit = /[0-9a-z]/.test(char) ? Number.parseInt(char, 36) : base;
    if (digit >= base) return undefined;
    value = value * BigInt(base) + BigInt(digit);
  }
  return text === "" ? undefined : value;
}

const numerals = [
  ["M", 1000],
  ["CM", 900],
  ["D", 500],
  ["CD", 400],
  ["C", 100],
  ["XC", 90],
  ["L", 50],
  ["XL", 40],
  ["X", 10],
  ["IX", 9],
  ["V", 5],
  ["IV", 4],
  ["I", 1],
] as const;

/** Returns null for numbers that have no Roman numeral. */
function toRoman(integer: bigint): string | null {
  if (integer < 1n || integer > 3999n) return null;
  let rest = Number(integer);
  let text = "";
  for (const [letters, value] of numerals) for (; rest >= value; rest -= value) text += letters;
  return text;
}

/** Describes the bits of an integer in two's complement. */
function describeWidth(integer: bigint | undefined, bits: number) {
  if (integer === undefined)
    throw refuse("query.bits", "requires an integer: the value has a fraction");
  const [min, max] = [-(1n << BigInt(bits - 1)), (1n << BigInt(bits)) - 1n];
  if (integer < min || integer > max)
    throw refuse("query.value", `must be from ${min} to ${max} for ${bits} bits: it is ${integer}`);
  const unsigned = BigInt.asUintN(bits, integer);
  const hexadecimal = unsigned.toString(16).padStart(bits / 4, "0");
  return {
    bits,
    unsigned: String(unsigned),
    signed: String(BigInt.asIntN(bits, unsigned)),
    binary: unsigned.toString(2).padStart(bits, "0"),
    hexadecimal,
    little_endian: Buffer.from(hexadecimal, "hex").reverse().toString("hex"),
    as_floats: floatFormats
      .filter((format) => format.bits === bits)
      .map((format) => ({
        format: format.name,
        value: formatFloat(decodeFloat(unsigned, format)),
      })),
  };
}

function describeFloat(
  { number, isNegative }: { number: Rational; isNegative: boolean },
  format: FloatFormat,
) {
  const isNegativeZero = isNegative && number.numerator === 0n;
  const pattern = isNegativeZero ? 1n << BigInt(format.bits - 1) : encodeFloat(number, format);
  const decoded = decodeFloat(pattern, format);
  return {
    format: format.name,
    hexadecimal: pattern.toString(16).padStart(format.bits / 4, "0"),
    value: formatFloat(decoded),
    is_exact:
      typeof decoded === "string"
        ? isNegativeZero
        : decoded.numerator * number.denominator === number.numerator * decoded.denominator,
  };
}

function formatFloat(decoded: Rational | string): string {
  return typeof decoded === "string" ? decoded : formatRational(decoded, exactDigits).text;
}

function refuse(at: string, problem: string) {
  return dev.error("invalid_input", `${at} ${problem}`, { at });
}
