import { openWords } from "hub/data-file";
import { parseAddress } from "hub/net";
import type { PresetName } from "./request.ts";

/** The finder of each kind of personal data. */
export const presets: Readonly<Record<PresetName, Finder>> = {
  email: findEmails,
  phone: findPhones,
  iban: findIbans,
  credit_card: findCards,
  ssn_us: findSsns,
  ip: findAddresses,
  url: findUrls,
  date: findDates,
};

/** A range of a text, from `start` up to but not including `end`. */
export interface TextRange {
  start: number;
  end: number;
}

/** Finds all ranges of one kind in a text. */
export type Finder = (text: string) => TextRange[];

/**
 * Returns the matches of a pattern that `accept` accepts. The pattern must have no unbounded
 * repetition.
 */
function findMatches(
  text: string,
  pattern: RegExp,
  accept: (match: string) => boolean = () => true,
): TextRange[] {
  const found: TextRange[] = [];
  for (const match of text.matchAll(pattern))
    if (accept(match[0])) found.push({ start: match.index, end: match.index + match[0].length });
  return found;
}

/** Counts the consecutive characters of one kind from `at`, in steps of 1 or -1. */
export function reach(
  text: string,
  at: number,
  { step, max, is }: { step: 1 | -1; max: number; is: (character: string) => boolean },
): number {
  let length = 0;
  while (length < max) {
    const character = text[at + step * length];
    if (character === undefined || !is(character)) break;
    length++;
  }
  return length;
}

/** Finds payment card numbers: 13 to 19 digits, grouped or not, that pass Luhn's check. */
function findCards(text: string): TextRange[] {
  const found: TextRange[] = [];
  for (const run of findMatches(text, /(?<!\d)(?:\d[ -]?){12,40}\d/g))
    found.push(...findCardsWithin(text, run));
  return found;
}

/** Tries every run of whole groups, because two numbers may be adjacent. */
function findCardsWithin(text: string, { start, end }: TextRange): TextRange[] {
  const run = text.slice(start, end);
  const starts = [0, ...[...run.matchAll(/[ -]/g)].map(({ index }) => index + 1)];
  const ends = [...[...run.matchAll(/[ -]/g)].map(({ index }) => index), run.length];
  const found: TextRange[] = [];
  let from = 0;
  for (const first of starts) {
    if (first < from) continue;
    const last = ends.toReversed().find((end) => end > first && isCard(run.slice(first, end)));
    if (last === undefined) continue;
    found.push({ start: start + first, end: start + last });
    from = last;
  }
  return found;
}

function isCard(text: string): boolean {
  const digits = text.replace(/[ -]/g, "");
  return digits.length >= 13 && digits.length <= 19 && /^[2-6]/.test(digits) && passesLuhn(digits);
}

/** Checks Luhn's check digit (ISO/IEC 7812-1, annex B). */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const weighted = index % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}

/** Prefixes of month names in English, German, French, Spanish, Italian, Portuguese and Dutch. */
const { months } = openWords(new URL("./presets.txt", import.meta.url), ["months"])();
const monthName = new RegExp(`(?:${[...months].join("|")})\\p{L}{0,8}\\.?`, "giu");

const dayBefore = /(?<![\p{L}\d])(\d{1,2})(?:st|nd|rd|th|er|\.|º)? ?(?:de |of )?$/iu;
const dayAndYearAfter = /^ (\d{1,2})(?:st|nd|rd|th)?,? (?:1[89]|20|21)\d\d(?!\d)/i;
const yearAfter = /^ (?:de )?(?:1[89]|20|21)\d\d(?!\d)/i;
const yearAfterDay = /^,? (?:de |del )?(?:1[89]|20|21)\d\d(?!\d)/i;

/** Finds dates with the name of a month: after a day, before a day, or without one. */
function findWrittenDates(text: string): TextRange[] {
  return findMatches(text, monthName).flatMap(({ start, end }) => {
    const after = text.slice(end, end + 16);
    const [before = "", day] = dayBefore.exec(text.slice(Math.max(start - 16, 0), start)) ?? [];
    const [year] = (isDay(Number(day)) && yearAfterDay.exec(after)) || [];
    if (year !== undefined) return { start: start - before.length, end: end + year.length };
    const [rest, dayAfter] = dayAndYearAfter.exec(after) ?? yearAfter.exec(after) ?? [];
    const isApart = !/[\p{L}\d]$/u.test(text.slice(Math.max(start - 2, 0), start));
    if (rest === undefined || !isApart || !isDay(Number(dayAfter ?? 1))) return [];
    return { start, end: end + rest.length };
  });
}

/** Finds calendar dates in digits (year first, or day and month in either order) and in words. */
function findDates(text: string): TextRange[] {
  return [
    ...findMatches(text, /(?<![\d.-])\d{4}([-/.])\d{1,2}\1\d{1,2}(?!\d|[-/.]\d)/g, isYearFirst),
    ...findMatches(
      text,
      /(?<![\d.-])\d{1,2}([-/.])\d{1,2}\1(?:\d{4}|\d{2})(?!\d|[-/.]\d)/g,
      isYearLast,
    ),
    ...findWrittenDates(text),
  ];
}

function isYearFirst(match: string): boolean {
  const [year, month, day] = match.split(/[-/.]/).map(Number) as [number, number, number];
  return year >= 1800 && year < 2200 && isMonth(month) && isDay(day);
}

function isYearLast(match: string): boolean {
  const [first, second] = match.split(/[-/.]/).map(Number) as [number, number, number];
  return (isDay(first) && isMonth(second)) || (isMonth(first) && isDay(second));
}

/** The languages in which `dateKeys` knows the names of months. */
const monthLanguages = ["en", "de", "fr", "es", "it", "pt", "nl"];

/** Returns the number of a month by the start of its name in one of these languages. */
function parseMonth(name: string): number | undefined {
  const start = name.toLowerCase();
  for (const language of start.length < 3 ? [] : monthLanguages) {
    const { format } = new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" });
    for (let month = 0; month < 12; month++)
      if (format(Date.UTC(2000, month)).toLowerCase().startsWith(start)) return month + 1;
  }
  return undefined;
}

/** Returns the dates that a text found as a date can mean, as year, month and day. */
export function dateKeys(text: string): string[] {
  const numbers = (text.match(/\d+/g) ?? []).map(Number);
  const month = (text.match(/\p{L}+/gu) ?? []).map(parseMonth).find(Boolean);
  if (month) return [[numbers.at(-1), month, numbers.length > 1 ? numbers[0] : 0].join("-")];
  const [first = 0, second = 0, third = 0] = numbers;
  if (first > 99) return [[first, second, third].join("-")];
  const years = third > 99 ? [third] : [1900 + third, 2000 + third];
  const orders = [
    [second, first],
    [first, second],
  ].filter(([month = 0]) => isMonth(month));
  return years.flatMap((year) => orders.map((order) => [year, ...order].join("-")));
}

const isDay = (value: number) => value >= 1 && value <= 31;
const isMonth = (value: number) => value >= 1 && value <= 12;
const isLocal = (character: string) => /[\p{L}\p{N}\p{M}.!#$%&'*+/=?^_`{|}~-]/u.test(character);
const isDomain = (character: string) => /[\p{L}\p{N}\p{M}.-]/u.test(character);

/** Finds email addresses: text around an `@` with a domain of at least two labels. */
function findEmails(text: string): TextRange[] {
  const found: TextRange[] = [];
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    const before = reach(text, at - 1, { step: -1, max: 64, is: isLocal });
    const after = reach(text, at + 1, { step: 1, max: 255, is: isDomain });
    const domain = trimDomain(text.slice(at + 1, at + 1 + after));
    if (before > 0 && hasTopLevel(domain))
      found.push({ start: at - before, end: at + 1 + domain.length });
  }
  return found;
}

function trimDomain(domain: string): string {
  let end = domain.length;
  while (end > 0 && (domain[end - 1] === "." || domain[end - 1] === "-")) end--;
  return domain.slice(0, end);
}

function hasTopLevel(domain: string): boolean {
  const labels = domain.split(".");
  const [top = ""] = labels.slice(-1);
  return labels.length > 1 && labels.every((label) => label !== "") && top.length > 1;
}

/** IBAN lengths by country, from the registry of ISO 13616. */
const lengths =
  "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 " +
  "DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 " +
  "IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 " +
  "MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 " +
  "SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30";

const lengthByCountry = new Map(
  lengths.split(" ").map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** Finds IBANs of registered countries, grouped or not, with valid check digits. */
function findIbans(text: string): TextRange[] {
  const found: TextRange[] = [];
  for (const { start } of findMatches(text, /(?<![\p{L}\d])[a-z]{2}\d{2}(?=[ -]?[a-z\d])/giu)) {
    const length = lengthByCountry.get(text.slice(start, start + 2).toUpperCase());
    const end = length && findEnd(text, start, length);
    if (end && computeRemainder(text.slice(start, end)) === 1) found.push({ start, end });
  }
  return found;
}

/**
 * Returns the end of this many letters and digits, with at most one space or hyphen between two of
 * them.
 */
function findEnd(text: string, start: number, length: number): number | undefined {
  let at = start;
  for (let count = 0; count < length; count++, at++) {
    if (count > 0 && (text[at] === " " || text[at] === "-")) at++;
    if (!/[a-z\d]/i.test(text[at] ?? "")) return undefined;
  }
  return /[\p{L}\d]/u.test(text[at] ?? "") ? undefined : at;
}

/** Computes the remainder of an IBAN (ISO/IEC 7064, MOD 97-10). */
function computeRemainder(iban: string): number {
  const compact = iban.replace(/[ -]/g, "").toUpperCase();
  let rest = 0;
  for (const character of compact.slice(4) + compact.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

const four = /(?<![\d.])\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?!\.?\d)/g;
const six = /(?<![\w:.])[\da-f:]{2,39}(?:\.\d{1,3}){0,3}(?![\w:])/gi;

/** Finds IPv4 and IPv6 addresses. */
function findAddresses(text: string): TextRange[] {
  return [
    ...findMatches(text, four, (match) => match.split(".").every((part) => Number(part) <= 255)),
    ...findMatches(
      text,
      six,
      (match) => countColons(match) > 1 && parseAddress(match) !== undefined,
    ),
  ];
}

function countColons(text: string): number {
  return text.split(":").length - 1;
}

const international = /(?<![\d+])(?:\+|00)[1-9](?:[ ./-]{0,2}[()]?\d){6,14}(?!\d)/g;

const american = /(?<![\d.-])(?:1[ .-]?)?[2-9]\d\d[ .-][2-9]\d\d[ .-]\d{4}(?![\d-])/g;
const americanInBrackets = /(?<![\d.-])(?:1[ .-]?)?\([2-9]\d\d\) ?[2-9]\d\d[ .-]\d{4}(?![\d-])/g;

/**
 * National numbers: a leading zero, as dialled in most countries, and a second group or at least
 * nine digits.
 */
const national = /(?<![\d.,/+-])\(?0\d{1,5}\)?(?:[ ./-]{1,3}\d{2,8}){1,5}(?![\d])/g;
const plain = /(?<![\d.,/+-])0[1-9]\d{7,10}(?![\d.,])/g;

/** Finds telephone numbers: international, North American, and those with a leading zero. */
function findPhones(text: string): TextRange[] {
  return [
    ...findMatches(text, international),
    ...findMatches(text, american),
    ...findMatches(text, americanInBrackets),
    ...findMatches(
      text,
      national,
      (match) => countDigits(match) >= 7 && countDigits(match) <= 13 && !isDate(match),
    ),
    ...findMatches(text, plain),
  ];
}

function countDigits(text: string): number {
  return text.replace(/\D/g, "").length;
}

function isDate(text: string): boolean {
  return /^\d{1,2}([./-])\d{1,2}\1\d{2,4}$/.test(text);
}

/**
 * Finds US social security numbers such as 078-05-1120, except those never issued (20 CFR 422.103).
 */
function findSsns(text: string): TextRange[] {
  return findMatches(text, /(?<![\d-])\d{3}([- ])\d{2}\1\d{4}(?![\d-])/g, (match) => {
    const [area = "", group, serial] = match.split(/[- ]/);
    return (
      !(area === "000" || area === "666" || area >= "900") && group !== "00" && serial !== "0000"
    );
  });
}

const isScheme = (character: string) => /[a-z0-9+.-]/i.test(character);

/** Finds web addresses: with a scheme and `://`, or starting with `www.`. */
function findUrls(text: string): TextRange[] {
  const found: TextRange[] = [];
  for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", at + 3)) {
    const scheme = reach(text, at - 1, { step: -1, max: 20, is: isScheme });
    if (scheme > 1) found.push(readUrlSpan(text, at - scheme));
  }
  const lower = text.toLowerCase();
  for (let at = lower.indexOf("www."); at >= 0; at = lower.indexOf("www.", at + 4))
    if (!found.some(({ start, end }) => start <= at && at < end)) found.push(readUrlSpan(text, at));
  return found;
}

const lengthMax = 2048;
const isUrl = (character: string) => !/[\s<>"“”«»]/u.test(character);

/** Returns the range up to the next space, without the punctuation of the surrounding sentence. */
function readUrlSpan(text: string, start: number): TextRange {
  let end = start + reach(text, start, { step: 1, max: lengthMax, is: isUrl });
  while (end > start && /[.,;:!?)\]}'’]/u.test(text.charAt(end - 1))) end--;
  return { start, end };
}
