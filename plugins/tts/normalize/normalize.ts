import { getDigitValue } from "../text/letters.ts";
import { readAbbreviation } from "./abbreviations.ts";
import { readAddress } from "./addresses.ts";
import { readLoneUnit } from "./amounts.ts";
import { readCode, readPhone, readVersion } from "./codes.ts";
import {
  type Cursor,
  type DecimalMark,
  followsWord,
  matchAt,
  type Reading,
  type ReadingMatch,
} from "./cursor.ts";
import { readDate } from "./dates.ts";
import type { Language } from "./languages/language.ts";
import { Speller } from "./languages/speller.ts";
import { readNumber } from "./numbers.ts";
import { getDecimalMark } from "./numeral.ts";
import { readPostal } from "./postal.ts";
import { readRoman } from "./roman.ts";
import { readEmoji, readSymbol } from "./symbols.ts";
import { readTime } from "./times.ts";

const matchers = [
  readEmoji,
  readAddress,
  readPostal,
  readCode,
  readDate,
  readTime,
  readPhone,
  readVersion,
  readNumber,
  readRoman,
  readAbbreviation,
  readLoneUnit,
  readSymbol,
] as const;

/** A normaliser of one language. */
export interface Normalizer {
  speller: Speller;
  decimal: DecimalMark;
  /** Names of emoji, if the text has some. */
  emoji?: ReadonlyMap<string, string>;
}

/** Creates the normaliser of a language. */
export function createNormalizer(
  language: Language,
  { locale, rules }: { locale: string; rules: object },
): Normalizer {
  return { speller: new Speller(language, { locale, rules }), decimal: getDecimalMark(locale) };
}

/** Finds the spans of a text that are written in another way than they are spoken. */
export function findReadings(written: string, normalizer: Normalizer): Reading[] {
  const text = toEuropeanDigits(written);
  const readings: Reading[] = [];
  const { speller } = normalizer;
  const cursor: Cursor = { text, at: 0, ...normalizer };
  while (cursor.at < text.length) {
    const found = isCandidate(text, cursor.at) ? readAt(cursor) : undefined;
    if (found && found.end > cursor.at) {
      const reading = fitParticle(text, { ...found, start: cursor.at }, speller);
      readings.push(separate(text, reading, speller));
      cursor.at = reading.end;
    } else cursor.at++;
  }
  return readings;
}

/** Replaces the digits of other scripts, full-width signs and Arabic separators. Positions stay the same. */
function toEuropeanDigits(text: string): string {
  return text.replaceAll(/[^\P{Nd}0-9]|[\u066b\u066c％＄]/gu, (char) => {
    if (char === "％") return "%";
    if (char === "＄") return "$";
    if (char === "\u066b") return ".";
    if (char === "\u066c") return ",";
    return char.length === 1 ? String(getDigitValue(char)) : char;
  });
}

function readAt(cursor: Cursor): ReadingMatch | undefined {
  for (const match of matchers) {
    const found = match(cursor);
    if (found) return found;
  }
  return undefined;
}

const starter = /[\p{L}\p{N}\p{S}\p{Extended_Pictographic}(#&%@/§+−–〜-]/u;

/** Whether something to read may start at a position: at a word's first letter, a digit or a symbol. */
function isCandidate(text: string, at: number): boolean {
  const char = text.charAt(at);
  if (char === ":") return /\d/.test(text[at + 1] ?? "");
  if (char === ".") return /^(?:|[\s(])\.\d$/.test(text.slice(Math.max(0, at - 1), at + 2));
  if (char === "(") return /\d/.test(text[at + 1] ?? "");
  if (!starter.test(char) && !/[\ud800-\udbff]/.test(char)) return false;
  const isWithinWord = /[\p{L}\p{M}]/u.test(text[at - 1] ?? "") && followsWord(text, at);
  return !(/\p{L}/u.test(char) && isWithinWord) || /[xX]/.test(char);
}

/** Gives the particle after a reading the form that the last sound needs: after a consonant, or after a vowel. */
function fitParticle(text: string, reading: Reading, { language }: Speller): Reading {
  const { particles = [] } = language.lists;
  const [particle] = matchAt(/[이가은는을를과와](?!\p{L})/uy, text, reading.end) ?? [];
  const last = reading.spoken.charCodeAt(reading.spoken.length - 1) - 0xac00;
  const forms = particle && particles.find((pair) => pair.includes(particle));
  if (!forms || last < 0 || last > 11_171) return reading;
  const form = forms.charAt(last % 28 === 0 ? 1 : 0);
  return { ...reading, end: reading.end + 1, spoken: reading.spoken + form };
}

/** Puts spaces between words and letters that directly surround them. */
function separate(text: string, reading: Reading, speller: Speller): Reading {
  if (speller.space === "") return reading;
  const letter = /[\p{L}\p{M}]/u;
  const isAfter =
    letter.test(text[reading.start - 1] ?? "") &&
    !/^\s/.test(reading.spoken) &&
    !/[~〜～]/.test(text.charAt(reading.start));
  // Korean particles and counters directly follow a number.
  const next = text[reading.end] ?? "";
  const isBefore = letter.test(next) && !/\p{sc=Hang}/u.test(next) && !/\s$/.test(reading.spoken);
  return { ...reading, spoken: `${isAfter ? " " : ""}${reading.spoken}${isBefore ? " " : ""}` };
}
