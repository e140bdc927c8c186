import { itemAt, valueAt } from "../lists.ts";
import { isCapitalized } from "../text/words.ts";
import type { Term, Terms } from "./terms.ts";

/** The methods of weighting words. */
export const termWeightings = ["rake", "textrank", "yake"] as const;

export type TermWeighting = (typeof termWeightings)[number];

/** Returns the weight of each word in its text, by its key. */
export function weighTerms(terms: Terms, method: TermWeighting): Map<string, number> {
  if (method === "rake") return weighByDegree(terms);
  return method === "yake" ? weighByStatistics(terms) : weighByLinks(terms);
}

/** RAKE (Rose et al., 2010): the number of neighbours of a word over its frequency. */
function weighByDegree({ runs }: Terms): Map<string, number> {
  const frequency = new Map<string, number>();
  const degree = new Map<string, number>();
  for (const run of runs)
    for (const { key } of run) {
      frequency.set(key, (frequency.get(key) ?? 0) + 1);
      degree.set(key, (degree.get(key) ?? 0) + run.length);
    }
  return new Map([...degree].map(([key, sum]) => [key, sum / valueAt(frequency, key)]));
}

const window = 4;
const damping = 0.85;
const enough = 1e-6;
const roundsMax = 60;

/** TextRank (Mihalcea and Tarau, 2004): words within four of each other are linked. */
function weighByLinks({ terms }: Terms): Map<string, number> {
  const links = new Map<string, Map<string, number>>();
  const link = (from: string, to: string) => {
    const of = links.get(from) ?? new Map<string, number>();
    links.set(from, of.set(to, (of.get(to) ?? 0) + 1));
  };
  for (const [index, { key, sentence }] of terms.entries()) {
    if (!links.has(key)) links.set(key, new Map());
    for (const other of terms.slice(index + 1, index + window)) {
      if (other.sentence !== sentence || other.key === key) continue;
      link(key, other.key);
      link(other.key, key);
    }
  }
  return rankLinked(links);
}

/** PageRank over weighted links, scaled to a mean of 1. */
function rankLinked(links: ReadonlyMap<string, ReadonlyMap<string, number>>): Map<string, number> {
  const out = new Map([...links].map(([key, of]) => [key, of.values().reduce((a, b) => a + b, 0)]));
  let ranks = new Map([...links.keys()].map((key) => [key, 1]));
  for (let round = 0; round < roundsMax; round++) {
    const next = new Map<string, number>();
    let moved = 0;
    for (const [key, of] of links) {
      let sum = 0;
      for (const [other, weight] of of)
        sum += (valueAt(ranks, other) * weight) / valueAt(out, other);
      const rank = 1 - damping + damping * sum;
      moved += Math.abs(rank - valueAt(ranks, key));
      next.set(key, rank);
    }
    ranks = next;
    if (moved < enough * links.size) break;
  }
  return ranks;
}

interface TermStatistics {
  count: number;
  capitals: number;
  sentences: Set<number>;
  left: Map<string, number>;
  right: Map<string, number>;
}

/**
 * YAKE (Campos et al., 2020): capitalization, position, frequency, and the variety of neighbours and sentences of
 * each word. In the paper low scores are good; here they are inverted.
 */
function weighByStatistics({ terms, sentences }: Terms): Map<string, number> {
  const seen = new Map<string, TermStatistics>();
  for (const [index, term] of terms.entries())
    countTerm(seen, term, terms[index - 1], terms[index + 1]);
  const counts = [...seen.values()].map(({ count }) => count);
  const mean = counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length);
  const spread = Math.sqrt(
    counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / Math.max(1, counts.length),
  );
  const most = Math.max(1, ...counts);
  const weights = new Map<string, number>();
  for (const [key, { count, capitals, sentences: places, left, right }] of seen) {
    const casing = capitals / (1 + Math.log(count));
    const sorted = [...places].toSorted((a, b) => a - b);
    const position = Math.log(Math.log(3 + itemAt(sorted, Math.floor(sorted.length / 2))));
    const frequency = count / (mean + spread);
    const relation = 1 + (measureVariety(left) + measureVariety(right)) * (count / most);
    const different = places.size / Math.max(1, sentences);
    const score = (relation * position) / (casing + frequency / relation + different / relation);
    weights.set(key, 1 / (0.05 + score));
  }
  return weights;
}

function countTerm(
  seen: Map<string, TermStatistics>,
  term: Term,
  before?: Term,
  after?: Term,
): void {
  const one = seen.get(term.key) ?? {
    count: 0,
    capitals: 0,
    sentences: new Set(),
    left: new Map(),
    right: new Map(),
  };
  one.count++;
  if (isCapitalized(term.text) && before?.sentence === term.sentence) one.capitals++;
  one.sentences.add(term.sentence);
  if (before) one.left.set(before.key, (one.left.get(before.key) ?? 0) + 1);
  if (after) one.right.set(after.key, (one.right.get(after.key) ?? 0) + 1);
  seen.set(term.key, one);
}

/** Returns the ratio of distinct neighbours to all neighbours: a word with varied neighbours is less meaningful. */
function measureVariety(neighbours: ReadonlyMap<string, number>): number {
  const all = neighbours.values().reduce((sum, count) => sum + count, 0);
  return all === 0 ? 0 : neighbours.size / all;
}
