import { asTable } from "hub";
import { addRate, findUnit, readMeasure, readPrefixedMoney, speakUnit } from "./amounts.ts";
import {
  type Cursor,
  followsWord,
  isStopLast,
  matchAt,
  type ReadingMatch,
  wordAfter,
  wordBefore,
} from "./cursor.ts";
import { readFraction, readFractionSign } from "./fractions.ts";
import type { Gender } from "./languages/language.ts";
import {
  getLongestNumber,
  isPlainInteger,
  type Numeral,
  type NumeralSpan,
  parseNumeral,
  speakNumeral,
} from "./numeral.ts";

/** Reads numbers with their units, currencies, ranges, ordinals and fractions. */
export function readNumber(cursor: Cursor): ReadingMatch | undefined {
  const { text, at } = cursor;
  const before = text[at - 1] ?? "";
  if (/\d/.test(before)) return undefined;
  const fixed = readFixed(cursor);
  if (fixed) return fixed;
  const sign = readSign(cursor);
  const start = at + sign.length;
  const percent = readPrefixedPercent(cursor, start);
  if (percent) return signed(cursor, sign.words, percent);
  const declined = sign.words === "" ? declineAfter(cursor, start) : cursor;
  const money = readPrefixedMoney(declined, start);
  if (money) return signed(cursor, sign.words, money);
  if (!/^\.?\d/.test(text.slice(start, start + 2))) return readFractionSign(cursor) ?? undefined;
  const numeral = parseNumeral(cursor, start);
  if (!numeral) return undefined;
  const found =
    readFraction(cursor, { numeral, start }) ??
    readRange(declined, { numeral, start }) ??
    readYearPhrase(cursor, { numeral, start }) ??
    readOrdinal(cursor, { numeral, start }) ??
    readMeasures(declined, numeral) ??
    addRate(cursor, readPlain(declined, { numeral, start }));
  return signed(cursor, sign.words, found);
}

/** Reads a number with a unit or a currency, and a range of two such as `3kg-6kg`. */
function readMeasures(cursor: Cursor, numeral: Numeral): ReadingMatch | undefined {
  const { text, speller } = cursor;
  const first = readMeasure(cursor, numeral);
  const [mark] = (first && matchAt(/[-–—~〜～](?=\d)/y, text, first.end)) || [];
  const last = mark && first && parseNumeral(cursor, first.end + mark.length);
  const found = last && readMeasure(cursor, last);
  return found && first
    ? { end: found.end, spoken: speller.joinRange(first.spoken, found.spoken), kind: "range" }
    : first;
}

/** Reads a number that has its own words, such as `24/7`. */
function readFixed({ text, at, speller }: Cursor): ReadingMatch | undefined {
  for (const [written, spoken] of Object.entries(speller.language.texts.fixed)) {
    const end = at + written.length;
    if (text.startsWith(written, at) && !/^[\p{L}\d/]/u.test(text.slice(end, end + 2)))
      return { end, spoken, kind: "number" };
  }
  return undefined;
}

/** Returns the cursor with the case that the preposition before a number needs. */
export function declineAfter(cursor: Cursor, start: number): Cursor {
  const { text, speller } = cursor;
  const [number = ""] =
    matchAt(/[\d.,\u00a0\u202f]*(?:[-–—][\d.,\u00a0\u202f]+)?/y, text, start) ?? [];
  const before = wordBefore(text, start).toLowerCase();
  const after = wordAfter(text, start + number.length).toLowerCase();
  return speller.choose("genitive", { before, after })
    ? { ...cursor, speller: speller.genitive }
    : cursor;
}

/** Reads `%20`, as Turkish writes it. */
function readPrefixedPercent(cursor: Cursor, at: number): ReadingMatch | undefined {
  const { text, speller } = cursor;
  if (text[at] !== "%" || followsWord(text, at)) return undefined;
  const numeral = parseNumeral(cursor, at + 1);
  const noun = findUnit(speller, "%");
  return (
    numeral && noun && { end: numeral.end, spoken: speakUnit(speller, numeral, noun), kind: "unit" }
  );
}

function signed({ speller }: Cursor, words: string, found: ReadingMatch): ReadingMatch {
  return words === "" ? found : { ...found, spoken: speller.join(words, found.spoken) };
}

/** Returns the sign before a number: a hyphen is one only after a space or at the start. */
function readSign({ text, at, speller: { language } }: Cursor): { length: number; words: string } {
  const { words } = language;
  const [mark] = matchAt(/[-−–+±~≈](?=\.?[\d%\p{Sc}])/uy, text, at) ?? [];
  if (mark === undefined) return { length: 0, words: "" };
  const isZone = /(?:GMT|UTC)$/i.test(text.slice(Math.max(0, at - 3), at));
  const isFree = isZone || (!followsWord(text, at) && !/[-)\]}.%€$]/.test(text[at - 1] ?? ""));
  if (!isFree && mark !== "−") return { length: 0, words: "" };
  const known: Record<string, string> = asTable({
    "+": words.plus,
    "±": `${words.plus} ${words.minus}`,
    "~": words.about,
    "≈": words.about,
  });
  return { length: 1, words: known[mark] ?? words.minus };
}

const dash = /(?:[-–—~〜～]|[ \u00a0\u202f]?[–—][ \u00a0\u202f]?)(?=\d)/y;

function readRange(cursor: Cursor, { numeral, start }: NumeralSpan): ReadingMatch | undefined {
  const { text, speller } = cursor;
  const [mark] = matchAt(dash, text, numeral.end) ?? [];
  if (mark === undefined || /[-–—/]/.test(text[start - 1] ?? "")) return undefined;
  const at = numeral.end + mark.length;
  const last = parseNumeral(cursor, at);
  // Three parts are a date or a code.
  if (!last || /^[-–—/:]\d/.test(text.slice(last.end, last.end + 2))) return undefined;
  if (numeral.whole.length > 7 || last.whole.length > 7) return undefined;
  const measure = readMeasure(cursor, last);
  const found =
    readYearPhrase(cursor, { numeral: last, start: at }) ??
    measure ??
    readOrdinal(cursor, { numeral: last, start: at }) ??
    readPlain(cursor, { numeral: last, start: at });
  const isOfYears =
    isYear(cursor, { numeral, start }) ||
    (found.kind === "year" && speller.space === "" && numeral.whole.length === 4);
  const first = isOfYears ? speller.year(numeral.whole) : speakNumeral(speller, numeral);
  const values =
    found.kind === "number" &&
    numeral.fraction === undefined &&
    last.fraction === undefined &&
    Number(numeral.whole) < Number(last.whole) &&
    !measure
      ? { from: numeral.whole, to: last.whole, hasNoun: wordAfter(text, found.end) !== "" }
      : undefined;
  const before = wordBefore(text, start);
  const isLed = /^(?:от|с|від|з|od|z|da|dal|dai|tra|fra)$/i.test(before);
  if (numeral.whole === last.whole && found.kind === "number")
    return { ...found, spoken: speller.join(first, found.spoken) };
  // "7-3=4" is a difference.
  if (/^ ?=/.test(text.slice(found.end, found.end + 2)))
    return {
      end: found.end,
      spoken: speller.join(first, speller.language.words.minus, found.spoken),
      kind: "number",
    };
  if (speller.isGenitive)
    return {
      end: found.end,
      spoken: speller.join(first, isLed ? speller.language.words.until : "—", found.spoken),
      kind: "range",
    };
  return {
    end: found.end,
    spoken: speller.joinRange(first, found.spoken, isLed ? undefined : values),
    kind: "range",
  };
}

function readOrdinal(cursor: Cursor, { numeral, start }: NumeralSpan): ReadingMatch | undefined {
  const { text, speller } = cursor;
  const { language } = speller;
  if (numeral.fraction !== undefined || numeral.whole.length > 7) return undefined;
  const [mark, suffix = ""] =
    matchAt(/[-'’:.]?([\p{L}\p{M}ºª°]{1,5})(?![\p{L}\p{M}\p{N}])/uy, text, numeral.end) ?? [];
  const style = language.texts["ordinal suffixes"][suffix];
  if (mark !== undefined && style !== undefined && speller.fitsOrdinal(numeral.whole, suffix)) {
    const spoken = speller.ordinal(numeral.whole, style);
    if (
      spoken !== undefined &&
      !(suffix === "°" && /^ ?[CF](?!\p{L})/iu.test(text.slice(numeral.end + mark.length)))
    )
      return { end: numeral.end + mark.length, spoken, kind: "ordinal" };
  }
  if (text[numeral.end] !== ".") return undefined;
  const isAlone = text.trim().length === numeral.end + 1 - start;
  if (numeral.whole.length > 3 && !isAlone) return undefined;
  const agreement = speller.choose("dotted ordinal", {
    before: wordBefore(text, start),
    after: wordAfter(text, numeral.end + 1),
    alone: isAlone ? "yes" : "no",
  });
  const spoken = agreement && speller.ordinal(numeral.whole, agreement);
  return spoken === undefined ? undefined : { end: numeral.end + 1, spoken, kind: "ordinal" };
}

/** Whether a number is likely a year: four digits without separators. */
function isYear({ text, speller }: Cursor, { numeral, start }: NumeralSpan): boolean {
  const { whole, fraction, isGrouped } = numeral;
  if (whole.length !== 4 || fraction !== undefined || isGrouped) return false;
  const value = Number(whole);
  if (
    value < 1000 ||
    value > 2099 ||
    /(?:^|[\s(])[-−]$/.test(text.slice(Math.max(0, start - 2), start))
  )
    return false;
  const neighbours = {
    before: wordBefore(text, start),
    after: wordAfter(text, numeral.end),
    year: whole,
  };
  return speller.choose("year", neighbours) !== undefined;
}

/** Reads a year or a decade with the word or suffix after it. */
function readYearPhrase(
  { text, speller }: Cursor,
  { numeral, start }: NumeralSpan,
): ReadingMatch | undefined {
  if (!/^\d(?:\d{2,3}|0)?$/.test(numeral.whole) || !isPlainInteger(numeral)) return undefined;
  const [all = "", word = ""] =
    matchAt(/ ?([-'’]?\p{L}{1,5}\.?|\.)(?!\p{L})/uy, text, numeral.end) ?? [];
  const before = wordBefore(text, start);
  for (const length of [all.length, all.endsWith(".") ? all.length - 1 : 0, 0]) {
    const own = word.slice(0, Math.max(0, word.length - all.length + length));
    const end = numeral.end + length;
    const spoken = speller.choose("year phrase", {
      year: numeral.whole,
      before,
      word: own,
      suffix: all === word ? own : "",
      next: wordAfter(text, end),
    });
    if (spoken !== undefined)
      return { end: isStopLast(text, end) ? end - 1 : end, spoken, kind: "year" };
  }
  return undefined;
}

function readPlain(cursor: Cursor, { numeral, start }: NumeralSpan): ReadingMatch {
  const { text, speller } = cursor;
  if (isYear(cursor, { numeral, start }))
    return { end: numeral.end, spoken: speller.year(numeral.whole), kind: "year" };
  const compound = readCompound(cursor, numeral);
  if (compound) return compound;
  const noun = wordAfter(text, numeral.end);
  const genitiveYear = readGenitiveYear(cursor, { numeral, start });
  if (genitiveYear !== undefined) return { end: numeral.end, spoken: genitiveYear, kind: "year" };
  const hasNoun =
    numeral.fraction === undefined &&
    (/^(?: |\p{sc=Hang})/u.test(text.slice(numeral.end, numeral.end + 1)) ||
      (speller.space === "" && text[start - 1] !== "第"));
  // Feminine nouns have other endings in the genitive singular.
  const gender = !hasNoun
    ? undefined
    : speller.isGenitive
      ? /[ыиіїy]$/.test(noun)
        ? "f"
        : undefined
      : (speller.choose("gender", { after: noun, value: numeral.whole }) as Gender | undefined);
  const declined =
    numeral.fraction === undefined
      ? speller.choose("case", {
          value: numeral.whole,
          before: wordBefore(text, start),
          after: hasNoun ? noun : "",
        })
      : undefined;
  return {
    end: numeral.end,
    spoken:
      (declined && speller.write(numeral.whole, declined)) ??
      speakNumeral(speller, numeral, gender),
    kind: numeral.whole.length > getLongestNumber(speller) ? "digits" : "number",
  };
}

/** Reads a number with the adjective that it begins, such as `20-этажный`, in languages that join them. */
function readCompound({ text, speller }: Cursor, numeral: Numeral): ReadingMatch | undefined {
  const [all, rest = ""] = matchAt(/-(\p{Ll}{3,30})/uy, text, numeral.end) ?? [];
  if (all === undefined || !isPlainInteger(numeral)) return undefined;
  if (speller.language.texts.derived.compound === undefined) return undefined;
  const words = speller.write(numeral.whole, "compound")?.replaceAll(" ", "");
  return words === undefined
    ? undefined
    : { end: numeral.end + all.length, spoken: words + rest, kind: "number" };
}

/** Reads the year of `до 2020` and `с 2010 по 2015`. Returns undefined if the number counts the noun after it. */
function readGenitiveYear(
  { text, speller }: Cursor,
  { numeral, start }: NumeralSpan,
): string | undefined {
  const { whole, fraction, isGrouped } = numeral;
  if (!speller.isGenitive || fraction !== undefined || isGrouped) return undefined;
  if (!/^(?:1[1-9]|20)\d\d$/.test(whole)) return undefined;
  if (!/^(?:|по|до|и|і|й|та|do|i|a|až)$/.test(wordAfter(text, numeral.end))) return undefined;
  return speller.choose("genitive year", { year: whole, before: wordBefore(text, start) });
}
