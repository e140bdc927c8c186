import type { Span } from "hub";
import { openWords } from "hub/data-file";
import { roundScore } from "../round-score.ts";
import { stem } from "../text/stem.ts";
import { splitWords, type Word } from "../text/words.ts";
import { lexicon } from "../word-ratings/lexicon.ts";
import { score } from "../word-ratings/score.ts";
import { toSentimentLabel } from "./request.ts";

const { contrasts, verbs } = openWords(new URL("./aspects.txt", import.meta.url), [
  "contrasts",
  "verbs",
])();

/** Scores the sentiment towards each aspect: the mean over the clauses that mention it. */
export function scoreAspects(text: string, sentences: readonly Span[], aspects: readonly string[]) {
  const clauses = sentences.flatMap(splitClauses).map((clause) => ({
    ...clause,
    words: clause.words.map((word) => ({ ...word, stem: stem(word.lower) })),
  }));
  return aspects.map((aspect) => {
    const sought = splitWords(aspect).map(({ lower }) => stem(lower));
    const scores: number[] = [];
    const positions: { start: number; end: number }[] = [];
    for (const { start, end, words } of clauses) {
      const mentions = findMentions(words, sought);
      if (mentions.length > 0) scores.push(score(text.slice(start, end)).compound);
      positions.push(...mentions);
    }
    const mean = scores.reduce((sum, one) => sum + one, 0) / Math.max(1, scores.length);
    return {
      aspect,
      score: roundScore(mean),
      label: toSentimentLabel(mean),
      mentions: positions.length,
      positions,
    };
  });
}

interface Clause {
  start: number;
  end: number;
  words: Word[];
}

/**
 * Splits a sentence at contrasting words, punctuation, commas and each "and". A part that only names something,
 * such as an item of a list, joins the part that rates it: "the camera, the screen and the sound are great", "I
 * love the camera and the screen".
 */
function splitClauses({ text, start }: Span): Clause[] {
  const words = splitWords(text).map((word) => ({
    ...word,
    start: word.start + start,
    end: word.end + start,
  }));
  let open: Clause = { start, end: start + text.length, words: [] };
  const parts: (Clause & { contrasts: boolean })[] = [];
  let isContrasted = false;
  for (const [index, word] of words.entries()) {
    const before = words[index - 1];
    const gap = before ? text.slice(before.end - start, word.start - start) : "";
    const isContrast = contrasts.has(word.lower) && !isPlainBut(words, index);
    if (
      (isContrast || /[,;:—–(]/.test(gap) || word.lower === "and") &&
      before &&
      open.words.length > 0
    ) {
      parts.push({ ...open, end: before.end, contrasts: isContrasted });
      isContrasted = isContrast || /[;:—–]/.test(gap);
      open = { start: isContrast ? word.end : word.start, end: start + text.length, words: [] };
    }
    if (!isContrast) open.words.push(word);
  }
  parts.push({ ...open, contrasts: isContrasted });
  return joinClauses(parts.filter((part) => part.words.length > 0));
}

/** Whether "but" contrasts nothing, as in "nothing but", "anything but" and "not only … but also". */
function isPlainBut(words: readonly Word[], index: number): boolean {
  if (words[index]?.lower !== "but") return false;
  if (/^(?:anything|nothing|all|none)$/.test(words[index - 1]?.lower ?? "")) return true;
  return words
    .slice(Math.max(0, index - 8), index)
    .some(
      ({ lower }, at, near) => lower === "not" && /^(?:only|just)$/.test(near[at + 1]?.lower ?? ""),
    );
}

function joinClauses(parts: readonly (Clause & { contrasts: boolean })[]): Clause[] {
  const clauses: Clause[] = [];
  let waiting: Clause | undefined;
  for (const part of parts) {
    const last = clauses.at(-1);
    const isOwn = part.words.some(({ lower }) => lexicon.has(lower) || verbs.has(lower));
    if (waiting && !part.contrasts) {
      const whole = { ...waiting, end: part.end, words: [...waiting.words, ...part.words] };
      if (isOwn) clauses.push(whole);
      waiting = isOwn ? undefined : whole;
    } else if (isOwn) {
      if (waiting) clauses.push(waiting);
      waiting = undefined;
      clauses.push(part);
    } else if (last && !part.contrasts && !endsInRating(last)) {
      last.end = part.end;
      last.words.push(...part.words);
    } else waiting = part;
  }
  if (waiting) clauses.push(waiting);
  return clauses;
}

/** Whether a clause ends in a rating: what is named next isn't part of it. */
function endsInRating({ words }: Clause): boolean {
  return lexicon.has(words.at(-1)?.lower ?? "");
}

/** Finds where the requested stems occur in a row. */
function findMentions(words: readonly (Word & { stem: string })[], sought: readonly string[]) {
  return words.flatMap(({ start }, index) => {
    const row = words.slice(index, index + sought.length);
    const last = row.at(-1);
    const isMention = last && sought.every((one, offset) => row[offset]?.stem === one);
    return isMention ? [{ start, end: last.end }] : [];
  });
}
