import { keyOf } from "../text/key.ts";
import { splitSentences } from "../text/sentences.ts";
import { stopwordsOf } from "../text/stopwords.ts";
import { type Word, wordsOf } from "../text/words.ts";
import { isWeak } from "./weak-words.ts";

/** A word that says something, with what it is counted as and where it is. */
export interface Term extends Word {
  key: string;
  /** Which sentence it is in. */
  sentence: number;
}

/** Neighbouring words that say something, with no punctuation and no other word between. */
export type Run = readonly Term[];

export interface Terms {
  terms: readonly Term[];
  runs: readonly Run[];
  sentences: number;
}

interface Options {
  language: string;
  stopwords: readonly string[];
}

const letters = /\p{L}/u;

/** The words of a text that say something, in order, and the runs they make. */
export function termsOf(text: string, { language, stopwords }: Options): Terms {
  const own = new Set(stopwords.map((word) => word.toLowerCase()));
  const usual = stopwordsOf(language);
  const terms: Term[] = [];
  const runs: Term[][] = [];
  const sentences = splitSentences(text, language);
  for (const [sentence, span] of sentences.entries()) {
    let run: Term[] = [];
    const close = () => {
      if (run.length > 0) runs.push(run);
      run = [];
    };
    let end = 0;
    for (const word of wordsOf(span.text, language)) {
      const lower = word.lower.endsWith("'s") ? word.lower.slice(0, -2) : word.lower;
      const says =
        isTelling(lower) &&
        !own.has(lower) &&
        !usual.has(word.lower) &&
        !usual.has(lower) &&
        !isWeak(word.text, language);
      if (!says || !isJoin(span.text.slice(end, word.start))) close();
      end = word.end;
      if (!says) continue;
      const term = {
        ...word,
        lower,
        start: word.start + span.start,
        end: word.end + span.start,
        key: keyOf(lower, language),
        sentence,
      };
      terms.push(term);
      run.push(term);
    }
    close();
  }
  return { terms, runs, sentences: sentences.length };
}

/** A letter at least, and more than one character but where one is a word; no word of hiragana. */
function isTelling(lower: string): boolean {
  if (/[\u3041-\u309f]/.test(lower)) return false;
  return letters.test(lower) && (lower.length > 1 || lower > "\u2e80");
}

/** Whether what is between two words joins them: spaces, or nothing. */
function isJoin(gap: string): boolean {
  return gap.trim() === "" && !gap.includes("\n\n");
}
