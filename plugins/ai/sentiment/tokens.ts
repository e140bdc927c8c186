import { emojiNames, isEmojiPart } from "./emoji.ts";

/** A word or an emoticon of a text, and where it stands there. */
export interface Token {
  text: string;
  lower: string;
  start: number;
  end: number;
  /** All its letters are capitals, and there are some. */
  isUpper: boolean;
  isEmoji: boolean;
  /** Which sentence it is in, by the marks and line breaks before it. */
  sentence: number;
}

const punctuation = new Set("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~“”‘’„«»…–—¡¿。！？、");

/**
 * The words and emoticons of a text between its spaces. Punctuation around a word is dropped, if that
 * leaves more than two characters: what is shorter may be an emoticon. An emoji is its name's words.
 */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let start = -1;
  let sentence = 0;
  for (let index = 0; index < text.length; ) {
    const code = text.codePointAt(index)!;
    const width = code > 0xffff ? 2 : 1;
    const isPart = code > 0x200c && isEmojiPart(code);
    const words = code > 0x2000 ? emojiNames.get(text.slice(index, index + width)) : undefined;
    if (words || isPart || isSpace(code)) {
      if (start >= 0) {
        tokens.push({ ...worded(text, start, index), sentence });
        if (/[.!?。！？][)"'”’»]?$/.test(text.slice(Math.max(0, index - 2), index))) sentence++;
      }
      if (code === 0x0a && tokens.at(-1)?.sentence === sentence) sentence++;
      start = -1;
    } else if (start < 0) start = index;
    for (const word of words ?? [])
      tokens.push({ ...token(word, index, index + width), isEmoji: true, sentence });
    index += width;
  }
  if (start >= 0) tokens.push({ ...worded(text, start, text.length), sentence });
  return tokens;
}

function worded(text: string, from: number, to: number): Token {
  let [start, end] = [from, to];
  while (start < end && punctuation.has(text[start]!)) start++;
  while (end > start && punctuation.has(text[end - 1]!)) end--;
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

/** What a token adds to a text's sentiment, and why that is not just its rating. */
export interface Valence {
  rating: number;
  valence: number;
  because: string[];
}
