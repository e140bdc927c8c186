import { splitSentences } from "hub";
import { openWords } from "hub/data-file";
import { toWordKey } from "../text/stem.ts";
import { getStopwords } from "../text/stopwords.ts";
import { getBaseLanguage, splitWords, type Word } from "../text/words.ts";

const lists = openWords(new URL("./terms.txt", import.meta.url), ["english", "names"])();

// Frequent English verbs, adverbs and vague words, which are rarely a topic.
const english = lists.english;

// Words in -ing and -ed that are nouns or adjectives, not actions.
const names = lists.names;

/** A meaningful word, with its key and position. */
export interface Term extends Word {
  key: string;
  /** Index of its sentence. */
  sentence: number;
}

/** Adjacent meaningful words, with no punctuation or other words in between. */
export type Run = readonly Term[];

export interface Terms {
  terms: readonly Term[];
  runs: readonly Run[];
  sentences: number;
}

interface TermOptions {
  language: string;
  stopwords: readonly string[];
}

const letters = /\p{L}/u;

/** Returns the meaningful words of a text, in order, and the runs they form. */
export function extractTerms(text: string, { language, stopwords }: TermOptions): Terms {
  const own = new Set(stopwords.map((word) => word.toLowerCase()));
  const usual = getStopwords(language);
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
    for (const word of splitWords(span.text, language)) {
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
        key: toWordKey(lower, language),
        sentence,
      };
      terms.push(term);
      run.push(term);
    }
    close();
  }
  return { terms, runs, sentences: sentences.length };
}

/** Whether a word has a letter and more than one character, unless one character is a word. False for hiragana. */
function isTelling(lower: string): boolean {
  if (/[\u3041-\u309f]/.test(lower)) return false;
  return letters.test(lower) && (lower.length > 1 || lower > "\u2e80");
}

/** Whether the gap between two words joins them: spaces, or nothing. */
function isJoin(gap: string): boolean {
  return gap.trim() === "" && !gap.includes("\n\n");
}

/** Whether a word can't be part of a key phrase, although it isn't a stopword. */
export function isWeak(word: string, language: string): boolean {
  const lower = word.toLowerCase();
  if (/^[\p{N}.,:%-]+$/u.test(lower)) return true;
  if (getBaseLanguage(language) !== "en") return false;
  if (english.has(lower)) return true;
  const isSmall = word === lower;
  if (lower.length > 4 && lower.endsWith("ly")) return isSmall;
  if (!isSmall || lower.length < 5 || !/(?:ing|ed)s?$/.test(lower)) return false;
  return !names.has(lower) && !names.has(lower.slice(0, -1));
}
