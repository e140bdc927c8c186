import { openTable } from "hub/data-file";
import {
  type CountryCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js/max";
import { spacedLetter } from "../text/words.ts";
import { foldNumbers } from "./fold.ts";
import type { TextEntity } from "./found.ts";
import { buildWordPattern, joinLists } from "./introductions.ts";

const digitsMin = 7;
const digitsMax = 15;
const lengthMax = 32;
const sign = "[^\\p{L}\\p{N}\\ufffc]";
const indicator = new RegExp(
  `${buildWordPattern("phone")}${sign}{0,12}(?:${buildWordPattern("between phone and number")}${sign}{0,3}){0,3}$`,
  "iu",
);
/** The same in other scripts. Those without spaces need no word boundary. */
const otherIndicator = new RegExp(
  `(?:${joinLists(["phone without spaces"])}|${buildWordPattern("foreign phone")})[^\\p{N}\\n\\ufffc]{0,12}$`,
  "iu",
);
/**
 * A number after an email address and a conjunction is another way to reach the same person. Long because the
 * conjunction begins at the end of the address.
 */
const behindEmail =
  /@[\w.-]{3,60}\p{L}[ ,;/]{1,3}(?:\p{L}\p{M}?){1,6}\p{M}{0,2} (?:\p{L}{1,3} ){0,2}$/u;
const linked = /(?:wa\.me\/|tel:|sms:|callto:|[?&]phone=)$/i;
const touchesWord = new RegExp(`^(?:[%€$£]|-?${spacedLetter})`, "u");
const followsWord = new RegExp(String.raw`${spacedLetter}|[\p{N}_+@#/€$£%]`, "u");
const isbn = /ISBN(?:-1[03])?:? ?$/i;

// Likely countries of a number without a country code, by the language of the text.
const readCountries = openTable(new URL("./phone-countries.tsv", import.meta.url), {
  language: "text",
  countries: "list",
});
// Countries to try for a number that is recognizable by its format alone.
const anywhere: readonly CountryCode[] = ["US", "GB", "DE", "FR", "AU"];

/** Finds telephone numbers: international, American, and others by their format or a preceding word. */
export function* findPhones(original: string, language: string): Generator<TextEntity> {
  const text = foldNumbers(original);
  let index = 0;
  while (index < text.length) {
    if (!isNumberStart(text, index)) {
      index++;
      continue;
    }
    const end = findEnd(text, index);
    const found = readNumberAt(text, index, { end, language });
    if (found) yield { ...found, end: includeExtension(text, found.end) };
    index = Math.max(found?.end ?? end, index + 1);
  }
}

/** Whether a number starts here: a digit, plus or bracket that doesn't continue a number or a word. */
function isNumberStart(text: string, index: number): boolean {
  const char = text.charAt(index);
  if (!(isDigit(char) || ((char === "+" || char === "(") && isNear(text, index)))) return false;
  const before = text[index - 1] ?? " ";
  if (/[:/=]/.test(before) && isLinked(text, index)) return true;
  // "Tel:030" and "Tel.030" follow a word, "12:30" and "1.5" continue a number.
  if (/[:.]/.test(before)) return /[\p{L}\s)]/u.test(text[index - 2] ?? " ");
  // A Hebrew preposition precedes a number with a dash.
  if (before === "-") return /[\s\p{Script=Hebrew}]/u.test(text[index - 2] ?? " ");
  if (before === ",") return !/\d/.test(text[index - 2] ?? " ");
  return !followsWord.test(before);
}

function isLinked(text: string, index: number): boolean {
  return linked.test(text.slice(Math.max(0, index - 8), index));
}

function isNear(text: string, index: number): boolean {
  return /[\d(+]/.test(text[index + 1] ?? "");
}

/** Returns the end of a run of digits with at most three separators in a row. */
function findEnd(text: string, start: number): number {
  let end = start;
  for (let index = start; index < text.length && index - start < lengthMax; index++) {
    const char = text.charAt(index);
    if (isDigit(char)) end = index + 1;
    else if (!" ().-/+\u200b".includes(char)) break;
    else if (char === "+" && index > start + 1) break;
    else if (char === "." && text[index + 1] === " ") break;
    else if (index - end > 2 && end > start) break;
  }
  return end;
}

interface PhoneContext {
  end: number;
  language: string;
}

function readNumberAt(
  text: string,
  start: number,
  { end, language }: PhoneContext,
): TextEntity | undefined {
  const before = text.slice(Math.max(0, start - 50), start);
  const whole = text.slice(start, end);
  if (
    touchesWord.test(text.slice(end, end + 3)) ||
    /^\d{4}-\d\d-\d\d|^\d{1,2}[./-]\d{1,2}[./-](?:(?:19|20)?\d\d)(?!\d)(?![./-])/.test(whole) ||
    isbn.test(before)
  )
    return undefined;
  const isIndicated =
    indicator.test(before) ||
    otherIndicator.test(before) ||
    behindEmail.test(text.slice(Math.max(0, start - 90), start));
  for (const until of listEnds(whole)) {
    const found = readNumber(whole.slice(0, until), {
      isIndicated,
      isLinked: isLinked(text, start),
      language,
    });
    if (found) return { type: "phone", start, end: start + until, ...found };
  }
  return undefined;
}

/** Yields the possible ends of a number, longest first: the rest may be another number. */
function* listEnds(whole: string): Generator<number> {
  for (let end = whole.length; end >= digitsMin; end--)
    if (isDigit(whole.charAt(end - 1)) && !isDigit(whole.charAt(end))) yield end;
}

interface Hints {
  /** Whether a word for a telephone precedes the number. */
  isIndicated: boolean;
  language: string;
}

interface Signs extends Hints {
  isLinked: boolean;
}

type Reading = Pick<TextEntity, "confidence" | "normalized">;

function readNumber(
  shown: string,
  { isIndicated, isLinked, language }: Signs,
): Reading | undefined {
  const { length } = shown.replaceAll(/\D/g, "");
  if (length < digitsMin || length > digitsMax + 2) return undefined;
  if (/^\(?\+|^00[1-9]/.test(shown) || isLinked) return readInternational(shown, isIndicated);
  if (length > digitsMax) return undefined;
  return (
    readAmerican(shown, { isIndicated, language }) ?? readNational(shown, { isIndicated, language })
  );
}

function readInternational(shown: string, isIndicated: boolean): Reading | undefined {
  const { length } = shown.replaceAll(/\D/g, "");
  const number = parsePhoneNumberFromString(toInternational(shown));
  if (!number?.isValid()) {
    const isPossible = length <= digitsMax && (isIndicated || number?.isPossible());
    if (!isPossible || (length < 10 && !shown.includes("+"))) return undefined;
  }
  return { confidence: 0.95, normalized: number?.number };
}

/**
 * Reads ten digits of the North American plan. The plan is certain after a leading 1 or in a text in one of its
 * languages.
 */
function readAmerican(shown: string, { isIndicated, language }: Hints): Reading | undefined {
  if (!/^(?:1[ .-]?)?\(?[2-9]\d\d\)?[ .-]?[2-9]\d\d[ .-]?\d{4}$/.test(shown)) return undefined;
  const isSure = shown.startsWith("1") || getCountries(language).includes("US");
  return {
    confidence: isIndicated || /[().-]/.test(shown) ? 0.9 : 0.4,
    normalized: isSure
      ? `+1${shown.replaceAll(/\D/g, "").slice(-10)}`
      : parseFirst(shown, getCountries(language))?.number,
  };
}

/** Reads a number in national format. Its country is only known if it is one of those for the text's language. */
function readNational(shown: string, { isIndicated, language }: Hints): Reading | undefined {
  const own = getCountries(language);
  if (isIndicated) return { confidence: 0.85, normalized: parseFirst(shown, own)?.number };
  if (isBareMobile(shown, own))
    return { confidence: 0.7, normalized: parseFirst(shown, own)?.number };
  const [first = "", ...groups] = shown.split(/\D{1,9}/).filter((group) => group !== "");
  if (groups.length > 0) {
    const grouped = parseFirst(shown, own, (number) => hasUsualGroups(number, [first, ...groups]));
    if (grouped) return { confidence: 0.7, normalized: grouped.number };
  }
  const hasNationalForm =
    groups.length > 0 && groups.length < 7 && (/^0\d/.test(shown) || /^(?:8 ?)?\(\d\d/.test(shown));
  if (!hasNationalForm) return undefined;
  const keepsFirstGroup = (number: PhoneNumber) =>
    number.formatNational().match(/\d+/)?.[0] === first;
  const number = parseFirst(shown, own, keepsFirstGroup);
  // Numbers reserved for fiction are never assigned, but look like assigned ones.
  const isFormed =
    /^0\d{1,4}$/.test(first) &&
    [first, ...groups].join("").length >= 9 &&
    groups.every((group) => group.length > 1);
  return number || isFormed || parseFirst(shown, anywhere, keepsFirstGroup)
    ? { confidence: 0.7, normalized: number?.number }
    : undefined;
}

/** Whether a number is grouped as in its country, or as a mobile number of at least three groups usually is. */
function hasUsualGroups(number: PhoneNumber, groups: readonly string[]): boolean {
  const usual = number.formatNational().match(/\d{1,15}/g) ?? [];
  const shown =
    /^[08]$/.test(groups[0] ?? "") && !/^[08]$/.test(usual[0] ?? "")
      ? [`${groups[0]}${groups[1]}`, ...groups.slice(2)]
      : groups;
  // Three groups of three may also be an amount.
  if (shown.map((group) => group.length).join("") === "333" && !shown[0]?.startsWith("0"))
    return false;
  if (shown.join(" ") === usual.join(" ")) return true;
  return (
    number.getType() === "MOBILE" &&
    groups.length > 2 &&
    groups.every((group) => group.length > 1 && group.length < 5)
  );
}

/** Whether digits without separators are a mobile number, as they are often written where all start alike. */
function isBareMobile(shown: string, own: readonly CountryCode[]): boolean {
  const isFormed = own.includes("CN")
    ? /^1\d{10}$/
    : own.includes("IN")
      ? /^[6-9]\d{4}[ -]?\d{5}$/
      : /^0\d{9,11}$/;
  if (!isFormed.test(shown)) return false;
  const number = parseFirst(shown, own) ?? parseFirst(shown.replaceAll(/\D/g, ""), own);
  return number?.getType() === "MOBILE";
}

function getCountries(language: string): readonly CountryCode[] {
  const row = readCountries().find((one) => one.language === language);
  return row?.countries.filter((code) => isSupportedCountry(code)) ?? [];
}

/**
 * Parses a number for the first country in which it is valid and accepted. Without the country's usual prefix,
 * such as the zero of "030", it is a local number of an unknown area.
 */
function parseFirst(
  shown: string,
  some: readonly CountryCode[],
  accepts: (number: PhoneNumber) => boolean = () => true,
): PhoneNumber | undefined {
  const digits = shown.replaceAll(/\D/g, "");
  const isWhole = (number: PhoneNumber) => number.formatNational().replaceAll(/\D/g, "") === digits;
  return some
    .values()
    .map((country) => parsePhoneNumberFromString(shown, country))
    .find((number) => number?.isValid() && isWhole(number) && accepts(number));
}

/** Adds the plus, and removes the zero that isn't dialled from abroad. */
function toInternational(shown: string): string {
  return `+${shown.replace(/^00/, "").replaceAll("(0)", "").replaceAll(/\D/g, "")}`;
}

function includeExtension(text: string, end: number): number {
  const extension = /^,? ?(?:ext\.?|extension|x|durchwahl|dw) ?\d{1,6}(?!\w)/i;
  return end + (extension.exec(text.slice(end, end + 24))?.[0].length ?? 0);
}

function isDigit(char: string): boolean {
  return char >= "0" && char <= "9" && char.length === 1;
}
