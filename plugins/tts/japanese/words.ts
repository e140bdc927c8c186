import { openTexts } from "hub/data-file";
import type { Tokenizer } from "lindera-wasm-nodejs-ipadic";
import type { Reading, ReadingKind } from "../normalize/cursor.ts";

const { variants } = openTexts(new URL("./words.txt", import.meta.url), ["variants"])();

/** A word of the dictionary. Unknown words have no pronunciation. */
export interface Word {
  surface: string;
  partOfSpeech: string;
  pronunciation?: string;
  /** Its position in the text. */
  at: number;
}

/** A piece of a text, and how it is spoken. */
export interface Piece extends Omit<Reading, "kind"> {
  /** The kind of a number or sign that is spoken differently than it is written. */
  kind?: ReadingKind;
}

let opened: Promise<Tokenizer> | undefined;

/** Returns this process's tokenizer, loaded at its first use: it needs 140 MB. */
export function openTokenizer(): Promise<Tokenizer> {
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
const variant = new RegExp(Object.keys(variants).join("|"), "g");
const kanji = /[\p{Script=Han}々〆ヵヶ]/u;

/** Returns the words of a text. Together they cover it. */
export function listWords(written: string, tokenizer: Tokenizer): Word[] {
  const text = written.replace(variant, (char) => variants[char] ?? char);
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

/** Returns a word in katakana. Only kanji and particles change. */
export function readWord(words: readonly Word[], index: number, word: Word): Piece {
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

/** Returns the index of the first word from an index on that fulfils a condition, or the number of words. */
export function findWord(
  words: readonly Word[],
  from: number,
  fulfils: (word: Word) => boolean,
): number {
  for (let index = from; index < words.length; index++) {
    const word = words[index];
    if (word && fulfils(word)) return index;
  }
  return words.length;
}
