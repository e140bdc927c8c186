import { names } from "../../color/color.ts";
import { hex, type Rgb, shiftColor } from "../../color/rgb.ts";
import { nounWords, parseNames } from "./nouns.ts";
import type { RelationKind } from "./reading.ts";
import words from "./words.json" with { type: "json" };

/** Words that request a picture, at the start of a prompt. */
export const requests: ReadonlySet<string> = parseNames(words.requests);
/** Words for a picture: "a winter scene". */
export const media: ReadonlySet<string> = parseNames(words.media);
/** Words that accompany a colour: "in blue tones", "a house painted red". */
export const tintWords: ReadonlySet<string> = parseNames(words.tints);

/** A meaning of a word or phrase. "starry night" has two. */
export type Meaning =
  | { kind: "noun"; name: string }
  | { kind: "time" | "weather" | "season" | "mood" | "composition"; name: string }
  | { kind: "count"; count: number; isVague: boolean }
  | { kind: "size"; size: number }
  | { kind: "preposition"; relation: RelationKind | undefined }
  | { kind: "verb"; relation: RelationKind | undefined }
  | { kind: "pose"; name: string }
  /** An article or preposition of another language. */
  | { kind: "foreign" }
  /** A word without a meaning of its own. */
  | { kind: "function" }
  /** A phrase whose words have other meanings on their own. */
  | { kind: "misleading" };

/** The number of words of the longest phrase. */
export const phraseMax = 5;

/** The meanings of each word and phrase. */
export const lexicon: ReadonlyMap<string, readonly Meaning[]> = buildLexicon();

function buildLexicon(): Map<string, Meaning[]> {
  const all = new Map<string, Meaning[]>();
  const add = (phrases: string, build: (phrase: string) => Meaning) => {
    for (const phrase of phrases.split(", "))
      if (phrase !== "") all.set(phrase, [...(all.get(phrase) ?? []), build(phrase)]);
  };
  const addTable = (table: Readonly<Record<string, string>>, build: (key: string) => Meaning) => {
    for (const [key, phrases] of Object.entries(table)) add(phrases, () => build(key));
  };
  for (const name of nounWords.keys()) all.set(name, [{ kind: "noun", name }]);
  for (const kind of ["time", "weather", "season", "mood", "composition"] as const)
    addTable(words[kind], (name) => ({ kind, name }));
  const vague = new Set(words.vagueCounts.split(", "));
  for (const [count, phrases] of Object.entries(words.counts))
    add(phrases, (phrase) => ({ kind: "count", count: Number(count), isVague: vague.has(phrase) }));
  addTable(words.sizes, (size) => ({ kind: "size", size: Number(size) }));
  addTable(words.prepositions, (key) => ({ kind: "preposition", relation: key as RelationKind }));
  add(words.connecting, () => ({ kind: "preposition", relation: undefined }));
  addTable(words.relationVerbs, (key) => ({ kind: "verb", relation: key as RelationKind }));
  addTable(words.poses, (name) => ({ kind: "pose", name }));
  for (const verb of words.verbs.split(", "))
    if (!all.has(verb)) add(verb, () => ({ kind: "verb", relation: undefined }));
  add(words.functional, () => ({ kind: "function" }));
  for (const word of tintWords) all.set(word, [{ kind: "function" }]);
  for (const word of parseNames(words.foreign))
    if (!all.has(word)) all.set(word, [{ kind: "foreign" }]);
  for (const phrase of words.misleading.split(", ")) all.set(phrase, [{ kind: "misleading" }]);
  return all;
}

/** Colours in CSS whose words mean things in a prompt. */
const notColors = parseNames(words.notColors);

/** The colours by their words. */
export const colorWords: ReadonlyMap<string, Rgb> = new Map(
  [...Object.entries(names), ...Object.entries(words.colors)].flatMap(([name, digits]) =>
    notColors.has(name) ? [] : [[name, hex(digits)] as const],
  ),
);

/** Colours with the name of a thing: "a lemon" isn't a colour. */
export const objectColors: ReadonlySet<string> = parseNames(words.objectColors);

/** The changes that words make to the colour after them. */
export const colorModifiers: ReadonlyMap<string, (color: Rgb) => Rgb> = new Map(
  Object.entries(words.colorModifiers).map(([word, shift]) => [
    word,
    (color: Rgb) => shiftColor(color, shift),
  ]),
);
