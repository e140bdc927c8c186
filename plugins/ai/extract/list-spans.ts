import { getStopwords } from "../text/stopwords.ts";
import { isCapitalized } from "../text/words.ts";
import { readLists } from "./answer-words.ts";
import { getFittingKinds, type Value } from "./find-values.ts";
import type { Question } from "./question.ts";
import { findPhrase, type RatedSentence } from "./rate-sentences.ts";

/** A span of a sentence. */
export interface TextRange {
  start: number;
  end: number;
}

/** A span that could be the answer. */
export interface Candidate extends TextRange {
  kind: string;
  /** Position of its kind in the list of the kinds that fit, from 0. */
  rank: number;
}

/** Lists the spans of a sentence that are of the kind that a question asks for. */
export function listSpans(
  sentence: RatedSentence,
  question: Question,
  language: string,
): Candidate[] {
  const kinds = getFittingKinds(question.answerKind);
  if (question.answerKind === "reason" || question.answerKind === "definition")
    return listClauses(sentence, question);
  if (!kinds)
    return question.answerKind === "thing" ? listChunks(sentence, question, language) : [];
  const values = joinRanges(sentence, question)
    .filter(({ kind }) => kinds.includes(kind))
    .map((value) => ({ ...value, rank: kinds.indexOf(value.kind) }))
    .filter(
      (value) => !isRepeated(sentence, value, question) && !isBound(sentence, value, question),
    );
  const { begins, ends } = readLists();
  const isHour = [...question.words].some((word) => begins.has(word) || ends.has(word));
  const hasBoth = ["date", "time"].every((one) => values.some(({ kind }) => kind === one));
  if (hasBoth) return values.filter(({ kind }) => kind === (isHour ? "time" : "date"));
  if (question.answerKind === "number")
    return values.filter((value) => isCounted(sentence, value, question));
  const measured = values.filter(({ kind }) => kind !== "number" && kind !== "percent");
  return measured.length > 0 ? measured : values;
}

/** Whether a name has a word of the question, or a value has no other words. */
function isRepeated(
  { words, hits }: RatedSentence,
  { kind, start, end }: Candidate,
  { words: asked }: Question,
): boolean {
  const inside = [...words.keys()].filter((index) => {
    const word = words[index];
    return word !== undefined && word.start >= start && word.end <= end;
  });
  return namedKinds.has(kind)
    ? inside.some((index) => hits.some((some) => some.includes(index)))
    : inside.every((index) => asked.has(words[index]?.lower ?? ""));
}

/** Whether a value is only a bound, as in "orders over $50", an origin, an aside in brackets or the number of a list item. */
function isBound(
  { words, text }: RatedSentence,
  { kind, start, end }: Candidate,
  { words: asked }: Question,
): boolean {
  const previous = words.findLast((word) => word.end <= start)?.lower ?? "";
  const { bounds, from } = readLists();
  if (text[start - 1] === "(" || (start === 0 && /^[.)] /.test(text.slice(end)))) return true;
  const isOrigin =
    (kind === "location" || kind === "place") && from.has(previous) && !asked.has("woher");
  return !asked.has(previous) && (isOrigin || bounds.has(previous));
}

/**
 * Whether a number has the counted noun, the first keyword, in it or right after it, or is the subject of the verb: "3 died"
 * for "How many people died?".
 */
function isCounted(
  { words, hits }: RatedSentence,
  { start, end }: Candidate,
  { verb }: Question,
): boolean {
  const last = words.findLastIndex((word) => word.start < end);
  const isSubject = verb > 0 && hits[verb]?.includes(last + 1);
  const isBefore = (at: number) => (words[at]?.start ?? 0) >= start && at <= last + 2;
  return isSubject || (hits[0] ?? []).some(isBefore);
}

/**
 * Joins two values of a kind that are the ends of a range: "from 9 to 11 June". A question about the beginning or the end
 * gets only that one: "When does it close?".
 */
function joinRanges({ values, text }: RatedSentence, { words }: Question) {
  const lists = readLists();
  const asks = (list: ReadonlySet<string>) => [...words].some((word) => list.has(word));
  const joined: Value[] = [];
  for (const value of values) {
    const last = joined.at(-1);
    const between = last && text.slice(last.end, value.start).trim().toLowerCase();
    const isRange =
      last?.kind === value.kind &&
      (value.kind === "time" || value.kind === "date") &&
      lists.to.has(between ?? "");
    if (!last || !isRange) joined.push({ ...value });
    else if (asks(lists.ends)) joined.splice(-1, 1, { ...value });
    else if (!asks(lists.begins)) last.end = value.end;
  }
  return joined;
}

const namedKinds = new Set<string>(["person", "organization", "location", "place"]);
const adverbEnding = /(?:mente|ly|lich)$/;

/**
 * Returns the run of content words that is left when the question is taken away from a sentence, if there is one alone and
 * no number.
 */
function listChunks(sentence: RatedSentence, question: Question, language: string): Candidate[] {
  const { particles, seasons, light } = readLists();
  const { words, text, hits, values } = sentence;
  const skipped = [getStopwords(language), question.words, seasons, light];
  const chunks: TextRange[] = [];
  for (const [index, { start, end, lower }] of words.entries()) {
    const isKnown =
      skipped.some((some) => some.has(lower)) || hits.some((some) => some.includes(index));
    if (isKnown || adverbEnding.test(lower)) continue;
    const last = chunks.at(-1);
    const between = last && text.slice(last.end, start).split(" ");
    const isOne = between?.every((word) => word === "" || particles.has(word));
    if (last && isOne) last.end = end;
    else chunks.push({ start, end });
  }
  const isNumeric = values.some(({ kind }) => !namedKinds.has(kind) && kind !== "date");
  const isNamed = question.asksNoun && hits[0]?.length !== 0;
  const near = isNamed ? chunks.filter((chunk) => isNamedBy(sentence, chunk)) : chunks;
  if (near.length > 1 || (isNumeric && !isNamed)) return [];
  return near.map((chunk) => ({ ...extendTitle(sentence, chunk), kind: "chunk", rank: 0 }));
}

/** Whether a chunk is a name next to the noun of a question: "gate B22" for "Which gate is it?". */
function isNamedBy(
  { words, text, hits, values }: RatedSentence,
  { start, end }: TextRange,
): boolean {
  const chunk = text.slice(start, end);
  const isNear = (hits[0] ?? []).some((hit) => {
    const { start: from = 0, end: to = 0 } = words[hit] ?? {};
    return (from >= end && from - end <= 1) || (start >= to && start - to <= 2);
  });
  const isValue = values.some((value) => value.start <= start && value.end > end);
  return isNear && !isValue && /[\p{Lu}\p{Nd}]/u.test(chunk) && !/^\p{Nd}+$/u.test(chunk);
}

/** Extends a capitalized chunk by the noun of the question: "Mirror Lake" for "What is the lake called?". */
function extendTitle({ words, text }: RatedSentence, { start, end }: TextRange): TextRange {
  const next = words.find((word) => word.start === end + 1);
  return next && isCapitalized(next.text) && isCapitalized(text.slice(start))
    ? { start, end: next.end }
    : { start, end };
}

/** Returns the reason or the definition of a sentence: from its connecting word to the end. */
function listClauses(sentence: RatedSentence, { answerKind }: Question): Candidate[] {
  const { text, words, hits } = sentence;
  const end = words.at(-1)?.end ?? text.length;
  if (answerKind === "reason") {
    const phrase = findPhrase(text, "reasons");
    return phrase ? [{ start: phrase.start, end, kind: "clause", rank: 0 }] : [];
  }
  const at = words.findIndex(
    ({ lower }, index) =>
      hits.some((some) => some.includes(index - 1)) && readLists().definers.has(lower),
  );
  const start = words[at + 1]?.start;
  return at < 0 || start === undefined || end - start < 4
    ? []
    : [{ start, end, kind: "clause", rank: 0 }];
}
