import words from "./words.json" with { type: "json" };

/** A word of a prompt, a number or an emoji. */
export interface Word {
  /** The text as written, without the ending of a genitive. */
  text: string;
  /** The text in lower case, without accents and apostrophes. */
  plain: string;
  /** The singular of a plural. */
  lemma: string;
  /** Whether punctuation precedes it. */
  isApart: boolean;
  /** Whether a full stop, a semicolon or a line break precedes it. */
  isSentence: boolean;
  /** Whether a hyphen joins it to the previous word. */
  isTied: boolean;
  /** Whether it is quoted, in a prompt that isn't a quotation itself. */
  isQuoted: boolean;
}

const token =
  /\p{N}+(?:[.,]\p{N}+)+|[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)?|\p{RI}\p{RI}|\p{Extended_Pictographic}(?:[\u{FE0F}\p{EMod}]|\u{200D}\p{Extended_Pictographic})*/gu;
const marks = /[,.;:!?()[\]{}|/\n–—…"“”„«»]/;
const quotes = /["“”„«»]/g;

/** Splits a prompt into words. */
export function splitWords(text: string): Word[] {
  const found: Word[] = [];
  let end = 0;
  let marksSeen = 0;
  let isQuotation = false;
  for (const match of text.matchAll(token)) {
    const between = text.slice(end, match.index);
    end = match.index + match[0].length;
    const written = withoutGenitive(match[0]);
    const plain = written
      .toLowerCase()
      .normalize("NFKD")
      .replaceAll(/[\p{M}'’]/gu, "");
    // A lone accent isn't a word.
    if (plain === "") continue;
    const opening = between.match(quotes)?.length ?? 0;
    // The prompt itself may be quoted: draw “a cat”.
    if (marksSeen === 0 && opening > 0) isQuotation = found.length < 3;
    marksSeen += opening;
    found.push({
      text: written,
      plain,
      lemma: getSingular(plain),
      isApart: marks.test(between) || between.includes(" - "),
      isSentence: /[.;:!?\n]/.test(between),
      isTied: found.length > 0 && ["-", "‐", "‑"].includes(between),
      isQuoted: marksSeen % 2 === 1 && !isQuotation,
    });
  }
  return found;
}

/** Removes the ending of a genitive: "cat’s" is one cat. */
function withoutGenitive(text: string): string {
  return /['’]s$/i.test(text) ? text.slice(0, -2) : text;
}

const irregular: Readonly<Record<string, string>> = words.irregularPlurals;

/** Returns the singular of an English noun, by its ending. */
function getSingular(word: string): string {
  const own = Object.hasOwn(irregular, word) ? irregular[word] : undefined;
  if (own !== undefined) return own;
  if (word.length < 4 || !word.endsWith("s") || word.endsWith("ss") || word.endsWith("us"))
    return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return /(?:ch|sh|x|ss|zz|[tngc]o)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}
