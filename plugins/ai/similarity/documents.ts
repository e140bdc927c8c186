import { toWordKey } from "../text/stem.ts";
import { getStopwords } from "../text/stopwords.ts";
import { splitWords } from "../text/words.ts";

/** A text as the methods compare it. */
export interface Document {
  text: string;
  /** What its words are counted as, in order, small words included. */
  keys: readonly string[];
  /** How often each telling one is there. */
  counts: ReadonlyMap<string, number>;
  length: number;
}

/** Reads a text for comparing. A text of small words alone is told by those. */
export function buildDocument(text: string, language: string): Document {
  const stopwords = getStopwords(language);
  const words = splitWords(text, language).map(({ lower }) => ({
    lower,
    key: toWordKey(lower, language),
  }));
  const keys = words.map(({ key }) => key);
  const telling = words.filter(({ lower }) => !stopwords.has(lower)).map(({ key }) => key);
  const counted = telling.length > 0 ? telling : keys;
  const counts = new Map<string, number>();
  for (const key of counted) counts.set(key, (counts.get(key) ?? 0) + 1);
  return { text, keys, counts, length: counted.length };
}

/** In how many of the documents each word is. */
export function computeDocumentFrequencies(
  documents: readonly Document[],
): ReadonlyMap<string, number> {
  const holders = new Map<string, number>();
  for (const { counts } of documents)
    for (const key of counts.keys()) holders.set(key, (holders.get(key) ?? 0) + 1);
  return holders;
}
