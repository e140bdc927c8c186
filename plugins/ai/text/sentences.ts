import { isFinalStop } from "./full-stop.ts";

/** A piece of a text by its place in UTF-16 code units: `text.slice(start, end)`. */
export interface Span {
  text: string;
  start: number;
  end: number;
}

const westernEnds = new Set(".!?…‽");
/** These end a sentence without a space behind them. */
const otherEnds = new Set("。！？｡؟۔।॥։።။។");
const closers = new Set("\"'”’»›)]}」』）】》〉″");
const openers = new Set("\"'“‘«‹([{„‚「『（【《〈¿¡*_-–—•");
const bullets = new Set("-*•–—·▪◦‣#>");
const shortLineMax = 45;

/**
 * The sentences of a text, trimmed, in order. Blank lines always end one; a single line break does
 * where the lines are a list, a heading or an address and not a wrapped paragraph.
 */
export function splitSentences(text: string, language = "en"): Span[] {
  const sentences: Span[] = [];
  const casual = isCasual(text);
  let start = 0;
  let index = 0;
  function close(end: number): void {
    const span = trimmed(text, start, end);
    if (span) sentences.push(span);
    start = end;
  }
  while (index < text.length) {
    const char = text[index]!;
    if (char === "\n" || char === "\r") {
      const next = afterBreak(text, start, index);
      if (next.ends) close(index);
      index = next.index;
    } else if (otherEnds.has(char)) {
      index = endOfRun(text, index);
      if (!goesOnAfterQuote(text, index)) close(index);
    } else if (westernEnds.has(char)) {
      const end = endOfRun(text, index);
      if (isEnd(text, { start, index, end, language, casual })) close(end);
      index = end;
    } else index++;
  }
  close(text.length);
  return sentences;
}

interface Place {
  /** Where the sentence began. */
  start: number;
  /** Where its mark is. */
  index: number;
  /** What comes after the marks and closing quotes. */
  end: number;
  language: string;
  casual: boolean;
}

function isEnd(text: string, { start, index, end, language, casual }: Place): boolean {
  if (end >= text.length) return true;
  if (!isSpace(text[end]!)) return false;
  const next = nextWord(text, end);
  if (next === undefined) return true;
  const opens = casual || beginsSentence(next);
  const marks = text.slice(index, end);
  if (marks[0] !== ".") return opens;
  if (marks.startsWith("..")) return opens;
  // A full stop before a closing quote or bracket is no abbreviation's business.
  if (marks.length > 1 && closers.has(marks[1]!)) return opens;
  return opens && isFinalStop(text, { start, index, next, language });
}

/** The first word after the spaces at `from`, without quotes and brackets before it. */
function nextWord(text: string, from: number): string | undefined {
  let index = from;
  let breaks = 0;
  while (index < text.length && isSpace(text[index]!)) if (text[index++] === "\n") breaks++;
  if (index >= text.length || breaks > 1) return undefined;
  let skipped = 0;
  while (index < text.length && openers.has(text[index]!) && skipped++ < 4) index++;
  let end = index;
  while (end < text.length && end - index < 40 && !isSpace(text[end]!)) end++;
  return text.slice(index, end);
}

/** A capital, a digit, a script without capitals, a sign; and names such as "iPhone". */
function beginsSentence(word: string): boolean {
  const first = String.fromCodePoint(word.codePointAt(0) ?? 0x20);
  if (first.toLowerCase() === first && first.toUpperCase() !== first)
    return /^[a-z]{1,2}[A-Z]/.test(word);
  return true;
}

/** Whether the text begins its sentences with small letters, as in a chat. */
function isCasual(text: string): boolean {
  let small = 0;
  let large = 0;
  for (let index = 1; index < text.length - 1; index++) {
    if (!westernEnds.has(text[index - 1]!) || text[index] !== " ") continue;
    const next = text[index + 1]!;
    if (next !== next.toUpperCase()) small++;
    else if (next !== next.toLowerCase()) large++;
  }
  return small > large;
}

/** The index after a run of marks and the quotes and brackets that close behind it. */
function endOfRun(text: string, from: number): number {
  let index = from;
  while (index < text.length && (westernEnds.has(text[index]!) || otherEnds.has(text[index]!)))
    index++;
  while (index < text.length && closers.has(text[index]!)) index++;
  return index;
}

/** Japanese cites with a particle behind the quote: 「行く。」と言った。 */
function goesOnAfterQuote(text: string, index: number): boolean {
  return closers.has(text[index - 1]!) && /[\u3041-\u3096]/.test(text[index] ?? "");
}

/** What a line break at `index` means, and where the next line begins. */
function afterBreak(text: string, start: number, at: number) {
  let index = at;
  let breaks = 0;
  while (index < text.length && isSpace(text[index]!)) if (text[index++] === "\n") breaks++;
  if (breaks !== 1 || index >= text.length) return { index, ends: true };
  const lineStart = Math.max(start, text.lastIndexOf("\n", at - 1) + 1);
  const length = at - lineStart;
  const isItem = bullets.has(text[index]!) || isNumbered(text, index);
  const isShort = length <= shortLineMax && text[index]!.toLowerCase() !== text[index];
  return { index, ends: isItem || isShort || text[at - 1] === ":" };
}

/** Whether a line begins as "1." or "2)" do. */
function isNumbered(text: string, at: number): boolean {
  let index = at;
  while (index < at + 3 && text[index]! >= "0" && text[index]! <= "9") index++;
  return index > at && (text[index] === "." || text[index] === ")") && text[index + 1] === " ";
}

function trimmed(text: string, from: number, to: number): Span | undefined {
  let [start, end] = [from, to];
  while (start < end && isSpace(text[start]!)) start++;
  while (end > start && isSpace(text[end - 1]!)) end--;
  return start === end ? undefined : { text: text.slice(start, end), start, end };
}

function isSpace(char: string): boolean {
  return char === " " || (char >= "\t" && char <= "\r") || (char > "\x7f" && char.trim() === "");
}
