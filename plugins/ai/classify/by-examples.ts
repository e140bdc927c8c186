import { pairUp } from "../lists.ts";
import { buildDocument } from "../text/documents.ts";
import type { Label } from "./request.ts";

/** Converts the likeness of vectors to a logarithm. */
const likenessScale = 30;

/**
 * Scores the labels by their examples: a logistic regression on words and parts of words, and with a model of sentences
 * both weigh half. The scores add up to 1.
 */
export function scoreByExamples(
  text: string,
  labels: readonly Label[],
  { language, likeness }: { language: string; likeness?: readonly number[] | undefined },
): number[] {
  const documents = labels.flatMap(({ name, description, keywords, examples }, label) =>
    // The words of the label's name and description count as one example.
    [[name, description, ...keywords].join(" "), ...examples].map((example) => ({
      label,
      features: listFeatures(example, language),
    })),
  );
  const byWords = learn(documents, labels.length)(listFeatures(text, language));
  if (!likeness) return byWords;
  const byMeaning = toShares(likeness.map((value) => value * likenessScale));
  return pairUp(byWords, byMeaning).map(([words, meaning]) => (words + meaning) / 2);
}

/** The words and parts of words of a text, with their weight. */
type Features = ReadonlyMap<string, number>;

interface Example {
  label: number;
  features: Features;
}

/** The number of words of a text whose parts are compared. */
const partedWordsMax = 60;
const partLengths = [3, 4] as const;
/** Weight of a part, compared with a word. */
const partWeight = 0.25;

/** Lists the stems of the meaningful words, and the parts of all words with their ends marked. */
function listFeatures(text: string, language: string): Features {
  const features = new Map<string, number>();
  const { words, counts } = buildDocument(text, language);
  for (const [key, count] of counts) features.set(key, 1 + Math.log(count));
  for (const lower of words.slice(0, partedWordsMax)) {
    const word = `^${lower}$`;
    for (const length of partLengths)
      for (let at = 0; at + length <= word.length; at++)
        // The space separates parts from stems.
        features.set(` ${word.slice(at, at + length)}`, partWeight);
  }
  return features;
}

const roundsMax = 30;
const roundsMin = 3;
/** Most steps of the training, a step being one weight of one label. It bounds the time to about a second. */
const stepsMax = 50_000_000;
const decay = 1e-4;

/** Trains a logistic regression in the order of the examples. Returns a function that scores a text. */
function learn(examples: readonly Example[], labelCount: number): (text: Features) => number[] {
  const holders = new Map<string, number>();
  for (const { features } of examples)
    for (const key of features.keys()) holders.set(key, (holders.get(key) ?? 0) + 1);
  const keys = new Map([...holders.keys()].map((key, index) => [key, index]));
  const rarity = Float64Array.from(holders.values(), (count) =>
    Math.log(1 + examples.length / count),
  );
  const weights = new Float32Array(keys.size * labelCount);
  const toVector = (features: Features) => {
    const known = [...features].flatMap(([key, weight]) => {
      const at = keys.get(key);
      return at === undefined ? [] : [{ at, value: weight * (rarity[at] ?? 0) }];
    });
    const length = Math.hypot(...known.map(({ value }) => value)) || 1;
    return known.map(({ at, value }) => ({ first: at * labelCount, value: value / length }));
  };
  const score = (vector: ReturnType<typeof toVector>) => {
    const sums = new Array<number>(labelCount).fill(0);
    for (const { first, value } of vector)
      for (let label = 0; label < labelCount; label++)
        sums[label] = (sums[label] ?? 0) + value * (weights[first + label] ?? 0);
    return toShares(sums);
  };
  const vectors = examples.map(({ label, features }) => ({ label, vector: toVector(features) }));
  const steps = labelCount * vectors.reduce((sum, { vector }) => sum + vector.length, 0);
  const rounds = Math.max(roundsMin, Math.min(roundsMax, Math.floor(stepsMax / steps)));
  for (let round = 0; round < rounds; round++)
    for (const { label, vector } of vectors) {
      const shares = score(vector);
      for (const { first, value } of vector)
        for (let other = 0; other < labelCount; other++) {
          const error = (other === label ? 1 : 0) - (shares[other] ?? 0);
          const at = first + other;
          weights[at] = (weights[at] ?? 0) * (1 - decay) + error * value;
        }
    }
  return (text) => score(toVector(text));
}

/** Converts logarithms to shares that add up to 1. */
export function toShares(logs: readonly number[]): number[] {
  const most = Math.max(...logs);
  const weights = logs.map((log) => Math.exp(log - most));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
