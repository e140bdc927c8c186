import type { Digits } from "./digits.ts";

const upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const lower = upper.toLowerCase();
const decimal = "0123456789";
const letters64 = upper + lower + decimal;

/** RFC 4648, section 4. */
export const base64: Digits = {
  name: "base64",
  letters: `${letters64}+/`,
  padding: "must",
  looseTwins: "-+_/",
};

/** RFC 4648, section 5, whose padding may be left out. */
export const base64url: Digits = {
  name: "base64url",
  letters: `${letters64}-_`,
  padding: "may",
  looseTwins: "+-/_",
};

/** RFC 4648, section 6. */
export const base32: Digits = {
  name: "base32",
  letters: `${upper}234567`,
  padding: "must",
  looseTwins: lowerTwins(upper),
};

/** RFC 4648, section 7. */
export const base32hex: Digits = {
  name: "base32hex",
  letters: `${decimal}ABCDEFGHIJKLMNOPQRSTUV`,
  padding: "must",
  looseTwins: lowerTwins("ABCDEFGHIJKLMNOPQRSTUV"),
};

/** Douglas Crockford's, read as he asks: in either case, with I, L and O for 1 and 0, and hyphens. */
export const crockford: Digits = {
  name: "Crockford base32",
  letters: `${decimal}ABCDEFGHJKMNPQRSTVWXYZ`,
  padding: "none",
  passed: "-",
  twins: `${lowerTwins("ABCDEFGHJKMNPQRSTVWXYZ")}I1i1L1l1O0o0`,
};

/** RFC 4648, section 8, in lower case as most tools write it. */
export const hex: Digits = {
  name: "hexadecimal",
  letters: `${decimal}abcdef`,
  padding: "none",
  twins: "AaBbCcDdEeFf",
};

/** Eight bits a byte. */
export const binary: Digits = { name: "binary", letters: "01", padding: "none", passed: " " };

function lowerTwins(letters: string): string {
  return [...letters].map((letter) => letter.toLowerCase() + letter).join("");
}
