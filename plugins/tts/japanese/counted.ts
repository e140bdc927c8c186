import type { ReadingKind } from "../normalize/cursor.ts";
import {
  findCounter,
  parseNumber,
  readCounted,
  readDecimal,
  readDigits,
  readDigitsOrNumber,
  readNumber,
} from "./numbers.ts";
import { findWord, type Piece, type Word } from "./words.ts";

const digit = /^[\p{Nd}]+$/u;
const numeral = /^[\p{Nd}〇一二三四五六七八九十百千万億兆]+$/u;

/** Reads a number, with the counter after it. */
export function readNumberAt(
  text: string,
  words: readonly Word[],
  index: number,
): { reading: Piece; next: number } | undefined {
  const first = words[index];
  if (!first || !numeral.test(first.surface)) return undefined;
  let end = first.at;
  let next = index;
  for (; next < words.length; next++) {
    const { surface = "", at = 0 } = words[next] ?? {};
    const isJoint = /^[.．]$/.test(surface)
      ? digit.test(text.charAt(at - 1)) && digit.test(text.charAt(at + 1))
      : /^[,，]$/.test(surface) && isThousandsMark(text, at);
    if (!numeral.test(surface) && !isJoint) break;
    end = at + surface.length;
  }
  const written = text.slice(first.at, end);
  const [whole = "", ...after] = written.normalize("NFKC").split(".");
  // A version or an address.
  if (after.length > 1) {
    const spoken = [whole, ...after].map((part) => readDigitsOrNumber(part)).join("テン");
    return { reading: { start: first.at, end, spoken, kind: "digits" }, next };
  }
  const [fraction] = after;
  const value = parseNumber(whole);
  // Longer numbers have no words.
  if (value === undefined && /^\d/.test(whole))
    return { reading: { start: first.at, end, spoken: readDigits(written), kind: "digits" }, next };
  if (value === undefined) return undefined;
  const hasDigits = /\p{Nd}/u.test(written);
  const counter = findCounter(text.slice(end));
  // Few kanji without a counter are words, as in 一緒, or names.
  const isLong = written.length > 2 && /[十百千万億兆]/.test(written);
  if (!hasDigits && !isLong && counter === undefined) return undefined;
  const until = end + (counter?.length ?? 0);
  const isDay = counter === "日" && value === 1 && !/[月年]/.test(text.charAt(first.at - 1));
  if (isDay && wholeDay.some((next) => next.test(text.slice(until, until + 12))))
    return {
      reading: { start: first.at, end: until, spoken: "イチニチ", kind: "unit" },
      next: findWord(words, next, ({ at, surface }) => at + surface.length > until),
    };
  const spoken = readValue(whole, value, { fraction, counter });
  const following = findWord(words, next, ({ at }) => at >= until);
  const stop = words
    .slice(next, following)
    .find(({ at, surface }) => at < until && at + surface.length > until);
  // A longer word starts with the counter, such as 人気 after 人.
  const rest = stop ? text.slice(until, stop.at + stop.surface.length) : "";
  if (stop && /^[\p{L}\p{N}]/u.test(rest) && rest !== "の") {
    const alone =
      hasDigits || isLong ? readValue(whole, value, { fraction, counter: undefined }) : undefined;
    return alone === undefined
      ? undefined
      : { reading: { start: first.at, end, spoken: alone, kind: "number" }, next };
  }
  // The dictionary's word may also have the particle after it, as in 三分の, or a bracket.
  if (stop)
    return {
      reading: {
        start: first.at,
        end: until + rest.length,
        spoken: spoken + rest,
        kind: getKind(counter),
      },
      next: following,
    };
  return {
    reading: { start: first.at, end: until, spoken, kind: getKind(counter) },
    next: following,
  };
}

const kinds: readonly [RegExp, ReadingKind][] = [
  [/^(?:円|ドル|ユーロ|ポンド)$/, "money"],
  [/^[年月日]$/, "date"],
  [/^(?:[時分秒]|時半)$/, "time"],
  [/./, "unit"],
];

function getKind(counter = ""): ReadingKind {
  return kinds.find(([pattern]) => pattern.test(counter))?.[1] ?? "number";
}

/** The text after a day that is a duration, not a date, as in 一日三回. */
const wholeDay = [
  /^(?:[中目分]|あたり|当たり|平均|に(?:つき)?[\d一二三四五六七八九十])/,
  /^[\d一二三四五六七八九十]{1,3}(?:[回個杯本錠分食枚]|時間)/,
];

/** Whether a comma separates thousands. */
function isThousandsMark(text: string, at: number): boolean {
  return (
    /(?:^|\D)\d{1,3}$|[,，]\d{3}$/.test(text.slice(Math.max(0, at - 4), at)) &&
    /^\d{3}(?!\d)/.test(text.slice(at + 1, at + 5))
  );
}

function readValue(
  written: string,
  value: number,
  { fraction, counter }: { fraction: string | undefined; counter: string | undefined },
): string {
  if (fraction !== undefined) {
    const decimals = /^\d*/.exec(fraction)?.[0] ?? "";
    const magnitude = fraction.slice(decimals.length);
    return readDecimal(value, { decimals, magnitude, ...(counter !== undefined && { counter }) });
  }
  if (counter !== undefined) return readCounted(value, counter);
  return /^0\d/.test(written) ? readDigits(written) : readNumber(value);
}
