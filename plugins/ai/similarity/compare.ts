import { valueAt } from "../lists.ts";
import {
  buildVector,
  computeDocumentFrequencies,
  cosine,
  type Document,
} from "../text/documents.ts";
import { createMeaningComparer } from "./meaning.ts";
import type { Method } from "./request.ts";
import type { WordNet } from "./word-net.ts";

const bits = 64;

const mask = (1n << 64n) - 1n;

/** Longer texts are compared by words, and only by the first `wordsMax`. */
const charactersMax = 600;

const wordsMax = 600;

const k1 = 1.2;

const b = 0.75;

/** Compares two documents of a collection. Returns a score from 0 to 1. */
export type Compare = (a: Document, b: Document) => number;

interface ComparisonOptions {
  method: Method;
  /** Whether the documents are in English, the only language with synonyms. */
  isEnglish: boolean;
  wordNet?: WordNet | undefined;
  /** Compares English documents by the vectors of a model of sentences, if the hub has one. */
  byVectors?: Compare | undefined;
}

/** Share of the likeness of meaning in a blend. Only texts with the same words can count as duplicates. */
const meaningShare = 0.8;
/** Share of the vectors of a model of sentences in a blend. */
const vectorShare = 0.84;

/** Creates the comparison function of a method for a collection of documents. */
export function createComparer(
  documents: readonly Document[],
  { method, isEnglish, wordNet, byVectors }: ComparisonOptions,
): Compare {
  if (method === "levenshtein") return (a, b) => compareByEdits(a.text, b.text);
  if (method === "jaccard") return compareShingles;
  if (method === "simhash") return byFingerprint();
  if (method === "bm25") return byRelevance(documents);
  const byWords = byWordVectors(documents);
  if (method === "tfidf") return byWords;
  const byMeaning = isEnglish ? createMeaningComparer(createWeights(documents), wordNet) : byWords;
  if (method === "meaning") return byVectors ?? byMeaning;
  const byForm = blendForms(byWords, isEnglish ? byMeaning : undefined);
  return byVectors
    ? (a, b) => vectorShare * byVectors(a, b) + (1 - vectorShare) * byForm(a, b)
    : byForm;
}

/** Blends the likeness of words, pairs of words, edits and meaning. */
function blendForms(byWords: Compare, byMeaning: Compare | undefined): Compare {
  return (a, b) => {
    if (a.text === b.text) return 1;
    const byForm =
      0.6 * byWords(a, b) + 0.2 * compareShingles(a, b) + 0.2 * compareByEdits(a.text, b.text);
    return byMeaning ? Math.max(byForm, meaningShare * byMeaning(a, b)) : byForm;
  };
}

/** Returns the weights of words: rare ones weigh more. */
function createWeights(documents: readonly Document[]): (key: string) => number {
  const holders = computeDocumentFrequencies(documents);
  return (key) => 1 + Math.log((1 + documents.length) / (1 + valueAt(holders, key)));
}

function byWordVectors(documents: readonly Document[]): Compare {
  const weigh = createWeights(documents);
  const vectors = new Map(
    documents.map((document) => [document, buildVector(document.counts, weigh)]),
  );
  return (a, b) => (a.text === b.text ? 1 : cosine(valueAt(vectors, a), valueAt(vectors, b)));
}

/** Returns BM25 as a share of the first document's score against itself. */
function byRelevance(documents: readonly Document[]): Compare {
  const averageLength =
    documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length);
  const collection = {
    holders: computeDocumentFrequencies(documents),
    size: documents.length,
    averageLength,
  };
  return (a, b) => {
    const most = scoreBm25(a, a, collection);
    return most === 0 ? 0 : Math.min(1, scoreBm25(a, b, collection) / most);
  };
}

function byFingerprint(): Compare {
  const prints = new Map<Document, bigint>();
  const getFingerprint = (document: Document) => {
    const known = prints.get(document) ?? simhash(document);
    prints.set(document, known);
    return known;
  };
  return (a, b) => compareFingerprints(getFingerprint(a), getFingerprint(b));
}

interface Collection {
  holders: ReadonlyMap<string, number>;
  size: number;
  averageLength: number;
}

/** Returns the BM25 score (Robertson and Zaragoza, 2009) of a document for a query. */
function scoreBm25(
  query: Document,
  document: Document,
  { holders, size, averageLength }: Collection,
) {
  let score = 0;
  for (const key of query.counts.keys()) {
    const count = document.counts.get(key);
    if (count === undefined) continue;
    const held = holders.get(key) ?? 0;
    const rarity = Math.log(1 + (size - held + 0.5) / (held + 0.5));
    const length = 1 - b + (b * document.length) / (averageLength || 1);
    score += (rarity * count * (k1 + 1)) / (count + k1 * length);
  }
  return score;
}

/**
 * Returns one minus the optimal string alignment distance over the longer length, by letters or, for long texts,
 * by words.
 */
export function compareByEdits(a: string, b: string): number {
  const [one, other] = [a.normalize("NFC").toLowerCase(), b.normalize("NFC").toLowerCase()];
  if (one === other) return 1;
  if (Math.max(one.length, other.length) <= charactersMax) return ratio([...one], [...other]);
  return ratio(one.split(/\s/u).slice(0, wordsMax), other.split(/\s/u).slice(0, wordsMax));
}

function ratio(a: readonly string[], b: readonly string[]): number {
  const longer = Math.max(a.length, b.length);
  return longer === 0 ? 1 : 1 - countEdits(a, b) / longer;
}

// The rows have one cell more than there are pieces, and the sums one for each bit, so that no index below is out
// of bounds. A check would cost as much as the step itself.

/** Counts insertions, deletions, changes and swaps of neighbours (Damerau, 1964). */
export function countEdits(first: readonly string[], second: readonly string[]): number {
  const numbers = new Map<string, number>();
  const [a, b] = [numberPieces(first, numbers), numberPieces(second, numbers)];
  let before = new Uint16Array(b.length + 1);
  let last = Uint16Array.from({ length: b.length + 1 }, (_, index) => index);
  let row = new Uint16Array(b.length + 1);
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    const piece = a[i - 1]!;
    for (let j = 1; j <= b.length; j++) {
      const change = last[j - 1]! + (piece === b[j - 1] ? 0 : 1);
      const other = Math.min(last[j]!, row[j - 1]!) + 1;
      let best = Math.min(change, other);
      if (i > 1 && j > 1 && piece === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, before[j - 2]! + 1);
      row[j] = best;
    }
    [before, last, row] = [last, row, before];
  }
  return last[b.length]!;
}

/** Replaces equal pieces with equal numbers, which compare faster than strings. */
function numberPieces(pieces: readonly string[], numbers: Map<string, number>): Int32Array {
  return Int32Array.from(pieces, (piece) => {
    const known = numbers.get(piece);
    if (known !== undefined) return known;
    numbers.set(piece, numbers.size);
    return numbers.size - 1;
  });
}

/** Returns the share of word pairs that both texts have, or of words if a text has few. */
function compareShingles(a: Document, b: Document): number {
  const width = Math.min(a.keys.length, b.keys.length) < 4 ? 1 : 2;
  const [one, other] = [shingles(a, width), shingles(b, width)];
  const all = one.union(other).size;
  return all === 0 ? 1 : one.intersection(other).size / all;
}

function shingles({ keys }: Document, width: number): Set<string> {
  const found = new Set<string>();
  for (let index = 0; index + width <= keys.length; index++)
    found.add(keys.slice(index, index + width).join(" "));
  return found;
}

/** Returns the share of equal bits of two fingerprints, scaled so that unrelated texts have about 0. */
function compareFingerprints(a: bigint, b: bigint): number {
  let different = a ^ b;
  let count = 0;
  for (; different > 0n; different &= different - 1n) count++;
  return Math.max(0, 1 - (2 * count) / bits);
}

/** Returns the simhash (Charikar, 2002) of a text's words and word pairs: 64 bits. */
function simhash({ keys }: Document): bigint {
  const sums = new Int32Array(bits);
  for (const [index, key] of keys.entries()) {
    add(sums, hashWord(key));
    if (index > 0) add(sums, hashWord(`${keys[index - 1]} ${key}`));
  }
  let print = 0n;
  for (const [bit, sum] of sums.entries()) if (sum > 0) print |= 1n << BigInt(bit);
  return print;
}

function add(sums: Int32Array, [low, high]: readonly [number, number]): void {
  for (let bit = 0; bit < 32; bit++) {
    sums[bit]! += (low >>> bit) & 1 ? 1 : -1;
    sums[bit + 32]! += (high >>> bit) & 1 ? 1 : -1;
  }
}

/** Returns 64 bits of the runtime's hash of a word. */
function hashWord(word: string): readonly [number, number] {
  const hash = BigInt(Bun.hash.xxHash64(word)) & mask;
  return [Number(hash & 0xffff_ffffn), Number(hash >> 32n)];
}
