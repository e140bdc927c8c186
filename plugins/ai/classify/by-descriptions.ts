import { openTexts } from "hub/data-file";
import { buildDocument, type Document } from "../text/documents.ts";
import type { Label } from "./request.ts";
import { loadTaxonomies } from "./taxonomies.ts";

const texts = openTexts(new URL("./by-descriptions.txt", import.meta.url), ["related words"])();

// Words that often accompany labels with these common names.
const relatedWords = texts["related words"];

const builtIn: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(loadTaxonomies()),
);

/** Scores each label by the BM25 relevance of its words to the text. */
export function scoreByDescriptions(
  text: string,
  labels: readonly Label[],
  language: string,
): number[] {
  const document = buildDocument(text, language);
  const vocabulary = labels.map((label) => weighLabelWords(label, language));
  const holders = new Map<string, number>();
  for (const words of vocabulary)
    for (const key of words.keys()) holders.set(key, (holders.get(key) ?? 0) + 1);
  return vocabulary.map((words) =>
    scoreRelevance(words, document, { holders, size: labels.length }),
  );
}

/** Returns the weights of a label's words by their keys. */
function weighLabelWords({ name, description, keywords }: Label, language: string) {
  const weights = new Map<string, number>();
  const add = (value: string, weight: number) => {
    for (const key of buildDocument(value, language).counts.keys())
      weights.set(key, Math.max(weight, weights.get(key) ?? 0));
  };
  add(expandName(name), 0.8);
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

function scoreRelevance(
  words: ReadonlyMap<string, number>,
  { counts, keys }: Document,
  { holders, size }: Collection,
): number {
  // Stopwords count too if a label contains them: "how", "please".
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

/** Returns words associated with a well-known label name, or an empty string. */
function expandName(name: string): string {
  const key = name.toLowerCase().trim().replaceAll(/[ -]/g, "_");
  const words = [relatedWords, builtIn].find((known) => Object.hasOwn(known, key))?.[key];
  return words ?? "";
}
