import { itemAt, pairUp } from "../lists.ts";
import { buildVector, cosine } from "../text/documents.ts";
import { toWordKey } from "../text/stem.ts";
import { getStopwords } from "../text/stopwords.ts";
import { splitWords } from "../text/words.ts";
import { listPhrases } from "./phrases.ts";
import type { Sentence } from "./sentence-graph.ts";

const damping = 0.85;

const enough = 1e-6;

const roundsMax = 100;

/** LexRank: minimum similarity of linked sentences. */
const alike = 0.1;

/** Maximum number of sentences ranked together: the work grows with its square. */
const chunkMax = 1000;

interface ScoringOptions {
  language: string;
  focus: string | undefined;
}

/** Scores how well each sentence fits into a summary, from 0 to 1. */
export function scoreSentences(
  sentences: readonly Sentence[],
  { language, focus }: ScoringOptions,
): number[] {
  const central =
    sentences.length <= chunkMax ? measureCentrality(sentences) : scoreInChunks(sentences);
  const wanted = focus === undefined ? undefined : focusVector(focus, language);
  const scores = pairUp(sentences, central).map(([sentence, centrality]) => {
    const usual = centrality * weighPosition(sentence, sentences.length) * weighForm(sentence);
    if (!wanted) return usual;
    return 0.35 * usual + 0.65 * Math.sqrt(cosine(sentence.vector, wanted));
  });
  const best = scores.reduce((a, b) => Math.max(a, b), 1e-6);
  return scores.map((score) => score / best);
}

/** Ranks the sentences of each chunk, then the best of all chunks together. */
function scoreInChunks(sentences: readonly Sentence[]): number[] {
  const scores: number[] = [];
  for (let from = 0; from < sentences.length; from += chunkMax)
    scores.push(...measureCentrality(sentences.slice(from, from + chunkMax)));
  const finalists = scores
    .map((score, index) => ({ score, index }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, chunkMax)
    .map(({ index }) => index)
    .toSorted((a, b) => a - b);
  const again = measureCentrality(finalists.map((index) => itemAt(sentences, index)));
  const final = scores.map((score) => score * 0.1);
  for (const [index, score] of pairUp(finalists, again)) final[index] = 0.1 + 0.9 * score;
  return final;
}

/** Returns the weight of a sentence's position: the start of the text and of paragraphs matters more. */
function weighPosition({ index, opensParagraph }: Sentence, count: number): number {
  const lead = 0.35 / (1 + index * Math.max(0.5, 12 / count));
  return 1 + lead + (opensParagraph && index > 0 ? 0.08 : 0);
}

/** Phrases that introduce a conclusion. */
const concluding = new RegExp(`^(?:${listPhrases("conclusions")})(?!\\p{L})`, "iu");

/**
 * Returns the weight of a sentence's form: fragments, questions, headings, list items and very long sentences
 * weigh less.
 */
function weighForm({ text, words, counts }: Sentence): number {
  const letters = counts.size;
  if (letters < 3) return 0.25;
  let factor = words < 6 ? 0.6 : words > 60 ? 0.7 : 1;
  if (/[?？؟]["”’)]*$/.test(text)) factor *= 0.6;
  if (!/[.!?…。！？؟।۔]["”’»)」』]*$/.test(text)) factor *= 0.6;
  if (/^["“„«「]/.test(text)) factor *= 0.85;
  return concluding.test(text) ? factor * 1.3 : factor;
}

function focusVector(focus: string, language: string) {
  const stopwords = getStopwords(language);
  const counts = new Map<string, number>();
  for (const { lower } of splitWords(focus, language))
    if (!stopwords.has(lower)) counts.set(toWordKey(lower, language), 1);
  return buildVector(counts, () => 1);
}

/**
 * Returns the centrality of each sentence, from 0 to 1: the mean of TextRank (Mihalcea and Tarau, 2004) and
 * LexRank (Erkan and Radev, 2004).
 */
export function measureCentrality(sentences: readonly Sentence[]): number[] {
  const byWords = pageRank(linkSentences(sentences, measureOverlap));
  const byVectors = pageRank(
    linkSentences(sentences, (a, b) => {
      const value = cosine(a.vector, b.vector);
      return value >= alike ? value : 0;
    }),
  );
  return pairUp(byWords, byVectors).map(([words, vectors]) => (words + vectors) / 2);
}

/** Returns the number of common words over the logarithms of both lengths. */
function measureOverlap(a: Sentence, b: Sentence): number {
  const [small, large] = a.counts.size < b.counts.size ? [a, b] : [b, a];
  let common = 0;
  for (const key of small.counts.keys()) if (large.counts.has(key)) common++;
  const length = Math.log(1 + a.counts.size) + Math.log(1 + b.counts.size);
  return common === 0 ? 0 : common / length;
}

// Links refer to sentences by index, and ranks have one entry for each sentence, so that no index in this part of
// the file is out of bounds. The work grows with the square of the number of sentences.

type Links = readonly (readonly [other: number, weight: number][])[];

/** Links sentences that have a word in common. */
function linkSentences(
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

/** PageRank over weighted links, scaled to a maximum of 1. */
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
