import {
  type Cursor,
  followsWord,
  isAtStart,
  isInWord,
  isStopLast,
  matchAt,
  type ReadingMatch,
  wordAfter,
  wordBefore,
} from "./cursor.ts";
import type { Speller } from "./languages/speller.ts";
import { parseRoman } from "./roman.ts";
import { readTime } from "./times.ts";

/** A date, or a month. */
interface CalendarDate {
  year?: number | undefined;
  month: number;
  day?: number | undefined;
}

/** Order of the parts of a numeric date. */
type DateOrder = "dmy" | "mdy" | "ymd";

/** Returns the order in which a locale writes dates. */
function getDateOrder(speller: Speller): DateOrder {
  const written = speller.remember("date order", () =>
    new Intl.DateTimeFormat(speller.locale, { timeZone: "UTC" })
      .formatToParts(0)
      .map(({ type }) => (/^(?:year|month|day)$/.test(type) ? type.charAt(0) : ""))
      .join(""),
  );
  return written === "mdy" || written === "ymd" ? written : "dmy";
}

/** Reads a date at the cursor, or a range of two. */
export function readDate(cursor: Cursor): ReadingMatch | undefined {
  const first = readOneDate(cursor);
  const [mark] = (first && matchAt(/ ?[–—~〜～] ?| - /y, cursor.text, first.end)) || [];
  const last = first && mark && readOneDate({ ...cursor, at: first.end + mark.length });
  return last ? { ...last, spoken: cursor.speller.joinRange(first.spoken, last.spoken) } : first;
}

/** Reads a date with the word for "year" after it. */
function readOneDate(cursor: Cursor): ReadingMatch | undefined {
  const found = addWeekday(cursor, readBareDate(cursor));
  if (!found || !/\d$/.test(cursor.text.slice(cursor.at, found.end))) return found;
  const suffix = findYearSuffix(cursor, found.end);
  const end = found.end + suffix.length;
  return { ...found, end: isStopLast(cursor.text, end) ? end - 1 : end };
}

/** Adds the day of the week in parentheses, such as `(Mo)`. */
function addWeekday(
  { text, speller }: Cursor,
  found: ReadingMatch | undefined,
): ReadingMatch | undefined {
  const [all, short] = (found && matchAt(/ ?\((\p{L}{1,3})\.?\)/uy, text, found.end)) || [];
  for (let day = 1; found && all !== undefined && day <= 7; day++) {
    const time = Date.UTC(2024, 0, day);
    const [name, own] = (["long", "short"] as const).map((weekday) =>
      speller.remember(`weekday ${weekday} ${day}`, () =>
        new Intl.DateTimeFormat(speller.locale, { weekday, timeZone: "UTC" }).format(time),
      ),
    );
    if (own === short)
      return { ...found, end: found.end + all.length, spoken: speller.join(found.spoken, name) };
  }
  return found;
}

function readBareDate(cursor: Cursor): ReadingMatch | undefined {
  const { text, at } = cursor;
  if (followsWord(text, at) || /[./-]/.test(text[at - 1] ?? "")) return undefined;
  return /\d/.test(text[at] ?? "")
    ? (readIso(cursor) ??
        readNumeric(cursor) ??
        readMonthBeforeDay(cursor) ??
        readDayMonth(cursor) ??
        readEarlierDay(cursor) ??
        readCjk(cursor))
    : (readMonthBeforeDay(cursor) ?? readMonthDay(cursor));
}

function isDate(year: number | undefined, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(year ?? 2024, month, 0)).getUTCDate();
}

/** Reads `2024-05-03`, `2024.5.3` and `2024. 05. 03`, with a time if one follows. */
function readIso(cursor: Cursor): ReadingMatch | undefined {
  const { text, at } = cursor;
  const [all, year, , month, day] =
    matchAt(/(\d{4})([-/.·]|\. )(\d{1,2})\2(\d{1,2})(?!\d|[./-]\d)/y, text, at) ?? [];
  if (all === undefined || !isDate(Number(year), Number(month), Number(day))) return undefined;
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  const end = at + all.length;
  const spoken = speakDate(cursor, date, end);
  const time = text[end] === "T" ? readTime({ ...cursor, at: end + 1 }) : undefined;
  if (time) {
    const isUtc = text[time.end] === "Z";
    return {
      end: time.end + (isUtc ? 1 : 0),
      spoken: `${spoken}, ${time.spoken}${isUtc ? " UTC" : ""}`,
      kind: "date",
    };
  }
  return isInWord(text, end) ? undefined : { end, spoken, kind: "date" };
}

/** Reads `3.5.2024`, `3/5/2024` and `3-5-2024` in the locale's order, or the other if only that is a date. */
function readNumeric(cursor: Cursor): ReadingMatch | undefined {
  const { text, at, speller } = cursor;
  const [all, one, mark, two, yearDigits = ""] =
    matchAt(/(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/]|[.-]\d)/y, text, at) ??
    matchAt(/(\d{1,2})(\.) (\d{1,2})\. (\d{4})(?!\d)/y, text, at) ??
    [];
  if (all === undefined) return readShort(cursor) ?? readShortDotted(cursor);
  if (mark === "." && yearDigits.length === 2 && /^\.\d/.test(text.slice(at + all.length)))
    return undefined;
  const year = expandYear(yearDigits);
  const [first, second] = [Number(one), Number(two)];
  const own = getDateOrder(speller);
  const order = mark === "." && own !== "mdy" ? "dmy" : own;
  const dayFirst = { day: first, month: second };
  const monthFirst = { day: second, month: first };
  const candidates = order === "mdy" ? [monthFirst, dayFirst] : [dayFirst, monthFirst];
  const found = candidates.find(({ day, month }) => isDate(year, month, day));
  const end = at + all.length;
  return found && { end, spoken: speakDate(cursor, { ...found, year }, end), kind: "date" };
}

/** Reads `11/2024`, `14/4` after a word for "day", and `9/3 2025`, as Swedish writes it. */
function readShort(cursor: Cursor): ReadingMatch | undefined {
  const { text, at, speller } = cursor;
  const isSpaced = speller.locale.startsWith("sv");
  const spaced = isSpaced ? matchAt(/(\d{1,2})\/(\d{1,2}) (\d{4})(?!\d)/y, text, at) : undefined;
  const plain = /(\d{1,2})[-/](\d{1,2}|(?:19|20)\d\d)(?![\d/]|[-.,]\d)/y;
  const [all, first, second = "", year] = spaced ?? matchAt(plain, text, at) ?? [];
  if (all === undefined) return undefined;
  const date: CalendarDate =
    second.length === 4
      ? { month: Number(first), year: Number(second) }
      : { day: Number(first), month: Number(second), ...(year && { year: Number(year) }) };
  const isMonthFirst = !year && second.length < 3 && getDateOrder(speller) === "mdy";
  if (isMonthFirst) [date.day, date.month] = [date.month, date.day ?? 1];
  const isLed = speller.language.lists["day words"]?.includes(wordBefore(text, at).toLowerCase());
  // A zero leads no part of a fraction.
  const isPadded =
    second.length === 2 &&
    /^0|[-/]0/.test(all) &&
    (all.includes("/") || speller.language.texts.settings["dashed dates"] === "yes");
  const isShort = date.year !== undefined || isLed || isPadded;
  if (!isDate(undefined, date.month, date.day ?? 1) || !isShort) return undefined;
  const end = at + all.length;
  return { end, spoken: speakDate(cursor, date, end), kind: "date" };
}

/** Words before a day and a month without a year in Slavic languages, such as `до 31.12`. */
const dayWord = /^(?:до|со?|по|от|на|від|з|od|do|z)$/;

/** Reads `3.5.` in languages that write dates so, and `31.12` after a preposition in languages with cases. */
function readShortDotted(cursor: Cursor): ReadingMatch | undefined {
  const { text, at, speller } = cursor;
  const [led, ledDay, ledMonth] = matchAt(/(\d{1,2})\.(0[1-9]|1[0-2])(?![\d.,])/y, text, at) ?? [];
  if (
    led !== undefined &&
    speller.language.words.until !== undefined &&
    dayWord.test(wordBefore(text, at).toLowerCase()) &&
    wordAfter(text, at + led.length) === "" &&
    isDate(undefined, Number(ledMonth), Number(ledDay))
  ) {
    const end = at + led.length;
    const spoken = speakDate(cursor, { day: Number(ledDay), month: Number(ledMonth) }, end);
    return { end, spoken, kind: "date" };
  }
  if (speller.language.rules["dotted ordinal"].length === 0) return undefined;
  const [all, day, month] = matchAt(/(\d{1,2})\. ?(\d{1,2})\.(?!\d)/y, text, at) ?? [];
  if (all === undefined || !isDate(undefined, Number(month), Number(day))) return undefined;
  // Decimals of a list such as `1. 2.` have a space.
  if (all.includes(" ") && wordBefore(text, at) === "") return undefined;
  const end = at + all.length;
  const spoken = speakDate(cursor, { day: Number(day), month: Number(month) }, end);
  return { end, spoken, kind: "date" };
}

function expandYear(digits: string): number {
  const value = Number(digits);
  return digits.length === 4 ? value : value < 70 ? 2000 + value : 1900 + value;
}

function readCjk(cursor: Cursor): ReadingMatch | undefined {
  const { text, at } = cursor;
  const [all, year, month, day] =
    matchAt(/(?:(\d{4})[年년] ?)?(\d{1,2})[月월] ?(?:(\d{1,2})[日号일])?/y, text, at) ?? [];
  if (all === undefined || !isDate(undefined, Number(month), Number(day ?? 1))) return undefined;
  const date = {
    ...(year !== undefined && { year: Number(year) }),
    month: Number(month),
    ...(day !== undefined && { day: Number(day) }),
  };
  const end = at + all.length;
  return { end, spoken: speakDate(cursor, date, end), kind: "date" };
}

function speakDate({ text, at, speller }: Cursor, date: CalendarDate, end: number): string {
  const suffix = findYearSuffix({ text, speller }, end);
  const isLast = isSentenceEnd(text, end + suffix.length);
  return writeDate(speller, {
    ...date,
    order:
      /^\d{1,2}(?!\d|[-/])/.test(text.slice(at, at + 3)) &&
      Number.parseInt(text.slice(at, at + 2), 10) === date.day
        ? "day"
        : "other",
    suffix: suffix.trim(),
    before: wordBefore(text, at),
    last: isLast ? "yes" : "no",
    alone: isLast && isAtStart(text, at) ? "yes" : "no",
  });
}

/** The parts of a date, and what surrounds it. */
interface DateContext extends CalendarDate {
  before: string;
  /** The first part as written: the day, before the name of a month or a full stop, or another. */
  order?: "day" | "other";
  /** The word for "year" or the ending after it. */
  suffix?: string;
  /** Whether nothing follows it in the sentence. */
  last: "yes" | "no";
  /** Whether it is the whole sentence, such as a heading. */
  alone: "yes" | "no";
}

/** Returns a date in words. */
export function writeDate(speller: Speller, date: DateContext): string {
  const { day, month } = date;
  const name = day === undefined ? speller.monthAlone(month) : speller.month(month);
  return speller.choose("date", { ...date, name }) ?? name;
}

/** Returns the word for "year" or the ending after a date, which the date's words include. */
function findYearSuffix({ text, speller }: Pick<Cursor, "text" | "speller">, at: number): string {
  const [all = "", word = ""] = matchAt(/ ?(-?\p{L}{1,5}\.?)(?!\p{L})/uy, text, at) ?? [];
  const known = speller.language.lists["year suffixes"] ?? [];
  if (known.includes(word)) return all;
  return word.endsWith(".") && known.includes(word.slice(0, -1)) ? all.slice(0, -1) : "";
}

/** Whether a sentence or its subject ends at a position. */
function isSentenceEnd(text: string, at: number): boolean {
  const [mark] =
    matchAt(/[ \u00a0]{0,3}(?:$|[\n\r.!?:;—–()-]|(?:это|це|to|jest) )/y, text, at) ?? [];
  return mark !== undefined;
}

const months = new Map<string, ReadonlyMap<string, number>>();

/** Returns the months by their names and abbreviations in lower case. */
function listMonths({ locale }: Speller): ReadonlyMap<string, number> {
  const known = months.get(locale);
  if (known) return known;
  const names = new Map<string, number>();
  for (let month = 1; month <= 12; month++) {
    const time = Date.UTC(2024, month - 1, 3);
    for (const style of ["long", "short"] as const)
      for (const day of [undefined, "numeric"] as const) {
        const parts = new Intl.DateTimeFormat(locale, { month: style, day, timeZone: "UTC" });
        const name = parts.formatToParts(time).find(({ type }) => type === "month")?.value ?? "";
        const plain = name.toLowerCase().replace(/\.$/, "");
        if (/^\p{L}[\p{L}\p{M}]{2}/u.test(plain)) names.set(plain, month);
      }
  }
  if (locale.startsWith("en")) names.set("sept", 9);
  months.set(locale, names);
  return names;
}

const datedDay = /(\d{1,2})(?:\.º|\.|º|st|nd|rd|th|er|:?[ea])?/y;
const lastDatedDay = /[ \u00a0]?[-–/][ \u00a0]?(\d{1,2})\.?/y;
const datedMonth = /[ \u00a0](?:(?:of|de)[ \u00a0])?(\p{L}[\p{L}\p{M}]{2,14})\.?/uy;
const datedYear = /(?:,| del?| do)?[ \u00a0](\d{4})(?![.,]?\d)/y;
const monthAndDay = /(\p{L}[\p{L}\p{M}]{2,14})\.?[ \u00a0-](\d{1,2})(?:st|nd|rd|th)?/uy;

/** Reads `3 May 2024`, `3. Mai` and `3 de mayo de 2024`, also of a range such as `3-5 May` and `3/4 mai`. */
function readDayMonth(cursor: Cursor): ReadingMatch | undefined {
  const { text, at, speller } = cursor;
  const [first = "", day] = matchAt(datedDay, text, at) ?? [];
  const [range = "", lastDay] = matchAt(lastDatedDay, text, at + first.length) ?? [];
  const dayEnd = at + first.length + range.length;
  const [named, name = ""] = matchAt(datedMonth, text, dayEnd) ?? [];
  if (day === undefined || named === undefined) return undefined;
  const [yearText = "", year] = matchAt(datedYear, text, dayEnd + named.length) ?? [];
  const all = text.slice(at, dayEnd + named.length + yearText.length);
  const month = listMonths(speller).get(name.toLowerCase());
  if (month === undefined || !isDate(undefined, month, Number(day))) return undefined;
  if (lastDay !== undefined && !isDate(undefined, month, Number(lastDay))) return undefined;
  const isStop = isStopLast(text, at + all.length);
  const end = at + trimDateEnd(all, { name, hasYear: year !== undefined, isStop }).length;
  const date = { month, ...(year !== undefined && { year: Number(year) }) };
  const last = speakDate(cursor, { ...date, day: Number(lastDay ?? day) }, end);
  if (lastDay === undefined) return { end, spoken: last, kind: "date" };
  const alone = speller.ordinal(Number(day));
  const usesOrdinal =
    alone !== undefined && last.includes(speller.ordinal(Number(lastDay)) ?? "\0");
  const from = usesOrdinal ? alone : speller.cardinal(Number(day));
  return { end, spoken: speller.joinRange(from, last), kind: "date" };
}

const earlierDay = /(\d{1,2}) (\p{L}{1,3}) \d{1,2} (\p{L}[\p{L}\p{M}]{2,14})/uy;

/** Reads the first day of `с 1 по 5 мая` and `5 и 6 мая`, in languages with cases. */
function readEarlierDay(cursor: Cursor): ReadingMatch | undefined {
  const { text, at, speller } = cursor;
  const [, day = "", link = "", name = ""] = matchAt(earlierDay, text, at) ?? [];
  const month = listMonths(speller).get(name.toLowerCase());
  if (month === undefined || !speller.language.lists["day links"]?.includes(link)) return undefined;
  if (!isDate(undefined, month, Number(day))) return undefined;
  const end = at + day.length;
  const spoken = speakDate(cursor, { month, day: Number(day) }, end);
  const own = ` ${speller.month(month)}`;
  return spoken.endsWith(own)
    ? { end, spoken: spoken.slice(0, -own.length), kind: "date" }
    : undefined;
}

const monthBeforeDay =
  /(?:(\d{4})\.[ \u00a0])?([\p{L}\p{M}]{3,14}|[IVX]{1,4}|0[1-9])\.?[ \u00a0](\d{1,2})(\.|(?=-\p{L}))/uy;

/** Reads `2010. április 1.`, `ápr. 1-jén` and `IV. 1.` in languages that write dates so. */
function readMonthBeforeDay(cursor: Cursor): ReadingMatch | undefined {
  const { text, at, speller } = cursor;
  if (speller.language.texts.settings["month before day"] !== "yes") return undefined;
  const [all, year, name = "", day, stop] = matchAt(monthBeforeDay, text, at) ?? [];
  if (all === undefined) return undefined;
  // Without a year, a Roman number is mostly that of a class or a district.
  const named = listMonths(speller).get(name.toLowerCase());
  const month = (year && parseRoman(name)) || named || Number(/^0[1-9]/.exec(name)?.[0] ?? 0);
  const given = year === undefined ? undefined : Number(year);
  if (!isDate(given, month, Number(day))) return undefined;
  const isEnded = stop === "." && isStopLast(text, at + all.length);
  const end = at + all.length - (isEnded ? 1 : 0);
  if (stop === "" && findYearSuffix(cursor, end) === "") return undefined;
  return {
    end,
    spoken: speakDate(cursor, { year: given, month, day: Number(day) }, end),
    kind: "date",
  };
}

/** The text that no day precedes: a longer number, a time, a unit or a date of digits. */
const notAfterDay = [
  /[\d:%/]|[.-]\d|,\d{3}|[ \u00a0]?[%°]|,\d{2}(?!\d)/y,
  /[ \u00a0]?(?:[ap]\.?m|o['’]clock)(?!\p{L})/uy,
];

/** Reads `May 3, 2024`, also of a range such as `May 3-5`. */
function readMonthDay(cursor: Cursor): ReadingMatch | undefined {
  const { text, at, speller } = cursor;
  const isUsual = speller.locale.startsWith("en");
  if (!isUsual && !speller.locale.startsWith("es")) return undefined;
  const [dated, name = "", day] = matchAt(monthAndDay, text, at) ?? [];
  // In small letters, these are other words.
  if (dated === undefined || /^ma(?:y|r|rch)\b/.test(name)) return undefined;
  const month = listMonths(speller).get(name.toLowerCase());
  if (month === undefined || !isDate(undefined, month, Number(day))) return undefined;
  const firstEnd = at + dated.length;
  const [range = "", last] = matchAt(/[-–](\d{1,2})(?![\d-])/y, text, firstEnd) ?? [];
  const isRange = last !== undefined && Number(last) > Number(day);
  if (isRange && !isDate(undefined, month, Number(last))) return undefined;
  const dayEnd = isRange ? firstEnd + range.length : firstEnd;
  if (notAfterDay.some((pattern) => matchAt(pattern, text, dayEnd))) return undefined;
  const [yearText = "", year] = matchAt(datedYear, text, dayEnd) ?? [];
  if (!isUsual && year === undefined) return undefined;
  const date = { month, day: Number(day), ...(year !== undefined && { year: Number(year) }) };
  const single =
    year === undefined
      ? speller.join(speller.month(month), speller.ordinal(Number(day)))
      : writeDate(speller, { ...date, before: "", last: "no", alone: "no" });
  const first = speller.ordinal(Number(day)) ?? "";
  const spoken = isRange
    ? single.replace(first, speller.joinRange(first, speller.ordinal(Number(last)) ?? ""))
    : single;
  return { end: dayEnd + yearText.length, spoken, kind: "date" };
}

/** Leaves the full stop after a whole name in the text, because it ends the sentence. */
function trimDateEnd(
  all: string,
  { name, hasYear, isStop }: { name: string; hasYear: boolean; isStop: boolean },
): string {
  return !hasYear && all.endsWith(".") && (name.length > 4 || isStop) ? all.slice(0, -1) : all;
}
