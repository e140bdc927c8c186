import { openTexts } from "../data-file.ts";
import { latinLanguages } from "./codes.ts";

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
  if (!known) return latinLanguages;
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
