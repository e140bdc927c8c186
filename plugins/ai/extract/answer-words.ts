import { openTable, openWords } from "hub/data-file";
import { toWordKey } from "../text/stem.ts";
import { getBaseLanguage, splitWords, type Word } from "../text/words.ts";

/** The words by which questions and answers are read. */
export const readLists = openWords(new URL("./words.txt", import.meta.url), [
  "asking",
  "light",
  "telling",
  "bounds",
  "moments",
  "ourselves",
  "polar",
  "negations",
  "conditions",
  "reasons",
  "definers",
  "agents",
  "places",
  "definition starts",
  "no definition",
  "determiners",
  "opposites",
  "seasons",
  "days",
  "begins",
  "ends",
  "from",
  "to",
  "numerals",
  "ranges",
  "frequencies",
  "every",
  "owners",
  "pronouns",
  "dimensions",
  "centuries",
  "decades",
  "clauses",
  "ordinals",
  "particles",
  "German endings",
  "Spanish endings",
]);
const readSynonyms = openTable(
  new URL("./synonyms.tsv", import.meta.url),
  { language: ["en", "de", "es"], words: "list" },
  { unique: ["language", "words"] },
);

/** A word with the key under which questions and answers compare it. */
export interface KeyedWord extends Word {
  key: string;
}

/** Splits a text into words with their keys. */
export function splitKeyed(text: string, language: string): KeyedWord[] {
  return splitWords(text, language).map((word) => ({ ...word, key: toKey(word.lower, language) }));
}

const stemMin = 4;
const stemMax = 8;

/**
 * Returns the key under which words of a question and of its answer are compared. German and Spanish verbs change more
 * than nouns, so the prefix "ge", endings and accents are removed.
 */
function toKey(word: string, language: string): string {
  const lower = word.replace(/'s?$/, "");
  const code = getBaseLanguage(language);
  if ((code !== "de" && code !== "es") || lower.length < 5 || /\p{N}/u.test(lower))
    return toWordKey(lower, language);
  const plain = lower.normalize("NFD").replace(/\p{M}/gu, "");
  if (code === "es") return cutEnding(plain, readLists()["Spanish endings"]);
  const isParticiple = /^ge\p{L}{3,12}(?:t|en)$/u.test(plain);
  return cutEnding(isParticiple ? plain.slice(2) : plain, readLists()["German endings"]);
}

/** Removes the longest ending of a list from a word, unless too little is left. */
function cutEnding(word: string, endings: ReadonlySet<string>): string {
  let stem = word;
  for (const ending of endings)
    if (word.endsWith(ending) && word.length - ending.length < stem.length)
      stem = word.slice(0, -ending.length);
  return (stem.length >= stemMin ? stem : word).slice(0, stemMax);
}

const rowsByLanguage = new Map<string, ReadonlyMap<string, ReadonlySet<string>>>();

/** Returns the keys of the synonyms of a word, by its key. */
export function getSynonyms(key: string, language: string): ReadonlySet<string> | undefined {
  const code = getBaseLanguage(language);
  let synonyms = rowsByLanguage.get(code);
  if (!synonyms) {
    const found = new Map<string, Set<string>>();
    for (const row of readSynonyms().filter((one) => one.language === code)) {
      const keys = row.words.map((word) => toKey(word, code));
      for (const one of keys)
        for (const other of keys) found.set(one, (found.get(one) ?? new Set()).add(other));
    }
    synonyms = found;
    rowsByLanguage.set(code, synonyms);
  }
  return synonyms.get(key);
}
