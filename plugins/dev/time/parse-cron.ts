import { openTable } from "hub/data-file";
import type { ClockRule, Day, Schedule } from "./schedule.ts";

/** A reason why a flavour of cron rejects a field, or the whole expression. */
export class CronFault extends Error {}

const readFlavors = openTable(new URL("./cron-flavors.tsv", import.meta.url), {
  name: "text",
  title: "text",
  fields: "text",
  nicknames: ["yes", "no"],
  clock: ["every", "once", "after", "shift"],
  note: "optional",
});

/** A flavour of cron: its fields, and its rule for changes of the clocks. */
export type Flavor = ReturnType<typeof readFlavors>[number];

/** Returns a flavour by its name. */
export function findFlavor(name: string): Flavor {
  const flavor = readFlavors().find((one) => one.name === name);
  if (!flavor) throw new Error(`No flavour is named "${name}"`);
  return flavor;
}

/** A field: its letter in the table of flavours, its name, its values, and names for them. */
interface Field {
  letter: string;
  label: string;
  low: number;
  high: number;
  names: readonly string[];
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

function listFields(flavor: Flavor): Field[] {
  const hasCalendarDays = flavor.name === "quartz" || flavor.name === "aws";
  const isVixie = flavor.name === "debian" || flavor.name === "cronie";
  const weekday = hasCalendarDays ? [1, 7] : isVixie ? [0, 7] : [0, 6];
  const ranges: Record<string, readonly [string, number, number, readonly string[]]> = {
    s: ["second", 0, 59, []],
    m: ["minute", 0, 59, []],
    h: ["hour", 0, 23, []],
    d: ["day of the month", 1, 31, []],
    M: ["month", 1, 12, months],
    w: ["weekday", weekday[0] ?? 0, weekday[1] ?? 6, weekdays],
    y: ["year", 1970, flavor.name === "aws" ? 2199 : 2099, []],
  };
  return [...flavor.fields].map((given) => {
    const letter = given === "Y" ? "y" : given;
    const [label, low, high, names] = ranges[letter] ?? ["", 0, 0, []];
    return { letter, label, low, high, names };
  });
}

/** The values of a field. Days that depend on the month or the year are tested instead. */
interface Values {
  numbers: ReadonlySet<number>;
  /** Whether the field restricts nothing, by the flavour's own rule. */
  isStar: boolean;
  /** Whether the field is a question mark. */
  isOpen?: boolean;
  /** The part of the field that is read, if the flavour ignores the rest. */
  read?: string;
  test?: (day: Day) => boolean;
}

/** A schedule with the fields that its flavour reads. */
export interface CronSchedule extends Schedule {
  fields: string[];
  /** Whether a run needs only one of the day of the month and the weekday. */
  isEither: boolean;
}

/** Parses the fields of an expression as a flavour does. Throws a `CronFault` if it rejects one. */
export function parseCron(fields: readonly string[], flavor: Flavor): CronSchedule {
  const known = listFields(flavor);
  const least = flavor.fields.endsWith("Y") ? known.length - 1 : known.length;
  if (fields.length < least || fields.length > known.length) {
    const labels = known.map(({ label }) => label).join(", ");
    throw new CronFault(`it needs the fields ${labels}: it has ${fields.length}`);
  }
  const values = new Map<string, Values>();
  for (const [index, text] of fields.entries()) {
    const field = known[index];
    if (field) values.set(field.letter, parseField(text, field, flavor));
  }
  const [day, weekday] = [values.get("d"), values.get("w")];
  return {
    ...toSchedule(values, flavor),
    fields: fields.map((text, index) => values.get(known[index]?.letter ?? "")?.read ?? text),
    isEither: [day, weekday].every((one) => !one?.isStar),
  };
}

function parseField(text: string, field: Field, flavor: Flavor): Values {
  const refuse = (reason: string): never => {
    throw new CronFault(`its ${field.label} "${text}" ${reason}`);
  };
  const reader = { field, refuse };
  if (flavor.name === "debian" || flavor.name === "cronie")
    return parseVixie(text, reader, flavor.name === "cronie");
  if (flavor.name === "kubernetes" || flavor.name === "github")
    return parseRobfig(text, reader, flavor.name === "kubernetes");
  return parseQuartz(text, reader, flavor.name === "quartz");
}

interface Reader {
  field: Field;
  refuse(reason: string): never;
}

function collect(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.max(0, Math.floor((to - from) / step) + 1) }, (_, index) => {
    return from + index * step;
  });
}

/** Follows `get_list` of Vixie's cron. What follows a complete range is ignored, as there. */
function parseVixie(text: string, { field, refuse }: Reader, isCronie: boolean): Values {
  const { low, high, names } = field;
  const numbers = new Set<number>();
  let at = 0;
  const readNumber = (ends: string, known: readonly string[]): number => {
    const pattern = isCronie ? /\d+|[A-Za-z]+/y : /[A-Za-z\d]+/y;
    pattern.lastIndex = at;
    const [word] = pattern.exec(text) ?? refuse("must be numbers, ranges and steps");
    at += word.length;
    if (isCronie && !ends.includes(text.charAt(at))) refuse(`has "${text.charAt(at)}"`);
    const index = known.indexOf(word.toLowerCase());
    if (index >= 0) return index + low;
    return /^\d+$/.test(word) ? Number(word) : refuse(`has the unknown word "${word}"`);
  };
  const checkBounds = (value: number) => {
    if (value < low || value > high) refuse(`must be within ${low} and ${high}`);
  };
  for (;;) {
    let [from, to] = [low, high];
    let isRange = true;
    if (text[at] === "*") at++;
    else {
      from = readNumber(",-", names);
      if (text[at] === "-") {
        at++;
        to = readNumber("/,", names);
        if (isCronie && from > to) refuse("has a range from high to low");
      } else {
        if (text[at] === "/") refuse("has a step without a range");
        isRange = false;
        to = from;
      }
    }
    let step = 1;
    if (isRange && text[at] === "/") {
      at++;
      step = readNumber(",", []);
      if (step === 0) refuse("has the step 0");
    }
    if (!isCronie) [from, to].forEach(checkBounds);
    if (to - from > 1000) refuse(`must be within ${low} and ${high}`);
    for (const value of collect(from, to, step)) {
      checkBounds(value);
      numbers.add(value);
    }
    if (text[at] !== ",") break;
    at++;
  }
  return { numbers, isStar: text.startsWith("*"), read: text.slice(0, at) };
}

/** Follows `getField` of robfig/cron. */
function parseRobfig(text: string, { field, refuse }: Reader, hasQuestion: boolean): Values {
  const { low, high, names } = field;
  const readNumber = (word: string): number => {
    const index = names.indexOf(word.toLowerCase());
    if (index >= 0) return index + low;
    return /^\+?\d{1,9}$/.test(word) ? Number(word) : refuse("must be numbers, ranges and steps");
  };
  const numbers = new Set<number>();
  let isStar = false;
  for (const part of text.split(",").filter((one) => one !== "")) {
    const [range = "", stepText, ...rest] = part.split("/");
    const [first = "", second, ...more] = range.split("-");
    if (rest.length > 0 || more.length > 0) refuse("has a range or step too many");
    const isAll = first === "*" || (hasQuestion && first === "?");
    const from = isAll ? low : readNumber(first);
    let to = isAll ? high : second === undefined ? from : readNumber(second);
    const step = stepText === undefined ? 1 : readNumber(stepText);
    if (stepText !== undefined && second === undefined) to = high;
    if (from < low || to > high) refuse(`must be within ${low} and ${high}`);
    if (from > to) refuse("has a range from high to low");
    if (step === 0) refuse("has the step 0");
    isStar ||= isAll && step === 1;
    for (const value of collect(from, to, step)) numbers.add(value);
  }
  return { numbers, isStar };
}

/** Parses a field of Quartz or AWS, with `?`, `L`, `W` and `#` in the fields of days. */
function parseQuartz(text: string, reader: Reader, isQuartz: boolean): Values {
  const { field, refuse } = reader;
  const { low, high, names, letter } = field;
  const isDay = letter === "d" || letter === "w";
  if (text === "?") {
    if (!isDay) refuse("must not be a question mark");
    return { numbers: new Set(), isStar: true, isOpen: true };
  }
  const test = isDay ? parseDay(text.toUpperCase(), reader) : undefined;
  if (test) return { numbers: new Set(), isStar: false, test };
  const readNumber = (word: string): number => {
    const index = names.indexOf(word.toLowerCase());
    const value = index >= 0 ? index + low : /^\d{1,4}$/.test(word) ? Number(word) : undefined;
    if (value === undefined) return refuse("must be numbers, ranges and steps");
    return value >= low && value <= high ? value : refuse(`must be within ${low} and ${high}`);
  };
  const numbers = new Set<number>();
  for (const part of text.split(",")) {
    const [range = "", stepText, ...rest] = part.split("/");
    const [first = "", second, ...more] = range.split("-");
    if (rest.length > 0 || more.length > 0) refuse("has a range or step too many");
    if (isQuartz && second !== undefined && /^\d/.test(first) !== /^\d/.test(second))
      refuse("has a range of a name and a number");
    const isAll = first === "*" || (isQuartz && first === "" && stepText !== undefined);
    const from = isAll ? low : readNumber(first);
    const isOpenEnd = isAll || (second === undefined && stepText !== undefined);
    const to = isOpenEnd ? high : second === undefined ? from : readNumber(second);
    const step = stepText === undefined ? 1 : Number(/^\d{1,4}$/.exec(stepText)?.[0] ?? 0);
    if (step < 1 || (isQuartz && step > high)) refuse("has an invalid step");
    const wraps = from > to;
    if (wraps && letter === "y") refuse("has a range from high to low");
    const span = high - low + 1;
    for (const value of collect(from, wraps ? to + span : to, step))
      numbers.add(value > high ? value - span : value);
  }
  return { numbers, isStar: text === "*" };
}

/** Parses a day that depends on the month. Returns undefined for other fields. */
function parseDay(text: string, { field, refuse }: Reader): Values["test"] {
  if (field.letter === "d") {
    const [, back = "0", isWeekday] = /^L(?:-(\d{1,2}))?(W)?$/.exec(text) ?? [];
    if (text.startsWith("L") && (isWeekday !== undefined || /^L(?:-\d{1,2})?$/.test(text))) {
      if (Number(back) > 30) refuse("must be at most 30 days before the last");
      return (day) => {
        const wanted = day.length - Number(back);
        return day.day === (isWeekday ? moveToWeekday(wanted, day) : wanted);
      };
    }
    const [, nearest] = /^(\d{1,2})W$/.exec(text) ?? [];
    if (nearest === undefined) return undefined;
    if (Number(nearest) < 1 || Number(nearest) > 31) refuse("must be within 1 and 31");
    return (day) =>
      Number(nearest) <= day.length && day.day === moveToWeekday(Number(nearest), day);
  }
  if (text === "L") return ({ weekday }) => weekday === 6;
  const [, name = "", last, nth] = /^([A-Z]{3}|[1-7])(?:(L)|#([1-5]))$/.exec(text) ?? [];
  const weekday = /^\d$/.test(name) ? Number(name) - 1 : weekdays.indexOf(name.toLowerCase());
  if (name === "") return undefined;
  if (weekday < 0) refuse(`has the unknown word "${name}"`);
  return (day) =>
    day.weekday === weekday &&
    (last ? day.day + 7 > day.length : Math.ceil(day.day / 7) === Number(nth));
}

/** Returns the weekday of the same month that is nearest to a day. */
function moveToWeekday(wanted: number, { day, weekday, length }: Day): number {
  const at = (((weekday + wanted - day) % 7) + 7) % 7;
  if (at === 6) return wanted === 1 ? 3 : wanted - 1;
  if (at === 0) return wanted === length ? wanted - 2 : wanted + 1;
  return wanted;
}

function toSchedule(values: ReadonlyMap<string, Values>, flavor: Flavor): Schedule {
  const sort = (letter: string, fallback: number[] = []) =>
    [...(values.get(letter)?.numbers ?? fallback)].sort((a, b) => a - b);
  const [day, weekday] = [values.get("d"), values.get("w")] as [Values, Values];
  const needsQuestion = flavor.name === "quartz" || flavor.name === "aws";
  if (needsQuestion && day.isOpen === weekday.isOpen)
    throw new CronFault("exactly one of its day of the month and weekday must be a question mark");
  const month = values.get("M")?.numbers ?? new Set();
  const year = values.get("y");
  const shift = needsQuestion ? 1 : 0;
  const isDay = (date: Day) => day.test?.(date) ?? day.numbers.has(date.day);
  const isWeekday = (date: Day) =>
    weekday.test?.(date) ??
    (weekday.numbers.has(date.weekday + shift) ||
      (shift === 0 && date.weekday === 0 && weekday.numbers.has(7)));
  const needsBoth = day.isStar || weekday.isStar;
  const matchesDays = (date: Day) => {
    if (day.isOpen) return isWeekday(date);
    if (weekday.isOpen) return isDay(date);
    return needsBoth ? isDay(date) && isWeekday(date) : isDay(date) || isWeekday(date);
  };
  const isWild = values.get("m")?.isStar || values.get("h")?.isStar;
  return {
    seconds: sort("s", [0]),
    minutes: sort("m"),
    hours: sort("h"),
    matchesDay: (date) =>
      month.has(date.month) &&
      (!year || year.isStar || year.numbers.has(date.year)) &&
      matchesDays(date),
    // Jobs whose minute or hour is a star follow the elapsed time in Vixie's cron.
    clock: flavor.clock === "after" && isWild ? "every" : (flavor.clock as ClockRule),
  };
}
