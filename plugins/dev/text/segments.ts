/** Counts graphemes: an emoji of several code points is one. */
export function countGraphemes(text: string): number {
  // Below U+0300 only CR LF combines, so most texts don't need the slow segmenter.
  const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
  let count = 0;
  let start = 0;
  while (start < text.length) {
    const plainEnd = findPlainEnd(text, start);
    count += countPlain(text, { start, end: plainEnd });
    const end = findOtherEnd(text, plainEnd);
    if (end > plainEnd) for (const _ of segmenter.segment(text.slice(plainEnd, end))) count++;
    start = end;
  }
  return count;
}

/** Counts the words of a text in lower case, in order of appearance. */
export function countWords(text: string, locale: string): Map<string, number> {
  const counts = new Map<string, number>();
  const lower = text.toLocaleLowerCase(locale);
  const segmenter = new Intl.Segmenter(locale, { granularity: "word" });
  for (const { segment, isWordLike } of segmenter.segment(lower))
    if (isWordLike) counts.set(segment, (counts.get(segment) ?? 0) + 1);
  return counts;
}

const COMBINES = 0x300;
const LF = 0x0a;
const CR = 0x0d;
/** Starting a segmenter costs as much as processing this many characters. */
const runMin = 64;

/** Returns the end of a run of plain characters, excluding a last one that may be a base character. */
function findPlainEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length && text.charCodeAt(end) < COMBINES) end++;
  // Nothing combines with a line end, and a cut before LF might separate CR and LF.
  if (end === text.length || text.charCodeAt(end - 1) === LF) return end;
  return Math.max(start, end - 1);
}

/** Returns the start of the next long run of plain characters. */
function findOtherEnd(text: string, start: number): number {
  let run = 0;
  for (let index = start; index < text.length; index++) {
    run = text.charCodeAt(index) < COMBINES ? run + 1 : 0;
    // Between two plain characters there is always a boundary, except inside CR LF.
    if (run >= runMin && text.charCodeAt(index) !== LF) return index;
  }
  return text.length;
}

function countPlain(text: string, { start, end }: { start: number; end: number }): number {
  let count = end - start;
  for (let index = start + 1; index < end; index++)
    if (text.charCodeAt(index) === LF && text.charCodeAt(index - 1) === CR) count--;
  return count;
}
