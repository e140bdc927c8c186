import { splitSentences } from "hub";
import { splitWords } from "../text/words.ts";

/** Measures how hard an English text is to read, after Flesch (1948) and Kincaid (1975). */
export function measureReadability(text: string) {
  const sentences = Math.max(1, splitSentences(text).length);
  const words = splitWords(text);
  const wordCount = Math.max(1, words.length);
  const syllables = words.reduce((sum, { lower }) => sum + countSyllables(lower), 0);
  const ease = 206.835 - 1.015 * (wordCount / sentences) - 84.6 * (syllables / wordCount);
  const grade = 0.39 * (wordCount / sentences) + 11.8 * (syllables / wordCount) - 15.59;
  return {
    reading_ease: Math.round(ease * 10) / 10,
    grade: Math.round(Math.max(0, grade) * 10) / 10,
    words: words.length,
    sentences,
  };
}

/** Counts the groups of vowels, without a silent e. */
function countSyllables(word: string): number {
  const groups = word.match(/[aeiouyäöüéèêáíóú]{1,40}/g)?.length ?? 0;
  const silent = groups > 1 && /[^aeiouyl]e$|[^aeiouytd]ed$|[^aeiouysxzc]es$/.test(word) ? 1 : 0;
  return Math.max(1, groups - silent);
}
