import { toWordKey } from "../text/stem.ts";
import { getStopwords } from "../text/stopwords.ts";
import { splitWords } from "../text/words.ts";

/** A text, prepared for comparison. */
export interface Document {
  text: string;
  /** The keys of its words, in order, including stopwords. */
  keys: readonly string[];
  /** The number of occurrences of each meaningful word. */
  counts: ReadonlyMap<string, number>;
  length: number;
}

/** Prepares a text for comparison. A text of only stopwords is compared by those. */
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

/** Returns the number of documents that contain each word. */
export function computeDocumentFrequencies(
  documents: readonly Document[],
): ReadonlyMap<string, number> {
  const holders = new Map<string, number>();
  for (const { counts } of documents)
    for (const key of counts.keys()) holders.set(key, (holders.get(key) ?? 0) + 1);
  return holders;
}
