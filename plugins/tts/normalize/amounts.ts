import { asTable } from "hub";
import { openTexts } from "hub/data-file";
import {
  type Cursor,
  followsWord,
  isStopLast,
  matchAt,
  type ReadingMatch,
  wordAfter,
  wordBefore,
} from "./cursor.ts";
import type { Gender, Noun } from "./languages/language.ts";
import type { Speller } from "./languages/speller.ts";
import { getLongestNumber, type Numeral, parseNumeral, speakNumeral, toValue } from "./numeral.ts";

const texts = openTexts(new URL("./amounts.txt", import.meta.url), [
  "symbols",
  "cldr units",
  "respelled",
])();

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
const symbolPattern =
  /(?:US|CA?|AU?|HK|NZ|R|MX)?\$|\p{Sc}|(?:Rs|र[ुू])\.?|(?:[A-Z]{3}|[a-z]{3})(?![A-Za-z])/uy;

/** Returns the currency of a symbol or code in a locale. */
function findCurrency(symbol: string, { language, region }: Speller): string | undefined {
  if (symbol === "$" && Object.hasOwn(pesoRegions, region)) return pesoRegions[region];
  const own = language.texts["currency symbols"][symbol] ?? symbols[symbol];
  return own ?? (codes.has(symbol) ? symbol : undefined);
}

export function readPrefixedMoney(cursor: Cursor, at: number): ReadingMatch | undefined {
  const { text, speller } = cursor;
  if (followsWord(text, at)) return undefined;
  const [symbol] = matchAt(symbolPattern, text, at) ?? [];
  const currency = symbol && findCurrency(symbol, speller);
  // "PLZ" was a currency, and precedes a German post code.
  if (!currency || speller.language.lists["code words"]?.includes(symbol.toLowerCase()))
    return undefined;
  const amount = parseNumeral(cursor, skipSpace(text, at + symbol.length), true);
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
      const first = speakFirstAmount(speller, amount, currency);
      return {
        end: last.end,
        spoken: speller.joinRange(first, last.spoken),
        kind: "money",
      };
    }
  }
  const magnitude = readMagnitude(cursor, amount.end, true);
  return addRate(cursor, {
    end: magnitude?.end ?? skipEmptyCents(text, amount.end),
    spoken: speakMoney(speller, { amount, currency, magnitude: magnitude?.noun }),
    kind: "money",
  });
}

/** Adds what an amount is paid for, such as the month of `$20/mo`. */
export function addRate({ text, speller }: Cursor, found: ReadingMatch): ReadingMatch {
  const [all, unit = ""] =
    matchAt(/ ?\/ ?(\p{L}{1,8}(?: ft)?[²³.]?)(?!\p{L})/uy, text, found.end) ?? [];
  const rate = speller.language.texts.rates[unit];
  return all === undefined || rate === undefined
    ? found
    : { ...found, end: found.end + all.length, spoken: speller.join(found.spoken, rate) };
}

/** Says the first amount of a range: without its currency, unless it has cents. */
function speakFirstAmount(speller: Speller, amount: Numeral, currency: string): string {
  const { fraction = "", ...whole } = amount;
  if (/^0+$/.test(fraction)) return speakNumeral(speller, whole, getGender(speller, currency));
  return fraction.length === 2
    ? speakMoney(speller, { amount, currency })
    : speakNumeral(speller, { ...amount, isForeign: false }, getGender(speller, currency));
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
      speller.language.lists.counted?.includes(wordAfter(text, end)) ||
      (isOfMoney ? true : all.length === word.length && /[kMt]/.test(key));
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
  // Zeros after the cents mean nothing.
  const digits = amount.fraction?.replace(/^(\d\d)0{1,20}$/, "$1");
  const plain = {
    ...amount,
    isForeign: false,
    ...(minor && !magnitude && digits !== undefined && { fraction: digits }),
  };
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
    isGrouped: isGrouped || whole.length <= getLongestNumber(speller),
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
  const joined = unit.includes("{0}") ? unit.replace("{0}", number) : speller.join(number, unit);
  // Elision: `d'euros`, "of an inch".
  if (speller.locale.startsWith("it")) return joined.replace(/^una (?=[aeio])/, "un’");
  return speller.locale.startsWith("fr")
    ? joined.replace(/ de (?=euro|heure|once)/, " d’")
    : joined.replace(/ of a (?=[aeio]|hour)/, " of an ");
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
/** Symbols that mean something else if they directly follow a number, such as `4K` and `5A`. */
const spacedOnly = new Set(["A", "K", "N", "J", "t", "в", "В"]);

/** Returns the noun of a unit symbol, or undefined. */
export function findUnit(speller: Speller, symbol: string): Noun | undefined {
  const { language } = speller;
  // "㎡" is a character for "m2".
  const plain = /[\u3380-\u33df]/.test(symbol) ? symbol.normalize("NFKC") : symbol;
  const key = respelled[plain] ?? plain.replace(". ", " ");
  const [own] = language.nouns.units[key] ?? [];
  if (own) return own;
  if (symbol === "%") return ["m", language.words.percent];
  const unit = cldrUnits[key];
  if (unit === undefined) return composeUnit(speller, key);
  return [
    (language.texts["unit genders"][unit] ?? "m") as Gender,
    speller.remember(`unit ${unit}`, () => listUnitForms(speller.locale, unit)),
  ];
}

/** Returns the noun of a unit over another, such as `kg/m³`, in languages that have a word for the bar. */
function composeUnit(speller: Speller, symbol: string): Noun | undefined {
  const [top = "", bottom] = symbol.split("/");
  const { per } = speller.language.words;
  if (per === undefined || bottom === undefined) return undefined;
  const first = findUnit(speller, top);
  const second = findUnit(speller, bottom);
  if (!first || !second) return undefined;
  const rate = speller.inflect("1", second[1]).replace(/\{0\} ?/, "");
  const forms = first[1].split("|").map((form) => `${form} ${per} ${rate}`);
  return [first[0], forms.join("|")];
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
export function readMeasure(cursor: Cursor, numeral: Numeral): ReadingMatch | undefined {
  const { text, speller } = cursor;
  const magnitude = readMagnitude(cursor, numeral.end, false);
  const amountEnd = magnitude?.end ?? numeral.end;
  const currency = readCurrencyAfter(cursor, amountEnd);
  if (currency)
    return addRate(cursor, {
      end: currency.end,
      spoken: speakMoney(speller, {
        amount: numeral,
        currency: currency.code,
        magnitude: magnitude?.noun,
      }),
      kind: "money",
    });
  const nextUnit = readUnit(cursor, { ...numeral, end: amountEnd });
  // After a word, a single "s" is one too.
  const unit = magnitude && nextUnit?.symbol === "s" ? undefined : nextUnit;
  if (magnitude && unit)
    return {
      end: unit.end,
      spoken: attach(
        speller,
        speller.join(
          speakNumeral(speller, numeral, magnitude.noun[0]),
          speller.inflect(toValue(numeral), magnitude.noun[1]),
          linkLarge(speller, magnitude.noun[1]),
        ),
        speller.inflect("1000000", unit.noun[1]),
      ),
      kind: "unit",
    };
  const isDecade =
    unit?.symbol === "s" &&
    (numeral.whole.length === 4 ||
      (numeral.whole.length > 1 && speller.language.texts.derived.decade !== undefined)) &&
    numeral.whole.endsWith("0");
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

export function speakUnit(speller: Speller, numeral: Numeral, [gender, forms]: Noun): string {
  const value = toValue(numeral);
  return attach(
    speller,
    speakNumeral(speller, { ...numeral, isForeign: false, hasUnit: true }, gender),
    speller.inflect(value, forms),
  );
}

function readUnit({ text, at: start, speller }: Cursor, { end: at, fraction }: Numeral) {
  const from = skipSpace(text, at);
  // The letters around the digits of "W26s" and "US-101 N" are a name.
  if (
    start < at &&
    (from === at ? followsWord(text, start) : /\p{L}-$/u.test(text.slice(0, start)))
  )
    return undefined;
  const end = findUnitEnd(text, from);
  if (end === undefined) return undefined;
  const symbol = text.slice(from, end);
  if (spacedOnly.has(symbol) && from === at) return undefined;
  // The Russian symbol of the second is also a preposition.
  if (symbol === "с" && fraction === undefined) return undefined;
  const noun = findUnit(speller, symbol);
  return noun && { end, noun, symbol };
}

/** Reads a unit without a number that its exponent or bar shows to be one, such as the last of "price per m²". */
export function readLoneUnit({ text, at, speller }: Cursor): ReadingMatch | undefined {
  if (/[\p{L}\p{M}\d./]/u.test(text[at - 1] ?? "")) return undefined;
  const end = findUnitEnd(text, at) ?? at;
  const symbol = text.slice(at, end);
  if (!/[²³]$|^k?m\/[hs]$/.test(symbol)) return undefined;
  const noun = findUnit(speller, symbol);
  const form = noun && speller.inflect(/[²³]$/.test(symbol) ? "1" : "5", noun[1]);
  if (form === undefined) return undefined;
  return { end, spoken: form.replace(/\{0\} ?/, "").trim(), kind: "unit" };
}

/** Adds the unit after a fraction: `1 1/2 m`, `1/2 km`, and `3/5 mph`, which is a part of a mile per hour. */
export function addUnit(
  cursor: Cursor,
  { end, spoken }: { end: number; spoken: string },
  count: string,
): { end: number; spoken: string } {
  const { speller } = cursor;
  const unit = readUnit(cursor, { end, whole: "1", isGrouped: false, isForeign: false });
  if (!unit) return { end, spoken };
  const link = count.startsWith("0") ? speller.language.words.part : undefined;
  const form = speller.inflect(link === undefined ? count : "1", unit.noun[1]);
  return { end: unit.end, spoken: attach(speller, speller.join(spoken, link), form) };
}

/** Returns the end of the symbol of a unit at a position: `km`, `kW·h`, `км/ч`, `m²` or `°C`. */
function findUnitEnd(text: string, at: number): number | undefined {
  const [sign] = matchAt(/[°º] ?[CFcfk](?!\p{L})|[°º]|[℃℉%‰¢\u3380-\u33df]/uy, text, at) ?? [];
  const [word = ""] =
    matchAt(/(?:cu|fl|sq|кв|куб)\.? \p{L}{1,3}(?!\p{L})/uy, text, at) ??
    matchAt(/[µμ]?[\p{sc=Latin}\p{sc=Cyrl}\p{sc=Arab}]{1,5}(?:[·⋅]\p{L}{1,3})?/uy, text, at) ??
    [];
  if (sign === undefined && word === "") return undefined;
  let end = at + (sign ?? word).length;
  for (const part of sign === undefined ? [/\/\p{L}{1,4}(?!\p{L})/uy, /[²³2]/y] : [])
    end += matchAt(part, text, end)?.[0].length ?? 0;
  return matchAt(/\p{N}|(?!\p{sc=Han})\p{L}/uy, text, end) ? undefined : end;
}

/** Returns the position after a space, if there is one. */
function skipSpace(text: string, at: number): number {
  return /[ \u00a0\u202f]/.test(text[at] ?? "") ? at + 1 : at;
}

const currencyAfter =
  /(?:US|us)\$|\p{Sc}|[A-Z]{3}(?![\p{L}\p{N}])|[\p{L}\p{M}]{1,4}\.?(?![\p{L}\p{N}])/uy;

function readCurrencyAfter({ text, speller }: Cursor, at: number) {
  const from = skipSpace(text, at);
  const [symbol] = matchAt(currencyAfter, text, from) ?? [];
  if (symbol === undefined) return undefined;
  const end = from + symbol.length;
  // A second currency sign belongs to the next number.
  if (/^[$€£]$/.test(symbol) && /\d/.test(text[end] ?? "")) return undefined;
  const code = findCurrency(symbol, speller) ?? findCurrency(symbol.replace(/\.$/, ""), speller);
  if (code === undefined) return undefined;
  // "долл. США" is one name.
  const isNamed = speller.language.lists["currency countries"]?.includes(wordAfter(text, end));
  return { end: isStopLast(text, end) && !isNamed ? end - 1 : end, code };
}
