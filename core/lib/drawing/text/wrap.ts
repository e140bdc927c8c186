import { type Cluster, mergeRuns } from "./runs.ts";
import { measureWidth } from "./shape.ts";

// Lines may break next to these characters without a space, because their scripts don't separate words.
const ideographic = /^[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{EPres}\u3000-\u303F\uFF00-\uFFEF]/u;

// Characters that a line must not start or end with: JIS X 4051, and the ends of sentences and the repetition
// marks of Thai, Lao, Tibetan, Burmese and Khmer.
const neverFirst = [
  /^[\p{Pe}\p{Pf}!?,.:;、。，．：；？！…‥%％]/u,
  /^[ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々〻゛゜]/,
  /^[\u0E2F\u0E46\u0EC6\u0F0D-\u0F14\u104A\u104B\u17D4-\u17D7]/,
];

const neverLast = /^[\p{Ps}\p{Pi}$£¥￥＄]/u;

const afterHyphen = /^[-\u2010\u2013\u2014/]$/;

// The syllable separator of Tibetan and the word separator of Ethiopic.
const separator = /^[\u0F0B\u1361]$/;

// Scripts without spaces between words (UAX 14, class SA).
const unspaced = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const eastAsian = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

const eastAsianOrDigit = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Nd}]/u;

// Words that belong to the one before them: particles and suffixes of Japanese and Chinese, and single letters, which the
// dictionary returns for names and foreign words that it doesn't contain.
const clinging = [
  /^(?:\p{sc=Hira}{1,3}|[的了着过吗呢吧们地得性化])$/u,
  /^[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]$/u,
];

const dictionary = new Intl.Segmenter("th", { granularity: "word" });

export interface Setting {
  size: number;
  letterSpacing: number;
}

interface WrapSetting extends Setting {
  width: number;
  /** Whether Chinese and Japanese words stay whole. Otherwise lines break between any of their characters. */
  keepsWords: boolean;
}

/** The clusters of one line, without trailing spaces. */
export type ClusterLine = readonly Cluster[];

/** Returns the width of a sequence of clusters. */
export function measureLine(clusters: ClusterLine, setting: Setting): number {
  return mergeRuns(clusters).reduce((sum, run) => sum + measureWidth(run, setting), 0);
}

/**
 * Breaks a paragraph into lines of at most a width, between words if possible. Lines are computed lazily,
 * because only the first few may be needed.
 */
export function* wrapLine(
  clusters: ClusterLine,
  { width, keepsWords, ...setting }: WrapSetting,
): Generator<ClusterLine, void> {
  if (width === Number.POSITIVE_INFINITY) {
    yield clusters;
    return;
  }
  let from = 0;
  let filled = 0;
  for (const whole of splitWords(clusters, keepsWords))
    for (const word of splitWord(clusters, whole, { width, ...setting })) {
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

/** Truncates a line so that it fits with an ellipsis. */
export function shorten(
  line: ClusterLine,
  { width, ellipsis, ...setting }: Setting & { width: number; ellipsis: ClusterLine },
): ClusterLine {
  const until = (end: number) => [...trimLine(line.slice(0, end)), ...ellipsis];
  const fits = (end: number) => measureLine(until(end), setting) <= width;
  return until(findLastFitting(fits, { least: 0, most: line.length, guess: line.length }));
}

function trimLine(line: ClusterLine): ClusterLine {
  const end = line.findLastIndex(({ text }) => text !== " ") + 1;
  return end === line.length ? line : line.slice(0, end);
}

/** Returns a word, or its pieces if it is wider than a line. */
function* splitWord(
  clusters: ClusterLine,
  word: Word,
  { width, ...setting }: Setting & { width: number },
): Generator<Word, void> {
  const whole = measureLine(clusters.slice(word.from, word.end), setting);
  if (whole <= width) {
    yield word;
    return;
  }
  // Letters change their shape next to others, so that pieces must be shaped to be measured. A first guess,
  // based on the width of single letters, keeps that to a few attempts.
  const alone = clusters.slice(word.from, word.end).map((one) => measureLine([one], setting));
  const share = whole / alone.reduce((sum, one) => sum + one, Number.MIN_VALUE);
  for (let { from } = word; from < word.end; ) {
    let guess = from;
    for (let room = width; guess < word.end && room >= 0; guess++)
      // Safe: there is a width for each cluster of the word.
      room -= alone[guess - word.from]! * share;
    const fits = (end: number) => measureLine(clusters.slice(from, end), setting) <= width;
    const end = findLastFitting(fits, { least: from + 1, most: word.end, guess: guess - 1 });
    yield { from, end, to: end === word.end ? word.to : end };
    from = end;
  }
}

/** Returns the last number that fits, if all below it fit. Doubles the step from the guess, then bisects. */
function findLastFitting(
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

/** Returns whether a line may break between two characters other than spaces. */
function mayBreak(before: string, after: string): boolean {
  if (neverFirst.some((pattern) => pattern.test(after)) || neverLast.test(before)) return false;
  if (afterHyphen.test(before)) return /^\p{L}/u.test(after);
  return separator.test(before) || ideographic.test(before) || ideographic.test(after);
}

/** A sequence of clusters that stays together, with the spaces after it. */
interface Word {
  from: number;
  /** The end of its letters. */
  end: number;
  /** The end of the spaces after it. */
  to: number;
}

/** Splits a paragraph at possible line breaks. */
function splitWords(clusters: readonly Cluster[], keepsWords: boolean): Word[] {
  const words: Word[] = [];
  const starts = new Set(findWordStarts(clusters, unspaced));
  if (keepsWords) for (const start of findWordStarts(clusters, eastAsian)) starts.add(start);
  let from = 0;
  while (from < clusters.length) {
    let end = from;
    for (let one = clusters[end]; one && one.text !== " "; one = clusters[end]) {
      end++;
      const next = clusters[end]?.text;
      if (next === undefined || next === " ") continue;
      // Numbers stay with the counter after them.
      const isInWords = keepsWords && eastAsianOrDigit.test(one.text) && eastAsian.test(next);
      if (starts.has(end) || (!isInWords && mayBreak(one.text, next))) break;
    }
    let to = end;
    while (clusters[to]?.text === " ") to++;
    words.push({ from, end, to });
    from = to;
  }
  return words;
}

/** Finds the starts of words in scripts without spaces, with a dictionary. */
function* findWordStarts(clusters: readonly Cluster[], scripts: RegExp): Generator<number> {
  if (!clusters.some(({ text }) => scripts.test(text))) return;
  const indices = new Map<number, number>();
  let offset = 0;
  for (const [index, { text }] of clusters.entries()) {
    indices.set(offset, index);
    offset += text.length;
  }
  for (const { index, segment, isWordLike } of dictionary.segment(
    clusters.map(({ text }) => text).join(""),
  )) {
    const start = indices.get(index);
    if (start === undefined || !isWordLike || clinging.some((pattern) => pattern.test(segment)))
      continue;
    const [before, after] = [clusters[start - 1], clusters[start]];
    if (before && after && scripts.test(before.text) && scripts.test(after.text)) {
      if (!neverFirst.some((pattern) => pattern.test(after.text))) yield start;
    }
  }
}
