import { asTable } from "hub";
import type { Rgb } from "../../color/rgb.ts";
import { colorModifiers, colorWords, lexicon, type Meaning, phraseMax } from "./lexicon.ts";
import words from "./words.json" with { type: "json" };

/** A word, or a phrase with a meaning of its own. */
export interface Unit extends Pick<Word, "text" | "plain" | "isApart" | "isSentence" | "isQuoted"> {
  /** The text in the singular. */
  key: string;
  isPlural: boolean;
  /** Empty if the engine doesn't know the word. */
  meanings: readonly Meaning[];
  /** The colour that it names. */
  rgb: Rgb | undefined;
  /** The change that it makes to the next colour. */
  modify: ((color: Rgb) => Rgb) | undefined;
}

/** Splits words into the longest phrases with a meaning. */
export function readUnits(words: readonly Word[]): Unit[] {
  const units: Unit[] = [];
  for (let at = 0, word = words[0]; word; word = words[at]) {
    const phrase = findPhrase(words, at);
    units.push(buildUnit(phrase));
    at += phrase.length;
  }
  return units;
}

/** Returns the longest phrase with a meaning that starts at an index. */
function findPhrase(words: readonly Word[], at: number): Word[] {
  let joined = 1;
  // "dark-blue" is "dark blue".
  const isModifier = colorModifiers.has(words[at]?.plain ?? "");
  while (!isModifier && words[at + joined]?.isTied) joined++;
  const longest = words[at]?.isQuoted ? 1 : Math.min(phraseMax, words.length - at);
  for (let length = longest; length > 1; length--) {
    const phrase = words.slice(at, at + length);
    if (phrase.slice(1).some(({ isApart }) => isApart)) continue;
    if (words[at + length]?.isTied) continue;
    if (findMeanings(phrase)) return phrase;
  }
  // "two-storey" and "red-haired" are one word each: they don't mean "two" or "red".
  return words.slice(at, at + joined);
}

function findMeanings(phrase: readonly Word[]): readonly Meaning[] | undefined {
  const start = phrase.slice(0, -1).map(({ plain }) => plain);
  const [last] = phrase.slice(-1);
  if (!last) return undefined;
  const plain = lexicon.get([...start, last.plain].join(" "));
  const lemma = lexicon.get([...start, last.lemma].join(" "));
  // "watches" is a verb or a noun.
  const isVerb =
    plain?.every(({ kind }) => kind === "verb" || kind === "pose") && last.plain !== last.lemma;
  const found = isVerb && lemma ? [...(plain ?? []), ...lemma] : (plain ?? lemma);
  if (found || phrase.length > 1) return found;
  return readNumber(last);
}

function readNumber({ plain }: Word): Meaning[] | undefined {
  if (!/^[1-9]\d{0,2}(?:\d{0,3}|,\d{3})$/.test(plain)) return undefined;
  return [{ kind: "count", count: Number(plain.replace(",", "")), isVague: false }];
}

const leading = new Set(["on", "to", "in", "at", "the", "a"]);

/** Returns the meaningful words of a phrase: "left" of "on the left". */
function getCore(words: readonly Word[]): readonly Word[] {
  const from = words.findIndex(({ plain }) => !leading.has(plain));
  const to = ["of", "a"].includes(words.at(-1)?.plain ?? "") ? -1 : words.length;
  return words.length > 1 && from >= 0 ? words.slice(from, to) : words;
}

function buildUnit(words: readonly Word[]): Unit {
  const [first] = words as readonly [Word, ...Word[]];
  const { isQuoted, isApart, isSentence } = first;
  const core = getCore(words);
  const last = core.at(-1) ?? first;
  const start = core.slice(0, -1).map(({ plain }) => plain);
  const joint = core[1]?.isTied ? "-" : " ";
  const single = !isQuoted && words.length === 1 ? first.plain : "";
  return {
    text: core.map(({ text }) => text).join(joint),
    plain: words.map(({ plain }) => plain).join(" "),
    key: [...start, last.lemma].join(" "),
    // "mars" and "chopsticks" are in the lexicon as they are.
    isPlural:
      last.plain !== last.lemma &&
      !lexicon.get([...start, last.plain].join(" "))?.some(({ kind }) => kind === "noun"),
    isApart,
    isSentence,
    isQuoted,
    meanings: isQuoted ? [] : (findMeanings(words) ?? []),
    rgb: colorWords.get(single),
    modify: colorModifiers.get(single),
  };
}

/** Returns whether a unit has a meaning of one of some kinds. */
export function means(unit: Unit | undefined, ...kinds: readonly Meaning["kind"][]): boolean {
  return unit?.meanings.some(({ kind }) => kinds.includes(kind)) ?? false;
}

/** A word of a prompt, a number or an emoji. */
export interface Word {
  /** The text as written, without the ending of a genitive. */
  text: string;
  /** The text in lower case, without accents and apostrophes. */
  plain: string;
  /** The singular of a plural. */
  lemma: string;
  /** Whether punctuation precedes it. */
  isApart: boolean;
  /** Whether a full stop, a semicolon or a line break precedes it. */
  isSentence: boolean;
  /** Whether a hyphen joins it to the previous word. */
  isTied: boolean;
  /** Whether it is quoted, in a prompt that isn't a quotation itself. */
  isQuoted: boolean;
}

// One expression, because the first alternative that matches decides: "1.5", then words, flags, and emoji.
const token =
  /\p{N}+(?:[.,]\p{N}+)+|[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)?|\p{RI}\p{RI}|\p{ExtPict}(?:[\u{FE0F}\p{EMod}]|\u{200D}\p{ExtPict})*/gu;
const marks = /[,.;:!?()[\]{}|/\n–—…"“”„«»]/;
const quotes = /["“”„«»]/g;

/** Splits a prompt into words. */
export function splitWords(text: string): Word[] {
  const found: Word[] = [];
  let end = 0;
  let marksSeen = 0;
  // A lone mark, as in 12" of snow, doesn't quote.
  let isQuotation = (text.match(quotes)?.length ?? 0) % 2 === 1;
  for (const match of text.matchAll(token)) {
    const between = text.slice(end, match.index);
    end = match.index + match[0].length;
    const written = withoutGenitive(match[0]);
    const plain = written
      .toLowerCase()
      .normalize("NFKD")
      .replaceAll(/[\p{M}'’]/gu, "");
    // A lone accent isn't a word.
    if (plain === "") continue;
    const opening = between.match(quotes)?.length ?? 0;
    // The prompt itself may be quoted: draw “a cat”.
    if (marksSeen === 0 && opening > 0) isQuotation ||= found.length < 3;
    marksSeen += opening;
    found.push({
      text: written,
      plain,
      lemma: getSingular(plain),
      isApart: marks.test(between) || between.includes(" - "),
      isSentence: /[.;:!?\n]/.test(between),
      isTied: found.length > 0 && ["-", "‐", "‑"].includes(between),
      isQuoted: marksSeen % 2 === 1 && !isQuotation,
    });
  }
  return found;
}

/** Removes the ending of a genitive: "cat’s" is one cat. */
function withoutGenitive(text: string): string {
  return /['’]s$/i.test(text) ? text.slice(0, -2) : text;
}

const irregular: Readonly<Record<string, string>> = asTable(words.irregularPlurals);

/** Returns the singular of an English noun, by its ending. */
function getSingular(word: string): string {
  const own = Object.hasOwn(irregular, word) ? irregular[word] : undefined;
  if (own !== undefined) return own;
  if (word.length < 4 || !word.endsWith("s") || word.endsWith("ss") || word.endsWith("us"))
    return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return /(?:ch|sh|x|ss|zz|[tngc]o)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}
