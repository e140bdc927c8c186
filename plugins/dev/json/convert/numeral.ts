import { type Json, Numeral } from "../tree.ts";

/** Converts a number literal of YAML or TOML, already validated by its parser, to JSON digits. */
export function toNumeral(written: string): Numeral {
  if (/nan$/i.test(written)) return new Numeral("NaN");
  if (/inf$/i.test(written)) return new Numeral(`${written[0] === "-" ? "-" : ""}Infinity`);
  if (/^0[xob]/.test(written)) return new Numeral(BigInt(written).toString());
  return new Numeral(
    written
      .replace(/^\+/, "")
      .replace(/^(-?)0+(?=\d)/, "$1")
      .replace(/^-?(?=\.)/, "$&0")
      .replace(/\.(?!\d)/, ".0"),
  );
}

/** Maximum number of digits of a number in another base. Converting to decimal takes quadratic time. */
export const prefixedDigitsMax = 4096;

/** Returns the number, boolean or null that the text spells in JSON, otherwise the text. */
export function inferValue(text: string): Json {
  if (text === "true" || text === "false") return text === "true";
  if (text === "null") return null;
  return isJsonNumber(text) ? new Numeral(text) : text;
}

/** Each character can match in only one way, so this takes linear time. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function isJsonNumber(text: string): boolean {
  return NUMBER.test(text);
}
