import { names } from "../../color/color.ts";
import { hex, type Rgb } from "../../color/rgb.ts";
import { getIllustration, listIllustrations } from "../poster/illustrations.ts";
import type { Mood, Season, Time, Weather } from "../stage/description.ts";
import nouns from "./nouns.json" with { type: "json" };
import words from "./words.json" with { type: "json" };

/** The meanings of a word or phrase. "starry night" has two. */
export interface Meaning {
  time?: Time;
  weather?: Weather;
  season?: Season;
  mood?: Mood;
  scenery?: string;
  /** The name of an illustration. */
  subject?: string;
  color?: Rgb;
  /** The role of a word that isn't content. */
  role?:
    | "preposition"
    | "verb"
    | "function"
    | "media"
    | "negation"
    | "tint"
    | "count"
    | "misleading";
}

/** The number of words of the longest phrase. */
export const phraseMax = 5;

/** The meanings of each word and phrase in the singular. */
export const lexicon: ReadonlyMap<string, Meaning> = buildLexicon();

function buildLexicon(): Map<string, Meaning> {
  const all = new Map<string, Meaning>();
  const add = (phrases: string, meaning: Meaning, separator = ", ") => {
    for (const phrase of phrases.split(separator))
      if (phrase !== "") all.set(phrase, { ...all.get(phrase), ...meaning });
  };
  const notThings = new Set(nouns.notThings.split(" "));
  for (const { name, phrases } of listIllustrations())
    for (const phrase of notThings.has(name) ? [] : phrases)
      if (!all.has(phrase)) all.set(phrase, { subject: name });
  for (const [subject, phrases] of Object.entries(nouns.synonyms)) {
    if (!getIllustration(subject)) throw new Error(`No illustration is called "${subject}"`);
    add(phrases, { subject });
  }
  for (const [scenery, phrases] of Object.entries(nouns.scenery))
    for (const phrase of phrases.split(", ")) all.set(phrase, { scenery });
  for (const part of ["time", "weather", "season", "mood"] as const)
    for (const [name, phrases] of Object.entries(words[part])) add(phrases, { [part]: name });
  const notColors = new Set(words.notColors.split(" "));
  for (const [name, digits] of Object.entries({ ...names, ...words.colors }))
    if (!notColors.has(name)) add(name, { color: hex(digits) });
  for (const phrase of words.counts.split(", ")) all.set(phrase, { role: "count" });
  for (const phrase of words.verbs.split(", "))
    if (!all.has(phrase)) all.set(phrase, { role: "verb" });
  for (const phrase of words.functional.split(", ")) all.set(phrase, { role: "function" });
  for (const phrase of words.prepositions.split(", ")) all.set(phrase, { role: "preposition" });
  add(`${words.requests} ${words.media}`, { role: "media" }, " ");
  add(words.mediaPhrases, { role: "media" });
  for (const word of words.tints.split(" ")) all.set(word, { role: "tint" });
  for (const word of words.negations.split(" ")) all.set(word, { role: "negation" });
  for (const phrase of words.misleading.split(", ")) all.set(phrase, { role: "misleading" });
  return all;
}

const irregular: ReadonlyMap<string, string> = new Map(Object.entries(words.irregularPlurals));

/** Returns a word in the singular, without a possessive ending. */
export function toSingular(word: string): string {
  const plain = word.replace(/['’]s$/, "");
  const known = irregular.get(plain);
  if (known !== undefined) return known;
  if (plain.length < 4 || !plain.endsWith("s") || /(?:ss|us|is)$/.test(plain)) return plain;
  if (plain.endsWith("ies")) return `${plain.slice(0, -3)}y`;
  return /(?:s|x|z|ch|sh)es$/.test(plain) ? plain.slice(0, -2) : plain.slice(0, -1);
}
