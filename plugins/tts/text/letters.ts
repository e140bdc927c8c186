import { openWords } from "hub/data-file";

const lists = openWords(new URL("./letters.txt", import.meta.url), ["scripts", "spaceless"])();

/** The scripts that messages name, by their ISO 15924 codes. */
const scripts = Array.from(lists.scripts, (code) => ({
  code,
  has: new RegExp(`\\p{sc=${code}}`, "u"),
  isAmong: new RegExp(`\\p{scx=${code}}`, "u"),
}));

/** Letters of the scripts without spaces between words. */
export const spaceless = new RegExp(
  `[${Array.from(lists.spaceless, (code) => `\\p{sc=${code}}`).join("")}]`,
  "u",
);

/** A letter, or a mark that is part of one. */
export const letter = /[\p{L}\p{M}]/u;

const codes = new Map<string, string>();

/** Returns the ISO 15924 code of a character's script: `Zyyy` for common characters, `Zzzz` for rare scripts. */
export function getScript(char: string): string {
  let code = codes.get(char);
  if (code === undefined) {
    code = scripts.find(({ has }) => has.test(char))?.code ?? "Zzzz";
    // A letter shared by a few scripts, such as the Japanese long vowel mark.
    if (code === "Zyyy" && letter.test(char))
      code = scripts.find(({ isAmong }) => isAmong.test(char))?.code ?? code;
    // A text has few distinct characters, but over time a process may see all of Unicode.
    if (codes.size > 20_000) codes.clear();
    codes.set(char, code);
  }
  return code;
}

/** Returns the English name of a script: "Han" for `Hani`. */
export function getScriptName(code: string): string {
  if (code === "Zzzz") return "a rare one";
  return new Intl.DisplayNames("en", { type: "script" }).of(code) ?? code;
}

/**
 * Characters whose compatibility form loses meaning or means something else: fractions, superscripts, `…`, `№` and
 * `™`, and the wide East Asian stops and commas, which end a clause without a space.
 */
const keepsForm = [
  /[\u00a0-\u00ff\u2000-\u209f\u2116\u2120\u2122\u2150-\u215f]/,
  /[\p{P}--[\uff05\uff06\uff20]]/v,
];
const digit = /^\p{Nd}$/u;

/**
 * Returns the form of a character that engines know: composed, and with full-width, mathematical, ligated and
 * other compatibility forms replaced by plain letters.
 */
export function toPlainForm(grapheme: string): string {
  return grapheme.normalize(keepsForm.some((form) => form.test(grapheme)) ? "NFC" : "NFKC");
}

/** Returns the value of a decimal digit of any script. Digits have consecutive code points in groups of ten. */
export function getDigitValue(char: string): number | undefined {
  if (!digit.test(char)) return undefined;
  const code = char.codePointAt(0) ?? 0;
  let before = 0;
  while (digit.test(String.fromCodePoint(code - before - 1))) before++;
  return before % 10;
}
