import { openTexts } from "hub/data-file";

const texts = openTexts(new URL("./units.txt", import.meta.url), ["words", "codes"])();

const codes = new Set(
  Object.entries(texts.codes).flatMap(([begin, ends]) => [...ends].map((end) => begin + end)),
);

/** All unit codes. */
export const unitCodes: ReadonlySet<string> = codes;

/**
 * Common words for units by code of UN/ECE Recommendation 20 or 21 (X and a package), in the document languages, in
 * the order en de fr es it pt nl pl tr el ru ar he zh ja ko.
 */
const words = texts.words;

const codeByWord = new Map(
  Object.entries(words).flatMap(([code, list]) =>
    list.split(/,? /).map((word) => [word, code] as const),
  ),
);

/** Codes for a cigarette and for kilograms per second. Users who write them mean the words. */
const ambiguousCodes = new Set(["STK", "KGS"]);

/**
 * Returns the code of a unit: the given code, that of a known word, or C62, "one", without a unit. Returns undefined
 * for an unknown word, because C62 would be a guess.
 */
export function unitCode(unit: string | undefined): string | undefined {
  if (unit === undefined) return "C62";
  if (isUnitCode(unit) && !ambiguousCodes.has(unit)) return unit;
  const word = unit.normalize("NFC").toLowerCase().replace(/[.\s]/g, "");
  // Removes plural suffixes in parentheses: "hour(s)" and "Stunde(n)".
  const end = word.endsWith(")") ? word.lastIndexOf("(") : -1;
  return codeByWord.get(end < 0 ? word : word.slice(0, end));
}

/** Returns the first word for a unit code. Returns other codes unchanged, and an empty text for pieces (C62). */
export function unitName(code: string): string {
  if (code === "C62") return "";
  return words[code]?.split(/,? /)[0] ?? code;
}

/** All known words with their codes. */
export const unitWords: ReadonlyMap<string, string> = codeByWord;

/** Returns whether a text is a unit code in upper case. */
export function isUnitCode(text: string): boolean {
  return codes.has(text);
}
