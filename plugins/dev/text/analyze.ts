import { identifyLanguage } from "hub";
import { codePointLabel, findInvisible } from "./invisible.ts";
import { countSyllables, type Readability, rate } from "./readability.ts";
import { findScripts } from "./scripts.ts";
import { countGraphemes, countWords } from "./segments.ts";
import { countSentences } from "./sentences.ts";
import { entropyBits, tally } from "./tally.ts";

interface AnalyzeOptions {
  /** BCP 47 tag of the rules for word and sentence boundaries. */
  locale: string;
  /** Number of most frequent words and characters to list. */
  top: number;
}

/** Counts and describes a text, in time linear in its length. */
export async function analyze(text: string, { locale, top }: AnalyzeOptions) {
  const counts = tally(text);
  const { codePoints, bytes, lines, paragraphs, frequency } = counts;
  const byWord = countWords(text, locale);
  const sentences = countSentences(text, locale);
  const { words, characters } = countTotals(byWord);
  const scripts = findScripts(frequency);
  const isLatin = words > 0 && scripts[0]?.script === "Latin";
  return {
    characters: text.length,
    graphemes: countGraphemes(text),
    code_points: codePoints,
    bytes,
    words,
    unique_words: byWord.size,
    sentences,
    paragraphs,
    lines,
    avg_word_length: words ? characters / words : 0,
    reading_time_s: Math.ceil((words / wordsReadPerMinute) * 60),
    speaking_time_s: Math.ceil((words / wordsSpokenPerMinute) * 60),
    readability: isLatin ? await computeReadability({ byWord, words, sentences, frequency }) : null,
    top_words: listMostFrequent(byWord, top).map(([word, count]) => ({ word, count })),
    char_frequency: listMostFrequent(frequency, top).map(([codePoint, count]) => ({
      character: String.fromCodePoint(codePoint),
      code_point: codePointLabel(codePoint),
      count,
      share: count / codePoints,
    })),
    scripts,
    language: await detectLanguage(text),
    entropy_bits: entropyBits(counts),
    invisible_characters: findInvisible(text, frequency),
  };
}

/** Detects the language like all endpoints of the hub. Returns up to three candidates. */
async function detectLanguage(text: string) {
  const { guesses, reliable, foreign } = await identifyLanguage(text);
  const rounded = guesses.slice(0, 3).map(({ code, confidence }) => ({
    code,
    confidence: Math.round(confidence * 1e4) / 1e4,
  }));
  const unknown = { code: "und", confidence: 0 };
  const [best = unknown, ...alternatives] = foreign ? [unknown, ...rounded] : rounded;
  return { ...best, reliable, alternatives };
}

/**
 * Average speeds of adults for English prose, silent and aloud: Brysbaert, Journal of Memory and Language 109 (2019).
 */
const wordsReadPerMinute = 238;
const wordsSpokenPerMinute = 183;

/** Returns the entries with the highest counts. Ties are in order of appearance. */
function listMostFrequent<K>(counts: ReadonlyMap<K, number>, top: number): [K, number][] {
  return [...counts].sort((a, b) => b[1] - a[1]).slice(0, top);
}

/** Returns the number of words and of their code points. */
function countTotals(byWord: ReadonlyMap<string, number>): { words: number; characters: number } {
  let words = 0;
  let characters = 0;
  for (const [word, count] of byWord) {
    let length = 0;
    for (const _ of word) length++;
    words += count;
    characters += count * length;
  }
  return { words, characters };
}

async function computeReadability({
  byWord,
  frequency,
  ...counts
}: TextCounts): Promise<Readability> {
  const characters = countLettersAndDigits(frequency);
  return rate({ ...counts, characters, ...(await countSyllables(byWord)) });
}

interface TextCounts {
  byWord: ReadonlyMap<string, number>;
  frequency: ReadonlyMap<number, number>;
  words: number;
  sentences: number;
}

function countLettersAndDigits(frequency: ReadonlyMap<number, number>): number {
  let total = 0;
  for (const [codePoint, count] of frequency)
    if (/[\p{L}\p{N}]/u.test(String.fromCodePoint(codePoint))) total += count;
  return total;
}
