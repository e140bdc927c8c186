import type { Cluster } from "./runs.ts";

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

/** Whether a line may end between two neighbours, of which neither is a space. */
function mayBreak(before: string, after: string): boolean {
  if (neverFirst.test(after) || neverLast.test(before)) return false;
  if (afterHyphen.test(before)) return /^\p{L}/u.test(after);
  return separator.test(before) || ideographic.test(before) || ideographic.test(after);
}

/** Stretches of clusters that stay together, each with the spaces after it. */
export interface Word {
  from: number;
  /** Where its letters end. */
  end: number;
  /** Where the spaces after it end. */
  to: number;
}

/** Cuts a paragraph where its lines may end. */
export function wordsOf(clusters: readonly Cluster[]): Word[] {
  const words: Word[] = [];
  const found = wordStarts(clusters);
  let from = 0;
  while (from < clusters.length) {
    let end = from;
    while (end < clusters.length && clusters[end]!.text !== " ") {
      end++;
      const next = clusters[end]?.text;
      if (next === undefined || next === " ") continue;
      if (mayBreak(clusters[end - 1]!.text, next) || found.has(end)) break;
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
    if (start === undefined || start === 0 || !isWordLike) continue;
    if (unspaced.test(clusters[start]!.text) && unspaced.test(clusters[start - 1]!.text))
      starts.add(start);
  }
  return starts;
}
