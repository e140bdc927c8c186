import { t } from "hub";
import { promptModel } from "../language-model/ask-model.ts";
import type { ByModel } from "../language-model/choose-engine.ts";
import { roundScore } from "../round-score.ts";
import type { Format } from "./request.ts";
import { readSentences, type Sentence } from "./sentence-graph.ts";
import { countWords, resolveLimits, type SummaryInput, writeSummary } from "./summarize.ts";

const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** Number of leading characters that identify a word regardless of its ending. */
const stemMax = 5;

const schema = t.Object({
  sentences: t.Array(t.String(), { minItems: 1 }),
  headline: t.String({ minLength: 1, maxLength: 300 }),
  keywords: t.Array(t.String()),
});
const instructions = `You summarise texts. Answer with the summary of "text" as "sentences", in the order of the text: no more of them than "sentences_max", and with no more words in all than "words_max" where that is not null. Say only what the text says, in its own language and as far as possible in its own words. If "focus" is not null, summarise what the text says of that. "headline" is a headline of at most 12 words. "keywords" are up to "keywords_max" phrases that stand in the text exactly as you write them.`;
/** Minimum share of a summary's words that must occur in the text. */
const overlapMin = 0.6;

type Summary = ReturnType<typeof import("./summarize.ts").summarize>;

/** Summarizes a text with a language model, and finds the source sentences. */
export const summarizeByModel: ByModel<SummaryInput, Summary> = async (input, doors, given) => {
  const { text, language, format } = input;
  const all = readSentences(text, language);
  const limits = resolveLimits(input, all.length);
  const isBounded = Number.isFinite(limits.words);
  const answer = await promptModel(
    {
      name: "summarize",
      instructions,
      schema,
      data: {
        text,
        language,
        focus: input.focus ?? null,
        keywords_max: input.keywords,
        sentences_max: limits.sentences,
        words_max: isBounded ? limits.words : null,
      },
      tokensMax: Math.min(4000, 300 + text.length),
      fault: (summary) => findFault(summary, { text, language, format, ...limits }),
    },
    doors,
    given,
  );
  const { headline } = answer;
  const summary = writeSummary(answer.sentences, { format, headline, text });
  const lower = text.toLowerCase();
  return {
    summary,
    sentences: findSources(answer.sentences, all),
    headline,
    keywords: answer.keywords
      .filter((phrase) => lower.includes(phrase.toLowerCase()))
      .slice(0, input.keywords),
    compression: roundScore(summary.length / text.length),
  };
};

interface Bounds {
  text: string;
  language: string;
  format: Format;
  sentences: number;
  words: number;
}

function findFault(
  { sentences, headline }: { sentences: readonly string[]; headline: string },
  { text, language, format, ...limits }: Bounds,
): string | undefined {
  const summarized = sentences.join(" ");
  const summary = writeSummary(sentences, { format, headline, text });
  if (sentences.length > limits.sentences) return `it has more than ${limits.sentences} sentences`;
  if (countWords(summary, language) > limits.words) return `it has more than ${limits.words} words`;
  if (summarized.length > text.length) return "it is longer than the text";
  return measureOverlap(summarized, text) < overlapMin
    ? "it says something that is not in the text"
    : undefined;
}

/** Returns the sentences of the text that are most similar to the summary's, in order. */
function findSources(summary: readonly string[], all: readonly Sentence[]) {
  const best = new Map<Sentence, number>();
  for (const written of summary) {
    const [nearest] = all
      .map((sentence) => ({ sentence, score: measureOverlap(written, sentence.text) }))
      .toSorted((a, b) => b.score - a.score);
    if (nearest && nearest.score > 0)
      best.set(nearest.sentence, Math.max(nearest.score, best.get(nearest.sentence) ?? 0));
  }
  return [...best]
    .map(([{ text, index, start, end }, score]) => ({
      text,
      index,
      start,
      end,
      score: roundScore(score),
    }))
    .toSorted((a, b) => a.index - b.index);
}

/** Returns the share of a text's words that occur in a source in any form, from 0 to 1. */
export function measureOverlap(text: string, source: string): number {
  const [stems, known] = [listStems(text), listStems(source)];
  if (stems.size === 0) return 1;
  return stems.intersection(known).size / stems.size;
}

/** Returns the prefixes of words of four letters and more, and single characters of scripts without spaces. */
function listStems(text: string): Set<string> {
  const lower = text.toLowerCase();
  const words = (lower.match(word) ?? []).filter((one) => one.length >= 4);
  const stems = words.map((one) => one.slice(0, stemMax));
  return new Set([...stems, ...(lower.match(unspaced) ?? [])]);
}
