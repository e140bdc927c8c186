import { openWords } from "../data-file.ts";
import { isFinalStop, isPlainWord, opensWithoutSpace } from "./full-stop.ts";

/** A span of a text in UTF-16 code units: `text.slice(start, end)`. */
export interface Span {
  text: string;
  start: number;
  end: number;
}

const westernEnds = new Set(".!?…‽");
/** Marks that end a sentence without a space after them. */
const otherEnds = new Set("。．！？｡؟۔।॥։።။។");
const closers = new Set("\"'”’»›)]}」』）】》〉″");
const openers = new Set("\"'“‘«‹([{„‚「『（【《〈¿¡*_-–—•");
const bullets = new Set("-*•–—·▪◦‣⁃#>");
/** Bullets that separate list items on one line. A dash doesn't. */
const inlineBullets = new Set("•▪◦‣⁃");
const shortLineMax = 45;
const readLists = openWords(new URL("./sentence-words.txt", import.meta.url), [
  "smallStarters",
  "thaiEnds",
  "thaiStarters",
]);
const thinkers = new Set(["he", "she", "they", "er", "sie", "il", "elle"]);
/**
 * Splits a text into trimmed sentences. Blank lines always end one. A single line break does in lists, headings
 * and addresses, but not in wrapped paragraphs.
 */
export function splitSentences(text: string, language = "en"): Span[] {
  const sentences: Span[] = [];
  let start = 0;
  let index = 0;
  let item = itemAt(text, 0);
  function close(end: number): void {
    const span = trimSpan(text, start, end);
    const last = sentences.at(-1);
    // Lone punctuation belongs to the previous sentence.
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
    const quoteEnd = findQuoteEnd(text, index);
    if (item && index < item.end) {
      index = item.end;
    } else if (quoteEnd !== undefined) {
      index = quoteEnd;
    } else if (text.charAt(index) === " " && isThaiEnd(text, { start, index })) {
      close(index++);
    } else if (mayEnd(text.charAt(index)) || isOwnMark(text.charAt(index), language)) {
      const { next, end } = readEnd(text, { start, index, language });
      if (end !== undefined) close(end);
      index = next;
    } else index++;
  }
  close(text.length);
  return sentences;
}

/** Whether a mark ends sentences in a language: ";" asks in Greek, ":" is often written for the Armenian full stop. */
function isOwnMark(char: string, language: string): boolean {
  const [code] = language.split("-", 1);
  return (char === ";" && code === "el") || (char === ":" && code === "hy");
}

const thaiReach = 40;

/** Whether a space ends a Thai sentence. Thai has no end mark: a space separates sentences, clauses and items. */
function isThaiEnd(text: string, { start, index }: { start: number; index: number }): boolean {
  if (!/\p{Script=Thai}/u.test(text.charAt(index - 1))) return false;
  if (!/\p{Script=Thai}/u.test(text.charAt(index + 1))) return false;
  const { thaiEnds, thaiStarters } = readLists();
  const before = splitThai(text.slice(Math.max(start, index - thaiReach), index));
  if (thaiEnds.has(before.at(-1) ?? "")) return true;
  const [first = "", second = ""] = splitThai(text.slice(index + 1, index + thaiReach));
  return before.length > 1 && (thaiStarters.has(first) || thaiStarters.has(first + second));
}

function splitThai(text: string): string[] {
  thaiWords ??= new Intl.Segmenter("th", { granularity: "word" });
  return Array.from(thaiWords.segment(text), ({ segment }) => segment);
}

let thaiWords: Intl.Segmenter | undefined;

function isBreak(char: string): boolean {
  return char === "\n" || char === "\r";
}

function mayEnd(char: string): boolean {
  return isBreak(char) || otherEnds.has(char) || westernEnds.has(char);
}

interface Reading {
  /** Start of the sentence. */
  start: number;
  /** Index of the character that may end it. */
  index: number;
  language: string;
}

/** Returns where to continue after a possible sentence end, and where the sentence ends if it does. */
function readEnd(
  text: string,
  { start, index, language }: Reading,
): { next: number; end?: number | undefined } {
  const char = text.charAt(index);
  if (isBreak(char)) {
    const { ends, index: next } = readLineBreak(text, start, index);
    return { next, end: ends ? index : undefined };
  }
  const end = findRunEnd(text, index);
  const isDecimal = char === "．" && /\p{Nd}/u.test(text.charAt(end));
  const ends = otherEnds.has(char)
    ? !continuesAfterQuote(text, end) && !isDecimal
    : isEnd(text, { start, index, end, language });
  return { next: end, end: ends ? end : undefined };
}

interface SentenceBoundary {
  /** Start of the sentence. */
  start: number;
  /** Index of its end mark. */
  index: number;
  /** Index after the marks and closing quotes. */
  end: number;
  language: string;
}

function isEnd(text: string, { start, index, end, language }: SentenceBoundary): boolean {
  if (end >= text.length) return true;
  if (!isSpace(text.charAt(end)))
    return text.slice(index, end) === "." && opensWithoutSpace(text, { start, index });
  const next = nextWord(text, end);
  if (next === undefined) return true;
  if (next.startsWith("&")) return false;
  const marks = text.slice(index, end);
  // A source or a remark in brackets belongs to its quotation.
  if (quoteEnds.has(marks.slice(-1)) && text.charAt(afterSpaces(text, end)) === "(") return false;
  if (opensLetterList(text, afterSpaces(text, end))) return true;
  if (isOmission(text, { index, marks })) return false;
  if (!beginsSentence(next)) return isLowerCaseOpening(text, { start, index, marks, next });
  if (marks[0] !== "." || marks.startsWith("..") || marks.startsWith(". .")) return true;
  // A full stop before a closing quote or bracket doesn't belong to an abbreviation.
  if (marks.length > 1 && closers.has(marks.charAt(1))) return true;
  return isFinalStop(text, { start, index, next, language });
}

/** The closing marks of quotations, by their opening mark. */
const quotes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ["“", "”"],
  ["„", "“”"],
  ["‘", "’"],
  ["«", "»"],
  ["「", "」"],
  ["『", "』"],
]);
const quoteEnds = new Set([...quotes.values()].flatMap((ends) => [...ends]));
/** Longer quotations are split. */
const quoteMax = 600;

/**
 * Returns the index of the last mark inside a quotation that starts here. The sentences of a quotation aren't split,
 * because they are part of the sentence that quotes them.
 */
function findQuoteEnd(text: string, at: number): number | undefined {
  const open = text.charAt(at);
  const ends = quotes.get(open);
  if (ends === undefined || !/^\s?[\p{L}¿¡]/u.test(text.slice(at + 1, at + 3))) return undefined;
  const before = text.charAt(at - 1);
  const isAsian = /[「『]/.test(open) || /[\p{Script=Han}：，、]/u.test(before);
  if (!isAsian && before !== "" && !isSpace(before) && !openers.has(before)) return undefined;
  for (let index = at + 1; index < Math.min(text.length, at + quoteMax); index++) {
    const char = text.charAt(index);
    if (char === "\n" && text.charAt(index + 1) === "\n") return undefined;
    // A quotation that opens before this one closes shows that this mark was an apostrophe.
    if (char === open && index > at + 1 && isSpace(text.charAt(index - 1))) return undefined;
    if (!ends.includes(char)) continue;
    const inner = char === "»" && isSpace(text.charAt(index - 1)) ? index - 1 : index;
    const previous = text.charAt(inner - 1);
    if (isMark(previous)) return findMarksStart(text, inner);
    const isApostrophe = /['’]/.test(char) && !/[,;:]/.test(previous);
    if (!isApostrophe) return index;
  }
  return undefined;
}

function findMarksStart(text: string, end: number): number {
  let start = end;
  while (isMark(text.charAt(start - 1))) start--;
  return start;
}

/** Whether a list with letters starts here: "a. first b. second". */
function opensLetterList(text: string, at: number): boolean {
  const [letter = "", mark = ""] = /^(a)([.)]) /.exec(text.slice(at, at + 3))?.slice(1) ?? [];
  if (letter === "") return false;
  return text.slice(at, at + quoteMax).includes(` ${following(letter)}${mark} `);
}

/** Whether the marks are "[...]" or three spaced stops, which continue a sentence. Four end it. */
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
 * Whether a lower-case word opens a sentence: the previous sentence was lower-case too, as in a chat, or the word
 * often opens sentences. Each position is judged separately, because one slip says nothing about the rest of a
 * text.
 */
function isLowerCaseOpening(text: string, { start, index, marks, next }: Small): boolean {
  if (marks.length > 1 && (marks[0] === "." || closers.has(marks.slice(-1)))) return false;
  const first = /[\p{L}\p{N}]/u.exec(text.slice(start, index))?.[0] ?? "";
  const startedLowerCase = first !== first.toUpperCase();
  const word = next.toLowerCase().replace("’", "'");
  // "What now? she thought."
  if (marks[0] !== ".")
    return startedLowerCase || (readLists().smallStarters.has(word) && !thinkers.has(word));
  if (!isPlainWord(text, { start, index })) return false;
  return startedLowerCase || readLists().smallStarters.has(word);
}

/** Returns the first word after the spaces at `from`, without leading quotes and brackets. */
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

/** Whether a word can open a sentence: a capital, digit, sign, script without capitals, or a name such as "iPhone". */
function beginsSentence(word: string): boolean {
  const first = String.fromCodePoint(word.codePointAt(0) ?? 0x20);
  if (first.toLowerCase() === first && first.toUpperCase() !== first)
    return /^[a-z]{1,2}[A-Z]/.test(word);
  return true;
}

/** Returns the index after a run of marks and closing quotes and brackets. */
function findRunEnd(text: string, from: number): number {
  let index = from + 1;
  for (; ; index++) {
    // ". . ." counts as one mark.
    while (text[index - 1] === "." && text[index] === " " && text[index + 1] === ".") {
      if (!isEllipsis(text, index + 1)) break;
      index += 2;
    }
    if (!isMark(text.charAt(index))) break;
  }
  // French quotation marks have a space inside, and German ones end like English ones begin.
  if (isSpace(text.charAt(index)) && text.charAt(index + 1) === "»") index += 2;
  if (text.charAt(index) === "“" && westernEnds.has(text.charAt(index - 1))) index++;
  while (index < text.length && closers.has(text.charAt(index))) index++;
  return index;
}

function isMark(char: string): boolean {
  return westernEnds.has(char) || otherEnds.has(char);
}

/** Whether a stop is on its own: ".NET" and ".5" are words. */
function isEllipsis(text: string, at: number): boolean {
  const next = text[at + 1];
  return next === undefined || isSpace(next) || isMark(next) || closers.has(next);
}

function isMarks(text: string): boolean {
  return [...text].every((char) => isMark(char) || closers.has(char) || isSpace(char));
}

/** The mark of a list item, such as "2.", "b)" or "•", and the start of its text. */
interface ListMark {
  end: number;
  bullet: string;
  /** Its number or letter, and its punctuation. */
  count: string;
  mark: string;
}

/** The bullet, the number or letter, and its punctuation. */
const itemPattern = /^([•▪◦‣⁃]? ?)(\d{1,3}|[a-zA-Z])?(\.\)|[.)])? +(?=[\p{L}\p{N}"“(])/u;

function itemAt(text: string, at: number): ListMark | undefined {
  const match = itemPattern.exec(text.slice(at, at + 12));
  const [, bullet = "", count = "", mark = ""] = match ?? [];
  if (!match || (bullet === "" && (count === "" || mark === ""))) return undefined;
  // "A. Smith and B. Jones" are people.
  if (/[A-Z]/.test(count) && mark === ".") return undefined;
  if (bullet !== "" && (count === "") !== (mark === "")) return undefined;
  return { end: at + match[0].length, bullet: bullet.trim(), count, mark };
}

/** Whether the next item of a list starts here: "1. One 2. Two". */
function isNextItem(text: string, at: number, before: ListMark): boolean {
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

/** Whether a Japanese quotation continues with a particle: 「行く。」と言った。 */
function continuesAfterQuote(text: string, index: number): boolean {
  return closers.has(text.charAt(index - 1)) && /[\u3041-\u3096]/.test(text[index] ?? "");
}

/** Interprets a line break, and returns where the next line starts. */
function readLineBreak(text: string, start: number, at: number) {
  let index = at;
  let breaks = 0;
  while (index < text.length && isSpace(text.charAt(index))) if (text[index++] === "\n") breaks++;
  if (breaks !== 1 || index >= text.length) return { index, ends: true };
  const lineStart = Math.max(start, text.lastIndexOf("\n", at - 1) + 1);
  const length = at - lineStart;
  const isItem = bullets.has(text.charAt(index)) || isNumbered(text, index);
  const isShort = length <= shortLineMax && text.charAt(index).toLowerCase() !== text[index];
  const ends = isItem || isShort || text[at - 1] === ":";
  return { index, ends: ends || (length <= shortLineMax && isWordList(text, lineStart)) };
}

/** Whether the lines around this one are at least three, each of few words and without end marks. */
function isWordList(text: string, from: number): boolean {
  const lines = [text.slice(Math.max(0, from - blockMax), from), text.slice(from, from + blockMax)]
    .flatMap((half, side) => half.split("\n\n").at(side === 0 ? -1 : 0) ?? "")
    .join("")
    .split("\n")
    .map((line) => line.trim());
  const filled = lines.filter((line) => line !== "");
  return (
    filled.length >= 3 &&
    filled.every((line) => line.split(" ").length <= 4 && !/[.!?…]$|^\p{L}$/u.test(line))
  );
}

const blockMax = 100;

/** Whether a line starts like "1." or "2)". */
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
