import { asTable } from "hub";
import { isSentenceStart } from "./abbreviations.ts";
import {
  type Cursor,
  followsWord,
  isAtStart,
  matchAt,
  type ReadingMatch,
  wordAfter,
  wordBefore,
} from "./cursor.ts";

const romanValues: Readonly<Record<string, number>> = asTable({
  I: 1,
  V: 5,
  X: 10,
  L: 50,
  C: 100,
  D: 500,
  M: 1000,
});
const canonicalRoman = /^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/;

/** Reads a Roman numeral that its neighbours explain. */
export function readRoman({ text, at, speller }: Cursor): ReadingMatch | undefined {
  if (/[.'’-]/.test(text[at - 1] ?? "") || followsWord(text, at)) return undefined;
  const last = wordBefore(text, at);
  const isLabelled = text[at + 1] !== " " && speller.language.texts.labels[last] !== undefined;
  const before = isAtStart(text, at) && !isLabelled ? "" : last;
  // In small letters only after a word such as "chapter".
  const isSmall = speller.language.lists["roman-words"]?.includes(before.toLowerCase()) === true;
  const numeral = /[IVXLCDM]{1,12}(?!(?!\p{sc=Han})\p{L}|[\p{N}\p{M}'’])/uy;
  const small = /[ivxlcdm]{1,12}(?!(?!\p{sc=Han})\p{L}|[\p{N}\p{M}'’])/uy;
  const [own] =
    matchAt(numeral, text, at) ?? (isSmall ? matchAt(small, text, at) : undefined) ?? [];
  const suffix =
    own === undefined
      ? matchAt(/([IVX]{1,8})(e|er|ère|ème|º|ª)(?![\p{L}\p{N}])/uy, text, at)
      : undefined;
  const roman = (own ?? suffix?.[1])?.toUpperCase();
  const value = roman && parseRoman(roman);
  if (!roman || value === undefined) return undefined;
  const end = at + (own ?? suffix?.[0] ?? "").length;
  if (suffix) {
    const spoken = speller.ordinal(
      value,
      speller.language.texts["ordinal suffixes"][suffix[2] ?? ""],
    );
    return spoken === undefined ? undefined : { end, spoken, kind: "roman" };
  }
  const { rules, lists } = speller.language;
  const isDotted = text[end] === "." && rules["dotted ordinal"].length > 0;
  const isNamed =
    /^\p{Lu}\p{Ll}+$/u.test(before) &&
    (roman.length > 1 || isDotted || lists.rulers?.includes(before));
  const spoken = speller.choose("roman", {
    value,
    letters: roman.length,
    alone: roman === text.trim() ? "yes" : "no",
    dotted: isDotted ? "yes" : "no",
    named: isNamed ? "yes" : "no",
    before,
    after: wordAfter(text, end + (isDotted ? 1 : 0)),
  });
  if (spoken === undefined) return undefined;
  const takesStop =
    isDotted &&
    /^\.(?: ?[\p{L}]|[,;)])/u.test(text.slice(end, end + 3)) &&
    !isSentenceStart(wordAfter(text, end + 1));
  return { end: takesStop ? end + 1 : end, spoken, kind: "roman" };
}

/** Returns the value of a Roman numeral in capitals, or undefined if it isn't written as usual. */
export function parseRoman(roman: string): number | undefined {
  if (!canonicalRoman.test(roman)) return undefined;
  let sum = 0;
  for (let at = 0; at < roman.length; at++) {
    const value = romanValues[roman.charAt(at)] ?? 0;
    sum += value < (romanValues[roman.charAt(at + 1)] ?? 0) ? -value : value;
  }
  return sum;
}
