import { isFinalStop, isPlainWord } from "./full-stop.ts";
import { readWords } from "./word-lists.ts";

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
const bullets = new Set("-*•–—·▪◦‣⁃#>");
/** Bullets that part the items of a list on one line, which is not what a dash does. */
const inlineBullets = new Set("•▪◦‣⁃");
const shortLineMax = 45;
const thinkers = new Set(["he", "she", "they", "er", "sie", "il", "elle"]);
/** What opens a sentence even where its writer forgot the capital. */
const smallStarters = new Set(
  readWords(`
  i i'm im i've i'd i'll it it's he she we they you this these those there then what why how but
  so
  my your his her our their also anyway maybe please thanks let let's don't do does did can could
  ich er sie es wir das aber dann je il elle mais pero yo
`),
);

/**
 * The sentences of a text, trimmed, in order. Blank lines always end one; a single line break does
 * where the lines are a list, a heading or an address and not a wrapped paragraph.
 */
export function splitSentences(text: string, language = "en"): Span[] {
  const sentences: Span[] = [];
  let start = 0;
  let index = 0;
  let item = itemAt(text, 0);
  function close(end: number): void {
    const span = trimSpan(text, start, end);
    const last = sentences.at(-1);
    // Marks alone belong to the sentence before them.
    if (span && last && isMarks(span.text) && !text.slice(last.end, span.start).includes("\n"))
      sentences[sentences.length - 1] = {
        text: text.slice(last.start, span.end),
        start: last.start,
        end: span.end,
      };
    else if (span) sentences.push(span);
    start = end;
    item = itemAt(text, span && span.end > end ? span.end : afterSpaces(text, end));
  }
  while (index < text.length) {
    if (
      item &&
      index > item.end &&
      isSpace(text.charAt(index - 1)) &&
      isNextItem(text, index, item)
    )
      close(index);
    if (item && index < item.end) {
      index = item.end;
    } else if (mayEnd(text.charAt(index))) {
      const { next, end } = readEnd(text, { start, index, language });
      if (end !== undefined) close(end);
      index = next;
    } else index++;
  }
  close(text.length);
  return sentences;
}

function isBreak(char: string): boolean {
  return char === "\n" || char === "\r";
}

function mayEnd(char: string): boolean {
  return isBreak(char) || otherEnds.has(char) || westernEnds.has(char);
}

interface Reading {
  /** Where the sentence began. */
  start: number;
  /** Where the character is that may end it. */
  index: number;
  language: string;
}

/** Where to read on behind what may end a sentence, and where the sentence ends if it does. */
function readEnd(
  text: string,
  { start, index, language }: Reading,
): { next: number; end?: number | undefined } {
  const char = text.charAt(index);
  if (isBreak(char)) {
    const { ends, index: next } = afterBreak(text, start, index);
    return { next, end: ends ? index : undefined };
  }
  const end = findRunEnd(text, index);
  const ends = otherEnds.has(char)
    ? !goesOnAfterQuote(text, end)
    : isEnd(text, { start, index, end, language });
  return { next: end, end: ends ? end : undefined };
}

interface SentenceBoundary {
  /** Where the sentence began. */
  start: number;
  /** Where its mark is. */
  index: number;
  /** What comes after the marks and closing quotes. */
  end: number;
  language: string;
}

function isEnd(text: string, { start, index, end, language }: SentenceBoundary): boolean {
  if (end >= text.length) return true;
  if (!isSpace(text.charAt(end))) return false;
  const next = nextWord(text, end);
  if (next === undefined) return true;
  const marks = text.slice(index, end);
  if (isOmission(text, { index, marks })) return false;
  if (!beginsSentence(next)) return opensSmall(text, { start, index, marks, next });
  if (marks[0] !== "." || marks.startsWith("..") || marks.startsWith(". .")) return true;
  // A full stop before a closing quote or bracket is no abbreviation's business.
  if (marks.length > 1 && closers.has(marks.charAt(1))) return true;
  return isFinalStop(text, { start, index, next, language });
}

/** "[...]", and three stops with spaces between them, which stand within a sentence: four close it. */
function isOmission(text: string, { index, marks }: { index: number; marks: string }): boolean {
  const before = text[index - 1] ?? "";
  if (before === "[" || before === "(") return closers.has(marks.slice(-1));
  return marks === ". . ." && isSpace(before);
}

interface Small {
  start: number;
  index: number;
  marks: string;
  next: string;
}

/**
 * Whether a small letter opens a sentence: where the one before began with a small letter too, as in
 * a chat, or with a word that opens sentences. It is asked of each place, as one slip says nothing of
 * the rest of a text.
 */
function opensSmall(text: string, { start, index, marks, next }: Small): boolean {
  if (marks.length > 1 && (marks[0] === "." || closers.has(marks.slice(-1)))) return false;
  const first = /[\p{L}\p{N}]/u.exec(text.slice(start, index))?.[0] ?? "";
  const beganSmall = first !== first.toUpperCase();
  const word = next.toLowerCase().replace("’", "'");
  // "What now? he thought."
  if (marks[0] !== ".") return beganSmall || (smallStarters.has(word) && !thinkers.has(word));
  if (!isPlainWord(text, { start, index })) return false;
  return beganSmall || smallStarters.has(word);
}

/** The first word after the spaces at `from`, without quotes and brackets before it. */
function nextWord(text: string, from: number): string | undefined {
  let index = from;
  let breaks = 0;
  while (index < text.length && isSpace(text.charAt(index))) if (text[index++] === "\n") breaks++;
  if (index >= text.length || breaks > 1) return undefined;
  let skipped = 0;
  while (index < text.length && openers.has(text.charAt(index)) && skipped++ < 4) index++;
  let end = index;
  while (end < text.length && end - index < 40 && !isSpace(text.charAt(end))) end++;
  return text.slice(index, end);
}

/** A capital, a digit, a script without capitals, a sign; and names such as "iPhone". */
function beginsSentence(word: string): boolean {
  const first = String.fromCodePoint(word.codePointAt(0) ?? 0x20);
  if (first.toLowerCase() === first && first.toUpperCase() !== first)
    return /^[a-z]{1,2}[A-Z]/.test(word);
  return true;
}

/** The index after a run of marks and the quotes and brackets that close behind it. */
function findRunEnd(text: string, from: number): number {
  let index = from;
  while (index < text.length && isMark(text.charAt(index))) {
    index++;
    // ". . ." is one mark.
    while (text[index - 1] === "." && text[index] === " " && text[index + 1] === ".") {
      if (!isEllipsis(text, index + 1)) break;
      index += 2;
    }
  }
  while (index < text.length && closers.has(text.charAt(index))) index++;
  return index;
}

function isMark(char: string): boolean {
  return westernEnds.has(char) || otherEnds.has(char);
}

/** Whether a stop stands by itself: ".NET" and ".5" begin a word. */
function isEllipsis(text: string, at: number): boolean {
  const next = text[at + 1];
  return next === undefined || isSpace(next) || isMark(next) || closers.has(next);
}

function isMarks(text: string): boolean {
  return [...text].every((char) => isMark(char) || closers.has(char) || isSpace(char));
}

/** The mark of a list's item, as "2.", "b)" or "•", and where what it says begins. */
interface Item {
  end: number;
  bullet: string;
  /** Its number or letter, and how it is written. */
  count: string;
  mark: string;
}

const itemPattern =
  /^(?<bullet>[•▪◦‣⁃]? ?)(?<count>\d{1,3}|[a-zA-Z])?(?<mark>\.\)|\.|\))? +(?=[\p{L}\p{N}"“(])/u;

function itemAt(text: string, at: number): Item | undefined {
  const match = itemPattern.exec(text.slice(at, at + 12));
  const { bullet = "", count = "", mark = "" } = match?.groups ?? {};
  if (!match || (bullet === "" && (count === "" || mark === ""))) return undefined;
  // "A. Smith and B. Jones" are people.
  if (/[A-Z]/.test(count) && mark === ".") return undefined;
  if (bullet !== "" && (count === "") !== (mark === "")) return undefined;
  return { end: at + match[0].length, bullet: bullet.trim(), count, mark };
}

/** Whether the item that follows another begins here: "1. One 2. Two". */
function isNextItem(text: string, at: number, before: Item): boolean {
  const char = text.charAt(at);
  if (before.bullet !== "") return char === before.bullet && inlineBullets.has(char);
  const next = itemAt(text, at);
  return next !== undefined && next.mark === before.mark && next.count === following(before.count);
}

function following(count: string): string {
  return /^\d/.test(count)
    ? String(Number(count) + 1)
    : String.fromCharCode(count.charCodeAt(0) + 1);
}

function afterSpaces(text: string, from: number): number {
  let index = from;
  while (index < text.length && isSpace(text.charAt(index))) index++;
  return index;
}

/** Japanese cites with a particle behind the quote: 「行く。」と言った。 */
function goesOnAfterQuote(text: string, index: number): boolean {
  return closers.has(text.charAt(index - 1)) && /[\u3041-\u3096]/.test(text[index] ?? "");
}

/** What a line break at `index` means, and where the next line begins. */
function afterBreak(text: string, start: number, at: number) {
  let index = at;
  let breaks = 0;
  while (index < text.length && isSpace(text.charAt(index))) if (text[index++] === "\n") breaks++;
  if (breaks !== 1 || index >= text.length) return { index, ends: true };
  const lineStart = Math.max(start, text.lastIndexOf("\n", at - 1) + 1);
  const length = at - lineStart;
  const isItem = bullets.has(text.charAt(index)) || isNumbered(text, index);
  const isShort = length <= shortLineMax && text.charAt(index).toLowerCase() !== text[index];
  return { index, ends: isItem || isShort || text[at - 1] === ":" };
}

/** Whether a line begins as "1." or "2)" do. */
function isNumbered(text: string, at: number): boolean {
  let index = at;
  while (index < at + 3 && text.charAt(index) >= "0" && text.charAt(index) <= "9") index++;
  return index > at && (text[index] === "." || text[index] === ")") && text[index + 1] === " ";
}

function trimSpan(text: string, from: number, to: number): Span | undefined {
  let [start, end] = [from, to];
  while (start < end && isSpace(text.charAt(start))) start++;
  while (end > start && isSpace(text.charAt(end - 1))) end--;
  return start === end ? undefined : { text: text.slice(start, end), start, end };
}

function isSpace(char: string): boolean {
  return char === " " || (char >= "\t" && char <= "\r") || (char > "\x7f" && char.trim() === "");
}

/** Stretches of whole sentences up to a size; a longer sentence is cut at a space. */
export function* splitChunks(text: string, max: number): Generator<{ start: number; end: number }> {
  let open: { start: number; end: number } | undefined;
  for (const { start, end } of splitSentences(text)) {
    if (open && end - open.start > max) {
      yield open;
      open = undefined;
    }
    open = { start: open?.start ?? start, end };
    while (open.end - open.start > max) {
      const cut = text.lastIndexOf(" ", open.start + max);
      const at = cut > open.start ? cut + 1 : open.start + max;
      yield { start: open.start, end: at };
      open.start = at;
    }
  }
  if (open && open.end > open.start) yield open;
}
