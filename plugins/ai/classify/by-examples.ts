import { pairUp } from "../lists.ts";
import {
  buildDocument,
  buildVector,
  computeDocumentFrequencies,
  cosine,
  type Document,
} from "../text/documents.ts";
import type { Label } from "./request.ts";

/** Converts the likeness of vectors to a logarithm. */
const likenessScale = 20;

/**
 * Scores the labels by their examples: naive Bayes and nearest centroid weigh half each, and a model of sentences as much
 * as both. The scores add up to 1.
 */
export function scoreByExamples(
  text: string,
  labels: readonly Label[],
  { language, likeness }: { language: string; likeness?: readonly number[] | undefined },
): number[] {
  const read = (value: string) => buildDocument(value, language);
  const classes = labels.map(({ name, description, keywords, examples }) => ({
    examples: examples.map(read),
    hints: read([name, description, ...keywords].join(" ")),
  }));
  const query = read(text);
  const byWords = pairUp(scoreNaiveBayes(query, classes), scoreCentroids(query, classes)).map(
    ([bayes, near]) => (bayes + near) / 2,
  );
  if (!likeness) return byWords;
  const byMeaning = toShares(likeness.map((value) => value * likenessScale));
  return pairUp(byWords, byMeaning).map(([words, meaning]) => (words + meaning) / 2);
}

interface Class {
  examples: readonly Document[];
  /** The words of the label's name and description. They count as one example. */
  hints: Document;
}

/** Multinomial naive Bayes with Laplace smoothing. The logarithms are damped because words aren't independent. */
function scoreNaiveBayes(query: Document, classes: readonly Class[]): number[] {
  const vocabulary = new Set<string>();
  const counted = classes.map(({ examples, hints }) => {
    const counts = new Map<string, number>();
    let total = 0;
    for (const { counts: of } of [...examples, hints])
      for (const [key, count] of of) {
        vocabulary.add(key);
        counts.set(key, (counts.get(key) ?? 0) + count);
        total += count;
      }
    return { counts, total };
  });
  const known = [...query.counts].filter(([key]) => vocabulary.has(key));
  const damping = 1 / Math.sqrt(Math.max(1, known.length));
  const logs = counted.map(({ counts, total }) =>
    known.reduce(
      (sum, [key, count]) =>
        sum + count * Math.log(((counts.get(key) ?? 0) + 1) / (total + vocabulary.size)),
      0,
    ),
  );
  return toShares(logs.map((log) => log * damping));
}

/** Scores a text by its similarity to the centroid of each label's examples and to the closest example. */
function scoreCentroids(query: Document, classes: readonly Class[]): number[] {
  const all = classes.flatMap(({ examples, hints }) => [...examples, hints]);
  const holders = computeDocumentFrequencies(all);
  const weight = (key: string) => Math.log(1 + all.length / (holders.get(key) ?? 1));
  const vector = buildVector(query.counts, weight);
  const scores = classes.map(({ examples, hints }) => {
    const members = [...examples, hints].map(({ counts }) =>
      cosine(vector, buildVector(counts, weight)),
    );
    const mean = members.reduce((sum, value) => sum + value, 0) / members.length;
    return 0.5 * mean + 0.5 * Math.max(...members);
  });
  return toShares(scores.map((score) => score * 8));
}

/** Converts logarithms to shares that add up to 1. */
export function toShares(logs: readonly number[]): number[] {
  const most = Math.max(...logs);
  const weights = logs.map((log) => Math.exp(log - most));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
