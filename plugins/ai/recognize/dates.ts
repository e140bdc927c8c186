import { openTable } from "hub/data-file";
import { foldNumbers } from "./fold.ts";
import { findMatches, type TextEntity } from "./found.ts";
import { joinLists } from "./introductions.ts";

const languages = ["en", "de", "fr", "es", "it", "pt", "nl"];
/** Languages whose months are only known by their long names: as short names they are too often other words. */
const otherLanguages = "sv da nb fi pl cs sk tr ru uk hu ro el id ar he hi".split(" ");

/** Month numbers by their long and short names in several languages, in lower case. */
const months: ReadonlyMap<string, number> = new Map(
  languages
    .flatMap((language) =>
      (["long", "short"] as const).flatMap((length) => {
        const format = new Intl.DateTimeFormat(language, { month: length, timeZone: "UTC" });
        return Array.from({ length: 12 }, (_, month) => {
          const name = format.format(Date.UTC(2024, month, 15)).toLowerCase();
          return [name.replace(/\.$/, ""), month + 1] as const;
        });
      }),
    )
    .concat(otherLanguages.flatMap(listDatedMonths))
    .concat([
      ["sept", 9],
      ["mär", 3],
      ["okt", 10],
      ["dez", 12],
      ["mai", 5],
    ]),
);

/** Returns the months' names as they are written on their own and after a day, which differ in Slavic languages. */
function listDatedMonths(language: string): (readonly [string, number])[] {
  const formats = [{ month: "long" }, { day: "numeric", month: "long", year: "numeric" }] as const;
  return formats.flatMap((options) => {
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
    return Array.from({ length: 12 }, (_, month) => {
      const parts = format.formatToParts(Date.UTC(2024, month, 15));
      const name = parts.find(({ type }) => type === "month")?.value ?? "";
      return [name.toLowerCase(), month + 1] as const;
    }).filter(([name]) => /^\p{L}/u.test(name));
  });
}

/** Weekday numbers, from Sunday as 0, by their long names in the same languages. */
const weekdays: ReadonlyMap<string, number> = new Map(
  languages.flatMap((language) => {
    const format = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" });
    // 7 January 2024 was a Sunday.
    return Array.from(
      { length: 7 },
      (_, day) => [format.format(Date.UTC(2024, 0, 7 + day)).toLowerCase(), day] as const,
    );
  }),
);

const names = (map: ReadonlyMap<string, number>) =>
  [...map.keys()].toSorted((a, b) => b.length - a.length).join("|");
const month = `(?:${names(months)})`;
const weekday = `(?:${names(weekdays)})`;
const ahead = String.raw`(?<![\p{L}\p{N}:.,/-])`;
const behind = String.raw`(?![\p{L}\p{N}])`;
const pattern = (source: string) => new RegExp(ahead + source + behind, "giu");

const iso = pattern(
  String.raw`(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(?:Z|[+-]\d\d:?\d\d)?)?`,
);
/** Marks of direction stand between the parts of Arabic dates, and spaces in Korean and Czech ones. */
const numeric = pattern(
  String.raw`(\d{1,2})\u200b?([./-])[ \u200b]?(\d{1,2})\u200b?\2[ \u200b]?(\d{4}|\d\d)`,
);
const yearFirst = pattern(String.raw`(\d{4})([./]) ?(\d{1,2})\2 ?(\d{1,2})`);
const monthFirst = pattern(
  String.raw`(?:${weekday},? )?(${month})\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?`,
);
const dayFirst = pattern(
  String.raw`(?:${weekday},? (?:den |el |le )?)?(\d{1,2})(?:st|nd|rd|th|er|\.|º)? (?:of |de |ב)?(${month})\.?(?:,? (?:de |of )?(\d{4}))?`,
);
const dashed = pattern(String.raw`(\d{1,2})([-/])(${month})\2(\d{4}|\d\d)`);
const monthAndYear = pattern(String.raw`(${month})\.? (?:de |of )?(\d{4})`);
const eastern = /(\d{4})(?:年|년) ?(?:(\d{1,2})(?:月|월) ?(?:(\d{1,2})(?:日|일))?)?/gu;
const quarter = pattern(String.raw`Q([1-4])[ /-]?(\d{4})`);
const year = new RegExp(
  String.raw`(?<=\b(?:${joinLists(["before a year"])}) )(?:1[5-9]|20)\d\d(?![\p{N}%]|[.,]\d)`,
  "giu",
);
const anyYear = String.raw`((?:1[0-9]|20)\d\d)`;
const years = new RegExp(
  String.raw`(?<![\p{N}.,-])${anyYear}(?: ?[–-] ?| (?:${joinLists(["between years"])}) )${anyYear}(?![\p{N}-])`,
  "giu",
);
const relative = pattern(
  `(?:(?:next|last|this|coming|past) (?:${weekday}|week|month|year|quarter|weekend|spring|summer|autumn|fall|winter)|today|tomorrow|yesterday|tonight|the day after tomorrow|${weekday}|heute|morgen früh|gestern|übermorgen|aujourd'hui|demain|hier soir|hoy|ayer|mañana)`,
);

interface Options {
  language: string;
  /** The reference time for words such as "tomorrow", in milliseconds since 1970. */
  now: number;
}

/** Finds numeric dates, written dates in 24 languages, and relative dates. */
export function* findDates(original: string, { language, now }: Options): Generator<TextEntity> {
  const text = foldNumbers(original);
  const date = (confidence: number, normalized: string | undefined) =>
    normalized === undefined ? undefined : { type: "date", confidence, normalized };
  yield* findMatches(text, iso, ([, y, m, d, time]) => {
    const day = writeDate(y, m, d);
    return date(0.99, day && time ? `${day}T${time}` : day);
  });
  yield* findMatches(text, numeric, ([, first, sign, second, y = ""]) => {
    const isAmerican =
      sign === "/" && Number(first) <= 12 && (language === "en" || language === "en-US");
    const [m, d] = isAmerican || Number(second) > 12 ? [first, second] : [second, first];
    const isClear = Number(first) > 12 || Number(second) > 12 || sign === ".";
    return date(isClear ? 0.95 : 0.8, writeDate(addCentury(y), m, d));
  });
  yield* findMatches(text, yearFirst, ([, y, , m, d]) => date(0.8, writeDate(y, m, d)));
  if (namesMonth(text)) yield* findMonthDates(text, date);
  yield* findMatches(text, eastern, ([, y, m, d]) =>
    date(0.97, d ? writeDate(y, m, d) : m ? `${y}-${padTwo(m)}` : y),
  );
  yield* findMatches(text, quarter, ([, q, y]) => date(0.9, `${y}-Q${q}`));
  yield* findMatches(text, years, ([, from, to]) => date(0.8, `${from}/${to}`));
  yield* findMatches(text, year, ([y]) => date(0.7, y));
  yield* findMatches(text, relative, ([words]) => ({
    type: "date",
    confidence: 0.75,
    normalized: resolveRelative(words.toLowerCase(), now),
  }));
}

type WriteDate = (
  confidence: number,
  normalized: string | undefined,
) => Omit<TextEntity, "start" | "end"> | undefined;

/** Finds dates with the name of a month. */
function* findMonthDates(text: string, date: WriteDate): Generator<TextEntity> {
  yield* findMatches(text, monthFirst, ([, m, d, y]) =>
    date(y ? 0.97 : 0.9, writeDate(y, getMonthNumber(m), d)),
  );
  yield* findMatches(text, dayFirst, ([, d, m, y]) =>
    date(y ? 0.97 : 0.9, writeDate(y, getMonthNumber(m), d)),
  );
  yield* findMatches(text, dashed, ([, d, , m, y = ""]) =>
    date(0.97, writeDate(addCentury(y), getMonthNumber(m), d)),
  );
  yield* findMatches(text, monthAndYear, ([, m, y]) =>
    date(0.9, `${y}-${padTwo(getMonthNumber(m))}`),
  );
}

/** Whether a word of a text is a month. In Hebrew, a preposition of one letter may precede it. */
function namesMonth(text: string): boolean {
  return text
    .matchAll(/[\p{L}\p{M}]{3,16}/gu)
    .some(([word]) => months.has(word.toLowerCase()) || months.has(word.slice(1)));
}

function getMonthNumber(name = ""): string {
  return String(months.get(name.toLowerCase()));
}

function padTwo(value: string): string {
  return value.padStart(2, "0");
}

function addCentury(y: string): string {
  return y.length === 4 ? y : Number(y) < 70 ? `20${y}` : `19${y}`;
}

/** Returns an ISO 8601 date, without the year if there is none, or undefined for an impossible day. */
function writeDate(y: string | undefined, m: string | undefined, d: string | undefined) {
  const [monthNumber, day] = [Number(m), Number(d)];
  if (!(monthNumber >= 1 && monthNumber <= 12 && day >= 1)) return undefined;
  if (day > new Date(Date.UTC(Number(y ?? 2024), monthNumber, 0)).getUTCDate()) return undefined;
  return `${y ?? "-"}-${padTwo(String(monthNumber))}-${padTwo(String(day))}`;
}

const readShifts = openTable(new URL("./relative-days.tsv", import.meta.url), {
  word: "text",
  days: "number",
});

/** Resolves a relative day, or returns undefined. A weekday alone is ambiguous: it may be past or future. */
function resolveRelative(words: string, now: number): string | undefined {
  const dayMs = 86_400_000;
  const shift = readShifts().find(({ word }) => word === words)?.days;
  const iso = (at: number) => new Date(at).toISOString().slice(0, 10);
  if (shift !== undefined) return iso(now + shift * dayMs);
  const [which = "", name = ""] = words.split(" ");
  const years = { last: -1, this: 0, next: 1 }[which];
  if (name === "year" && years !== undefined) return String(new Date(now).getUTCFullYear() + years);
  const day = weekdays.get(name);
  if (day === undefined || (which !== "next" && which !== "last")) return undefined;
  const today = new Date(now).getUTCDay();
  const ahead = (day - today + 7) % 7 || 7;
  const back = (today - day + 7) % 7 || 7;
  return iso(now + (which === "next" ? ahead : -back) * dayMs);
}

/** Finds times of day. */
export function* findTimes(text: string): Generator<TextEntity> {
  const zone = String.raw`(?: ?(?:UTC|GMT|E[SD]T|C[SD]T|M[SD]T|P[SD]T|CES?T|BST)\b)?`;
  const clock = new RegExp(
    String.raw`(?<![\p{N}:.,])([01]?\d|2[0-4])[:h]([0-5]\d)(?::([0-5]\d))?(?: ?([ap])\.?m\b\.?)?(?: Uhr)?${zone}(?![\p{N}:])`,
    "giu",
  );
  const time = (hour: string, minute: string, half?: string) => {
    const h = half ? (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0) : Number(hour);
    return { type: "time", confidence: 0.9, normalized: `${padTwo(String(h % 24))}:${minute}` };
  };
  yield* findMatches(text, clock, ([, h = "", m = "", , half]) => time(h, m, half));
  yield* findMatches(
    text,
    /(?<![\p{N}:.,$€£])(1[0-2]|[1-9]) ?([ap])\.?m\b\.?/giu,
    ([, h = "", half]) => time(h, "00", half),
  );
  yield* findMatches(
    text,
    /(?<![\p{N}:.,])([01]?\d|2[0-4])(?: Uhr| ?o'clock|h(?=[\s.,]))/giu,
    ([, h = ""]) => time(h, "00"),
  );
  yield* findMatches(text, pattern("(?:noon|midnight|mittags|mitternacht)"), ([word]) =>
    time(/^m/i.test(word) && !/tags/i.test(word) ? "0" : "12", "00"),
  );
}
