import { areCommonSynonyms } from "../text/common-synonyms.ts";
import type { Document } from "../text/documents.ts";
import { relateWords, type WordNet } from "./word-net.ts";

/** Likeness of common synonyms. */
const synonymScore = 0.9;
/** Distinct words of a text that are compared. The work grows with the product of both numbers. */
const wordsMax = 150;

/** Compares documents by their words and the synonyms of these. */
export function createMeaningComparer(
  weigh: (key: string) => number,
  wordNet: WordNet | undefined,
): (a: Document, b: Document) => number {
  const relate = (a: string, b: string) => {
    if (a === b) return 1;
    if (areCommonSynonyms(a, b)) return synonymScore;
    return wordNet ? relateWords(a, b, wordNet) : 0;
  };
  const cover = (own: readonly string[], others: readonly string[]) => {
    let [sum, total] = [0, 0];
    for (const key of own) {
      const weight = weigh(key);
      total += weight;
      sum += weight * others.reduce((best, other) => Math.max(best, relate(key, other)), 0);
    }
    return { sum, total };
  };
  return (a, b) => {
    if (a.text === b.text) return 1;
    const [one, other] = [listKeys(a), listKeys(b)];
    const [forth, back] = [cover(one, other), cover(other, one)];
    const total = forth.total + back.total;
    return total === 0 ? 0 : (forth.sum + back.sum) / total;
  };
}

function listKeys({ counts }: Document): string[] {
  return [...counts.keys()].slice(0, wordsMax);
}
