import { Numeral } from "../tree.ts";

/** A number of YAML or TOML, which its reader has found to be one, in the digits of JSON. */
export function numeral(written: string): Numeral {
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
