import { cosine, type Sentence } from "./sentence-graph.ts";

const damping = 0.85;
const enough = 1e-6;
const roundsMax = 100;
/** LexRank: how alike two sentences must be to be linked. */
const alike = 0.1;

/**
 * How central each sentence is, from 0 to 1: the mean of TextRank (Mihalcea and Tarau, 2004) and
 * LexRank (Erkan and Radev, 2004).
 */
export function centrality(sentences: readonly Sentence[]): number[] {
  const byWords = pageRank(linked(sentences, overlap));
  const byVectors = pageRank(
    linked(sentences, (a, b) => {
      const value = cosine(a.vector, b.vector);
      return value >= alike ? value : 0;
    }),
  );
  return byWords.map((value, index) => (value + byVectors[index]!) / 2);
}

/** Words in common, over the logarithms of both lengths. */
function overlap(a: Sentence, b: Sentence): number {
  const [small, large] = a.counts.size < b.counts.size ? [a, b] : [b, a];
  let common = 0;
  for (const key of small.counts.keys()) if (large.counts.has(key)) common++;
  const length = Math.log(1 + a.counts.size) + Math.log(1 + b.counts.size);
  return common === 0 ? 0 : common / length;
}

type Links = readonly (readonly [other: number, weight: number][])[];

/** The links between sentences that have a word in common. */
function linked(
  sentences: readonly Sentence[],
  weigh: (a: Sentence, b: Sentence) => number,
): Links {
  const links: [number, number][][] = sentences.map(() => []);
  for (const [index, sentence] of sentences.entries())
    for (let other = index + 1; other < sentences.length; other++) {
      const weight = weigh(sentence, sentences[other]!);
      if (weight === 0) continue;
      links[index]!.push([other, weight]);
      links[other]!.push([index, weight]);
    }
  return links;
}

/** PageRank over weighted links, scaled so that the best has 1. */
function pageRank(links: Links): number[] {
  const out = links.map((of) => of.reduce((sum, [, weight]) => sum + weight, 0));
  let ranks = links.map(() => 1);
  for (let round = 0; round < roundsMax; round++) {
    let moved = 0;
    const next = links.map((of, index) => {
      let sum = 0;
      for (const [other, weight] of of) sum += (ranks[other]! * weight) / out[other]!;
      const rank = 1 - damping + damping * sum;
      moved += Math.abs(rank - ranks[index]!);
      return rank;
    });
    ranks = next;
    if (moved < enough * links.length) break;
  }
  const best = ranks.reduce((a, b) => Math.max(a, b), enough);
  return ranks.map((rank) => rank / best);
}
