import { stripAccents } from "./accents.ts";
import { identifierWords } from "./identifier-words.ts";
import { eachLine } from "./lines.ts";

/** Begins every word with a capital and writes the rest of it small. */
export function titleCase(text: string, locale: string): string {
  let changed = "";
  for (const { segment, isWordLike } of new Intl.Segmenter(locale, {
    granularity: "word",
  }).segment(text))
    changed += isWordLike ? capital(segment, locale) : segment;
  return changed;
}

/**
 * Begins every sentence and line with a capital and writes the rest of it small. A sentence ends
 * with `.`, `!`, `?` or `…` before a blank: Unicode's rules would see no end before a small letter.
 */
export function sentenceCase(text: string, locale: string): string {
  let changed = "";
  let ended = true;
  let begins = true;
  for (const character of text.toLocaleLowerCase(locale)) {
    if (LETTER.test(character)) {
      changed += begins ? capital(character, locale) : character;
      begins = ended = false;
      continue;
    }
    changed += character;
    if (ENDS.includes(character)) ended = true;
    else if (character === "\n" || character === "\r" || (ended && BLANK.test(character)))
      begins = true;
  }
  return changed;
}

/** Makes capitals small and small letters capitals. */
export function swapCase(text: string): string {
  let swapped = "";
  for (const character of text) {
    const upper = character.toUpperCase();
    swapped += upper === character ? character.toLowerCase() : upper;
  }
  return swapped;
}

/** The words of a line as a part of a URL: small, joined by hyphens, Latin letters reduced to ASCII. */
export function slug(line: string): string {
  const spelled = stripAccents(line.normalize("NFKC"))
    .toLowerCase()
    .replace(/[æœßþðı]/g, (letter) => LIGATURES[letter] ?? letter)
    .replace(/['’]/g, "");
  return (spelled.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join("-");
}

/** Names as programs write them, one a line. */
export const identifierStyles = {
  camel: style((words) => words.map((word, index) => (index ? capital(word) : word)).join("")),
  pascal: style((words) => words.map((word) => capital(word)).join("")),
  snake: style((words) => words.join("_")),
  kebab: style((words) => words.join("-")),
  constant: style((words) => words.join("_").toUpperCase()),
  dot: style((words) => words.join(".")),
  path: style((words) => words.join("/")),
} as const;

function style(join: (words: string[]) => string): (text: string) => string {
  return (text) =>
    eachLine(text, (line) => join(identifierWords(line).map((word) => word.toLowerCase())));
}

/** A first letter may become two capitals, `ß` and `ﬁ` do, of which the second is made small. */
function capital(word: string, locale?: string): string {
  const [first = ""] = word;
  const [head = "", ...tail] = first.toLocaleUpperCase(locale);
  return head + (tail.join("") + word.slice(first.length)).toLocaleLowerCase(locale);
}

const LETTER = /[\p{L}\p{N}]/u;
const BLANK = /\s/;
const ENDS = ".!?…";

const LIGATURES: Readonly<Record<string, string>> = {
  æ: "ae",
  œ: "oe",
  ß: "ss",
  þ: "th",
  ð: "d",
  ı: "i",
};
