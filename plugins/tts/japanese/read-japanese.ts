import { asTable } from "hub";
import { openTexts } from "hub/data-file";
import type { Tokenizer } from "lindera-wasm-nodejs-ipadic";
import type { Reading, ReadingKind } from "../normalize/cursor.ts";
import { loadEmoji } from "../normalize/load.ts";
import { continueParts, type Say, type Script } from "../text/script.ts";
import {
  findCounter,
  parseNumber,
  readCounted,
  readDecimal,
  readDigits,
  readNumber,
} from "./numbers.ts";

const texts = openTexts(new URL("./read-japanese.txt", import.meta.url), ["variants"])();

/** A word of the dictionary. Unknown words have no pronunciation. */
interface Word {
  surface: string;
  partOfSpeech: string;
  pronunciation?: string;
  /** Its position in the text. */
  at: number;
}

let opened: Promise<Tokenizer> | undefined;

/** Returns this process's tokenizer, loaded at its first use: it needs 140 MB. */
function openTokenizer(): Promise<Tokenizer> {
  opened ??= loadTokenizer().catch((failure) => {
    opened = undefined;
    throw failure;
  });
  return opened;
}

async function loadTokenizer(): Promise<Tokenizer> {
  const { TokenizerBuilder } = await import("lindera-wasm-nodejs-ipadic");
  const builder = new TokenizerBuilder();
  builder.setDictionary("embedded://ipadic");
  builder.setMode("normal");
  return builder.build();
}

/** Variants of characters that the dictionary has in their usual form. */
const variants = texts.variants;
const variant = /[髙﨑濵濱鷗邉邊齋齊德黑]/g;
const kanji = /[\p{Script=Han}々〆ヵヶ]/u;
const needsReading = /[\p{Script=Han}々〆\p{Nd}¼½¾⅓⅔⅛]|www\.|:\/\/|\w@\w|\p{RGI_Emoji}/v;

/** Writes the kanji and numbers of a script as katakana. Its text and positions don't change. */
export async function readJapanese(script: Script): Promise<Script> {
  return (await normalizeJapanese(script)).script;
}

/** Writes the kanji and numbers of a script as katakana, and lists what changed. */
export async function normalizeJapanese(
  script: Script,
): Promise<{ script: Script; readings: Reading[] }> {
  const { text, parts } = script;
  const isNeeded = parts.some(
    (part) =>
      part.kind === "say" && needsReading.test(part.spoken ?? text.slice(part.start, part.end)),
  );
  if (!isNeeded) return { script, readings: [] };
  const tokenizer = await openTokenizer();
  const emoji = emojiIn.test(text) ? await loadEmoji("ja") : undefined;
  const readings: Reading[] = [];
  const read = parts.flatMap((part): Script["parts"] => {
    if (part.kind === "pause" || part.spelled || part.ipa !== undefined) return [part];
    const own = part.spoken ?? text.slice(part.start, part.end);
    const pieces = findReadings(own, tokenizer, emoji);
    if (part.spoken !== undefined)
      return [{ ...part, spoken: pieces.map(({ spoken }) => spoken).join("") }];
    for (const { start, end, spoken, kind } of pieces)
      if (kind) readings.push({ start: part.start + start, end: part.start + end, spoken, kind });
    return splitAtReadings(part, pieces);
  });
  return { script: { ...script, parts: read }, readings };
}

/** A piece of a text, and how it is spoken. */
interface Piece extends Omit<Reading, "kind"> {
  /** The kind of a number or sign that is spoken differently than it is written. */
  kind?: ReadingKind;
}

function splitAtReadings(part: Say, readings: readonly Piece[]): Say[] {
  const pieces: Say[] = [];
  let isPlain = false;
  for (const { start, end, spoken, kind } of readings) {
    const last = pieces.at(-1);
    const [from, to] = [part.start + start, part.start + end];
    if (kind) pieces.push({ ...part, start: from, end: to, spoken });
    else if (isPlain && last) last.end = to;
    else pieces.push({ ...part, start: from, end: to });
    isPlain = kind === undefined;
  }
  return continueParts(pieces);
}

/** Returns the readings of a text. Together they cover it. */
function findReadings(
  written: string,
  tokenizer: Tokenizer,
  emoji?: ReadonlyMap<string, string>,
): Piece[] {
  const text = toAsciiDigits(written);
  const words = listWords(
    text.replace(variant, (char) => variants[char] ?? char),
    tokenizer,
  );
  const readings: Piece[] = [];
  let index = 0;
  while (index < words.length) {
    const number =
      (emoji && readEmojiAt(text, words, { index, emoji, tokenizer })) ??
      readPatternAt(text, words, index) ??
      readNumberAt(text, words, index);
    if (number) {
      readings.push(number.reading);
      index = number.next;
      continue;
    }
    const word = words[index];
    if (word) readings.push(readWord(words, index, word));
    index++;
  }
  return readings;
}

const emojiIn = /\p{RGI_Emoji}/v;
const emojiAt = /\p{RGI_Emoji}/vy;

/** Reads an emoji by its name. */
function readEmojiAt(
  text: string,
  words: readonly Word[],
  {
    index,
    emoji,
    tokenizer,
  }: { index: number; emoji: ReadonlyMap<string, string>; tokenizer: Tokenizer },
): { reading: Piece; next: number } | undefined {
  const start = words[index]?.at ?? text.length;
  emojiAt.lastIndex = start;
  const [sign = ""] = emojiAt.exec(text) ?? [];
  const name = emoji.get(sign.replaceAll("\ufe0f", ""));
  if (name === undefined) return undefined;
  const spoken = findReadings(name, tokenizer)
    .map((piece) => piece.spoken)
    .join("");
  const end = start + sign.length;
  return {
    reading: { start, end, spoken: `、${spoken}、`, kind: "emoji" },
    next: findWord(words, index, (word) => word.at >= end),
  };
}

/** Replaces full-width digits and hyphens. Positions stay the same. */
function toAsciiDigits(text: string): string {
  return text.replaceAll(/[０-９]|－(?=[０-９0-9])/g, (char) => char.normalize("NFKC"));
}

function listWords(text: string, tokenizer: Tokenizer): Word[] {
  const words: Word[] = [];
  let at = 0;
  const add = (word: Omit<Word, "at">) => {
    words.push({ ...word, at });
    at += word.surface.length;
  };
  for (const { surface, partOfSpeech, pronunciation } of tokenizer.tokenize(text) as Word[]) {
    // The tokenizer drops spaces.
    const start = text.indexOf(surface, at);
    if (start > at) add({ surface: text.slice(at, start), partOfSpeech: "" });
    add({
      surface,
      partOfSpeech,
      ...(pronunciation && pronunciation !== "*" && { pronunciation }),
    });
  }
  if (at < text.length) add({ surface: text.slice(at), partOfSpeech: "" });
  return words;
}

function readWord(words: readonly Word[], index: number, word: Word): Piece {
  const { surface, partOfSpeech, at } = word;
  const span = { start: at, end: at + surface.length };
  const pronunciation = correct(words, index, word);
  const isParticle = partOfSpeech === "助詞" && /^[はへ]$/.test(surface);
  if (pronunciation === undefined || !(isParticle || kanji.test(surface)))
    return { ...span, spoken: surface };
  return { ...span, spoken: pronunciation, kind: "word" };
}

/** Returns the pronunciation of a word, with corrections of the dictionary's choice. */
function correct(words: readonly Word[], index: number, word: Word): string | undefined {
  const { surface, pronunciation } = word;
  const before = words[index - 1]?.surface;
  const after = words[index + 1]?.surface ?? "";
  if (surface === "行っ" || surface === "行って")
    return (before === "を" ? "オコナッ" : "イッ") + surface.slice(2);
  if (surface === "何" && /^[でのだとなか]/.test(after)) return "ナン";
  if (/^日本[人語]?$/.test(surface)) return pronunciation?.replace("ニッポン", "ニホン");
  if (surface === "中" && index > 0 && /[日年月晩]$/.test(before ?? "")) return "ジュー";
  return pronunciation;
}

/** A format of its own, and how it is read. */
interface Pattern {
  kind: ReadingKind;
  pattern: RegExp;
  /** Returns the katakana, or undefined if it isn't one. `before` is the character before it. */
  read(groups: readonly string[], before: string): string | undefined;
}

const amount = String.raw`(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?([千万億兆]{0,2})`;
const currencies: Readonly<Record<string, string>> = asTable({
  "¥": "円",
  "￥": "円",
  $: "ドル",
  "＄": "ドル",
  "€": "ユーロ",
  "£": "ポンド",
});
const weekdays: Readonly<Record<string, string>> = asTable({
  月: "ゲツ",
  火: "カ",
  水: "スイ",
  木: "モク",
  金: "キン",
  土: "ド",
  日: "ニチ",
});
const kanjiNumber = "[一二三四五六七八九十百千]{1,5}";

/** Common parts of domains. The engine spells other Latin words. */
const labels: Readonly<Record<string, string>> = asTable({
  ...{ www: "ダブリューダブリューダブリュー", com: "コム", net: "ネット", org: "オーグ" },
  ...{ jp: "ジェーピー", co: "シーオー", ne: "エヌイー", ac: "エーシー", go: "ジーオー" },
  ...{
    or: "オーアール",
    io: "アイオー",
    info: "インフォ",
    dev: "デブ",
    html: "エイチティーエムエル",
  },
});
const addressSigns: Readonly<Record<string, string>> = asTable({
  ...{ ".": "ドット", "/": "スラッシュ", "-": "ハイフン", _: "アンダーバー", "@": "アットマーク" },
  ...{ ":": "コロン", "?": "クエスチョン", "=": "イコール", "&": "アンド", "#": "シャープ" },
  ...{ "%": "パーセント", "+": "プラス", "~": "チルダ" },
});

function readAddress(address: string): string {
  const bare = address.replace(/^(?:https?|ftp):\/\//i, "").replace(/\/$/, "");
  const pieces = bare.match(/\d{1,200}|[A-Za-z]{1,2000}|[^A-Za-z\d]/g) ?? [];
  return pieces
    .map((piece) => {
      if (/^\d/.test(piece)) return readDigitsOrNumber(piece);
      const key = piece.toLowerCase();
      if (Object.hasOwn(labels, key)) return labels[key];
      return Object.hasOwn(addressSigns, piece) ? addressSigns[piece] : piece;
    })
    .join("");
}

const patterns: readonly Pattern[] = [
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
    pattern: /[-−－](?=\d)/y,
    read: (_, before) => (/^[A-Za-z0-9-]/.test(before) ? undefined : "マイナス"),
  },
  {
    kind: "range",
    pattern: /[〜～~](?=[¥￥$＄€£]?\d|[月火水木金土日][)）])/y,
    read: (_, before) => (/^[\p{L}\p{N}%％℃]/u.test(before) ? "カラ" : undefined),
  },
  {
    kind: "range",
    pattern: new RegExp(String.raw`[-–−－](?=\d{1,5}(?:${rangeCounters()}))`, "y"),
    read: (_, before) => (/^\d/.test(before) ? "カラ" : undefined),
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
  // The dictionary is older than this era.
  { kind: "word", pattern: /令和/y, read: () => "レーワ" },
];

function rangeCounters(): string {
  return "[円年月日時分秒人名個本匹杯回階歳冊枚台度番号倍件点泊km%％℃]|週間|か月|ヶ月";
}

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

const patternStart = /[A-Za-z¼½¾⅓⅔⅛\d令¥￥$＄€£〜～~\-–−－一二三四五六七八九十百千月火水木金土日]/;

function readPatternAt(
  text: string,
  words: readonly Word[],
  index: number,
): { reading: Piece; next: number } | undefined {
  const at = words[index]?.at ?? text.length;
  const before = text.charAt(at - 1);
  const isInNumber = /\d/.test(text.charAt(at)) && /\d/.test(before);
  if (!patternStart.test(text.charAt(at)) || isInNumber) return undefined;
  for (const { pattern, kind, read } of patterns) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    const spoken = match ? read(match.slice(1), before) : undefined;
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

const digit = /^[\p{Nd}]+$/u;
const numeral = /^[\p{Nd}〇一二三四五六七八九十百千万億兆]+$/u;

/** Reads a number, with the counter after it. */
function readNumberAt(
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
  // Kanji without a counter are words, as in 一緒, or names.
  if (!hasDigits && counter === undefined) return undefined;
  const until = end + (counter?.length ?? 0);
  const isDay = counter === "日" && value === 1 && !/[月年]/.test(text.charAt(first.at - 1));
  if (isDay && wholeDay.test(text.slice(until, until + 12)))
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
    const alone = hasDigits ? readValue(whole, value, { fraction, counter: undefined }) : undefined;
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

/** Returns the index of the first word from an index on that fulfils a condition, or the number of words. */
function findWord(words: readonly Word[], from: number, fulfils: (word: Word) => boolean): number {
  for (let index = from; index < words.length; index++) {
    const word = words[index];
    if (word && fulfils(word)) return index;
  }
  return words.length;
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
const wholeDay =
  /^(?:[中目分]|あたり|当たり|平均|に(?:つき)?[\d一二三四五六七八九十]|[\d一二三四五六七八九十]{1,3}(?:[回個杯本錠分食枚]|時間))/;

/** Whether a comma separates thousands. */
function isThousandsMark(text: string, at: number): boolean {
  return (
    /(?:^|\D)\d{1,3}$|[,，]\d{3}$/.test(text.slice(Math.max(0, at - 4), at)) &&
    /^\d{3}(?!\d)/.test(text.slice(at + 1, at + 5))
  );
}

function readDigitsOrNumber(written: string): string {
  return /^0\d/.test(written) ? readDigits(written) : readNumber(Number(written));
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
