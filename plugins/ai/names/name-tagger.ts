import { openTable } from "hub/data-file";
import type { TextEntity } from "../recognize/found.ts";
import { listFeatures, type NameToken, splitNameTokens } from "./name-features.ts";

/** The labels of tokens: no name, or the first or a further token of a name. */
export const labels = [
  "O",
  "person",
  "person+",
  "organization",
  "organization+",
  "location",
  "location+",
] as const;

/** Weights of a linear-chain conditional random field: of each feature, and of each pair of labels in a row. */
export interface TaggerWeights {
  features: ReadonlyMap<string, Float32Array>;
  /** By the previous label times the number of labels plus the next one. */
  pairs: Float32Array;
}

const size = labels.length;
/** The weights are integers in the file. */
const scale = 1 / 16;

let weights: TaggerWeights | undefined;

function loadWeights(): TaggerWeights {
  weights ??= loadTaggerFrom(new URL("./name-weights.tsv", import.meta.url));
  return weights;
}

function loadTaggerFrom(url: URL): TaggerWeights {
  const readRows = openTable(url, { feature: "text", weights: "list" });
  const features = new Map<string, Float32Array>();
  const pairs = new Float32Array(size * size);
  for (const { feature, weights: shown } of readRows()) {
    const row = Float32Array.from(shown, (one) => Number(one) * scale);
    const pair = labels.findIndex((label) => feature === `after ${label}`);
    if (pair < 0) features.set(feature, row);
    else pairs.set(row, pair * size);
  }
  return { features, pairs };
}

/** Finds people, organizations and places in an English text by learned weights. */
export function findTaggedNames(text: string, using: TaggerWeights = loadWeights()): TextEntity[] {
  const tokens = splitNameTokens(text);
  const scores = computeScores(listFeatures(tokens), using);
  return readNames(text, tokens, tagTokens(scores, using.pairs));
}

function computeScores(features: readonly string[][], { features: known }: TaggerWeights) {
  const scores = new Float32Array(features.length * size);
  for (const [index, some] of features.entries())
    for (const feature of some) {
      const row = known.get(feature);
      if (row) addTo(scores, index * size, row);
    }
  return scores;
}

function addTo(scores: Float32Array, at: number, row: Float32Array): void {
  for (let label = 0; label < size; label++)
    scores[at + label] = (scores[at + label] ?? 0) + (row[label] ?? 0);
}

/** The best labels of the tokens, and the probability of each label of each token. */
interface Tagging {
  best: number[];
  marginals: Float64Array;
}

/** Computes the best labels and their probabilities by the algorithms of Viterbi and forward and backward. */
function tagTokens(scores: Float32Array, pairs: Float32Array): Tagging {
  return {
    best: findBestLabels(scores, pairs),
    marginals: computeMarginals(scores, pairs).marginals,
  };
}

function findBestLabels(scores: Float32Array, pairs: Float32Array): number[] {
  const count = scores.length / size;
  const total = Float32Array.from(scores);
  const previous = new Uint8Array(scores.length);
  for (let at = 0; at < count; at++)
    for (let label = 0; label < size; label++) {
      let [best, from] = [Number.NEGATIVE_INFINITY, 0];
      for (let last = 0; last < size; last++) {
        if (!mayFollow(at === 0 ? 0 : last, label)) continue;
        const score =
          at === 0 ? 0 : (total[(at - 1) * size + last] ?? 0) + (pairs[last * size + label] ?? 0);
        if (score > best) [best, from] = [score, last];
      }
      total[at * size + label] = (scores[at * size + label] ?? 0) + best;
      previous[at * size + label] = from;
    }
  const labelled: number[] = [];
  let label = 0;
  for (let one = 1; one < size; one++)
    if ((total[(count - 1) * size + one] ?? 0) > (total[(count - 1) * size + label] ?? 0))
      label = one;
  for (let at = count - 1; at >= 0; at--) {
    labelled.push(label);
    label = previous[at * size + label] ?? 0;
  }
  return labelled.toReversed();
}

/** Whether a label may follow another: a name's further token needs a token of the same type before it. */
function mayFollow(last: number, label: number): boolean {
  const isFurther = label > 0 && label % 2 === 0;
  return !isFurther || last === label || last === label - 1;
}

/** Returns the probability of each label of each token, and of each pair of labels in a row. */
export function computeMarginals(scores: ArrayLike<number>, pairs: ArrayLike<number>) {
  const count = scores.length / size;
  const forward = new Float64Array(count * size);
  const backward = new Float64Array(count * size).fill(1);
  const local = new Float64Array(count * size);
  const factors = Float64Array.from({ length: size * size }, (_, index) =>
    mayFollow(Math.floor(index / size), index % size) ? Math.exp(pairs[index] ?? 0) : 0,
  );
  for (let at = 0; at < count; at++) {
    let most = Number.NEGATIVE_INFINITY;
    for (let label = 0; label < size; label++)
      most = Math.max(most, scores[at * size + label] ?? 0);
    let sum = 0;
    for (let label = 0; label < size; label++) {
      const here = at * size + label;
      local[here] = Math.exp((scores[here] ?? 0) - most);
      let before = mayFollow(0, label) ? 1 : 0;
      if (at > 0) {
        before = 0;
        for (let last = 0; last < size; last++)
          before +=
            (forward[here - size - label + last] ?? 0) * (factors[last * size + label] ?? 0);
      }
      forward[here] = before * (local[here] ?? 0);
      sum += forward[here] ?? 0;
    }
    for (let label = 0; label < size; label++)
      forward[at * size + label] = (forward[at * size + label] ?? 0) / sum;
  }
  for (let at = count - 2; at >= 0; at--) {
    let sum = 0;
    for (let label = 0; label < size; label++) {
      let after = 0;
      for (let next = 0; next < size; next++) {
        const there = (at + 1) * size + next;
        after += (factors[label * size + next] ?? 0) * (local[there] ?? 0) * (backward[there] ?? 0);
      }
      backward[at * size + label] = after;
      sum += after;
    }
    for (let label = 0; label < size; label++)
      backward[at * size + label] = (backward[at * size + label] ?? 0) / sum;
  }
  const marginals = new Float64Array(count * size);
  for (let at = 0; at < count; at++) {
    let sum = 0;
    for (let label = 0; label < size; label++) {
      const here = at * size + label;
      marginals[here] = (forward[here] ?? 0) * (backward[here] ?? 0);
      sum += marginals[here] ?? 0;
    }
    for (let label = 0; label < size; label++)
      marginals[at * size + label] = (marginals[at * size + label] ?? 0) / sum;
  }
  return { marginals, forward, backward, local, factors };
}

/** Returns the names of labelled tokens. The confidence is the least probability of their labels. */
function readNames(
  text: string,
  tokens: readonly NameToken[],
  { best, marginals }: Tagging,
): TextEntity[] {
  const names: TextEntity[] = [];
  for (let from = 0; from < best.length; from++) {
    const label = best[from] ?? 0;
    if (label === 0) continue;
    let to = from;
    while (best[to + 1] === label + 1) to++;
    const [first, last] = trimLowerCase(tokens, from, to);
    const [start, end] = [tokens[first]?.start ?? 0, tokens[last]?.end ?? 0];
    const confidence = getLeast(marginals, from, to, label);
    names.push({
      type: labels[label] ?? "",
      start,
      end,
      confidence,
      normalized: text.slice(start, end),
    });
    from = to;
  }
  return names;
}

/** Returns the least probability of the labels of a name, with two decimal places. */
function getLeast(marginals: Float64Array, from: number, to: number, label: number): number {
  let least = marginals[from * size + label] ?? 0;
  for (let at = from + 1; at <= to; at++)
    least = Math.min(least, marginals[at * size + label + 1] ?? 0);
  return Math.round(least * 100) / 100;
}

/** Returns the first and the last capitalized token of a name. A name without capitals stays as it is. */
function trimLowerCase(tokens: readonly NameToken[], from: number, to: number): [number, number] {
  let [first, last] = [from, to];
  while (first <= to && !tokens[first]?.isCapital) first++;
  while (last >= from && !tokens[last]?.isCapital) last--;
  return first > last ? [from, to] : [first, last];
}
