import { asTable } from "hub";
import type { Say } from "../text/script.ts";
import { prepareText, type Reader, type Unread } from "./espeak-reading.ts";

/** A phoneme, letter, space or punctuation mark. The first one of a word has its position in the text. */
export interface PhonemeSymbol {
  symbol: string;
  place?: number;
}

/** How a voice turns text into symbols. */
export interface Phonemizer {
  reader: Reader;
  /** Returns eSpeak NG's phonemes of a text, or undefined for models that read letters. */
  toPhonemes: ((text: string) => string) | undefined;
  /** The most symbols of a sentence. */
  symbolsMax?: number;
}

/** Marks that end a clause, as Piper's models know them. */
const marks: Readonly<Record<string, string>> = asTable({
  ...{ ".": ".", "!": "!", "?": "?", ",": ",", ";": ";", ":": ":", "…": "." },
  ...{ "。": ".", "！": "!", "？": "?", "、": ",", "，": ",", "；": ";", "：": ":" },
  ...{ "؟": "?", "،": ",", "؛": ";", "।": ".", "॥": "." },
});
/** Marks that end a clause only before a space or at the end, since numbers and names contain them. */
const needsSpace = /^[.,;:!?]$/;
const sentenceEnd = /^[.!?]$/;
/** The model's time and memory grow with the square of the length, so longer sentences are spoken in parts. */
const symbolsWanted = 400;
const usualSymbolsMax = 600;

interface PlacedChar {
  char: string;
  place: number;
}

/** Writes parts of a text as the symbols of a model, in sentences. */
export function writePhonemes(
  parts: readonly Say[],
  { text, phonemizer }: { text: string; phonemizer: Phonemizer },
): { sentences: PhonemeSymbol[][]; unread: Unread[] } {
  const unread: Unread[] = [];
  const sentences: PhonemeSymbol[][] = [[]];
  const add = (symbols: readonly PhonemeSymbol[], mark: string | undefined) => {
    const sentence = sentences.at(-1) ?? [];
    if (symbols.length > 0 && sentence.length > 0) sentence.push({ symbol: " " });
    sentence.push(...symbols);
    if (mark !== undefined && sentence.length > 0) sentence.push({ symbol: mark });
    const isFull = sentence.length > symbolsWanted;
    if (sentence.length > 0 && ((mark !== undefined && sentenceEnd.test(mark)) || isFull))
      sentences.push([]);
  };
  let chars: PlacedChar[] = [];
  const flush = () => {
    for (const { clause, mark } of splitClauses(chars)) add(writeClause(clause, phonemizer), mark);
    chars = [];
  };
  for (const part of parts) {
    const { start, end, spoken, spelled = false, ipa } = part;
    if (ipa !== undefined && phonemizer.toPhonemes) {
      flush();
      add(writeWord(ipa, start), undefined);
      continue;
    }
    const own = spoken ?? text.slice(start, end);
    const reading = prepareText(own, { reader: phonemizer.reader, isSpelled: spelled });
    const getPlace = (at: number) => (spoken === undefined ? start + at : start);
    for (const { piece, at } of reading.pieces)
      for (const char of spelled ? `${piece.toUpperCase()} ` : piece)
        chars.push({ char, place: getPlace(at) });
    for (const one of reading.unread)
      unread.push(
        spoken === undefined
          ? { ...one, start: start + one.start, end: start + one.end }
          : { ...one, start, end },
      );
  }
  flush();
  const { symbolsMax = usualSymbolsMax } = phonemizer;
  return { sentences: sentences.flatMap((sentence) => splitSymbols(sentence, symbolsMax)), unread };
}

/** Splits a sentence that is too long, after a space if it has one. */
function splitSymbols(sentence: readonly PhonemeSymbol[], max: number): PhonemeSymbol[][] {
  const pieces: PhonemeSymbol[][] = [];
  let from = 0;
  while (from < sentence.length) {
    const piece = sentence.slice(from, from + max);
    const space = piece.findLastIndex(({ symbol }) => symbol === " ");
    const isLast = from + piece.length === sentence.length;
    const size = isLast || space < max / 2 ? piece.length : space + 1;
    pieces.push(piece.slice(0, size));
    from += size;
  }
  return pieces;
}

function splitClauses(
  chars: readonly PlacedChar[],
): { clause: PlacedChar[]; mark: string | undefined }[] {
  const clauses: { clause: PlacedChar[]; mark: string | undefined }[] = [];
  let clause: PlacedChar[] = [];
  for (const [index, one] of chars.entries()) {
    const mark = Object.hasOwn(marks, one.char) ? marks[one.char] : undefined;
    const next = chars[index + 1]?.char ?? " ";
    if (mark === undefined || (needsSpace.test(one.char) && !/[\s"'’”»)]/.test(next)))
      clause.push(one);
    else {
      clauses.push({ clause, mark });
      clause = [];
    }
  }
  return [...clauses, { clause, mark: undefined }];
}

/** Writes a clause. If it has other words as phonemes than as text, their places are shared out. */
function writeClause(clause: readonly PlacedChar[], { toPhonemes }: Phonemizer): PhonemeSymbol[] {
  const words = splitWords(clause);
  if (words.length === 0) return [];
  const spoken = toPhonemes
    ? splitPhonemes(toPhonemes(words.map(({ word }) => word).join(" ")))
    : words.map(({ word }) => word);
  return spoken.flatMap((phonemes, index) => {
    const at = Math.floor((index * words.length) / spoken.length);
    const own = writeWord(phonemes, words[at]?.place ?? 0);
    return index === 0 ? own : [{ symbol: " " }, ...own];
  });
}

function splitWords(clause: readonly PlacedChar[]): { word: string; place: number }[] {
  const words: { word: string; place: number }[] = [];
  let isOpen = false;
  for (const { char, place } of clause) {
    const last = words.at(-1);
    if (/\s/.test(char)) isOpen = false;
    else if (isOpen && last) last.word += char;
    else {
      words.push({ word: char, place });
      isOpen = true;
    }
  }
  return words;
}

/** Splits eSpeak NG's phonemes into words, without the names of languages that it switches to. */
function splitPhonemes(phonemes: string): string[] {
  return phonemes
    .replaceAll(/\([a-z-]{2,20}\)/gi, "")
    .replaceAll("_", "")
    .split(/[\s|]+/)
    .filter((word) => word !== "");
}

function writeWord(word: string, place: number): PhonemeSymbol[] {
  const [first, ...others] = Array.from(word.normalize("NFD"));
  if (first === undefined) return [];
  return [{ symbol: first, place }, ...others.map((symbol) => ({ symbol }))];
}
