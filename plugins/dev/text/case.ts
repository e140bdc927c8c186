import { asTable } from "hub";
import { stripAccents } from "./accents.ts";
import { eachLine } from "./lines.ts";
import { transliterate } from "./transliterate.ts";

/** Capitalizes every word and lowercases the rest of it. */
export function titleCase(text: string, locale: string): string {
  let result = "";
  for (const { segment, isWordLike } of new Intl.Segmenter(locale, {
    granularity: "word",
  }).segment(text))
    result += isWordLike ? capitalize(segment, locale) : segment;
  return result;
}

/**
 * Capitalizes the first letter of every sentence and line and lowercases the rest. A sentence ends with `.`, `!`, `?`
 * or `…` before whitespace. Unicode's rules would not end one before a lower-case letter.
 */
export function sentenceCase(text: string, locale: string): string {
  let result = "";
  let isAfterSentenceEnd = true;
  let isSentenceStart = true;
  for (const character of text.toLocaleLowerCase(locale)) {
    if (LETTER.test(character)) {
      result += isSentenceStart ? capitalize(character, locale) : character;
      isSentenceStart = isAfterSentenceEnd = false;
      continue;
    }
    result += character;
    if (ENDS.includes(character)) isAfterSentenceEnd = true;
    else if (
      character === "\n" ||
      character === "\r" ||
      (isAfterSentenceEnd && BLANK.test(character))
    )
      isSentenceStart = true;
  }
  return result;
}

/** Swaps upper and lower case. */
export function swapCase(text: string): string {
  let swapped = "";
  for (const character of text) {
    const upper = character.toUpperCase();
    swapped += upper === character ? character.toLowerCase() : upper;
  }
  return swapped;
}

/**
 * Converts a line to a URL slug: lower case, words joined by hyphens. Latin, Greek and Cyrillic letters become ASCII by
 * the rules of the language, and other letters stay.
 */
export function slug(line: string, locale: string): string {
  const lower = line.normalize("NFKC").toLocaleLowerCase(locale);
  const normalized = stripAccents(transliterate(lower, locale))
    .replace(/[æœßþðı]/g, (letter) => LIGATURES[letter] ?? letter)
    .replace(/['’]/g, "");
  return (normalized.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join("-");
}

/** Identifier styles. Each line is converted on its own. */
export const identifierStyles = {
  camel: createStyle((words) =>
    words.map((word, index) => (index ? capitalize(word) : word)).join(""),
  ),
  pascal: createStyle((words) => words.map((word) => capitalize(word)).join("")),
  snake: createStyle((words) => words.join("_")),
  kebab: createStyle((words) => words.join("-")),
  constant: createStyle((words) => words.join("_").toUpperCase()),
  dot: createStyle((words) => words.join(".")),
  path: createStyle((words) => words.join("/")),
} as const;

function createStyle(join: (words: string[]) => string): (text: string) => string {
  return (text) =>
    eachLine(text, (line) => join(splitIdentifier(line).map((word) => word.toLowerCase())));
}

/** Capitalizes a word. The upper case of `ß` or `ﬁ` has two letters: the second is lowercased. */
function capitalize(word: string, locale?: string): string {
  const [first = ""] = word;
  const [head = "", ...tail] = first.toLocaleUpperCase(locale);
  return head + (tail.join("") + word.slice(first.length)).toLocaleLowerCase(locale);
}

const LETTER = /[\p{L}\p{N}]/u;
const BLANK = /\s/;
const ENDS = ".!?…";

const LIGATURES: Readonly<Record<string, string>> = asTable({
  æ: "ae",
  œ: "oe",
  ß: "ss",
  þ: "th",
  ð: "d",
  ı: "i",
});

/**
 * Splits a name or phrase into words. Everything except letters and digits separates words. So does a capital after a
 * lower-case letter or digit, or at the end of a run of capitals: `XMLHttpRequest2Go` has four words.
 */
function splitIdentifier(line: string): string[] {
  const words: string[] = [];
  let word = "";
  let previous: CharacterKind = "gap";
  let capital = "";
  for (const character of line) {
    const kind = classifyCharacter(character);
    if (kind === "apostrophe") continue;
    if (previous === "upper" && kind === "lower" && word !== "") {
      words.push(word);
      word = "";
    }
    word += capital;
    capital = "";
    if (word !== "" && (kind === "gap" || (kind === "upper" && previous !== "upper"))) {
      words.push(word);
      word = "";
    }
    // The next character decides whether a capital starts a new word.
    if (kind === "upper") capital = character;
    else if (kind !== "gap") word += character;
    previous = kind === "mark" ? previous : kind;
  }
  word += capital;
  return word === "" ? words : [...words, word];
}

type CharacterKind = "gap" | "upper" | "lower" | "digit" | "mark" | "apostrophe";

function classifyCharacter(character: string): CharacterKind {
  if (character === "'" || character === "’") return "apostrophe";
  if (/\p{Lu}/u.test(character)) return "upper";
  if (/\p{L}/u.test(character)) return "lower";
  if (/\p{N}/u.test(character)) return "digit";
  return /\p{M}/u.test(character) ? "mark" : "gap";
}
