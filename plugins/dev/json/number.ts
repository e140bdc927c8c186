/**
 * One spelling for each value: digits without zeros at either end, and a power of ten. Two
 * numbers are equal exactly where these are, whatever a double would make of them.
 */
export function canonicalNumber(raw: string): string {
  if (isSpecial(raw)) return raw.replace("+", "");
  if (raw.includes("x") || raw.includes("X"))
    // A BigInt has no more than a million bits, and its decimal digits take the square of the time.
    return raw.length > hexDigitsMax ? raw : canonicalNumber(decimal(raw));
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
  // An exponent of a million digits is legal and tells nothing: past this it is compared as it is.
  if (power.length > exponentDigitsMax) return `${sign}${digits}e${power}`;
  return `${sign}${digits}e${BigInt(power.replace("+", "")) + BigInt(dropped - fraction.length)}`;
}

const exponentDigitsMax = 100;
const hexDigitsMax = 4096;

/** A hexadecimal number in decimal digits. */
function decimal(raw: string): string {
  const digits = raw.slice(raw.indexOf("x") + raw.indexOf("X") + 2);
  return (raw.startsWith("-") ? "-" : "") + BigInt(`0x${digits}`).toString();
}

/** Whether it is one of the numbers that JSON cannot write: an infinity or NaN. */
export function isSpecial(raw: string): boolean {
  return raw.endsWith("y") || raw.endsWith("N");
}

/** Whether a double holds the number as written. `1e400` and 9007199254740993 do not fit. */
export function isExact(raw: string): boolean {
  // Fifteen digits always fit.
  if (raw.length <= 15 && !raw.includes("e") && !raw.includes("E")) return true;
  return canonicalNumber(raw) === canonicalNumber(String(toNumber(raw)));
}

/** The double nearest to a JSON or JSON5 number. */
export function toNumber(raw: string): number {
  const sign = raw.charCodeAt(0);
  if (sign === 0x2b) return Number(raw.slice(1));
  // `Number("-0x10")` is NaN.
  return sign === 0x2d ? -Number(raw.slice(1)) : Number(raw);
}

/** Below, above or equal to 0 as the first number is below, above or equal to the second. */
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

/** Compares by the place of the first digit, then by the digits. */
function compareSizes(left: string, right: string): number {
  const [a, b] = [parts(left), parts(right)];
  if (a.magnitude !== b.magnitude) return a.magnitude < b.magnitude ? -1 : 1;
  return a.digits < b.digits ? -1 : a.digits > b.digits ? 1 : 0;
}

function parts(canonical: string) {
  const [digits, power] = canonical.replace(/^-/, "").split("e") as [string, string];
  return { digits, magnitude: BigInt(power) + BigInt(digits.length) };
}

/** Whether a number is whole, by its digits: 9007199254740993.5 is not, though its double is. */
export function isWhole(raw: string): boolean {
  const [, power = "0"] = canonicalNumber(raw).split("e");
  return !isSpecial(raw) && BigInt(power) >= 0n;
}

/** Whether a number is a whole number of times another, by their digits: 0.3 of 0.1 is. */
export function isMultiple(raw: string, of: string): boolean {
  const [value, divisor] = [canonicalNumber(raw), canonicalNumber(of)];
  if (value === "0") return true;
  const [digits = "", power = "0"] = value.replace(/^-/, "").split("e");
  const [divisorDigits = "", divisorPower = "0"] = divisor.replace(/^-/, "").split("e");
  const places = BigInt(power) - BigInt(divisorPower);
  // The digits end in no zero, so that no power of ten divides them.
  if (places < 0n) return false;
  const modulus = BigInt(divisorDigits);
  return (BigInt(digits) * computePowerOfTen(places, modulus)) % modulus === 0n;
}

/** 10 to a power, modulo another number, in as many steps as the power has bits. */
function computePowerOfTen(power: bigint, modulus: bigint): bigint {
  let result = 1n;
  let base = 10n % modulus;
  for (let left = power; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * base) % modulus;
    base = (base * base) % modulus;
  }
  return result;
}
