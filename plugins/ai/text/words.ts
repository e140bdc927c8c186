import type { Span } from "hub";

/** A word with its span and its form for comparison. */
export interface Word extends Span {
  /** NFC, lower case and plain apostrophes. */
  lower: string;
}

// Each character belongs to only one class, so that the pattern never backtracks.
const pattern = /[\p{L}\p{M}\p{N}_]+(?:[-'’.·@&][\p{L}\p{M}\p{N}]+)*/gu;
/** Scripts without spaces between words. */
const unspacedScripts = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const unspaced = new RegExp(`[${unspacedScripts}]`, "u");

/**
 * Pattern of a letter in a script with spaces between words. Next to such a letter a number is part of a word, as
 * in "x300"; "価格は300円です" has letters on both sides of a sum. The long vowel mark belongs to no script.
 */
export const spacedLetter = String.raw`(?:(?![${unspacedScripts}\p{Script=Hangul}ー])\p{L})`;

const joined = new RegExp(String.raw`^(?:${spacedLetter}|[\p{M}\p{N}])`, "u");

/** Whether the character at a position would be part of the same word as a number next to it. */
export function isPartOfWord(text: string, index: number): boolean {
  return index >= 0 && joined.test(text.charAt(index));
}

/** Returns the words of a text. Scripts without spaces are segmented with ICU's dictionary. */
export function splitWords(text: string, language = "en"): Word[] {
  return unspaced.test(text) ? segmentWords(text, language) : splitSpaced(text);
}

function splitSpaced(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(pattern)) {
    const word = match[0];
    words.push({
      text: word,
      start: match.index,
      end: match.index + word.length,
      lower: fold(word),
    });
  }
  return words;
}

const segmenters = new Map<string, Intl.Segmenter>();

function segmentWords(text: string, language: string): Word[] {
  const words: Word[] = [];
  const base = getBaseLanguage(language);
  let segmenter = segmenters.get(base);
  if (!segmenter) {
    segmenter = new Intl.Segmenter(base.length <= 3 ? base : "en", { granularity: "word" });
    segmenters.set(base, segmenter);
  }
  for (const { segment, index, isWordLike } of segmenter.segment(text))
    if (isWordLike)
      words.push({
        text: segment,
        start: index,
        end: index + segment.length,
        lower: fold(segment),
      });
  return words;
}

/** Returns the form of a word for comparison. */
function fold(word: string): string {
  const lower = word.toLowerCase().normalize("NFC");
  return lower.includes("’") ? lower.replaceAll("’", "'") : lower;
}

/** Whether a word starts with a capital. */
export function isCapitalized(word: string): boolean {
  const first = word.charAt(0);
  return first !== first.toLowerCase();
}

/** Whether a text is written without spaces between words. */
export function isUnspaced(text: string): boolean {
  return unspaced.test(text);
}

/** Returns the language of a tag, without script and region: `pt-BR` becomes `pt`. */
export function getBaseLanguage(tag: string): string {
  const dash = tag.indexOf("-");
  return (dash < 0 ? tag : tag.slice(0, dash)).toLowerCase();
}
