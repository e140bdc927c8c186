import { codePointLabel, findInvisible } from "./invisible.ts";
import { guessLanguage } from "./language.ts";
import { countSyllables, rate } from "./readability.ts";
import { findScripts } from "./scripts.ts";
import { countGraphemes, countSentences, countWords } from "./segments.ts";
import { entropyBits, tally } from "./tally.ts";

export interface AnalyzeOptions {
  /** BCP 47: whose rules part words and sentences. */
  locale: string;
  /** How many of the most frequent words and characters are listed. */
  top: number;
}

/** Counts and describes a text. Its time grows with the text's length and with nothing else. */
export async function analyze(text: string, { locale, top }: AnalyzeOptions) {
  const counts = tally(text);
  const { codePoints, frequency } = counts;
  const byWord = countWords(text, locale);
  const sentences = countSentences(text, locale);
  let words = 0;
  let wordCharacters = 0;
  for (const [word, count] of byWord) {
    words += count;
    wordCharacters += count * (codePoints === text.length ? word.length : length(word));
  }
  const scripts = findScripts(frequency);
  const latin = words > 0 && scripts[0]?.script === "Latin";
  return {
    characters: text.length,
    graphemes: countGraphemes(text),
    code_points: codePoints,
    bytes: counts.bytes,
    words,
    unique_words: byWord.size,
    sentences,
    paragraphs: counts.paragraphs,
    lines: counts.lines,
    avg_word_length: words ? wordCharacters / words : 0,
    reading_time_s: Math.ceil((words / readPerMinute) * 60),
    speaking_time_s: Math.ceil((words / spokenPerMinute) * 60),
    readability: latin
      ? rate({
          words,
          sentences,
          characters: lettersAndDigits(frequency),
          ...(await countSyllables(byWord)),
        })
      : null,
    top_words: first(byWord, top).map(([word, count]) => ({ word, count })),
    char_frequency: first(frequency, top).map(([codePoint, count]) => ({
      character: String.fromCodePoint(codePoint),
      code_point: codePointLabel(codePoint),
      count,
      share: count / codePoints,
    })),
    scripts,
    language: await guessLanguage(text),
    entropy_bits: entropyBits(counts),
    invisible_characters: findInvisible(text, frequency),
  };
}

/** Adults reading English prose, silently and aloud: Brysbaert, Journal of Memory and Language 109 (2019). */
const readPerMinute = 238;
const spokenPerMinute = 183;

/** The most frequent first, equals in the order they come in. */
function first<K>(counts: ReadonlyMap<K, number>, top: number): [K, number][] {
  return [...counts].sort((a, b) => b[1] - a[1]).slice(0, top);
}

function length(word: string): number {
  let points = 0;
  for (const _ of word) points++;
  return points;
}

function lettersAndDigits(frequency: ReadonlyMap<number, number>): number {
  let total = 0;
  for (const [codePoint, count] of frequency)
    if (/[\p{L}\p{N}]/u.test(String.fromCodePoint(codePoint))) total += count;
  return total;
}
