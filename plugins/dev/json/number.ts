/**
 * Returns one spelling per value: digits without leading and trailing zeros, and a power of ten. Two numbers are
 * equal if and only if their spellings are, regardless of double precision.
 */
export function canonicalNumber(raw: string): string {
  if (isSpecial(raw)) return raw.replace("+", "");
  if (raw.includes("x") || raw.includes("X"))
    // A BigInt has at most a million bits, and converting it to decimal takes quadratic time.
    return raw.length > hexDigitsMax ? raw : canonicalNumber(toDecimal(raw));
  const e = Math.max(raw.indexOf("e"), raw.indexOf("E"));
  const mantissa = e < 0 ? raw : raw.slice(0, e);
  const sign = mantissa.startsWith("-") ? "-" : "";
  const dot = mantissa.indexOf(".");
  const whole = mantissa.slice(
    raw.startsWith("-") || raw.startsWith("+") ? 1 : 0,
    dot < 0 ? undefined : dot,
  );
  const fraction = dot < 0 ? "" : mantissa.slice(dot + 1);
  let digits = whole + fraction;
  let from = 0;
  while (digits.charCodeAt(from) === 0x30) from++;
  let to = digits.length;
  while (to > from && digits.charCodeAt(to - 1) === 0x30) to--;
  const dropped = digits.length - to;
  digits = digits.slice(from, to);
  if (digits === "") return "0";
  const power = e < 0 ? "0" : raw.slice(e + 1);
  // An exponent of a million digits is legal but useless: above the limit it is compared as written.
  if (power.length > exponentDigitsMax) return `${sign}${digits}e${power}`;
  return `${sign}${digits}e${BigInt(power.replace("+", "")) + BigInt(dropped - fraction.length)}`;
}

const exponentDigitsMax = 100;
const hexDigitsMax = 4096;

/** Writes a JSON5 number as a JSON number with the same digits. Infinity and NaN have none. */
export function toJsonNumber(raw: string): string {
  if (raw.includes("x") || raw.includes("X")) return toDecimal(raw);
  return raw
    .replace(/^\+/, "")
    .replace(/^(-?)(?=\.)/, "$10")
    .replace(/\.(?!\d)/, "");
}

/** Converts a hexadecimal number to decimal digits. */
function toDecimal(raw: string): string {
  const digits = raw.slice(raw.indexOf("x") + raw.indexOf("X") + 2);
  return (raw.startsWith("-") ? "-" : "") + BigInt(`0x${digits}`).toString();
}

/** Returns whether the number is Infinity, -Infinity or NaN, which JSON cannot represent. */
export function isSpecial(raw: string): boolean {
  return raw.endsWith("y") || raw.endsWith("N");
}

/** Returns whether a double represents the number exactly. `1e400` and 9007199254740993 do not fit. */
export function isExact(raw: string): boolean {
  // Fifteen digits always fit.
  if (raw.length <= 15 && !raw.includes("e") && !raw.includes("E")) return true;
  return canonicalNumber(raw) === canonicalNumber(String(toNumber(raw)));
}

/** Returns the double nearest to a JSON or JSON5 number. */
export function toNumber(raw: string): number {
  const sign = raw.charCodeAt(0);
  if (sign === 0x2b) return Number(raw.slice(1));
  // `Number("-0x10")` is NaN.
  return sign === 0x2d ? -Number(raw.slice(1)) : Number(raw);
}

/** Compares two numbers by their digits. The result is negative, positive or 0 as for `sort`. */
export function compareNumbers(a: string, b: string): number {
  if (isExact(a) && isExact(b)) return toNumber(a) - toNumber(b);
  const [left, right] = [canonicalNumber(a), canonicalNumber(b)];
  const sign = getSign(left);
  if (sign !== getSign(right)) return sign - getSign(right);
  return sign * compareSizes(left, right);
}

function getSign(canonical: string): -1 | 0 | 1 {
  return canonical === "0" ? 0 : canonical.startsWith("-") ? -1 : 1;
}

/** Compares magnitudes first, then digits. */
function compareSizes(left: string, right: string): number {
  const [a, b] = [splitNumber(left), splitNumber(right)];
  if (a.magnitude !== b.magnitude) return a.magnitude < b.magnitude ? -1 : 1;
  return a.digits < b.digits ? -1 : a.digits > b.digits ? 1 : 0;
}

function splitNumber(canonical: string) {
  const [digits, power] = canonical.replace(/^-/, "").split("e") as [string, string];
  return { digits, magnitude: BigInt(power) + BigInt(digits.length) };
}

/** Returns whether a number is an integer, by its digits: 9007199254740993.5 isn't, although its double is. */
export function isWhole(raw: string): boolean {
  const [, power = "0"] = canonicalNumber(raw).split("e");
  return !isSpecial(raw) && BigInt(power) >= 0n;
}

/** Returns whether a number is an integer multiple of another, by their digits: 0.3 is a multiple of 0.1. */
export function isMultiple(raw: string, of: string): boolean {
  const [value, divisor] = [canonicalNumber(raw), canonicalNumber(of)];
  if (value === "0") return true;
  const [digits = "", power = "0"] = value.replace(/^-/, "").split("e");
  const [divisorDigits = "", divisorPower = "0"] = divisor.replace(/^-/, "").split("e");
  const places = BigInt(power) - BigInt(divisorPower);
  // The digits don't end in zero, so no power of ten divides them.
  if (places < 0n) return false;
  const modulus = BigInt(divisorDigits);
  return (BigInt(digits) * computePowerOfTen(places, modulus)) % modulus === 0n;
}

/** Computes 10 to a power modulo another number, in as many steps as the power has bits. */
function computePowerOfTen(power: bigint, modulus: bigint): bigint {
  let result = 1n;
  let base = 10n % modulus;
  for (let left = power; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * base) % modulus;
    base = (base * base) % modulus;
  }
  return result;
}
