import { keyOf } from "../text/key.ts";
import { stopwordsOf } from "../text/stopwords.ts";
import { wordsOf } from "../text/words.ts";
import { centrality } from "./rank.ts";
import { cosine, type Sentence, vectorOf } from "./sentence-graph.ts";

/** Sentences that are ranked together: the work grows with their square. */
const chunkMax = 1000;

interface Options {
  language: string;
  focus: string | undefined;
}

/** How much each sentence should be in a summary, from 0 to 1. */
export function scored(sentences: readonly Sentence[], { language, focus }: Options): number[] {
  const central = sentences.length <= chunkMax ? centrality(sentences) : inChunks(sentences);
  const wanted = focus === undefined ? undefined : focusVector(focus, language);
  const scores = sentences.map((sentence, index) => {
    const usual = central[index]! * place(sentence, sentences.length) * worth(sentence);
    if (!wanted) return usual;
    return 0.35 * usual + 0.65 * Math.sqrt(cosine(sentence.vector, wanted));
  });
  const best = scores.reduce((a, b) => Math.max(a, b), 1e-6);
  return scores.map((score) => score / best);
}

/** Ranks the sentences of each chunk, then the best of all chunks together. */
function inChunks(sentences: readonly Sentence[]): number[] {
  const scores: number[] = [];
  for (let from = 0; from < sentences.length; from += chunkMax)
    scores.push(...centrality(sentences.slice(from, from + chunkMax)));
  const finalists = scores
    .map((score, index) => ({ score, index }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, chunkMax)
    .map(({ index }) => index)
    .toSorted((a, b) => a - b);
  const again = centrality(finalists.map((index) => sentences[index]!));
  const final = scores.map((score) => score * 0.1);
  for (const [place, index] of finalists.entries()) final[index] = 0.1 + 0.9 * again[place]!;
  return final;
}

/** What stands first, in the text and in its paragraphs, tells more. */
function place({ index, opensParagraph }: Sentence, many: number): number {
  const lead = 0.35 / (1 + index * Math.max(0.5, 12 / many));
  return 1 + lead + (opensParagraph && index > 0 ? 0.08 : 0);
}

/** How writers begin what they have come to. */
const concluding =
  /^(?:overall|in (?:summary|short|conclusion)|to sum up|all in all|as a result|insgesamt|zusammenfassend|alles in allem|en résumé|en conclusion|en resumen|in sintesi)(?!\p{L})/iu;

/** Fragments, questions, headings and lines of lists make poor summaries; so do very long sentences. */
function worth({ text, words, counts }: Sentence): number {
  const letters = counts.size;
  if (letters < 3) return 0.25;
  let factor = words < 6 ? 0.6 : words > 60 ? 0.7 : 1;
  if (/[?？؟]["”’)]*$/.test(text)) factor *= 0.6;
  if (!/[.!?…。！？؟।۔]["”’»)」』]*$/.test(text)) factor *= 0.6;
  if (/^["“„«「]/.test(text)) factor *= 0.85;
  return concluding.test(text) ? factor * 1.3 : factor;
}

function focusVector(focus: string, language: string) {
  const stopwords = stopwordsOf(language);
  const counts = new Map<string, number>();
  for (const { lower } of wordsOf(focus, language))
    if (!stopwords.has(lower)) counts.set(keyOf(lower, language), 1);
  return vectorOf(counts, () => 1);
}
