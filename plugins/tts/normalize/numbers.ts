import { asTable } from "hub";
import { openTexts } from "hub/data-file";
import {
  type Cursor,
  followsWord,
  isInWord,
  matchAt,
  type NumberMarks,
  type ReadingMatch,
  wordAfter,
  wordBefore,
} from "./cursor.ts";
import type { Gender, Noun } from "./languages/language.ts";
import type { Speller } from "./languages/speller.ts";

const texts = openTexts(new URL("./numbers.txt", import.meta.url), [
  "symbols",
  "cldr units",
  "respelled",
])();

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
}

const space = "[ \\u00a0\\u202f]?";
/** Integers longer than this are read digit by digit. */
const wholeMax = 12;

/** Returns the number format of a locale. */
export function getMarks(locale: string): NumberMarks {
  const parts = new Intl.NumberFormat(locale).formatToParts(12_345.6);
  const isComma = parts.find(({ type }) => type === "decimal")?.value === ",";
  return isComma
    ? {
        number:
          /(\d{1,3}(?:[.\u00a0\u202f'’]\d{3})+(?!\d)|\d{1,3}(?: \d{3})+(?!\d)|\d+)(?:,(\d+))?(?!\d)/y,
        foreign: /(\d+)\.(\d{1,2}|\d{4,})(?!\d|[.,]\d)/y,
      }
    : {
        number:
          /(\d{1,3}(?:,\d{2,3})*,\d{3}(?!\d)|\d{1,3}(?:[\u00a0\u202f'’]\d{3})+(?!\d)|[1-9]\d{0,2}(?: \d{3}){0,3} 000(?!\d)|\d+)(?:\.(\d+))?(?!\d)/y,
        foreign: /(\d+),(\d{2})(?!\d|[.,]\d)/y,
      };
}

/** Parses the number at a position. */
export function parseNumeral(
  { text, marks }: Pick<Cursor, "text" | "marks">,
  at: number,
  isAmount = false,
): Numeral | undefined {
  // Both marks show which of them is the decimal one.
  const [mixed, grouped = "", cents = ""] =
    matchAt(
      /(\d{1,3}(?:,\d{3})+)\.(\d{1,2})(?!\d)|(\d{1,3}(?:\.\d{3})+),(\d{1,2})(?!\d)/y,
      text,
      at,
    )?.filter((part) => part !== undefined) ?? [];
  if (mixed !== undefined)
    return {
      end: at + mixed.length,
      whole: grouped.replaceAll(/\D/g, ""),
      fraction: cents,
      isGrouped: true,
      isForeign: false,
    };
  const isComma = marks.foreign.source.includes("\\.(");
  const foreign = isComma || isAmount ? matchAt(marks.foreign, text, at) : undefined;
  if (foreign?.[1] && foreign[2])
    return {
      end: at + foreign[0].length,
      whole: foreign[1],
      fraction: foreign[2],
      isGrouped: false,
      isForeign: true,
    };
  // ".5" has no zero.
  const [bare, decimals] = isComma ? [] : (matchAt(/\.(\d{1,12})(?!\d|\.\d)/y, text, at) ?? []);
  if (bare !== undefined && decimals !== undefined)
    return {
      end: at + bare.length,
      whole: "0",
      fraction: decimals,
      isGrouped: false,
      isForeign: false,
    };
  const [all, whole, fraction] = matchAt(marks.number, text, at) ?? [];
  if (all === undefined || whole === undefined) return undefined;
  const digits = whole.replaceAll(/\D/g, "");
  return {
    end: at + all.length,
    whole: digits,
    ...(fraction !== undefined && { fraction }),
    isGrouped: digits !== whole,
    isForeign: false,
  };
}

/** Returns the value that plural rules need: digits, and decimals after a point. */
function toValue({ whole, fraction }: Numeral): string {
  return fraction === undefined ? whole : `${whole}.${fraction}`;
}

/** Returns a numeral in words. */
export function speakNumeral(speller: Speller, numeral: Numeral, gender?: Gender | "c"): string {
  const { whole, fraction, isGrouped, isForeign } = numeral;
  if (fraction !== undefined)
    return isForeign
      ? speller.join(speller.cardinal(whole), speller.language.words.dot, speller.digits(fraction))
      : speller.decimal(whole, fraction);
  const isCode = !isGrouped && (whole.length > wholeMax || (whole.length > 1 && whole[0] === "0"));
  return isCode ? speller.digits(whole) : speller.cardinal(whole, gender);
}

/** Reads numbers with their units, currencies, ranges, ordinals and fractions. */
export function readNumber(cursor: Cursor): ReadingMatch | undefined {
  const { text, at } = cursor;
  const before = text[at - 1] ?? "";
  if (/\d/.test(before)) return undefined;
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
    readMeasure(declined, numeral) ??
    readPlain(declined, { numeral, start });
  return signed(cursor, sign.words, found);
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
  const [mark] = matchAt(/[-−–+±~≈](?=\.?[\d$€£¥₹%])/y, text, at) ?? [];
  if (mark === undefined) return { length: 0, words: "" };
  const isFree = !followsWord(text, at) && !/[-)\]}.%€$]/.test(text[at - 1] ?? "");
  if (!isFree && mark !== "−") return { length: 0, words: "" };
  const known: Record<string, string> = asTable({
    "+": words.plus,
    "±": `${words.plus} ${words.minus}`,
    "~": words.about,
    "≈": words.about,
  });
  return { length: 1, words: known[mark] ?? words.minus };
}

const symbols = texts.symbols;
const pesoRegions: Readonly<Record<string, string>> = asTable({
  MX: "MXN",
  AR: "ARS",
  CL: "CLP",
  CO: "COP",
  UY: "UYU",
  DO: "DOP",
  CU: "CUP",
});
const codes = new Set(Intl.supportedValuesOf("currency"));
const symbolPattern = /(?:US|CA?|AU?|HK|NZ|R|MX)?\$|[€£¥￥₹₽₺₴₩₪₫฿₿]|[A-Z]{3}(?![A-Za-z])/y;

/** Returns the currency of a symbol or code in a locale. */
function findCurrency(symbol: string, { language, region }: Speller): string | undefined {
  if (symbol === "$" && Object.hasOwn(pesoRegions, region)) return pesoRegions[region];
  const own = language.texts["currency symbols"][symbol] ?? symbols[symbol];
  return own ?? (codes.has(symbol) ? symbol : undefined);
}

function readPrefixedMoney(cursor: Cursor, at: number): ReadingMatch | undefined {
  const { text, speller } = cursor;
  if (followsWord(text, at)) return undefined;
  const [symbol] = matchAt(symbolPattern, text, at) ?? [];
  const currency = symbol && findCurrency(symbol, speller);
  if (!currency) return undefined;
  let from = at + symbol.length;
  if (/[ \u00a0\u202f]/.test(text[from] ?? "")) from++;
  const amount = parseNumeral(cursor, from, true);
  if (!amount) return undefined;
  const found = readAmount(cursor, { amount, currency, symbol });
  const { language } = speller;
  const [plural, singular] = ["2", "1"].map((count) =>
    speller.inflect(count, language.nouns.currencies[currency]?.[0][1] ?? ""),
  );
  const isAttributive =
    plural &&
    speller.choose("attributive", {
      before: wordBefore(text, at),
      after: wordAfter(text, found.end),
    });
  return isAttributive && found.spoken.endsWith(plural)
    ? { ...found, spoken: found.spoken.slice(0, -plural.length) + singular }
    : found;
}

/** Reads an amount of money up to its magnitude, and the second amount of a range. */
function readAmount(
  cursor: Cursor,
  { amount, currency, symbol }: { amount: Numeral; currency: string; symbol: string },
): ReadingMatch {
  const { text, speller } = cursor;
  const range = matchAt(/ ?[-–—] ?/y, text, amount.end);
  if (range) {
    const from = amount.end + range[0].length;
    const isRepeated = text.startsWith(symbol, from);
    const second = parseNumeral(cursor, isRepeated ? from + symbol.length : from, true);
    if (second && (isRepeated || !/\s/.test(range[0]))) {
      const last = readAmount(cursor, { amount: second, currency, symbol });
      const first = speakNumeral(
        speller,
        { ...amount, isForeign: false },
        getGender(speller, currency),
      );
      return {
        end: last.end,
        spoken: joinRange(speller, first, last.spoken),
        kind: "money",
      };
    }
  }
  const magnitude = readMagnitude(cursor, amount.end, true);
  return {
    end: magnitude?.end ?? skipEmptyCents(text, amount.end),
    spoken: speakMoney(speller, { amount, currency, magnitude: magnitude?.noun }),
    kind: "money",
  };
}

/** Returns the end of `,-`, which stands for no cents. */
function skipEmptyCents(text: string, at: number): number {
  return at + (matchAt(/,[-–—](?![\d\p{L}])/uy, text, at)?.[0].length ?? 0);
}

function readMagnitude(
  { text, speller }: Cursor,
  at: number,
  isMoney: boolean,
): { end: number; noun: Noun } | undefined {
  const { magnitudes } = speller.language.nouns;
  const [all, word] = matchAt(/[ \u00a0\u202f]?([\p{L}\p{M}]{1,14}\.?)/uy, text, at) ?? [];
  if (all === undefined || word === undefined) return undefined;
  for (const key of [word, word.endsWith(".") ? word.slice(0, -1) : word]) {
    const [noun] = magnitudes[key] ?? [];
    if (!noun) continue;
    const isShort = key.length === 1;
    // A letter after a space is another word, and `4K` and `2B` are names.
    const end = at + all.length - (word.length - key.length);
    const isOfMoney = isMoney || /^[€$£]/.test(text.slice(end, end + 1));
    const isWord =
      !isShort ||
      (isOfMoney
        ? isMoney === false || all.length === word.length
        : all.length === word.length && /[kM]/.test(key));
    if (isWord) return { end, noun };
  }
  return undefined;
}

function getGender({ language }: Speller, currency: string): Gender | "c" {
  return language.nouns.currencies[currency]?.[0][0] ?? "m";
}

function speakMoney(
  speller: Speller,
  {
    amount,
    currency,
    magnitude,
  }: { amount: Numeral; currency: string; magnitude?: Noun | undefined },
): string {
  const { language } = speller;
  const [major = nameCurrency(speller, currency), minor] =
    language.nouns.currencies[currency] ?? [];
  const plain = { ...amount, isForeign: false };
  if (magnitude) {
    const value = toValue(plain);
    const number = speller.join(
      speakNumeral(speller, plain, magnitude[0]),
      speller.inflect(value, magnitude[1]),
    );
    return attach(
      speller,
      speller.join(number, linkLarge(speller, magnitude[1])),
      speller.inflect("1000000", major[1]),
    );
  }
  const { whole, fraction = "" } = plain;
  if (!minor && /^[1-9]*0+$/.test(fraction) && !/^0+$/.test(fraction))
    return speakMoney(speller, {
      amount: { ...plain, fraction: fraction.replace(/0{1,20}$/, "") },
      currency,
    });
  const cents = fraction.length === 1 ? `${fraction}0` : fraction;
  if (minor && cents.length === 2) {
    const small = String(Number(cents));
    const spokenCents = attach(
      speller,
      speller.cardinal(small, minor[0]),
      speller.inflect(small, minor[1]),
    );
    if (Number(whole) === 0 && small !== "0") return spokenCents;
    const spokenWhole = speakCounted(speller, { ...plain, whole }, major);
    return small === "0"
      ? spokenWhole
      : speller.join(spokenWhole, language.words.cents ?? language.words.and, spokenCents);
  }
  if (/^0*$/.test(fraction)) return speakCounted(speller, plain, major);
  return attach(
    speller,
    speakNumeral(speller, plain, major[0]),
    speller.inflect(toValue(plain), major[1]),
  );
}

/** Says an integer with its noun. */
function speakCounted(
  speller: Speller,
  { whole, isGrouped }: Numeral,
  [gender, forms]: Noun,
): string {
  const numeral = {
    end: 0,
    whole,
    isGrouped: isGrouped || whole.length <= wholeMax,
    isForeign: false,
  };
  const number = speakNumeral(speller, numeral, gender);
  const isMillions = /^[1-9]\d{0,8}0{6}$/.test(whole);
  return attach(
    speller,
    isMillions ? speller.join(number, speller.language.words.of) : number,
    speller.inflect(whole, forms),
  );
}

function linkLarge({ language: { words } }: Speller, forms: string): string | undefined {
  return /(?:mil|bil|tril)[lih]/.test(forms) ? words.of : undefined;
}

/** Puts a number and its unit together. The unit may have a place for the number. */
function attach(speller: Speller, number: string, unit: string): string {
  if (unit.includes("{0}")) return unit.replace("{0}", number);
  // Elision: `d'euros`.
  const joined = speller.join(number, unit);
  return speller.locale.startsWith("fr") ? joined.replace(/ de (?=euro)/, " d’") : joined;
}

function nameCurrency(speller: Speller, currency: string): Noun {
  return [
    "m",
    speller.remember(`currency ${currency}`, () => listCurrencyForms(speller.locale, currency)),
  ];
}

function listCurrencyForms(locale: string, currency: string): string {
  const format = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    currencyDisplay: "name",
    minimumFractionDigits: 0,
  });
  const name = (value: number) =>
    format.formatToParts(value).find(({ type }) => type === "currency")?.value ?? currency;
  return [name(1), name(2), name(5), name(1.5)].join("|");
}

/** Units that CLDR names and `Intl` knows, by their symbols. */
const cldrUnits = texts["cldr units"];
const respelled = texts.respelled;
const unitPattern =
  /[ \u00a0\u202f]?((?:[µμ]?[\p{Script=Latin}\p{Script=Cyrillic}]{1,5}(?:[·⋅][\p{L}]{1,3})?(?:\/[\p{L}]{1,4})?[²³2]?)|[°º][CF]?|[℃℉%‰])(?!\p{N}|(?!\p{Script=Han})\p{L})/uy;
/** Symbols that mean something else if they directly follow a number, such as `4K` and `5A`. */
const spacedOnly = new Set(["A", "V", "K", "N", "J", "W", "t", "в", "В"]);

/** Returns the noun of a unit symbol, or undefined. */
function findUnit(speller: Speller, symbol: string): Noun | undefined {
  const { language } = speller;
  const key = respelled[symbol] ?? symbol;
  const [own] = language.nouns.units[key] ?? [];
  if (own) return own;
  if (symbol === "%") return ["m", language.words.percent];
  const unit = cldrUnits[key];
  if (unit === undefined) return undefined;
  return [
    (language.texts["unit genders"][unit] ?? "m") as Gender,
    speller.remember(`unit ${unit}`, () => listUnitForms(speller.locale, unit)),
  ];
}

/** Returns a unit's forms by CLDR, with a place for the number. */
function listUnitForms(locale: string, unit: string): string {
  const format = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" });
  const form = (value: number) =>
    format
      .formatToParts(value)
      .map(({ type, value: part }) =>
        type === "integer" ? "{0}" : type === "decimal" || type === "fraction" ? "" : part,
      )
      .join("")
      .replaceAll("\u00a0", " ");
  return [form(1), form(2), form(5), form(1.5)].join("|");
}

/** Reads a number with a unit, a percent sign, a currency or a magnitude after it. */
function readMeasure(cursor: Cursor, numeral: Numeral): ReadingMatch | undefined {
  const { text, speller } = cursor;
  const magnitude = readMagnitude(cursor, numeral.end, false);
  const amountEnd = magnitude?.end ?? numeral.end;
  const currency = readCurrencyAfter(cursor, amountEnd);
  if (currency)
    return {
      end: currency.end,
      spoken: speakMoney(speller, {
        amount: numeral,
        currency: currency.code,
        magnitude: magnitude?.noun,
      }),
      kind: "money",
    };
  const unit = magnitude ? undefined : readUnit(cursor, numeral);
  const isDecade =
    unit?.symbol === "s" && numeral.whole.length !== 1 && numeral.whole.endsWith("0");
  if (unit && !(isDecade && text[numeral.end] === "s"))
    return { end: unit.end, spoken: speakUnit(speller, numeral, unit.noun), kind: "unit" };
  if (!magnitude) return undefined;
  const value = toValue(numeral);
  return {
    end: magnitude.end,
    spoken: attach(
      speller,
      speakNumeral(speller, numeral, magnitude.noun[0]),
      speller.inflect(value, magnitude.noun[1]),
    ),
    kind: "number",
  };
}

function speakUnit(speller: Speller, numeral: Numeral, [gender, forms]: Noun): string {
  const value = toValue(numeral);
  return attach(
    speller,
    speakNumeral(speller, { ...numeral, isForeign: false }, gender),
    speller.inflect(value, forms),
  );
}

function readUnit({ text, speller }: Cursor, { end: at, fraction }: Numeral) {
  const [all, symbol] = matchAt(unitPattern, text, at) ?? [];
  if (all === undefined || symbol === undefined) return undefined;
  if (spacedOnly.has(symbol) && all.length === symbol.length) return undefined;
  // The Russian symbol of the second is also a preposition.
  if (symbol === "с" && fraction === undefined) return undefined;
  const noun = findUnit(speller, symbol);
  return noun && { end: at + all.length, noun, symbol };
}

const currencyAfter =
  /[ \u00a0\u202f]?([€£¥￥₹₽₺₴₩₪₫฿₿$]|[A-Z]{3}(?![\p{L}\p{N}])|[\p{L}]{1,4}\.?(?![\p{L}\p{N}]))/uy;

function readCurrencyAfter({ text, speller }: Cursor, at: number) {
  const [all, symbol] = matchAt(currencyAfter, text, at) ?? [];
  if (all === undefined || symbol === undefined) return undefined;
  // A second currency sign belongs to the next number.
  if (/^[$€£]$/.test(symbol) && /\d/.test(text[at + all.length] ?? "")) return undefined;
  const code = findCurrency(symbol, speller) ?? findCurrency(symbol.replace(/\.$/, ""), speller);
  const end = at + all.length;
  return code === undefined ? undefined : { end: isStopLast(text, end) ? end - 1 : end, code };
}

/** Whether the full stop before a position also ends the sentence. */
export function isStopLast(text: string, end: number): boolean {
  return (
    text[end - 1] === "." && /^(?:["”»)]?\s+[\p{Lu}\p{N}$€£]|\s*$)/u.test(text.slice(end, end + 4))
  );
}

interface NumeralSpan {
  numeral: Numeral;
  start: number;
}

function isPlainInteger({ fraction, isGrouped, whole }: Numeral): boolean {
  return fraction === undefined && !isGrouped && whole.length <= 4;
}

const fractionSigns = /[¼½¾⅐-⅞]/y;

/** Splits a fraction character: `½` is 1 and 2. */
function splitFractionSign(sign: string): [number, number] {
  const [top, bottom] = sign.normalize("NFKC").split("⁄").map(Number);
  return [top ?? 0, bottom ?? 1];
}

function readFractionSign({ text, at, speller }: Cursor): ReadingMatch | undefined {
  const [sign] = matchAt(fractionSigns, text, at) ?? [];
  if (sign === undefined) return undefined;
  const half = sign === "½" ? readHalf({ text, end: at + 1, speller }) : undefined;
  if (half) return half;
  const [top, bottom] = splitFractionSign(sign);
  const spoken = speller.choose("fraction", { top, bottom, mixed: "no" });
  return spoken === undefined ? undefined : { end: at + 1, spoken, kind: "fraction" };
}

/** Reads half of the thing that the next word names. */
function readHalf({
  text,
  end,
  speller,
}: {
  text: string;
  end: number;
  speller: Speller;
}): ReadingMatch | undefined {
  const noun = wordAfter(text, end);
  const spoken = /^\p{L}{2,}/u.test(noun) ? speller.choose("half", { after: noun }) : undefined;
  return spoken === undefined ? undefined : { end, spoken, kind: "fraction" };
}

function readFraction(
  { text, speller }: Cursor,
  { numeral, start }: NumeralSpan,
): ReadingMatch | undefined {
  if (!isPlainInteger(numeral)) return undefined;
  const { language } = speller;
  const [all, own, mixedTop, mixedBottom, bottom] =
    matchAt(
      /(?:[ \u00a0]?([¼½¾⅐-⅞])|[ \u00a0](\d{1,2})[/⁄](\d{1,2})(?![\d/])|[/⁄](\d{1,3})(?![\d/]))/y,
      text,
      numeral.end,
    ) ?? [];
  if (all === undefined) return undefined;
  const end = numeral.end + all.length;
  if (isInWord(text, end) || text[start - 1] === "/") return undefined;
  const part: [number, number] = own
    ? splitFractionSign(own)
    : bottom
      ? [Number(numeral.whole), Number(bottom)]
      : [Number(mixedTop), Number(mixedBottom)];
  const [top, below] = part;
  if (below > 100 || top === 0) return undefined;
  // "Fifty-fifty".
  if (bottom !== undefined && top === below)
    return {
      end,
      spoken: speller.join(speller.cardinal(top), speller.cardinal(top)),
      kind: "fraction",
    };
  const fixed =
    bottom === undefined ? undefined : language.texts.fixed[`${numeral.whole}/${bottom}`];
  if (fixed !== undefined) return { end, spoken: fixed, kind: "fraction" };
  if (top > below || (top === below && bottom === undefined)) return undefined;
  const half =
    bottom !== undefined && top === 1 && below === 2 ? readHalf({ text, end, speller }) : undefined;
  if (half) return half;
  const mixed = bottom === undefined ? "yes" : "no";
  const spoken = speller.choose("fraction", { top, bottom: below, mixed });
  if (spoken === undefined) return undefined;
  const whole = bottom ? undefined : speller.cardinal(numeral.whole);
  return {
    end,
    spoken: whole === undefined ? spoken : speller.join(whole, language.words.mixed, spoken),
    kind: "fraction",
  };
}

/** The digits of a range of plain numbers, and whether a noun follows. */
interface RangeValues {
  from: string;
  to: string;
  hasNoun: boolean;
}

/** Joins the two ends of a range. */
export function joinRange(
  speller: Speller,
  from: string,
  to: string,
  values?: RangeValues,
): string {
  return (
    speller.choose("range", {
      from,
      to,
      fromValue: values?.from,
      toValue: values?.to,
      plain: values ? "yes" : "no",
      counted: values?.hasNoun ? "yes" : "no",
    }) ?? speller.join(from, speller.language.words.to, to)
  );
}

const dash = new RegExp(`(?:[-–—~〜～]|${space}[–—]${space})(?=\\d)`, "y");

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
    !measure
      ? { from: numeral.whole, to: last.whole, hasNoun: wordAfter(text, found.end) !== "" }
      : undefined;
  const before = wordBefore(text, start);
  const isLed = /^(?:от|с|від|з|od|z|da|dal|dai|tra|fra)$/i.test(before);
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
    spoken: joinRange(speller, first, found.spoken, isLed ? undefined : values),
    kind: "range",
  };
}

function readOrdinal(cursor: Cursor, { numeral, start }: NumeralSpan): ReadingMatch | undefined {
  const { text, speller } = cursor;
  const { language } = speller;
  if (!isPlainInteger(numeral)) return undefined;
  const [mark, suffix = ""] =
    matchAt(/(?:[-'’:.]?)([\p{L}\p{M}ºª°]{1,5})(?![\p{L}\p{M}\p{N}])/uy, text, numeral.end) ?? [];
  const style = language.texts["ordinal suffixes"][suffix];
  if (mark !== undefined && style !== undefined) {
    const spoken = speller.ordinal(numeral.whole, style);
    if (
      spoken !== undefined &&
      !(suffix === "°" && /^[CF]/.test(text.slice(numeral.end + mark.length)))
    )
      return { end: numeral.end + mark.length, spoken, kind: "ordinal" };
  }
  if (text[numeral.end] !== "." || numeral.whole.length > 3) return undefined;
  const agreement = speller.choose("dotted ordinal", {
    before: wordBefore(text, start),
    after: wordAfter(text, numeral.end + 1),
  });
  const spoken = agreement && speller.ordinal(numeral.whole, agreement);
  return spoken === undefined ? undefined : { end: numeral.end + 1, spoken, kind: "ordinal" };
}

/** Whether a number is likely a year: four digits without separators. */
function isYear({ text, speller }: Cursor, { numeral, start }: NumeralSpan): boolean {
  const { whole, fraction, isGrouped } = numeral;
  if (whole.length !== 4 || fraction !== undefined || isGrouped) return false;
  const value = Number(whole);
  if (value < 1100 || value > 2099) return false;
  const neighbours = { before: wordBefore(text, start), after: wordAfter(text, numeral.end) };
  return speller.choose("year", neighbours) !== undefined;
}

/** Reads a year or a decade with the word or suffix after it. */
function readYearPhrase(
  { text, speller }: Cursor,
  { numeral, start }: NumeralSpan,
): ReadingMatch | undefined {
  if (!/^\d(?:\d{3}|0)?$/.test(numeral.whole) || !isPlainInteger(numeral)) return undefined;
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
  const noun = wordAfter(text, numeral.end);
  const genitiveYear = readGenitiveYear(cursor, { numeral, start });
  if (genitiveYear !== undefined) return { end: numeral.end, spoken: genitiveYear, kind: "year" };
  const hasNoun =
    numeral.fraction === undefined &&
    (text[numeral.end] === " " || (speller.space === "" && text[start - 1] !== "第"));
  // Feminine nouns have other endings in the genitive singular.
  const gender = !hasNoun
    ? undefined
    : speller.isGenitive
      ? /[ыиіїy]$/.test(noun)
        ? "f"
        : undefined
      : (speller.choose("gender", { after: noun, value: numeral.whole }) as Gender | undefined);
  const declined = hasNoun
    ? speller.choose("case", {
        value: numeral.whole,
        before: wordBefore(text, start),
        after: noun,
      })
    : undefined;
  return {
    end: numeral.end,
    spoken:
      (declined && speller.write(numeral.whole, declined)) ??
      speakNumeral(speller, numeral, gender),
    kind: numeral.whole.length > wholeMax ? "digits" : "number",
  };
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
