import { openTable } from "hub/data-file";
import { findNames } from "../names/find-names.ts";
import { findMoney } from "../recognize/amounts.ts";
import { findDates, findTimes } from "../recognize/dates.ts";
import { getBaseLanguage, isCapitalized } from "../text/words.ts";
import { readLists } from "./answer-words.ts";
import { type AnswerKind, answerKinds } from "./question.ts";

const readUnits = openTable(new URL("./units.tsv", import.meta.url), {
  kind: "text",
  words: "list",
});
const readKinds = openTable(new URL("./answer-kinds.tsv", import.meta.url), {
  kind: answerKinds,
  values: "list",
});

/** A value of a sentence that could be an answer. */
export interface Value {
  kind: string;
  start: number;
  end: number;
}

/** Returns the kinds of values that answer a kind of question, or undefined if any words can. */
export function getFittingKinds(kind: AnswerKind): readonly string[] | undefined {
  return readKinds().find((row) => row.kind === kind)?.values;
}

/** Finds the dates, times, sums, measures, numbers and names of a sentence. Values don't overlap. */
export function findValues(sentence: string, language: string): Value[] {
  const code = getBaseLanguage(language);
  const found: Value[] = [];
  const add = (kind: string, { start, end }: { start: number; end: number }) => {
    if (!found.some((one) => one.start < end && one.end > start)) found.push({ kind, start, end });
  };
  for (const one of findTimes(sentence)) add("time", dropFinalStop(sentence, one));
  for (const one of findDates(sentence, { language: code, now: 0 })) add("date", one);
  for (const one of findMoney(sentence)) add("money", one);
  for (const one of findMeasures(sentence)) add(one.kind, one);
  for (const one of findNames(sentence, language))
    if (one.type === "person" || one.type === "organization" || one.type === "location")
      add(one.type, one.type === "person" ? extendName(sentence, one) : one);
  for (const one of findIntroducedNames(sentence)) add(one.kind, extendName(sentence, one));
  return joinPersons(found, sentence).map((one) =>
    one.kind === "date" ? extendDate(sentence, one) : one,
  );
}

/** Removes the stop of the sentence from a time: "2 pm." but not "2 p.m.". */
function dropFinalStop(sentence: string, { start, end }: { start: number; end: number }) {
  const isStop = sentence.indexOf(".", start) === end - 1 && end === sentence.length;
  return { start, end: isStop ? end - 1 : end };
}

/** Extends a name by what the finder left out: "Hassan" in "Hassan al-Turabi". */
function extendName(sentence: string, { start, end }: { start: number; end: number }) {
  const rest = /^(?:[ -](?:(?:al|de|da|van|von|der|bin|la)[ -])?\p{Lu}[\p{L}\p{M}'’-]+)+/u.exec(
    sentence.slice(end),
  );
  return { start, end: end + (rest?.[0].length ?? 0) };
}

/** Joins persons who are named together: "Jan and Petra Vos". */
function joinPersons(values: readonly Value[], sentence: string): Value[] {
  const joined: Value[] = [];
  for (const value of values.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    const between = last ? sentence.slice(last.end, value.start) : "";
    if (
      last?.kind === "person" &&
      value.kind === "person" &&
      /^(?:,| and| und| y|, and) $/.test(between)
    )
      last.end = value.end;
    else joined.push({ ...value });
  }
  return joined;
}

/** Extends a year by the decade that it names: "la década de 1970". */
function extendDate(sentence: string, value: Value): Value {
  const before = /(\p{L}+) (?:de |of )?(?:the |los )?$/u.exec(
    sentence.slice(Math.max(0, value.start - 30), value.start),
  );
  if (!before || !readLists().decades.has(before[1] ?? "")) return value;
  return { ...value, start: value.start - before[0].length };
}

interface Piece {
  text: string;
  lower: string;
  start: number;
  end: number;
}

/** Numbers, words and single signs. */
const piecePattern = /\p{Nd}+(?:[.,]\p{Nd}+)*|[\p{L}\p{M}]+|[^\s\p{L}\p{M}\p{Nd}]/gu;

function splitPieces(sentence: string): Piece[] {
  return [...sentence.matchAll(piecePattern)].map(({ 0: text, index }) => ({
    text,
    lower: text.toLowerCase(),
    start: index,
    end: index + text.length,
  }));
}

const unitKinds = new Map<string, string>();

function getUnitKind(word: string): string | undefined {
  if (unitKinds.size === 0)
    for (const { kind, words } of readUnits()) for (const one of words) unitKinds.set(one, kind);
  return unitKinds.get(word);
}

/** Finds numbers in digits or words with their units, years, and names that follow "by" or "at". */
function* findMeasures(sentence: string): Generator<Value> {
  const pieces = splitPieces(sentence);
  for (let index = 0; index < pieces.length; index++) {
    const found = readAmount(sentence, pieces, index) ?? readCalendarWord(pieces, index);
    if (!found) continue;
    const { kind, from, to } = found;
    yield { kind, start: pieces[from]?.start ?? 0, end: pieces[to]?.end ?? 0 };
    index = to;
  }
}

interface PieceRange {
  kind: string;
  /** Indexes of the first and the last piece. */
  from: number;
  to: number;
}

function isNumber(piece: Piece | undefined): boolean {
  return (
    piece !== undefined && (/^\p{Nd}/u.test(piece.text) || readLists().numerals.has(piece.lower))
  );
}

/** Reads a number, or a range of numbers, with its unit or currency. */
function readAmount(
  sentence: string,
  pieces: readonly Piece[],
  at: number,
): PieceRange | undefined {
  const lists = readLists();
  const piece = pieces[at];
  if (!piece) return undefined;
  if (lists.frequencies.has(piece.lower)) {
    const unit = findUnit(sentence, pieces, at + 2);
    const isEach = ["a", "per", "in", "pro", "al"].includes(pieces[at + 1]?.lower ?? "");
    return { kind: "frequency", from: at, to: isEach && unit ? unit.to : at };
  }
  if (!isNumber(piece)) return undefined;
  let last = at;
  while (true) {
    const joint = pieces[last + 1];
    const joins = joint !== undefined && (lists.ranges.has(joint.lower) || joint.text === "-");
    if (isNumber(joint)) last++;
    else if (joins && isNumber(pieces[last + 2])) last += 2;
    else break;
  }
  const unit = findUnit(sentence, pieces, last + 1);
  const before = pieces[at - 1];
  const isPriced = before !== undefined && getUnitKind(before.lower) === "money";
  if (isPriced) return { kind: "money", from: at - 1, to: last };
  if (unit?.kind === "duration" && before && lists.every.has(before.lower))
    return { kind: "frequency", from: at - 1, to: unit.to };
  if (unit) return { ...unit, from: at };
  const after = pieces[last + 1];
  const isGlued = after !== undefined && after.start === pieces[last]?.end;
  const suffix = isGlued && lists.ordinals.has(after.lower) ? 1 : 0;
  const dot = isGlued && after.text === "." ? 1 : 0;
  if (lists.centuries.has(pieces[last + 1 + suffix + dot]?.lower ?? ""))
    return { kind: "date", from: at, to: last + 1 + suffix + dot };
  if (/^(?:1\d|20)\d\d$/.test(piece.text) && last === at)
    return { kind: "date", from: at, to: last + suffix };
  return isGlued && /^\p{L}/u.test(after.text) ? undefined : { kind: "number", from: at, to: last };
}

const unitMax = 4;

/** Returns the unit that starts at a piece, or after a hyphen: the longest one. */
function findUnit(sentence: string, pieces: readonly Piece[], at: number) {
  const from = pieces[at]?.text === "-" ? at + 1 : at;
  const first = pieces[from];
  if (!first) return undefined;
  for (let to = Math.min(pieces.length, from + unitMax) - 1; to >= from; to--) {
    const text = sentence.slice(first.start, pieces[to]?.end).toLowerCase();
    const kind = getUnitKind(text);
    if (kind) return { kind, to };
  }
  return undefined;
}

/** Reads a month, the plural of a weekday, a season or a part of the day. */
function readCalendarWord(pieces: readonly Piece[], at: number): PieceRange | undefined {
  const { seasons, days } = readLists();
  const { lower = "", text = "" } = pieces[at] ?? {};
  const isMay = text === "May" || text === "Mai";
  return isMay || seasons.has(lower) || days.has(lower)
    ? { kind: "date", from: at, to: at }
    : undefined;
}

/** Yields names that no list knows, by the word before them: "by Brutus", "in Eisenach", "at 14 Mill Lane". */
function* findIntroducedNames(sentence: string): Generator<Value> {
  const { agents, places } = readLists();
  const pieces = splitPieces(sentence);
  for (const [index, { lower }] of pieces.entries()) {
    const kind = agents.has(lower) ? "person" : places.has(lower) ? "place" : undefined;
    const first = pieces[index + 1];
    const name = /^\p{Nd}/u.test(first?.text ?? "") ? pieces[index + 2] : first;
    if (kind && first && name && isCapitalized(name.text))
      yield { kind, start: first.start, end: name.end };
  }
}
