import { joinLines, plain } from "../text/normalise.ts";

import { dateKeys, type Finder, presets, type TextRange } from "./presets.ts";

/**
 * Returns finders for the other forms of a term that is a value: an account, card, telephone or
 * other number, an amount, a date, an email address or a URL.
 */
export function buildValueFinders(term: string): Finder[] {
  const text = plain(term, "NFKC").replace(/\s+/g, " ").trim();
  const isAll = (finder: Finder) =>
    finder(text).some(({ start, end }) => start === 0 && end === text.length);
  if (isAll(presets.date)) return [findDate(text)];
  if (isAll(presets.email)) return [createCompactFinder(text, breaks)];
  const address = text.replace(scheme, "").replace(/\/$/, "");
  if (isAddress(address))
    return [createCompactFinder(address, { ...breaks, before: addressStart })];
  const finders: Finder[] = [];
  const amount = text.replace(currency, "").trim();
  if (/^\d[\d.,' ]{2,}$/.test(amount)) finders.push(findAmount(amount));
  if (!/^[\p{L}\d ./()+-]+$/u.test(text)) return finders;
  const digits = text.replace(/\D/g, "");
  if (isAll(presets.phone)) finders.push(findPhone(text));
  else if (digits.length >= digitsMin && 3 * digits.length > letterCount(text))
    finders.push(createCompactFinder(text, groups));
  return finders;
}

/** The minimum number of digits of a number that can be grouped. */
const digitsMin = 5;
const scheme = /^(?:[a-z][a-z\d+.-]{1,20}:\/\/)?(?:www\.)?/i;
const addressStart = /(?:[a-z][a-z\d+.-]{1,20}:\/\/)?(?:www\.)?$/i;
const currency = /^(?:\p{Sc}|[A-Z]{3} )|(?:\p{Sc}| [A-Z]{3})$/gu;

const isAddress = (text: string) =>
  /^[\p{L}\d-]+(?:\.[\p{L}\d-]+)+(?:\/\S*)?$/u.test(text) && /\p{L}{2}/u.test(text);
const letterCount = (text: string) => text.replace(/[^\p{L}\d]/gu, "").length;

/** How the letters of a value may be apart from each other. */
interface Spacing {
  /** The characters between letters that don't count. */
  skipped: RegExp;
  /** Finds what belongs to the value before its first letter. */
  before?: RegExp;
}

const groups: Spacing = { skipped: /[\s./()-]/ };
/** A line break, also after a hyphen. */
const breaks: Spacing = { skipped: /[\s]/ };
/** The maximum number of skipped characters between two letters. */
const gapMax = 3;
/** The number of characters before a value in which its start is searched. */
const beforeMax = 30;

interface CompactText {
  text: string;
  /** The index of each letter in the whole text. */
  from: number[];
}

/** The compact text made last: all terms are searched for in the same text. */
let last = { text: "", skipped: /^$/, compact: { text: "", from: [] } as CompactText };

function compact(text: string, skipped: RegExp): CompactText {
  if (last.text === text && last.skipped === skipped) return last.compact;
  const from: number[] = [];
  let letters = "";
  for (let at = 0; at < text.length; at++) {
    const unit = text.charAt(at);
    if (skipped.test(unit)) continue;
    const lower = unit.toLowerCase();
    letters += lower.length === 1 ? lower : unit;
    from.push(at);
  }
  last = { text, skipped, compact: { text: letters, from } };
  return last.compact;
}

/** Returns a finder of a value with any spaces, line breaks and separators between its letters. */
function createCompactFinder(value: string, { skipped, before }: Spacing): Finder {
  const core = compact(value, skipped).text;
  return (text) =>
    findCompact(text, { core, skipped }).flatMap(({ start, end }) => {
      const prefix = before?.exec(text.slice(Math.max(0, start - beforeMax), start))?.[0] ?? "";
      const span = { start: start - prefix.length, end };
      return isApart(text, span) ? [span] : [];
    });
}

/** Finds letters that follow each other in a text with at most `gapMax` skipped ones between two. */
function findCompact(
  text: string,
  { core, skipped }: { core: string; skipped: RegExp },
): TextRange[] {
  const { text: hay, from } = compact(text, skipped);
  const found: TextRange[] = [];
  for (let at = hay.indexOf(core); at >= 0; at = hay.indexOf(core, at + 1)) {
    const own = from.slice(at, at + core.length);
    if (own.every((index, nth) => nth === 0 || index - own[nth - 1]! <= gapMax + 1))
      found.push({ start: own[0]!, end: own.at(-1)! + 1 });
  }
  return found;
}

/** Returns whether no letter or digit is next to a range. */
function isApart(text: string, { start, end }: TextRange): boolean {
  const isPart = (character: string | undefined) => /[\p{L}\p{N}]/u.test(character ?? "");
  return !isPart(text[start - 1]) && !isPart(text[end]);
}

/** The country codes of one and two digits. All others have three (ITU-T E.164). */
const shortCodes = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;
/** The prefixes of the national digits of a telephone number, without separators. */
const dialled = /(?:(?:\+|00)(\d{1,3}?)(?:\(?0\)?)?|\(?0|\(?1?\(?)$/;
/** The minimum number of digits of a telephone number without its prefix. */
const nationalMin = 6;

/** Finds a telephone number with and without the codes of country and trunk. */
function findPhone(term: string): Finder {
  const international = /^(?:\+|00)(.*)$/.exec(term.replace(/[^\d+]/g, ""))?.[1];
  const country =
    international && (shortCodes.exec(international)?.[0] ?? international.slice(0, 3));
  const all = international ?? term.replace(/\D/g, "");
  const core = all.slice(country?.length ?? 0).replace(/^0/, "");
  if (core.length < nationalMin) return () => [];
  return (text) =>
    findCompact(text, { core, skipped: groups.skipped }).flatMap(({ start, end }) => {
      const from = Math.max(0, start - beforeMax);
      const { tight, at } = tighten(text.slice(from, start));
      const [prefix = "", code] = dialled.exec(tight) ?? [];
      if (country && code && code !== country) return [];
      const first = prefix === "" ? start : from + at[tight.length - prefix.length]!;
      const span = { start: first, end };
      return isApart(text, span) ? [span] : [];
    });
}

/** Removes the separators of a text except for brackets. */
function tighten(text: string) {
  const at = [...text].flatMap((character, index) => (/[\s./-]/.test(character) ? [] : [index]));
  return { tight: at.map((index) => text.charAt(index)).join(""), at };
}

/** Finds the same date in other formats. A date such as 03/04/2025 is either of the two. */
function findDate(term: string): Finder {
  const wanted = new Set(dateKeys(term));
  return (text) =>
    presets
      .date(joinLines(text))
      .filter(({ start, end }) => dateKeys(text.slice(start, end)).some((key) => wanted.has(key)));
}

/** The maximum number of groups of an amount. */
const amountGroupsMax = 6;

/** Finds the same amount with other separators. */
function findAmount(term: string): Finder {
  const wanted = amountKeys(term);
  return (text) => {
    const tokens = [...text.matchAll(/\d+(?:[.,']\d+)*/g)].map((match) => {
      return { start: match.index, end: match.index + match[0].length };
    });
    const joins = (at: number) => {
      const [before, after] = [tokens[at - 1], tokens[at]];
      if (!before || !after) return false;
      const isNear = after.start - before.end === 1 && /[ \n]/.test(text.charAt(before.end));
      return isNear && /^\d{3}(?!\d)/.test(text.slice(after.start, after.end));
    };
    return tokens.flatMap(({ start }, first) => {
      let last = first;
      const ends = [first];
      while (joins(last + 1) && ends.length < amountGroupsMax) ends.push(++last);
      const end = ends
        .map((index) => tokens[index]!.end)
        .findLast((end) => amountKeys(text.slice(start, end)).some((key) => wanted.includes(key)));
      return end === undefined ? [] : [{ start, end }];
    });
  };
}

/** Returns what an amount can stand for: the same digits with a decimal point. */
function amountKeys(text: string): string[] {
  const tight = text.replace(/[\s']/g, "");
  const [digits, marks] = [tight.replace(/[.,]/g, ""), tight.replace(/\d/g, "")];
  if (marks === "") return [normaliseAmount(digits, "")];
  const at = Math.max(tight.lastIndexOf("."), tight.lastIndexOf(","));
  const rest = tight.slice(at + 1);
  const decimal = normaliseAmount(digits.slice(0, digits.length - rest.length), rest);
  const isGroup = rest.length === 3 && new Set(marks).size === 1;
  if (isGroup && marks.length > 1) return [normaliseAmount(digits, "")];
  return isGroup ? [decimal, normaliseAmount(digits, "")] : [decimal];
}

function normaliseAmount(whole: string, decimals: string): string {
  return `${whole.replace(/^0+(?=\d)/, "")}.${decimals.replace(/0+$/, "")}`;
}
