import { openTexts } from "hub/data-file";
import type { ReadingKind } from "../normalize/cursor.ts";
import {
  parseNumber,
  readCounted,
  readDecimal,
  readDigits,
  readDigitsOrNumber,
  readNumber,
} from "./numbers.ts";
import { findWord, type Piece, type Word } from "./words.ts";

const { currencies, weekdays, labels, signs } = openTexts(
  new URL("./formats.txt", import.meta.url),
  ["currencies", "weekdays", "labels", "signs"],
)();

/** A format of its own, and how it is read. */
interface Format {
  kind: ReadingKind;
  pattern: RegExp;
  /** Returns the katakana, or undefined if it isn't one. `before` is the character before it, and `after` what follows. */
  read(groups: readonly string[], before: string, after: string): string | undefined;
}

const amount = String.raw`(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?([千万億兆]{0,2})`;
const kanjiNumber = "[一二三四五六七八九十百千]{1,5}";

function readAddress(address: string): string {
  const bare = address.replace(/^(?:https?|ftp):\/\//i, "").replace(/\/$/, "");
  const pieces = bare.match(/\d{1,200}|[A-Za-z]{1,2000}|[^A-Za-z\d]/g) ?? [];
  return pieces
    .map((piece) => {
      if (/^\d/.test(piece)) return readDigitsOrNumber(piece);
      return labels[piece.toLowerCase()] ?? signs[piece] ?? piece;
    })
    .join("");
}

const formats: readonly Format[] = [
  {
    kind: "email",
    pattern: /([A-Za-z0-9][\w.%+-]{0,63}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,5})/y,
    read: ([address = ""], before) => (/[\w.@]/.test(before) ? undefined : readAddress(address)),
  },
  {
    kind: "url",
    pattern: /((?:https?:\/\/|www\.)[\w.~:/?#@%+=&-]{0,1999}[\w/])/iy,
    read: ([address = ""], before) => (/\w/.test(before) ? undefined : readAddress(address)),
  },
  {
    kind: "fraction",
    pattern: /([¼½¾⅓⅔⅛])/y,
    read: ([sign = ""]) => {
      const [top, bottom] = sign.normalize("NFKC").split("⁄").map(Number);
      return `${readNumber(bottom ?? 1)}ブンノ${readNumber(top ?? 1)}`;
    },
  },
  {
    kind: "phone",
    pattern: /(0\d{1,4})[-‐‑–−ー](\d{1,4})[-‐‑–−ー](\d{3,4})(?!\d)/y,
    read: (groups) => groups.map(readDigits).join("ノ"),
  },
  {
    kind: "date",
    pattern: /(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)/y,
    read: ([year, month, day]) => `${readCounted(Number(year), "年")}${readDay(month, day) ?? ""}`,
  },
  {
    kind: "time",
    pattern: /(\d{1,2})[:：](\d{2})(?![\d:：])/y,
    read: ([hour, minute]) =>
      readCounted(Number(hour), "時") + (minute === "00" ? "" : readCounted(Number(minute), "分")),
  },
  {
    kind: "range",
    pattern: /(\d{1,3})[:：](\d)(?![\d:：])/y,
    read: ([first, second]) => `${readNumber(Number(first))}タイ${readNumber(Number(second))}`,
  },
  // The police: other numbers of this kind are read as numbers.
  { kind: "phone", pattern: /110番/y, read: () => "ヒャクトーバン" },
  {
    kind: "money",
    pattern: new RegExp(`([¥￥$＄€£])${amount}`, "y"),
    read: ([symbol = "", ...groups]) => readAmount(groups, currencies[symbol] ?? ""),
  },
  {
    kind: "fraction",
    pattern: new RegExp(String.raw`(\d{1,4}|${kanjiNumber})分の(\d{1,4}|${kanjiNumber})`, "y"),
    read: ([bottom = "", top = ""]) =>
      `${readNumber(parseNumber(bottom) ?? 0)}ブンノ${readNumber(parseNumber(top) ?? 0)}`,
  },
  {
    kind: "fraction",
    pattern: /(\d{1,3})\/(\d{1,3})(?![\d/])/y,
    // Fractions such as 1/2 have small numbers. Others, such as 11/26, are dates.
    read: ([first = "", second = ""], before) => {
      if (before === "/") return undefined;
      const isFraction = Number(first) < Number(second) && Number(second) <= 10;
      const day = isFraction ? undefined : readDay(first, second);
      return day ?? `${readNumber(Number(second))}ブンノ${readNumber(Number(first))}`;
    },
  },
  {
    kind: "number",
    pattern: /[-−－](?=[\d√])/y,
    read: (_, before) => (/^[A-Za-z0-9-]/.test(before) ? undefined : "マイナス"),
  },
  {
    kind: "range",
    pattern: /[〜～~](?=[¥￥$＄€£]?\d|紀元|[月火水木金土日][)）])/y,
    read: (_, before) => (/^[\p{L}\p{N}%％℃)）]/u.test(before) ? "カラ" : undefined),
  },
  {
    kind: "range",
    pattern: /[-–−－](?=\d)/y,
    read: (_, before, after) =>
      /^\d/.test(before) && rangeCounter.test(after) ? "カラ" : undefined,
  },
  {
    kind: "symbol",
    pattern: /[-–−－](?=\d)/y,
    read: (_, before) => (/^\d/.test(before) ? "ノ" : undefined),
  },
  {
    kind: "abbreviation",
    pattern: /([月火水木金土日])(?=[)）・〜～])/y,
    read: ([day = ""], before) => (/^[(（・〜～]/.test(before) ? weekdays[day] : undefined),
  },
  { kind: "symbol", pattern: /√(?=[\d一二三四五六七八九十百千])/y, read: () => "ルート" },
  // The dictionary is older than this era.
  { kind: "word", pattern: /令和/y, read: () => "レーワ" },
];

/** A number and what it counts, after the dash of a range. */
const rangeCounter =
  /^\d{1,5}(?:[円年月日時分秒人名個本匹杯回階歳冊枚台度番号倍件点泊km%％℃]|週間|か月|ヶ月)/;

/** Returns the katakana of a month and a day, or undefined if there is no such day. */
function readDay(month = "", day = ""): string | undefined {
  const isDay = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
  return isDay ? readCounted(Number(month), "月") + readCounted(Number(day), "日") : undefined;
}

function readAmount([whole = "", decimals, magnitude = ""]: readonly string[], counter: string) {
  const number = whole.replaceAll(",", "");
  if (decimals !== undefined && decimals !== "")
    return readDecimal(Number(number), { decimals, magnitude, counter });
  return readCounted(parseNumber(number + magnitude) ?? Number(number), counter);
}

const formatStart = /[√A-Za-z¼½¾⅓⅔⅛\d令¥￥$＄€£〜～~\-–−－一二三四五六七八九十百千月火水木金土日]/;

/** Reads a format at a word. */
export function readFormatAt(
  text: string,
  words: readonly Word[],
  index: number,
): { reading: Piece; next: number } | undefined {
  const at = words[index]?.at ?? text.length;
  const before = text.charAt(at - 1);
  const isInNumber = /\d/.test(text.charAt(at)) && /\d/.test(before);
  if (!formatStart.test(text.charAt(at)) || isInNumber) return undefined;
  for (const { pattern, kind, read } of formats) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    const rest = text.slice(pattern.lastIndex, pattern.lastIndex + 8);
    const spoken = match ? read(match.slice(1), before, rest) : undefined;
    if (!match || spoken === undefined) continue;
    const end = at + match[0].length;
    const next = findWord(words, index, (word) => word.at >= end);
    // A word that starts within the format and ends after it is read as a whole.
    const stop = words[next - 1];
    if (stop && stop.at + stop.surface.length > end) continue;
    return { reading: { start: at, end, spoken, kind }, next };
  }
  return undefined;
}
