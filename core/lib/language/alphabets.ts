import { openTexts } from "../data-file.ts";
import { languageCodes } from "./codes.ts";

/**
 * The letters of languages that share a script. A text with other letters is in another language, possibly
 * an unsupported one.
 */
const readAlphabets = openTexts(new URL("./alphabets.txt", import.meta.url), [
  "Cyrl",
  "Arab",
  "Beng",
  "Deva",
  "Ethi",
  "Hebr",
  "Mymr",
  "Tibt",
]);

/** Languages that are never written in Latin letters. */
const neverLatin: ReadonlySet<string> = new Set(
  (
    "am ar be bg bn bo dv el fa gu he hi hy ja ka kk km kn ko ky lo mk ml mn mr my ne or pa ps ru sd si ta te " +
    "tg th uk ur yi zh"
  ).split(" "),
);
const latin = new Set(Object.keys(languageCodes)).difference(neverLatin);

/** Returns whether the languages of a script can be distinguished by their letters. */
export function hasAlphabets(script: string): boolean {
  return script === "Latn" || findAlphabets(script) !== undefined;
}

function findAlphabets(script: string): Readonly<Record<string, string>> | undefined {
  return new Map(Object.entries(readAlphabets())).get(script);
}

/** The maximum share of letters from other alphabets, for example in names. */
const foreignShareMax = 0.01;

/** Returns the languages of a script whose alphabets match the letters of a text. */
export function byLetters(text: string, script: string): ReadonlySet<string> {
  const known = findAlphabets(script);
  if (!known) return latin;
  const letters = text.match(/\p{L}/gu) ?? [];
  const counts = new Map<string, number>();
  for (const letter of letters) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  const possible = new Set<string>();
  for (const [language, alphabet] of Object.entries(known)) {
    const alphabetPattern = new RegExp(`[${alphabet}]`, "u");
    let foreign = 0;
    for (const [letter, count] of counts) if (!alphabetPattern.test(letter)) foreign += count;
    if (foreign <= letters.length * foreignShareMax) possible.add(language);
  }
  return possible;
}
