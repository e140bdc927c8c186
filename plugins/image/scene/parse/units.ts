import { emojiName } from "../nouns.ts";
import type { Rgb } from "../rgb.ts";
import {
  colorModifiers,
  colorWords,
  lexicon,
  type Meaning,
  phraseMax,
  tintWords,
} from "./lexicon.ts";
import type { Word } from "./words.ts";

/** A word, or a phrase with a meaning of its own. */
export interface Unit {
  /** The text, as written. */
  text: string;
  /** The text in lower case, without accents. */
  plain: string;
  /** The text in the singular. */
  key: string;
  isPlural: boolean;
  /** Whether punctuation precedes it. */
  isApart: boolean;
  /** Whether a full stop or the like precedes it. */
  isSentence: boolean;
  /** Whether it is quoted as text. */
  isSpoken: boolean;
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
    const phrase = word.isQuoted ? [word] : findPhrase(words, at);
    units.push(buildUnit(phrase));
    at += phrase.length;
  }
  return units;
}

/** Returns the longest phrase with a meaning that starts at an index. */
function findPhrase(words: readonly Word[], at: number): Word[] {
  let joined = 1;
  while (words[at + joined]?.isTied) joined++;
  for (let length = Math.min(phraseMax, words.length - at); length > 1; length--) {
    const phrase = words.slice(at, at + length);
    if (phrase.slice(1).some(({ isApart }) => isApart)) continue;
    if (words[at + length]?.isTied) continue;
    if (findMeanings(phrase)) return phrase;
  }
  const chain = words.slice(at, at + joined);
  // "two-storey" and "red-haired" are one word each: they don't mean "two" or "red".
  return joined > 1 && !chain.every(isIndependent) ? chain : words.slice(at, at + 1);
}

/** Returns whether a part of a hyphenated word has the same meaning on its own. */
function isIndependent({ plain, lemma }: Word): boolean {
  if (colorWords.has(plain) || colorModifiers.has(plain) || tintWords.has(plain)) return true;
  const meanings = lexicon.get(plain) ?? lexicon.get(lemma);
  return meanings?.every(({ kind }) => kind !== "count") ?? false;
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
  return readNumber(last) ?? readEmoji(last);
}

function readEmoji({ text }: Word): Meaning[] | undefined {
  const name = emojiName(text);
  return name === undefined ? undefined : [{ kind: "noun", name }];
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
  const isSpoken = first.isQuoted;
  const core = getCore(words);
  const last = core.at(-1) ?? first;
  const start = core.slice(0, -1).map(({ plain }) => plain);
  const joint = core[1]?.isTied ? "-" : " ";
  const single = !isSpoken && words.length === 1 ? first.plain : "";
  return {
    text: core.map(({ text }) => text).join(joint),
    plain: words.map(({ plain }) => plain).join(" "),
    key: [...start, last.lemma].join(" "),
    // "mars" and "chopsticks" are in the lexicon as they are.
    isPlural:
      last.plain !== last.lemma &&
      !lexicon.get([...start, last.plain].join(" "))?.some(({ kind }) => kind === "noun"),
    isApart: first.isApart,
    isSentence: first.isSentence,
    isSpoken,
    meanings: isSpoken ? [] : (findMeanings(words) ?? []),
    rgb: colorWords.get(single),
    modify: colorModifiers.get(single),
  };
}

/** Returns whether a unit has a meaning of one of some kinds. */
export function means(unit: Unit | undefined, ...kinds: readonly Meaning["kind"][]): boolean {
  return unit?.meanings.some(({ kind }) => kinds.includes(kind)) ?? false;
}
