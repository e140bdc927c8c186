/** How many characters a reader sees: an emoji of several code points is one. */
export function countGraphemes(text: string): number {
  // Below U+0300 nothing combines but CR LF, so that most text never sees the costly segmenter.
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

/** How many sentences a text has: those with a letter or a digit in them. */
export function countSentences(text: string, locale: string): number {
  let count = 0;
  for (const { segment } of new Intl.Segmenter(locale, { granularity: "sentence" }).segment(text))
    if (holdsWord(segment)) count++;
  return count;
}

/** The words of a text in lower case, with how often each occurs, in order of appearance. */
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
/** A segmenter costs as much to start as it takes for this many characters. */
const runMin = 64;

/** Where the run of plain characters ends that stands at `start`, short of what may be a base. */
function findPlainEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length && text.charCodeAt(end) < COMBINES) end++;
  // Nothing combines with a line's end, and a cut before LF might fall between CR and LF.
  if (end === text.length || text.charCodeAt(end - 1) === LF) return end;
  return Math.max(start, end - 1);
}

/** Where the next long run of plain characters begins. */
function findOtherEnd(text: string, start: number): number {
  let run = 0;
  for (let index = start; index < text.length; index++) {
    run = text.charCodeAt(index) < COMBINES ? run + 1 : 0;
    // The cut falls between two plain characters, where a border always is but inside CR LF.
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

function holdsWord(sentence: string): boolean {
  return /[\p{L}\p{N}]/u.test(sentence);
}
