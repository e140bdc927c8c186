import { type Cursor, type DecimalMark, matchAt } from "./cursor.ts";
import type { Gender } from "./languages/language.ts";
import type { Speller } from "./languages/speller.ts";

/** A number in digits. */
export interface Numeral {
  end: number;
  /** Digits before and after the decimal mark. */
  whole: string;
  fraction?: string;
  /** Whether its digits are grouped. */
  isGrouped: boolean;
  /** Whether it has the other decimal mark, such as a version number in German. */
  isForeign: boolean;
  /** Whether a unit follows, with which some languages have own words: `1.5` is "डेढ़". */
  hasUnit?: boolean;
}

/** A number and where it starts. */
export interface NumeralSpan {
  numeral: Numeral;
  start: number;
}

/** Returns how many digits an integer has at most that isn't read digit by digit. */
export function getLongestNumber({ language }: Speller): number {
  return Number(language.texts.settings["longest number"] ?? 12);
}

/** Returns the decimal mark of a locale. */
export function getDecimalMark(locale: string): DecimalMark {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  const mark = parts.find(({ type }) => type === "decimal")?.value;
  return mark === "," || mark === "٫" ? mark : ".";
}

/** Integers by the decimal mark of the locale: with separators, then without. */
const wholes: Readonly<Record<DecimalMark, readonly RegExp[]>> = {
  ",": [/\d{1,3}(?:[.\u00a0\u202f'’]\d{3})+(?!\d)/y, /\d{1,3}(?: \d{3})+(?!\d)/y, /\d+/y],
  ".": [
    /\d{1,3}(?:,\d{2,3})*,\d{3}(?!\d)/y,
    /\d{1,3}(?:[\u00a0\u202f'’]\d{3})+(?!\d)/y,
    /[1-9]\d{0,2}(?: \d{3}){0,3} 000(?!\d)/y,
    /\d+/y,
  ],
  "٫": [/\d+/y],
};
const decimals: Readonly<Record<DecimalMark, RegExp>> = {
  ",": /,(\d+)/y,
  ".": /\.(\d+)/y,
  "٫": /[.,](\d+)/y,
};
/** Decimals with the other mark, such as a version number in German. */
const foreignDecimals: Readonly<Record<DecimalMark, RegExp>> = {
  ",": /(\d+)\.(\d{1,2}|\d{4,})(?!\d|[.,]\d)/y,
  ".": /(\d+),(\d{2})(?!\d|[.,]\d)/y,
  "٫": /(?!)/y,
};
/** Numbers with both marks, which show by themselves which of them is the decimal one. */
const mixedMarks = [
  /(\d{1,3}(?:,\d{3})+)\.(\d{1,2})(?!\d)/y,
  /(\d{1,3}(?:\.\d{3})+),(\d{1,2})(?!\d)/y,
  // So do two marks that are alike.
  /(\d{1,3}(?:\.\d{3}){2,})(?![\d.,]\d|\d)/y,
  /(\d{1,3}(?:,\d{3}){2,})(?![\d.,]\d|\d)/y,
];

/** Parses the number at a position. */
export function parseNumeral(
  { text, decimal }: Pick<Cursor, "text" | "decimal">,
  at: number,
  isAmount = false,
): Numeral | undefined {
  for (const pattern of mixedMarks) {
    const [all, grouped = "", fraction] = matchAt(pattern, text, at) ?? [];
    if (all === undefined) continue;
    return {
      end: at + all.length,
      whole: grouped.replaceAll(/\D/g, ""),
      ...(fraction !== undefined && { fraction }),
      isGrouped: true,
      isForeign: false,
    };
  }
  if (decimal === "," || isAmount) {
    const [all, whole, fraction] = matchAt(foreignDecimals[decimal], text, at) ?? [];
    if (all !== undefined && whole !== undefined && fraction !== undefined)
      return { end: at + all.length, whole, fraction, isGrouped: false, isForeign: true };
  }
  // ".5" has no zero, and neither has "$,01".
  const isBare = decimal !== "," || isAmount;
  const bareMark = decimal === "," ? /,(\d{2})(?![\d,])/y : /\.(\d{1,12})(?!\d|\.\d)/y;
  const [bare, places] = (isBare && matchAt(bareMark, text, at)) || [];
  if (bare !== undefined && places !== undefined)
    return {
      end: at + bare.length,
      whole: "0",
      fraction: places,
      isGrouped: false,
      isForeign: false,
    };
  const whole = wholes[decimal].map((pattern) => matchAt(pattern, text, at)?.[0]).find(Boolean);
  if (whole === undefined) return undefined;
  const end = at + whole.length;
  const [mark = "", fraction] = matchAt(decimals[decimal], text, end) ?? [];
  const digits = whole.replaceAll(/\D/g, "");
  return {
    end: end + mark.length,
    whole: digits,
    ...(fraction !== undefined && { fraction }),
    isGrouped: digits !== whole,
    isForeign: false,
  };
}

/** Whether a number has up to four digits and nothing else. */
export function isPlainInteger({ fraction, isGrouped, whole }: Numeral): boolean {
  return fraction === undefined && !isGrouped && whole.length <= 4;
}

/** Returns the value that plural rules need: digits, and decimals after a point. */
export function toValue({ whole, fraction }: Numeral): string {
  return fraction === undefined ? whole : `${whole}.${fraction}`;
}

/** Returns a numeral in words. */
export function speakNumeral(speller: Speller, numeral: Numeral, gender?: Gender | "c"): string {
  const { whole, fraction, isGrouped, isForeign, hasUnit } = numeral;
  if (fraction !== undefined)
    return isForeign
      ? speller.join(speller.cardinal(whole), speller.language.words.dot, speller.digits(fraction))
      : speller.decimal(whole, fraction, hasUnit ? "yes" : "no");
  const isLong = whole.length > getLongestNumber(speller) && !/0{9}$/.test(whole);
  const isCode = !isGrouped && (isLong || (whole.length > 1 && whole[0] === "0"));
  return isCode ? speller.digits(whole) : speller.cardinal(whole, gender);
}
