import { openTexts } from "hub/data-file";

/** Reads the words that an emoji is read as. */
const readEmoji = openTexts(new URL("./emoji.txt", import.meta.url), ["names"]);

/** A word or emoticon, with its position in the text. */
export interface Token {
  text: string;
  lower: string;
  start: number;
  end: number;
  /** Whether it has letters and all are capitals. */
  isUpper: boolean;
  isEmoji: boolean;
  /** Index of its sentence, by the marks and line breaks before it. */
  sentence: number;
}

const punctuation = new Set("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~“”‘’„«»…–—¡¿。！？、");

/**
 * Splits a text at spaces into words and emoticons. Punctuation around a word is dropped if more than two
 * characters remain, because shorter ones may be emoticons. An emoji is replaced by the words of its name.
 */
export function splitTokens(text: string): Token[] {
  const tokens: Token[] = [];
  let start = -1;
  let sentence = 0;
  let index = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    const width = char.length;
    const isPart = code > 0x200c && isEmojiPart(code);
    const words = code > 0x2000 ? readEmoji().names[char]?.split(" ") : undefined;
    if (words || isPart || isSpace(code)) {
      if (start >= 0) {
        tokens.push({ ...readToken(text, start, index), sentence });
        if (/[.!?。！？][)"'”’»]?$/.test(text.slice(Math.max(0, index - 2), index))) sentence++;
      }
      if (code === 0x0a && tokens.at(-1)?.sentence === sentence) sentence++;
      start = -1;
    } else if (start < 0) start = index;
    for (const word of words ?? [])
      tokens.push({ ...token(word, index, index + width), isEmoji: true, sentence });
    index += width;
  }
  if (start >= 0) tokens.push({ ...readToken(text, start, text.length), sentence });
  return tokens;
}

function readToken(text: string, from: number, to: number): Token {
  let [start, end] = [from, to];
  while (start < end && punctuation.has(text.charAt(start))) start++;
  while (end > start && punctuation.has(text.charAt(end - 1))) end--;
  return end - start <= 2
    ? token(text.slice(from, to), from, to)
    : token(text.slice(start, end), start, end);
}

function token(text: string, start: number, end: number): Token {
  const lower = text.toLowerCase().replaceAll("’", "'");
  const isUpper = text !== text.toLowerCase() && text === text.toUpperCase();
  return { text, lower, start, end, isUpper, isEmoji: false, sentence: 0 };
}

function isSpace(code: number): boolean {
  if (code <= 0x20) return true;
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200b) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

/** The contribution of a token to a text's sentiment, and the reasons why it differs from the rating. */
export interface Valence {
  rating: number;
  valence: number;
  because: string[];
}

/** Whether a character is part of an emoji: joiners, variation selectors and skin tones. */
function isEmojiPart(code: number): boolean {
  return (
    code === 0x200d || code === 0xfe0f || code === 0xfe0e || (code >= 0x1f3fb && code <= 0x1f3ff)
  );
}
