import { toWordKey } from "./stem.ts";
import { getStopwords } from "./stopwords.ts";
import { splitWords } from "./words.ts";

/** A text, prepared for comparison. */
export interface Document {
  text: string;
  /** Its words in lower case, in order. */
  words: readonly string[];
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
  return { text, words: words.map(({ lower }) => lower), keys, counts, length: counted.length };
}

/** Returns the number of documents that contain each word. */
export function computeDocumentFrequencies(
  documents: readonly Pick<Document, "counts">[],
): ReadonlyMap<string, number> {
  const holders = new Map<string, number>();
  for (const { counts } of documents)
    for (const key of counts.keys()) holders.set(key, (holders.get(key) ?? 0) + 1);
  return holders;
}

/** Returns weighted counts, scaled to length 1. */
export function buildVector(counts: ReadonlyMap<string, number>, weight: (key: string) => number) {
  const vector = new Map<string, number>();
  let squares = 0;
  for (const [key, count] of counts) {
    const value = (1 + Math.log(count)) * weight(key);
    vector.set(key, value);
    squares += value * value;
  }
  const length = Math.sqrt(squares) || 1;
  for (const [key, value] of vector) vector.set(key, value / length);
  return vector;
}

/** Returns the cosine of two vectors of length 1. */
export function cosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [key, value] of small) sum += value * (large.get(key) ?? 0);
  return sum;
}
