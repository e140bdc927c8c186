import { decimal } from "../number.ts";
import { Numeral } from "../tree.ts";

/** A date or a time of TOML as text, or undefined where the token is none that exists. */
export function tomlDate(token: string): string | undefined {
  const match = DATE.exec(token);
  if (!match) return TIME.test(token) ? token : undefined;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  // Day 0 of the next month is the last of this one.
  const last = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  if (month < 1 || month > 12 || day < 1 || day > last) return undefined;
  return token.replace(" ", "T");
}

const clock = "(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?";
const offset = "(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)";
const DATE = new RegExp(`^(\\d{4})-(\\d\\d)-(\\d\\d)(?:[Tt ]${clock}${offset}?)?$`);
const TIME = new RegExp(`^${clock}$`);

/** A number of TOML in the digits of JSON, or undefined where the token is none. */
export function tomlNumber(token: string): Numeral | undefined {
  const special = SPECIALS.get(token);
  if (special) return new Numeral(special);
  const digits = token.replaceAll("_", "");
  if (DECIMAL.test(token)) return new Numeral(digits.startsWith("+") ? digits.slice(1) : digits);
  if (HEXADECIMAL.test(token) && token.length < prefixedMax) return new Numeral(decimal(digits));
  return PREFIXED.test(token) && token.length < prefixedMax
    ? new Numeral(BigInt(digits).toString())
    : undefined;
}

/** Turning more digits into decimal ones takes the square of the time. */
const prefixedMax = 4096;

// Each of them reads a character in one way only, and so takes linear time.
const DECIMAL = /^[+-]?(?:0|[1-9](?:_?\d)*)(?:\.\d(?:_?\d)*)?(?:[eE][+-]?\d(?:_?\d)*)?$/;
const HEXADECIMAL = /^0x[\da-fA-F](?:_?[\da-fA-F])*$/;
const PREFIXED = /^(?:0o[0-7](?:_?[0-7])*|0b[01](?:_?[01])*)$/;

const SPECIALS: ReadonlyMap<string, string> = new Map([
  ["inf", "Infinity"],
  ["+inf", "Infinity"],
  ["-inf", "-Infinity"],
  ["nan", "NaN"],
  ["+nan", "NaN"],
  ["-nan", "NaN"],
]);
