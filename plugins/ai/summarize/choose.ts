import { cosine, type Sentence } from "./sentence-graph.ts";

interface Limits {
  sentences: number;
  words: number;
  /** How many words of a summary each sentence takes. */
  cost: (sentence: Sentence) => number;
}

/** Maximal marginal relevance (Carbonell and Goldstein, 1998): how much telling outweighs being new. */
const lambda = 0.7;
/** Sentences as alike as this say the same. */
const same = 0.75;
/** Openings that need the sentence before. */
const dangling =
  /^(?:he|she|it|they|this|that|these|those|but|and|so|however|then|also|moreover|therefore|instead|such|their|its|his|her|er|sie|es|dies\p{L}*|aber|doch|il|elle|mais|cela|ella|pero)\b/iu;

/** The indexes of the sentences to show, in the order of the text. */
export function choose(
  sentences: readonly Sentence[],
  scores: readonly number[],
  { sentences: many, words, cost }: Limits,
): number[] {
  const chosen = new Set<number>();
  const likeness = new Float64Array(sentences.length);
  const costs = sentences.map(cost);
  let room = words;
  while (chosen.size < many) {
    let best = -1;
    let bestGain = Number.NEGATIVE_INFINITY;
    for (const [index, sentence] of sentences.entries()) {
      if (chosen.has(index) || costs[index]! > room || likeness[index]! >= same) continue;
      const lone = dangling.test(sentence.text) && !chosen.has(index - 1) ? 0.85 : 1;
      const gain = lambda * scores[index]! * lone - (1 - lambda) * likeness[index]!;
      if (gain > bestGain) [best, bestGain] = [index, gain];
    }
    if (best < 0) break;
    chosen.add(best);
    room -= costs[best]!;
    for (const [index, sentence] of sentences.entries())
      likeness[index] = Math.max(
        likeness[index]!,
        cosine(sentence.vector, sentences[best]!.vector),
      );
  }
  return [...chosen].toSorted((a, b) => a - b);
}
