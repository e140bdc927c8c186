import { spaceless } from "../text/letters.ts";
import type { Speller } from "./languages/speller.ts";

/** A span of the text, and the words to speak instead. */
export interface Reading {
  start: number;
  end: number;
  spoken: string;
  kind: ReadingKind;
}

/** The kinds of readings. */
export const readingKinds = [
  "money",
  "date",
  "time",
  "phone",
  "range",
  "ordinal",
  "number",
  "year",
  "unit",
  "fraction",
  "abbreviation",
  "roman",
  "url",
  "email",
  "emoji",
  "symbol",
  "digits",
  "word",
] as const;
export type ReadingKind = (typeof readingKinds)[number];

/** A reading that starts at the cursor. */
export type ReadingMatch = Omit<Reading, "start">;

/** The mark before the decimals of a number. Arabic has its own, and is also written with the two others. */
export type DecimalMark = "," | "." | "٫";

/** A text, and the place that is read. */
export interface Cursor {
  text: string;
  at: number;
  speller: Speller;
  /** The decimal mark of the locale. */
  decimal: DecimalMark;
  /** Names of emoji, if the text has some. */
  emoji?: ReadonlyMap<string, string>;
}

/** Matches a sticky expression at a position. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

const wordLength = 40;

/** Returns the word that ends before a position, without the spaces and the comma between. */
export function wordBefore(text: string, at: number): string {
  const near = text.slice(Math.max(0, at - wordLength), at).trimEnd();
  const bare = near.endsWith(",") || near.endsWith(":") ? near.slice(0, -1) : near;
  return /[\p{L}\p{M}'’]{1,40}\.?$/u.exec(bare)?.[0] ?? "";
}

/** Returns the word that starts after a position and its spaces. */
export function wordAfter(text: string, at: number): string {
  return (
    /^[ \u00a0\u202f]?([\p{L}\p{M}]{1,40})/u.exec(text.slice(at, at + wordLength + 1))?.[1] ?? ""
  );
}

/** Whether a position is at the start of a sentence or a line. */
export function isAtStart(text: string, at: number): boolean {
  const near = text.slice(Math.max(0, at - 3), at).trimEnd();
  return near === "" || /[.!?\n:;–—(-]$/.test(near);
}

/** Whether a letter or digit directly precedes a position, in a script with spaces between words. */
export function followsWord(text: string, at: number): boolean {
  const before = text[at - 1] ?? "";
  return /[\p{L}\p{N}\p{M}]/u.test(before) && !spaceless.test(before);
}

/** Whether a letter or digit is at a position, so that a token can't end there. */
export function isInWord(text: string, at: number): boolean {
  const after = text.slice(at, at + 2);
  // Korean particles directly follow a number.
  return /^(?!\p{sc=Hang})[\p{L}\p{N}\p{M}_]/u.test(after) && !spaceless.test(after.charAt(0));
}

/** Whether the full stop before a position also ends the sentence. */
export function isStopLast(text: string, end: number): boolean {
  return (
    text[end - 1] === "." && /^(?:["”»)]?\s+[\p{Lu}\p{N}$€£]|\s*$)/u.test(text.slice(end, end + 4))
  );
}
