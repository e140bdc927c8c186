import type { Tokenizer } from "lindera-wasm-nodejs-ipadic";
import { continueParts, type Say, type Script } from "../text/script.ts";
import { findCounter, parseNumber, readCounted, readDigits, readNumber } from "./numbers.ts";

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
const variants: Readonly<Record<string, string>> = {
  髙: "高",
  﨑: "崎",
  濵: "浜",
  濱: "浜",
  鷗: "鴎",
  邉: "辺",
  邊: "辺",
  齋: "斎",
  齊: "斉",
  德: "徳",
  黑: "黒",
};
const variant = /[髙﨑濵濱鷗邉邊齋齊德黑]/g;
const kanji = /[\p{Script=Han}々〆ヵヶ]/u;
const needsReading = /[\p{Script=Han}々〆\p{Nd}]/u;

/** Writes the kanji and numbers of a script as katakana. Its text and positions don't change. */
export async function readJapanese(script: Script): Promise<Script> {
  const { text, parts } = script;
  const isNeeded = parts.some(
    (part) =>
      part.kind === "say" && needsReading.test(part.spoken ?? text.slice(part.start, part.end)),
  );
  if (!isNeeded) return script;
  const tokenizer = await openTokenizer();
  return {
    ...script,
    parts: parts.flatMap((part) => {
      if (part.kind === "pause" || part.spelled || part.ipa !== undefined) return [part];
      const own = part.spoken ?? text.slice(part.start, part.end);
      const readings = findReadings(own, tokenizer);
      return part.spoken === undefined
        ? splitAtReadings(part, readings)
        : [{ ...part, spoken: readings.map(({ spoken }) => spoken).join("") }];
    }),
  };
}

/** A piece of a text, and how it is spoken. */
interface Reading {
  start: number;
  end: number;
  spoken: string;
  /** Whether it differs from the text. */
  isOther: boolean;
}

function splitAtReadings(part: Say, readings: readonly Reading[]): Say[] {
  const pieces: Say[] = [];
  let isPlain = false;
  for (const { start, end, spoken, isOther } of readings) {
    const last = pieces.at(-1);
    const [from, to] = [part.start + start, part.start + end];
    if (isOther) pieces.push({ ...part, start: from, end: to, spoken });
    else if (isPlain && last) last.end = to;
    else pieces.push({ ...part, start: from, end: to });
    isPlain = !isOther;
  }
  return continueParts(pieces);
}

/** Returns the readings of a text. Together they cover it. */
function findReadings(text: string, tokenizer: Tokenizer): Reading[] {
  const words = listWords(
    text.replace(variant, (char) => variants[char] ?? char),
    tokenizer,
  );
  const readings: Reading[] = [];
  let index = 0;
  while (index < words.length) {
    const number = readPatternAt(text, words, index) ?? readNumberAt(text, words, index);
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

function readWord(words: readonly Word[], index: number, word: Word): Reading {
  const { surface, partOfSpeech, at } = word;
  const span = { start: at, end: at + surface.length };
  const pronunciation = correct(words, index, word);
  const isParticle = partOfSpeech === "助詞" && /^[はへ]$/.test(surface);
  if (pronunciation === undefined || !(isParticle || kanji.test(surface)))
    return { ...span, spoken: surface, isOther: false };
  return { ...span, spoken: pronunciation, isOther: true };
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

/** Numbers in formats of their own, and how they are read. */
const patterns: readonly [RegExp, (groups: readonly string[]) => string][] = [
  [
    /(0\d{1,4})[-‐‑–−ー](\d{1,4})[-‐‑–−ー](\d{3,4})(?!\d)/y,
    (groups) => groups.map(readDigits).join("ノ"),
  ],
  [
    /(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)/y,
    ([year, month, day]) =>
      readCounted(Number(year), "年") +
      readCounted(Number(month), "月") +
      readCounted(Number(day), "日"),
  ],
  [
    /(\d{1,2})[:：](\d{2})(?![\d:：])/y,
    ([hour, minute]) =>
      readCounted(Number(hour), "時") + (minute === "00" ? "" : readCounted(Number(minute), "分")),
  ],
  [
    /[¥￥](\d{1,3}(?:,\d{3})+|\d+)/y,
    ([amount = ""]) => readCounted(Number(amount.replaceAll(",", "")), "円"),
  ],
];

function readPatternAt(
  text: string,
  words: readonly Word[],
  index: number,
): { reading: Reading; next: number } | undefined {
  const at = words[index]?.at ?? text.length;
  // Only ASCII digits: other ones are rare in these formats.
  if (!/[\d¥￥]/.test(text.charAt(at)) || /\d/.test(text.charAt(at - 1))) return undefined;
  for (const [pattern, read] of patterns) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) continue;
    const end = at + match[0].length;
    const next = words.findIndex((word) => word.at >= end);
    const reading = { start: at, end, spoken: read(match.slice(1)), isOther: true };
    return { reading, next: next < 0 ? words.length : next };
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
): { reading: Reading; next: number } | undefined {
  const first = words[index];
  if (!first || !numeral.test(first.surface)) return undefined;
  let end = first.at;
  let next = index;
  for (; next < words.length; next++) {
    const { surface = "", at = 0 } = words[next] ?? {};
    const isJoint =
      /^[,，.．]$/.test(surface) &&
      digit.test(text.charAt(at - 1)) &&
      digit.test(text.charAt(at + 1));
    if (!numeral.test(surface) && !isJoint) break;
    end = at + surface.length;
  }
  const written = text.slice(first.at, end);
  const [whole = "", fraction] = written.normalize("NFKC").split(".");
  const value = parseNumber(whole);
  if (value === undefined) return undefined;
  const hasDigits = /\p{Nd}/u.test(written);
  const counter = findCounter(text.slice(end));
  // Kanji without a counter are words, as in 一緒, or names.
  if (!hasDigits && counter === undefined) return undefined;
  const until = end + (counter?.length ?? 0);
  if (written === "一" && text.startsWith("日中", end))
    return {
      reading: { start: first.at, end: until, spoken: "イチニチ", isOther: true },
      next: next + 1,
    };
  const spoken = readValue(whole, value, { fraction, counter });
  const following = words.findIndex(({ at }, place) => place >= next && at >= until);
  const stop = words.find(({ at, surface }) => at < until && at + surface.length > until);
  // A longer word starts with the counter, such as 人気 after 人.
  if (stop && counter !== undefined) {
    const alone = hasDigits ? readValue(whole, value, { fraction, counter: undefined }) : undefined;
    return alone === undefined
      ? undefined
      : { reading: { start: first.at, end, spoken: alone, isOther: true }, next };
  }
  return {
    reading: { start: first.at, end: until, spoken, isOther: true },
    next: following < 0 ? words.length : following,
  };
}

function readValue(
  written: string,
  value: number,
  { fraction, counter }: { fraction: string | undefined; counter: string | undefined },
): string {
  if (fraction !== undefined)
    return `${readNumber(value)}テン${readDigits(fraction)}${counter === undefined ? "" : readCounted(0, counter).replace(/^ゼロ/, "")}`;
  if (counter !== undefined) return readCounted(value, counter);
  // A code.
  return /^0\d/.test(written) ? readDigits(written) : readNumber(value);
}
