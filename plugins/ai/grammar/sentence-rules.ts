import { checkAgreement } from "./agreement-rules.ts";
import { checkArticles } from "./article-rules.ts";
import { checkOrder } from "./order-rules.ts";
import { checkPrepositions } from "./preposition-rules.ts";
import type { Match, Starts } from "./request.ts";
import { SentenceWords } from "./sentence-words.ts";
import { checkVerbs } from "./verb-rules.ts";
import { checkWordForms } from "./word-form-rules.ts";

/** Longest sentence that is checked, in words. Longer ones are lists or no prose. */
const wordsMax = 80;

/** Finds mistakes by the structure of sentences: noun phrases, subjects, and what verbs and adjectives govern. */
export function* checkSentences(starts: Starts): Generator<Match> {
  for (const sentence of starts.values()) {
    if (sentence.text.length > wordsMax * 12) continue;
    const words = new SentenceWords(sentence);
    if (words.length < 3 || words.length > wordsMax) continue;
    yield* checkArticles(words);
    yield* checkAgreement(words);
    yield* checkVerbs(words);
    yield* checkPrepositions(words);
    yield* checkOrder(words);
    yield* checkWordForms(words);
  }
}
