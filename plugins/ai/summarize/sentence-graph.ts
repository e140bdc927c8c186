import { type Span, splitSentences } from "hub";
import { itemAt } from "../lists.ts";
import { buildVector, computeDocumentFrequencies } from "../text/documents.ts";
import { toWordKey } from "../text/stem.ts";
import { getStopwords } from "../text/stopwords.ts";
import { splitWords } from "../text/words.ts";

/** A sentence with its word statistics. */
export interface Sentence extends Span {
  index: number;
  /** Number of words. */
  words: number;
  /** Number of occurrences of each meaningful word, by its key. */
  counts: ReadonlyMap<string, number>;
  /** Their tf-idf vector, of length 1. */
  vector: ReadonlyMap<string, number>;
  opensParagraph: boolean;
}

/** Returns the sentences of a text, with the weights of their words. */
export function readSentences(text: string, language: string): Sentence[] {
  const stopwords = getStopwords(language);
  const spans = splitSentences(text, language);
  const counted = spans.map((span) => {
    const words = splitWords(span.text, language);
    const counts = new Map<string, number>();
    for (const { lower } of words) {
      if (stopwords.has(lower) || (lower.length < 2 && lower < "\u2e80")) continue;
      const key = toWordKey(lower, language);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return { span, words: words.length, counts };
  });
  const holders = computeDocumentFrequencies(counted);
  return counted.map(({ span, words, counts }, index) => ({
    ...span,
    index,
    words,
    counts,
    vector: buildVector(counts, (key) => Math.log(1 + spans.length / (holders.get(key) ?? 1))),
    opensParagraph:
      index === 0 || text.slice(itemAt(spans, index - 1).end, span.start).includes("\n"),
  }));
}
