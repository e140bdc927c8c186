import { stripAccents } from "./accents.ts";
import { eachLine } from "./lines.ts";

/** Begins every word with a capital and writes the rest of it small. */
export function titleCase(text: string, locale: string): string {
  let changed = "";
  for (const { segment, isWordLike } of new Intl.Segmenter(locale, {
    granularity: "word",
  }).segment(text))
    changed += isWordLike ? capitalize(segment, locale) : segment;
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
      changed += begins ? capitalize(character, locale) : character;
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
  camel: style((words) => words.map((word, index) => (index ? capitalize(word) : word)).join("")),
  pascal: style((words) => words.map((word) => capitalize(word)).join("")),
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
function capitalize(word: string, locale?: string): string {
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

/**
 * The words of a name or a phrase: parted by anything but letters and digits, and where a capital
 * follows a small letter or digit, or ends a row of capitals (`XMLHttpRequest2Go` has four).
 */
function identifierWords(line: string): string[] {
  const words: string[] = [];
  let word = "";
  let before: Kind = "gap";
  let capital = "";
  for (const character of line) {
    const kind = classifyCharacter(character);
    if (kind === "apostrophe") continue;
    if (before === "upper" && kind === "lower" && word !== "") {
      words.push(word);
      word = "";
    }
    word += capital;
    capital = "";
    if (word !== "" && (kind === "gap" || (kind === "upper" && before !== "upper"))) {
      words.push(word);
      word = "";
    }
    // A capital is held back until it is known whether it begins the next word.
    if (kind === "upper") capital = character;
    else if (kind !== "gap") word += character;
    before = kind === "mark" ? before : kind;
  }
  word += capital;
  return word === "" ? words : [...words, word];
}

type Kind = "gap" | "upper" | "lower" | "digit" | "mark" | "apostrophe";

function classifyCharacter(character: string): Kind {
  if (character === "'" || character === "’") return "apostrophe";
  if (/\p{Lu}/u.test(character)) return "upper";
  if (/\p{L}/u.test(character)) return "lower";
  if (/\p{N}/u.test(character)) return "digit";
  return /\p{M}/u.test(character) ? "mark" : "gap";
}
