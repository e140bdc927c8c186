import { identifyLanguage } from "hub";
import { codePointLabel, findInvisible } from "./invisible.ts";
import { countSyllables, type Readability, rate } from "./readability.ts";
import { findScripts } from "./scripts.ts";
import { countGraphemes, countSentences, countWords } from "./segments.ts";
import { entropyBits, tally } from "./tally.ts";

interface AnalyzeOptions {
  /** BCP 47: whose rules part words and sentences. */
  locale: string;
  /** How many of the most frequent words and characters are listed. */
  top: number;
}

/** Counts and describes a text. Its time grows with the text's length and with nothing else. */
export async function analyze(text: string, { locale, top }: AnalyzeOptions) {
  const counts = tally(text);
  const { codePoints, bytes, lines, paragraphs, frequency } = counts;
  const byWord = countWords(text, locale);
  const sentences = countSentences(text, locale);
  const { words, characters } = totals(byWord);
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
    reading_time_s: Math.ceil((words / readPerMinute) * 60),
    speaking_time_s: Math.ceil((words / spokenPerMinute) * 60),
    readability: isLatin ? await readability({ byWord, words, sentences, frequency }) : null,
    top_words: first(byWord, top).map(([word, count]) => ({ word, count })),
    char_frequency: first(frequency, top).map(([codePoint, count]) => ({
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

/** The language of a text as the hub tells it everywhere, and what else it may be. */
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

/** Adults reading English prose, silently and aloud: Brysbaert, Journal of Memory and Language 109 (2019). */
const readPerMinute = 238;
const spokenPerMinute = 183;

/** The most frequent first, equals in the order they come in. */
function first<K>(counts: ReadonlyMap<K, number>, top: number): [K, number][] {
  return [...counts].sort((a, b) => b[1] - a[1]).slice(0, top);
}

/** How many words there are, and how many code points they have together. */
function totals(byWord: ReadonlyMap<string, number>): { words: number; characters: number } {
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

async function readability({ byWord, frequency, ...counts }: Counted): Promise<Readability> {
  const characters = lettersAndDigits(frequency);
  return rate({ ...counts, characters, ...(await countSyllables(byWord)) });
}

interface Counted {
  byWord: ReadonlyMap<string, number>;
  frequency: ReadonlyMap<number, number>;
  words: number;
  sentences: number;
}

function lettersAndDigits(frequency: ReadonlyMap<number, number>): number {
  let total = 0;
  for (const [codePoint, count] of frequency)
    if (/[\p{L}\p{N}]/u.test(String.fromCodePoint(codePoint))) total += count;
  return total;
}
