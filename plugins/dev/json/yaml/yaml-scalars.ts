import { decimal } from "../number.ts";
import { Numeral, type Scalar } from "../tree.ts";

/** What a plain scalar means by the core schema (YAML 1.2.2, section 10.3.2). */
export function resolvePlain(text: string): Scalar {
  const word = WORDS.get(text);
  return word !== undefined ? word : (yamlNumber(text) ?? text);
}

/** A number of YAML in the digits of JSON, or undefined where the text is none. */
export function yamlNumber(text: string): Numeral | undefined {
  if (text.length > prefixedMax && PREFIXED.test(text)) return undefined;
  if (/^0x[\da-fA-F]+$/.test(text)) return new Numeral(decimal(text));
  if (/^0o[0-7]+$/.test(text)) return new Numeral(BigInt(text).toString());
  if (INFINITIES.test(text)) return new Numeral(text.startsWith("-") ? "-Infinity" : "Infinity");
  if (text === ".nan" || text === ".NaN" || text === ".NAN") return new Numeral("NaN");
  const match = DECIMAL.exec(text);
  if (!match) return undefined;
  const [, sign = "", whole = "", fraction, power = ""] = match;
  if (whole === "" && !fraction) return undefined;
  const digits = whole.replace(/^0+(?=\d)/, "") || "0";
  const point = fraction === undefined ? "" : `.${fraction || "0"}`;
  return new Numeral(`${sign === "-" ? "-" : ""}${digits}${point}${power}`);
}

/** Turning more digits into decimal ones takes the square of the time. */
const prefixedMax = 4096;
const PREFIXED = /^0[ox]/;
const INFINITIES = /^[-+]?\.(?:inf|Inf|INF)$/;
/** Each character has one way to be read, so this takes linear time. */
const DECIMAL = /^([-+]?)(\d*)(?:\.(\d*))?([eE][-+]?\d+)?$/;

const WORDS: ReadonlyMap<string, Scalar> = new Map<string, Scalar>([
  ...["", "~", "null", "Null", "NULL"].map((word) => [word, null] as const),
  ...["true", "True", "TRUE"].map((word) => [word, true] as const),
  ...["false", "False", "FALSE"].map((word) => [word, false] as const),
]);
