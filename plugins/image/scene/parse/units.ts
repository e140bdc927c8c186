import type { Rgb } from "../rgb.ts";
import { colorModifiers, colorWords } from "./color-words.ts";
import { lexicon, type Meaning, phraseMax, tintWords } from "./lexicon.ts";
import type { Word } from "./words.ts";

/** A word, or a phrase that means something as a whole. */
export interface Unit {
  /** As it is written. */
  text: string;
  /** In lower case, without accents. */
  plain: string;
  /** The same for the singular and the plural. */
  key: string;
  isPlural: boolean;
  /** Whether a comma or the like stands before it. */
  isApart: boolean;
  /** Undefined where the engine knows no meaning. */
  meanings: readonly Meaning[] | undefined;
  /** What colour it is the name of. */
  rgb: Rgb | undefined;
  /** What it makes of the colour behind it. */
  modify: ((color: Rgb) => Rgb) | undefined;
  isNegation: boolean;
}

const textMax = 60;
const negations = new Set([
  "no",
  "without",
  "not",
  "never",
  "minus",
  "except",
  "excluding",
  "avoid",
  "neither",
  "zero",
  "dont",
  "isnt",
  "arent",
  "doesnt",
  "wont",
  "0",
]);
/** After these, what stands in quotation marks is to be read and not to be seen. */
const speech = new Set([
  "says",
  "saying",
  "say",
  "reads",
  "reading",
  "read",
  "written",
  "words",
  "word",
  "text",
  "titled",
  "title",
  "called",
  "named",
  "name",
  "labelled",
  "labeled",
  "caption",
]);

/** The words of a prompt as the longest phrases that mean something. */
export function unitsOf(words: readonly Word[]): Unit[] {
  const units: Unit[] = [];
  let spoken: number | undefined;
  for (let at = 0, word = words[0]; word; word = words[at]) {
    const { quote } = word;
    if (quote !== undefined && quote !== words[at - 1]?.quote)
      spoken = speech.has(words[at - 1]?.plain ?? "") ? quote : undefined;
    const isSpoken = quote !== undefined && quote === spoken;
    const unit = isSpoken ? [word] : phraseAt(words, at);
    units.push(unitOf(unit, !isSpoken));
    at += unit.length;
  }
  return units;
}

/** The longest phrase from here that means something. */
function phraseAt(words: readonly Word[], at: number): Word[] {
  let tied = 1;
  while (words[at + tied]?.isTied) tied++;
  const chain = words.slice(at, at + tied);
  // "two-storey" and "red-haired" are one word each: neither two nor red is what they go with.
  const isOne = tied > 1 && !chain.every(isPlainWord);
  for (let length = Math.min(phraseMax, words.length - at); length > 1; length--) {
    const phrase = words.slice(at, at + length);
    if (phrase.slice(1).some(({ isApart }) => isApart)) continue;
    if (words[at + length]?.isTied) continue;
    if (meaningsOf(phrase)) return phrase;
  }
  return isOne ? chain : words.slice(at, at + 1);
}

/** Whether a part of a word with hyphens means the same outside of it. */
function isPlainWord({ plain, lemma }: Word): boolean {
  if (colorWords.has(plain) || colorModifiers.has(plain) || tintWords.has(plain)) return true;
  const meanings = lexicon.get(plain) ?? lexicon.get(lemma);
  return meanings?.every(({ kind }) => kind !== "count") ?? false;
}

function meaningsOf(phrase: readonly Word[]): readonly Meaning[] | undefined {
  const start = phrase.slice(0, -1).map(({ plain }) => plain);
  const last = phrase.at(-1);
  if (!last) return undefined;
  return (
    lexicon.get([...start, last.plain].join(" ")) ?? lexicon.get([...start, last.lemma].join(" "))
  );
}

const leading = new Set(["on", "to", "in", "at", "the", "a"]);

/** What a phrase says, without the words that only tie it to others: "left" of "on the left". */
function coreOf(words: readonly Word[]): readonly Word[] {
  const from = words.findIndex(({ plain }) => !leading.has(plain));
  const to = words.at(-1)?.plain === "of" ? -1 : words.length;
  return words.length > 1 ? words.slice(from, to) : words;
}

function unitOf(words: readonly Word[], isRead: boolean): Unit {
  const [first] = words as readonly [Word, ...Word[]];
  const core = coreOf(words);
  const last = core.at(-1) ?? first;
  const start = core.slice(0, -1).map(({ plain }) => plain);
  const joint = core[1]?.isTied ? "-" : " ";
  const meanings = isRead ? (meaningsOf(words) ?? numberOf(words)) : undefined;
  const single = isRead && words.length === 1 ? first.plain : "";
  return {
    text: cut(core.map(({ text }) => text).join(joint)),
    plain: words.map(({ plain }) => plain).join(" "),
    key: [...start, last.lemma].join(" "),
    isPlural: last.plain !== last.lemma,
    isApart: first.isApart,
    meanings,
    rgb: colorWords.get(single),
    modify: colorModifiers.get(single),
    isNegation: negations.has(single),
  };
}

/** Long words are cut between two letters, never within one. */
function cut(text: string): string {
  return text.length <= textMax ? text : `${text.slice(0, textMax - 1).toWellFormed()}…`;
}

function numberOf(words: readonly Word[]): Meaning[] | undefined {
  const [word, ...others] = words;
  if (!word || others.length > 0) return undefined;
  const { plain } = word;
  const digits = plain.replaceAll(",", "");
  if (!/^[1-9]\d{0,5}$/.test(digits)) return undefined;
  if (plain.includes(",") && !/^\d{1,3}(?:,\d{3})+$/.test(plain)) return undefined;
  return [{ kind: "count", count: Number(digits), isVague: false }];
}

/** Whether a unit has a meaning of a kind. */
export function means(unit: Unit | undefined, ...kinds: readonly Meaning["kind"][]): boolean {
  return unit?.meanings?.some(({ kind }) => kinds.includes(kind)) ?? false;
}

const determiners = new Set([
  "a",
  "an",
  "the",
  "any",
  "all",
  "more",
  "other",
  "such",
  "another",
  "his",
  "her",
  "its",
  "my",
  "your",
  "their",
  "our",
  "of",
]);
/** What may stand between a negation and what it denies: "do not show any trees". */
const verbs = new Set([
  "show",
  "draw",
  "include",
  "add",
  "put",
  "want",
  "need",
  "have",
  "has",
  "make",
]);

/** Where what a negation denies ends: "without trees, houses or a road" is all of it. */
export function denialEnd(units: readonly Unit[], at: number): number {
  let hasItem = false;
  for (const [next, unit] of units.entries()) {
    if (next <= at) continue;
    const before = units[next - 1];
    if (unit.isNegation) return next;
    if (unit.isApart && next > at + 1) {
      if (!isListed(units, next)) return next;
      hasItem = false;
    }
    if (unit.plain === "or" || unit.plain === "nor") hasItem = false;
    else if (hasItem && unit.plain === "and") {
      if (!isBareNoun(units[next + 1])) return next;
      hasItem = false;
    } else if (determiners.has(unit.plain) || (verbs.has(unit.plain) && !hasItem)) {
      if (hasItem) return next;
    } else if (means(unit, "function")) return next;
    else if (hasItem) {
      const isCompound = means(before, "thing") && !before?.isPlural && means(unit, "thing");
      if (!isCompound && (unit.meanings || unit.rgb || unit.modify)) return next;
    } else hasItem = isNoun(unit);
  }
  return units.length;
}

function isNoun(unit: Unit): boolean {
  if (unit.meanings === undefined) return unit.rgb === undefined && unit.modify === undefined;
  return means(unit, "thing", "time", "weather", "season", "mood", "composition", "misleading");
}

function isBareNoun(unit: Unit | undefined): boolean {
  if (!unit || unit.isApart || unit.rgb || determiners.has(unit.plain)) return false;
  return isNoun(unit);
}

/** Whether commas from here on part a list that ends in "or". */
function isListed(units: readonly Unit[], at: number): boolean {
  for (const unit of units.slice(at, at + 12)) {
    if (unit.plain === "or" || unit.plain === "nor") return true;
    if (unit.isNegation || (means(unit, "function") && !determiners.has(unit.plain))) return false;
  }
  return false;
}
