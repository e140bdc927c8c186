import { type Word, wordsOf } from "./breaks.ts";
import { type Cluster, mergeRuns } from "./runs.ts";
import { widthOf } from "./shape.ts";

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
