/** Readability formulas for English, based on counts of words, sentences and syllables. */
export interface Readability {
  flesch: number;
  fk_grade: number;
  gunning_fog: number;
  smog: number;
  coleman_liau: number;
  ari: number;
}

interface ReadabilityCounts {
  words: number;
  sentences: number;
  /** Number of letters and digits. */
  characters: number;
  syllables: number;
  /** Number of words with three or more syllables. */
  longWords: number;
}

/** Computes the scores of a text with at least one word. */
export function rate(counts: ReadabilityCounts): Readability {
  const { words, characters, syllables, longWords } = counts;
  const sentences = Math.max(1, counts.sentences);
  const wordsPerSentence = words / sentences;
  const syllablesPerWord = syllables / words;
  const charactersPerWord = characters / words;
  return {
    flesch: round(206.835 - 1.015 * wordsPerSentence - 84.6 * syllablesPerWord),
    fk_grade: round(0.39 * wordsPerSentence + 11.8 * syllablesPerWord - 15.59),
    gunning_fog: round(0.4 * (wordsPerSentence + (100 * longWords) / words)),
    smog: round(1.043 * Math.sqrt((longWords * 30) / sentences) + 3.1291),
    coleman_liau: round(5.88 * charactersPerWord - 29.6 / wordsPerSentence - 15.8),
    ari: round(4.71 * charactersPerWord + 0.5 * wordsPerSentence - 21.43),
  };
}

/** Counts the syllables of words, weighted by frequency, and the words with three or more. */
export async function countSyllables(words: ReadonlyMap<string, number>) {
  const { syllable } = await import("syllable");
  let lookups = 0;
  let syllables = 0;
  let longWords = 0;
  for (const [word, count] of words) {
    // A lookup costs 2 µs: beyond the limit, syllables of random letters are estimated.
    const exact = word.length <= wordMax && lookups++ < lookupsMax;
    const wordSyllables = exact ? Math.max(1, syllable(word)) : Math.ceil(word.length / 3);
    syllables += wordSyllables * count;
    if (wordSyllables >= 3) longWords += count;
  }
  return { syllables, longWords };
}

const lookupsMax = 20_000;
/** Longer words aren't English, and the library's expressions are quadratic in the length. */
const wordMax = 30;

/** Rounds to two decimals. More would suggest false precision. */
function round(value: number): number {
  return Math.round(value * 100) / 100;
}
