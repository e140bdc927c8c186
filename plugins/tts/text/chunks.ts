import { continueParts, type Say, type Script } from "./script.ts";
import { type Span, splitSentences } from "./words.ts";

/** The size of the first chunk at least. It is short, so that a stream starts early. */
const firstMin = 40;
/** A longer sentence at the start is split after a clause, and one without clauses between words. */
const firstSentenceMax = 80;
const firstClauseMax = 120;
const firstMax = 240;
/** Chunks grow up to this size, because each has a fixed cost. */
const chunkMax = 400;
/** Longer sentences are split. */
const sentenceMax = 1000;
/** The silence after a chunk in milliseconds, at the usual speed. */
const pauses = { sentence: 350, clause: 150, word: 30 } as const;

/** The end of a chunk, and the silence after it in milliseconds at the usual speed. */
export interface Cut {
  end: number;
  pauseMs: number;
}

/** Returns where to cut a text into chunks. A chunk is one or more sentences, or a part of a long one. */
export function findCuts(text: string, language: string): Cut[] {
  const cuts: Cut[] = [];
  let size = 0;
  let wanted = firstMin;
  let from = 0;
  for (const { start, end } of splitSentences(text, language)) {
    const isFirst = cuts.length === 0 && size === 0;
    for (const cut of splitLongSentence(text, { start: Math.max(from, start), end, isFirst })) {
      size += measureSize(text.slice(from, cut.end));
      from = cut.end;
      if (size < wanted) continue;
      cuts.push(cut);
      size = 0;
      wanted = Math.min(chunkMax, 2 * wanted);
    }
  }
  // The rest without a letter, such as a closing quotation mark, belongs to the last chunk.
  if (size === 0) cuts.pop();
  return [...cuts, { end: text.length, pauseMs: pauses.sentence }];
}

/** Returns the ends of the pieces of a sentence, which has only one unless it is long. */
function splitLongSentence(
  text: string,
  { start, end, isFirst }: Span & { isFirst: boolean },
): Cut[] {
  const cuts: Cut[] = [];
  let from = start;
  const add = (cut: Cut | undefined) => {
    if (cut) cuts.push(cut);
    from = cut?.end ?? from;
    return cut !== undefined;
  };
  if (isFirst && advance(text, from, firstSentenceMax) < end)
    add(
      findFirstClauseEnd(
        text,
        advance(text, from, firstMin),
        advance(text, from, firstClauseMax),
      ) ?? findPieceEnd(text, { start: from, end }, firstMax),
    );
  while (add(findPieceEnd(text, { start: from, end }, sentenceMax)));
  return [...cuts, { end, pauseMs: pauses.sentence }];
}

/** Returns where a sentence that is longer than a size is cut: after a clause, or else between words. */
function findPieceEnd(text: string, { start, end }: Span, max: number): Cut | undefined {
  const to = advance(text, start, max);
  if (to >= end) return undefined;
  const from = advance(text, start, max / 2);
  return (
    findClauseEnd(text, from, to) ?? { end: findWordEnd(text, from, to), pauseMs: pauses.word }
  );
}

/** A mark after which a speaker pauses. Digits around it may be one number or date. */
const clauseMark = /(?<=[^\d\s][,;:،؛–—] )(?=\D)|(?<=[、，；：])(?!\d)/gu;
/** A space between words, which aren't parts of a number, a date or an abbreviation. */
const wordSpace = /(?<=\p{L} )(?=\p{L})/gu;

/** Returns the last end of a clause within a span, or undefined. */
function findClauseEnd(text: string, from: number, to: number): Cut | undefined {
  const end = findLast(text, clauseMark, { start: from, end: to });
  return end === undefined ? undefined : { end, pauseMs: pauses.clause };
}

/** Returns the first end of a clause within a span, or undefined. */
function findFirstClauseEnd(text: string, from: number, to: number): Cut | undefined {
  const offset = Math.max(0, from - 3);
  const ends = Array.from(
    text.slice(offset, to + 1).matchAll(clauseMark),
    ({ index }) => offset + index,
  );
  const end = ends.find((at) => at > from && at <= to);
  return end === undefined ? undefined : { end, pauseMs: pauses.clause };
}

/** Returns the last space within a span, preferably one between words without digits, or its end. */
function findWordEnd(text: string, from: number, to: number): number {
  const space = text.lastIndexOf(" ", to - 1) + 1;
  return findLast(text, wordSpace, { start: from, end: to }) ?? (space > from ? space : to);
}

/** Returns the last place at which an expression matches. The characters around the span count, too. */
function findLast(text: string, expression: RegExp, { start, end }: Span): number | undefined {
  const piece = text.slice(Math.max(0, start - 3), end + 1);
  const offset = Math.max(0, start - 3);
  return Array.from(piece.matchAll(expression), ({ index }) => offset + index).findLast(
    (at) => at > start && at <= end,
  );
}

/** Scripts whose letters are syllables or words. */
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Sizes in letters of a European language, which take as long to speak. */
const sizes = { dense: 3, digit: 5 } as const;

/** Returns the size of the letters and digits of a text. */
function measureSize(text: string): number {
  const said = text.match(/[\p{L}\p{N}]/gu) ?? [];
  return said.reduce((sum, char) => sum + getSize(char), 0);
}

function getSize(char: string): number {
  if (/\p{N}/u.test(char)) return sizes.digit;
  return dense.test(char) ? sizes.dense : 1;
}

/** Returns the position at which the text from a position on has a size. All characters count. */
function advance(text: string, from: number, size: number): number {
  let left = size;
  let at = from;
  for (; at < text.length && left > 0; at++) left -= getSize(text.charAt(at));
  return isInPair(text, at) ? at - 1 : at;
}

/** Whether a position is within a surrogate pair. */
function isInPair(text: string, at: number): boolean {
  return /[\udc00-\udfff]/.test(text.charAt(at));
}

/** A chunk of a script. */
interface Chunk {
  parts: Script["parts"];
  /** The silence after it in milliseconds, at the usual speed. */
  pauseMs: number;
}

/** Splits the parts of a script into chunks. Positions don't change. */
export function splitParts({ parts }: Script, cuts: readonly Cut[]): Chunk[] {
  const chunks: Script["parts"][] = [];
  let open: Script["parts"] = [];
  let until = cuts[0]?.end ?? 0;
  const pieces = parts.flatMap((part): Script["parts"] =>
    part.kind === "say" ? splitSay(part, cuts) : [part],
  );
  for (const part of pieces) {
    if (part.kind === "say" && part.start >= until) {
      // A chunk has at least one part to speak.
      if (open.some(({ kind }) => kind === "say")) {
        chunks.push(open);
        open = [];
      }
      until = cuts.find(({ end }) => end > part.start)?.end ?? Number.POSITIVE_INFINITY;
    }
    open.push(part);
  }
  return [...chunks, open].map((own) => ({ parts: own, pauseMs: findPause(own, cuts) }));
}

/** Returns the silence after a chunk. A part that can't be split may end later than its cut. */
function findPause(parts: Script["parts"], cuts: readonly Cut[]): number {
  const last = parts.findLast((part) => part.kind === "say");
  return cuts.find(({ end }) => end === last?.end)?.pauseMs ?? pauses.sentence;
}

/** Splits a part at the ends of chunks. A replacement of the text and a pronunciation can't be split. */
function splitSay(part: Say, cuts: readonly Cut[]): Say[] {
  const { start, end, spoken, ipa } = part;
  if (spoken !== undefined || ipa !== undefined) return [part];
  const ends = cuts.map((cut) => cut.end).filter((cut) => cut > start && cut < end);
  return continueParts(
    [...ends, end].map((to, index) => ({ ...part, start: ends[index - 1] ?? start, end: to })),
  );
}

/** Splits a script into one script for each chunk of its text, with the silence after it. */
export function splitScript(
  script: Script,
  language: string,
): { script: Script; pauseMs: number }[] {
  return splitParts(script, findCuts(script.text, language)).map(({ parts, pauseMs }) => {
    const says = parts.filter((part) => part.kind === "say");
    const from = says[0]?.start ?? 0;
    const shifted = parts.map((part) =>
      part.kind === "say" ? { ...part, start: part.start - from, end: part.end - from } : part,
    );
    const text = script.text.slice(from, says.at(-1)?.end);
    return { script: { ...script, text, parts: shifted }, pauseMs };
  });
}
