import { type Cluster, mergeRuns } from "./runs.ts";
import { widthOf } from "./shape.ts";

// Between these a line may end without a space: they are not written in words.
const ideographic =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303F\uFF00-\uFFEF]/u;

// A line begins with none of these and ends with none of those, as JIS X 4051 has it.
const neverFirst =
  /^[\p{Pe}\p{Pf}!?,.:;、。，．：；？！ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々〻゛゜…‥%％]/u;

const neverLast = /^[\p{Ps}\p{Pi}$£¥￥＄]/u;

const afterHyphen = /^[-\u2010\u2013\u2014/]$/;

// Tibetan's dot between syllables and the word space of Ethiopic.
const separator = /^[\u0F0B\u1361]$/;

// These are written without spaces between words: UAX 14, class SA.
const unspaced = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const dictionary = new Intl.Segmenter("th", { granularity: "word" });

export interface Setting {
  size: number;
  letterSpacing: number;
}

/** The clusters of one line, without the spaces at its end. */
export type Line = readonly Cluster[];

/** How wide clusters are in a row. */
export function measureLine(clusters: Line, setting: Setting): number {
  return mergeRuns(clusters).reduce((sum, run) => sum + widthOf(run, setting), 0);
}

/**
 * Cuts a paragraph into lines of at most a width, between words where it can. A line is worked out
 * when it is asked for, as of a long text only the first few may be.
 */
export function* wrapLine(
  clusters: Line,
  { width, ...setting }: Setting & { width: number },
): Generator<Line, void> {
  if (width === Number.POSITIVE_INFINITY) {
    yield clusters;
    return;
  }
  let from = 0;
  let filled = 0;
  for (const whole of wordsOf(clusters))
    for (const word of pieces(clusters, whole, { width, ...setting })) {
      const own = measureLine(clusters.slice(word.from, word.end), setting);
      if (word.from > from && filled + own > width) {
        yield trimLine(clusters.slice(from, word.from));
        from = word.from;
        filled = 0;
      }
      filled += own + measureLine(clusters.slice(word.end, word.to), setting);
    }
  yield trimLine(clusters.slice(from));
}

/** A line that ends in an ellipsis and still fits. */
export function shorten(
  line: Line,
  { width, ellipsis, ...setting }: Setting & { width: number; ellipsis: Line },
): Line {
  const until = (end: number) => [...trimLine(line.slice(0, end)), ...ellipsis];
  const fits = (end: number) => measureLine(until(end), setting) <= width;
  return until(lastFitting(fits, { least: 0, most: line.length, guess: line.length }));
}

function trimLine(line: Line): Line {
  const end = line.findLastIndex(({ text }) => text !== " ") + 1;
  return end === line.length ? line : line.slice(0, end);
}

/** A word, or what becomes of one that is wider than a line. */
function* pieces(
  clusters: Line,
  word: Word,
  { width, ...setting }: Setting & { width: number },
): Generator<Word, void> {
  const whole = measureLine(clusters.slice(word.from, word.end), setting);
  if (whole <= width) {
    yield word;
    return;
  }
  // Letters take other forms beside each other, so that a piece is as wide as it is when it is
  // shaped. To shape few, a first guess is made of how wide each letter is alone.
  const alone = clusters.slice(word.from, word.end).map((one) => measureLine([one], setting));
  const share = whole / alone.reduce((sum, one) => sum + one, Number.MIN_VALUE);
  for (let { from } = word; from < word.end; ) {
    let guess = from;
    for (let room = width; guess < word.end && room >= 0; guess++)
      // There is a width for each cluster of the word.
      room -= alone[guess - word.from]! * share;
    const fits = (end: number) => measureLine(clusters.slice(from, end), setting) <= width;
    const end = lastFitting(fits, { least: from + 1, most: word.end, guess: guess - 1 });
    yield { from, end, to: end === word.end ? word.to : end };
    from = end;
  }
}

/** The last number that fits, where each fits that is below one: steps from the guess double. */
function lastFitting(
  fits: (end: number) => boolean,
  { least, most, guess }: { least: number; most: number; guess: number },
): number {
  let low = least;
  let high = most + 1;
  const at = Math.min(Math.max(guess, least), most);
  if (at <= least || fits(at)) {
    low = at;
    let step = 1;
    for (; low + step <= most && fits(low + step); step *= 2) low += step;
    high = Math.min(low + step, most + 1);
  } else {
    high = at;
    let step = 1;
    for (; high - step > least && !fits(high - step); step *= 2) high -= step;
    low = Math.max(high - step, least);
  }
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** Whether a line may end between two neighbours, of which neither is a space. */
function mayBreak(before: string, after: string): boolean {
  if (neverFirst.test(after) || neverLast.test(before)) return false;
  if (afterHyphen.test(before)) return /^\p{L}/u.test(after);
  return separator.test(before) || ideographic.test(before) || ideographic.test(after);
}

/** Stretches of clusters that stay together, each with the spaces after it. */
interface Word {
  from: number;
  /** Where its letters end. */
  end: number;
  /** Where the spaces after it end. */
  to: number;
}

/** Cuts a paragraph where its lines may end. */
function wordsOf(clusters: readonly Cluster[]): Word[] {
  const words: Word[] = [];
  const found = wordStarts(clusters);
  let from = 0;
  while (from < clusters.length) {
    let end = from;
    for (let one = clusters[end]; one && one.text !== " "; one = clusters[end]) {
      end++;
      const next = clusters[end]?.text;
      if (next === undefined || next === " ") continue;
      if (mayBreak(one.text, next) || found.has(end)) break;
    }
    let to = end;
    while (clusters[to]?.text === " ") to++;
    words.push({ from, end, to });
    from = to;
  }
  return words;
}

/** Where a word begins within a stretch of a script that has no spaces, by dictionary. */
function wordStarts(clusters: readonly Cluster[]): Set<number> {
  const starts = new Set<number>();
  if (!clusters.some(({ text }) => unspaced.test(text))) return starts;
  const indices = new Map<number, number>();
  let offset = 0;
  for (const [index, { text }] of clusters.entries()) {
    indices.set(offset, index);
    offset += text.length;
  }
  for (const { index, isWordLike } of dictionary.segment(
    clusters.map(({ text }) => text).join(""),
  )) {
    const start = indices.get(index);
    if (start === undefined || !isWordLike) continue;
    const [before, after] = [clusters[start - 1], clusters[start]];
    if (before && after && unspaced.test(before.text) && unspaced.test(after.text))
      starts.add(start);
  }
  return starts;
}
