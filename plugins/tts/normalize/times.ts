import {
  type Cursor,
  followsWord,
  isStopLast,
  matchAt,
  type ReadingMatch,
  wordBefore,
} from "./cursor.ts";
import { declineAfter } from "./numbers.ts";

/** Reads a time at the cursor: `15:30`, `3:30 pm`, `15h30`, `15.30 Uhr` and `3 pm`. */
export function readTime(cursor: Cursor): ReadingMatch | undefined {
  const { text, at } = cursor;
  const first = parseTime(cursor, at);
  if (!first) return undefined;
  const [mark] = matchAt(/ ?[-–—~〜～] ?(?=\d)/y, text, first.end) ?? [];
  const last = mark === undefined ? undefined : parseTime(cursor, first.end + mark.length);
  if (!last) return { end: first.end, spoken: speakTime(cursor, first.time), kind: "time" };
  const { hour, minute, period } = first.time;
  const isShared = period === undefined && last.time.period !== undefined && minute === 0;
  const from = isShared ? cursor.speller.cardinal(hour) : speakTime(cursor, first.time);
  return {
    end: last.end,
    spoken: cursor.speller.joinRange(from, speakTime(cursor, last.time)),
    kind: "time",
  };
}

/** A time of day. `period` is set on a twelve-hour clock. */
interface DayTime {
  hour: number;
  minute: number;
  second?: number | undefined;
  period?: "am" | "pm" | undefined;
  /** The word after the hour, such as `h`, if there is no other sign of a time. */
  mark?: string;
}

interface TimeMatch {
  end: number;
  time: DayTime;
}

function speakTime(cursor: Cursor, time: TimeMatch["time"]): string {
  const { text, at, speller } = cursor;
  const own = declineAfter(cursor, cursor.at).speller;
  const last = wordBefore(text, at);
  // "o godz. 16:40" needs the case of "o".
  const before = /^godz/i.test(last) ? wordBefore(text, text.lastIndexOf(last, at)) : last;
  const { hour, minute, second, period, mark } = time;
  const { settings } = speller.language.texts;
  const isShifted = settings.clock === "24" && period !== undefined;
  const hour24 = isShifted ? (hour % 12) + (period === "pm" ? 12 : 0) : hour;
  const spoken = own.choose("time", {
    hour: hour24,
    minute: minute || undefined,
    second: second || undefined,
    period: period && (speller.language.words[period] ?? period),
    before,
    mark,
  });
  return spoken ?? own.cardinal(hour24);
}

function parseTime({ text, speller, decimal }: Cursor, at: number): TimeMatch | undefined {
  const isAfterDate = /\dT$/.test(text.slice(Math.max(0, at - 2), at));
  if (
    (followsWord(text, at) && !isAfterDate) ||
    /[:.]$|\d,$/.test(text.slice(Math.max(0, at - 2), at))
  )
    return undefined;
  const { "hour marks": hourMarks = [], "time words": timeWords = [] } = speller.language.lists;
  const colon = matchAt(/(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d{1,6})?(?![\d:])/y, text, at);
  const dotted = colon ?? matchAt(/(\d{1,2})[.](\d{2})(?!\d|[.,]\d)/y, text, at);
  const [all = "", hour = "", minute = "0", second] =
    dotted ?? matchAt(/(\d{1,2})(?![\d])/y, text, at) ?? [];
  if (all === "") return undefined;
  let end = at + all.length;
  const period = Number(hour) > 12 ? undefined : readPeriod(text, end);
  if (period) end = period.end;
  const mark = readHourMark(text, end, hourMarks);
  // Where decimals have a comma, "13.30" by itself is a time.
  const isAlone =
    decimal === "," &&
    text.trim().length === all.length &&
    speller.language.texts.settings["dotted times"] === "yes";
  const isLed =
    dotted !== undefined && (isAlone || timeWords.includes(wordBefore(text, at).toLowerCase()));
  // The first hour of "7-8pm".
  const isFirst = matchAt(/ ?[-–—] ?\d{1,2}(?::\d\d)? ?[ap]\.?m/iy, text, end) !== undefined;
  if (!colon && !period && !mark && !isLed && !isFirst) return undefined;
  if (!dotted && mark && !period) {
    const joined = matchAt(/[ \u00a0]?([0-5]\d)(?!\d)/y, text, mark.end);
    const time = { hour: Number(hour), minute: Number(joined?.[1] ?? 0), mark: mark.word };
    const isTime = /^(?:Uhr|uur|h|H|点|時|时|horas?|heures?|godz|час|год|баже|बजे|gi?ờ?)/u.test(
      mark.word,
    );
    // "1 h 30 min" is a duration.
    const isDuration =
      joined && /^ ?(?:min|мин|хв|分鐘|分钟|phút)/u.test(text.slice(mark.end + joined[0].length));
    const isShort = !joined && speller.language.lists["duration marks"]?.includes(mark.word);
    const isHours = isShort && !timeWords.includes(wordBefore(text, at).toLowerCase());
    if (!isTime || isDuration || isHours || time.hour > 24) return undefined;
    return { end: joined ? mark.end + joined[0].length : mark.end, time };
  }
  if (mark) end = mark.end;
  const time = {
    hour: Number(hour),
    minute: Number(minute),
    ...(second !== undefined && { second: Number(second) }),
    ...(period && { period: period.value }),
  };
  const isTime = time.hour <= (period ? 12 : 24) && time.minute < 60 && (time.second ?? 0) < 60;
  return isTime ? { end, time } : undefined;
}

function readPeriod(text: string, at: number): { end: number; value: "am" | "pm" } | undefined {
  const [all, letter] =
    matchAt(/[ \u00a0\u202f]?([aApP])(?:\. ?[mM]\.|\.?[mM](?![\p{L}\d]))/uy, text, at) ?? [];
  if (all === undefined || letter === undefined) return undefined;
  const end = at + all.length;
  return {
    end: isStopLast(text, end) ? end - 1 : end,
    value: letter.toLowerCase() === "a" ? "am" : "pm",
  };
}

function readHourMark(text: string, at: number, marks: readonly string[]) {
  const [gap = ""] = matchAt(/[ \u00a0\u202f]?/y, text, at) ?? [];
  const from = at + gap.length;
  const word = marks.find((mark) => text.startsWith(mark, from));
  if (word === undefined) return undefined;
  const end = from + word.length;
  return /^\p{L}/u.test(text.slice(end)) && /\p{Script=Latin}/u.test(word)
    ? undefined
    : { end, word };
}
