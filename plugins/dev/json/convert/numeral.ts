import { type Json, Numeral } from "../tree.ts";

/** A number of YAML or TOML, which its reader has found to be one, in the digits of JSON. */
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

/** Turning more digits of another base into decimal ones takes the square of the time. */
export const prefixedDigitsMax = 4096;

/** The value a text spells in JSON, where it spells a number, true, false or null. */
export function inferValue(text: string): Json {
  if (text === "true" || text === "false") return text === "true";
  if (text === "null") return null;
  return isJsonNumber(text) ? new Numeral(text) : text;
}

/** Each character has one way to be read, so this takes linear time. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function isJsonNumber(text: string): boolean {
  return NUMBER.test(text);
}
