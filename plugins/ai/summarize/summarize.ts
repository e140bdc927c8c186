import { rankPhrases } from "../key-phrases/rank-phrases.ts";
import { itemAt, pairUp } from "../lists.ts";
import type { TextInput } from "../request.ts";
import { roundScore } from "../round-score.ts";
import { cosine } from "../text/documents.ts";
import { isUnspaced, splitWords } from "../text/words.ts";
import { writeHeadline } from "./headline.ts";
import { listPhrases } from "./phrases.ts";
import type { Format, SummaryOptions } from "./request.ts";
import { scoreSentences } from "./score.ts";
import { readSentences, type Sentence } from "./sentence-graph.ts";

/** Maximal marginal relevance (Carbonell and Goldstein, 1998): the weight of relevance against novelty. */
const lambda = 0.7;

/** Similarity from which sentences are repetitions. */
const same = 0.75;

/** Openings that depend on the previous sentence. */
const dangling = new RegExp(`^(?:${listPhrases("dependent openings")})(?![\\p{L}\\p{N}])`, "iu");

/** A text to summarize, with the options. */
export type SummaryInput = TextInput & SummaryOptions;

const usual = 3;

/** Summarizes a text in its own sentences, in their original order. */
export function summarize({ text, language, format, focus, ...wanted }: SummaryInput) {
  const all = readSentences(text, language);
  const scores = scoreSentences(all, { language, focus });
  const limits = resolveLimits(wanted, all.length);
  const chosen = chooseSentences(all, scores, {
    sentences: limits.sentences,
    words: limits.words - (format === "tldr" ? 1 : 0),
    cost: (sentence) => countWords(formatLine(sentence.text, format), language),
  });
  const phrases = rankPhrases(text, {
    language,
    top: Math.max(3, wanted.keywords),
    method: "textrank",
    max_ngram: 3,
    stopwords: [],
  }).map(({ phrase }) => phrase);
  const best = headlineIndex(chosen, scores);
  const headline =
    best === undefined
      ? ""
      : writeHeadline(itemAt(all, best).text, phrases, { words: limits.words });
  const shown = chosen.map((index) => itemAt(all, index));
  const chosenTexts = shown.map((sentence) => sentence.text);
  const summary = writeSummary(chosenTexts, { format, headline, text });
  return {
    summary,
    sentences: shown.map(({ text: sentence, index, start, end }) => ({
      text: sentence,
      index,
      start,
      end,
      score: roundScore(itemAt(scores, index)),
    })),
    headline,
    keywords: phrases.slice(0, wanted.keywords),
    compression: roundScore(summary.length / text.length),
  };
}

/**
 * Returns the index of the opening sentence if its score is at least half of the best: writers put the main point
 * first.
 */
function headlineIndex(chosen: readonly number[], scores: readonly number[]): number | undefined {
  const getScore = (index: number) => itemAt(scores, index);
  const [best] = chosen.toSorted((a, b) => getScore(b) - getScore(a));
  if (best === undefined) return undefined;
  const leads = chosen[0] === 0 && getScore(0) >= getScore(best) / 2;
  return leads ? 0 : best;
}

/** Combines the limits: all apply. The default is three sentences. */
export function resolveLimits({ sentences, ratio, max_words }: Partial<SummaryInput>, all: number) {
  const byRatio = ratio === undefined ? undefined : Math.max(1, Math.round(ratio * all));
  const isFree = byRatio === undefined && max_words === undefined;
  return {
    sentences: Math.min(sentences ?? (isFree ? usual : all), byRatio ?? all),
    words: max_words ?? Number.POSITIVE_INFINITY,
  };
}

/**
 * Counts the words of a summary by the stricter of two rules: pieces between spaces, including dashes and bullets,
 * and words by the language's rules.
 */
export function countWords(text: string, language: string): number {
  const pieces = text.split(/\s/u).filter(Boolean).length;
  return Math.max(pieces, splitWords(text, language).length);
}

interface Writing {
  format: Format;
  headline: string;
  text: string;
}

/** Formats sentences as a summary. */
export function writeSummary(
  sentences: readonly string[],
  { format, headline, text }: Writing,
): string {
  if (format === "headline") return headline;
  const lines = sentences.map((sentence) => formatLine(sentence, format));
  if (format === "bullets") return lines.join("\n");
  const prose = lines.join(isUnspaced(text) ? "" : " ");
  return format === "tldr" ? `TL;DR: ${prose}` : prose;
}

/** Formats a sentence as a line of a summary. */
function formatLine(sentence: string, format: Format): string {
  const line = dropBullet(joinLines(sentence));
  return format === "bullets" ? `- ${line}` : line;
}

function joinLines(sentence: string): string {
  return sentence.split(/\s/u).filter(Boolean).join(" ");
}

function dropBullet(line: string): string {
  return line.replace(/^(?:[-*•–]|\d{1,2}[.)])\s/, "");
}

interface Limits {
  sentences: number;
  words: number;
  /** Returns the number of words that a sentence adds to a summary. */
  cost: (sentence: Sentence) => number;
}

/** Returns the indexes of the sentences to show, in text order. */
function chooseSentences(
  sentences: readonly Sentence[],
  scores: readonly number[],
  { sentences: many, words, cost }: Limits,
): number[] {
  const chosen = new Set<number>();
  const candidates = pairUp(sentences, scores).map(([sentence, score], index) => ({
    index,
    sentence,
    score,
    cost: cost(sentence),
    /** Similarity to the sentences already chosen. */
    likeness: 0,
  }));
  let left = words;
  while (chosen.size < many) {
    let best: (typeof candidates)[number] | undefined;
    let bestGain = Number.NEGATIVE_INFINITY;
    for (const one of candidates) {
      if (chosen.has(one.index) || one.cost > left || one.likeness >= same) continue;
      const lone = dangling.test(one.sentence.text) && !chosen.has(one.index - 1) ? 0.85 : 1;
      const gain = lambda * one.score * lone - (1 - lambda) * one.likeness;
      if (gain > bestGain) [best, bestGain] = [one, gain];
    }
    if (!best) break;
    chosen.add(best.index);
    left -= best.cost;
    for (const one of candidates)
      one.likeness = Math.max(one.likeness, cosine(one.sentence.vector, best.sentence.vector));
  }
  return [...chosen].toSorted((a, b) => a - b);
}
