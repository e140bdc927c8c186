import { type Document, documentOf } from "../similarity/documents.ts";
import { expansions } from "./expansions.ts";
import type { Label } from "./label.ts";

/** How much of a text's words the descriptions of labels have: BM25 of each label's words in the text. */
export function byDescriptions(text: string, labels: readonly Label[], language: string): number[] {
  const document = documentOf(text, language);
  const told = labels.map((label) => wordsOf(label, language));
  const holders = new Map<string, number>();
  for (const words of told)
    for (const key of words.keys()) holders.set(key, (holders.get(key) ?? 0) + 1);
  return told.map((words) => relevance(words, document, { holders, size: labels.length }));
}

/** The words of a label by what they are counted as, with their weight. */
function wordsOf({ name, description, keywords }: Label, language: string) {
  const weights = new Map<string, number>();
  const add = (value: string, weight: number) => {
    for (const key of documentOf(value, language).counts.keys())
      weights.set(key, Math.max(weight, weights.get(key) ?? 0));
  };
  add(expansions(name), 0.8);
  add(description, 0.8);
  add(keywords.join(" "), 1);
  add(name.replaceAll(/[_-]/g, " "), 1.5);
  return weights;
}

interface Collection {
  holders: ReadonlyMap<string, number>;
  size: number;
}

const k1 = 1.2;

function relevance(
  words: ReadonlyMap<string, number>,
  { counts, keys }: Document,
  { holders, size }: Collection,
): number {
  // Small words tell too, where a label names them: "how", "please".
  const all = new Map(counts);
  for (const key of keys) if (!all.has(key)) all.set(key, 0.5);
  let score = 0;
  for (const [key, weight] of words) {
    const count = all.get(key);
    if (count === undefined) continue;
    const rarity = Math.log(1 + (size + 1) / (holders.get(key) ?? 1));
    score += (weight * rarity * count * (k1 + 1)) / (count + k1);
  }
  return score;
}
