import type { Tokenizer } from "lindera-wasm-nodejs-ipadic";
import type { Reading } from "../normalize/cursor.ts";
import { loadEmoji } from "../normalize/load.ts";
import { continueParts, type Say, type Script } from "../text/script.ts";
import { readNumberAt } from "./counted.ts";
import { readFormatAt } from "./formats.ts";
import { findWord, listWords, openTokenizer, type Piece, readWord, type Word } from "./words.ts";

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
  const words = listWords(text, tokenizer);
  const readings: Piece[] = [];
  let index = 0;
  while (index < words.length) {
    const number =
      (emoji && readEmojiAt(text, words, { index, emoji, tokenizer })) ??
      readFormatAt(text, words, index) ??
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
