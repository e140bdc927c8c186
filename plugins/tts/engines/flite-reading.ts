import { openTexts } from "hub/data-file";
import { parseIpa, writeFlitePhones } from "../text/ipa.ts";
import { getScript } from "../text/letters.ts";
import type { Say } from "../text/script.ts";
import { prepareText, type Reader, type Unread } from "./espeak-reading.ts";

const texts = openTexts(new URL("./flite-reading.txt", import.meta.url), [
  "letter names",
  "greek names",
  "equivalents",
])();

/** A run of characters without a space, as Flite reads it. */
export interface Token {
  text: string;
  /** Its position in the script's text. */
  place: number;
  /** Index of its part. */
  part: number;
  /** Its phonemes, if the request has them. Its text is then a placeholder. */
  phonemes?: readonly string[];
}

/** Names of letters, as words that Flite reads correctly. */
const letterNames = texts["letter names"];
const greekNames = texts["greek names"];
/** Characters with an equivalent in ASCII that isn't their decomposition. */
const equivalents = texts.equivalents;
/** Marks that Flite would read out, or that it doesn't take for a pause. */
const silent = /["`*_~^|\\<>{}[\]=]/;

/** Writes a phrase as ASCII tokens, and collects the text that can't be read. */
export function writeTokens(
  parts: readonly Say[],
  { text, reader }: { text: string; reader: Reader },
): { tokens: Token[]; unread: Unread[]; lexicon: string | undefined } {
  const tokens: Token[] = [];
  const unread: Unread[] = [];
  const lengths = { run: 0, clause: 0 };
  let isOpen = false;
  const append = (piece: string, place: number, part: number) => {
    for (const char of piece) {
      if (/\s/.test(char)) isOpen = false;
      else {
        const last = tokens.at(-1);
        if (isOpen && last) last.text += char;
        else tokens.push({ text: char, place, part });
        isOpen = true;
      }
    }
  };
  for (const [index, { start, end, spoken, spelled = false, ipa }] of parts.entries()) {
    const phones = ipa === undefined ? undefined : parseIpa(ipa);
    if (phones) {
      const phonemes = writeFlitePhones(phones);
      const count = tokens.filter((token) => token.phonemes).length;
      tokens.push({ text: createPlaceholder(count), place: start, part: index, phonemes });
      isOpen = false;
      continue;
    }
    const own = spoken ?? text.slice(start, end);
    const prepared = prepareText(own, { reader, isSpelled: spelled, lengths });
    for (const one of prepared.unread)
      unread.push(
        spoken === undefined
          ? { ...one, start: start + one.start, end: start + one.end }
          : { ...one, start, end },
      );
    for (const { piece, at } of prepared.pieces)
      append(
        spelled ? spell(piece) : toAscii(piece),
        spoken === undefined ? start + at : start,
        index,
      );
  }
  const entries = tokens.flatMap(({ text: word, phonemes }) =>
    phonemes ? [`${word} : ${phonemes.join(" ")}\n`] : [],
  );
  const lexicon = entries.length > 0 ? entries.join("") : undefined;
  return { tokens: attachMarks(tokens), unread, lexicon };
}

/** Creates a word that the dictionary lacks. Flite would spell words that can't be pronounced. */
function createPlaceholder(index: number): string {
  const syllables = ["ka", "ke", "ki", "ko", "ku"];
  const digits = Array.from(index.toString(syllables.length), (digit) => syllables[Number(digit)]);
  return `bli${digits.join("")}`;
}

/** Attaches lone punctuation to the token before it. */
function attachMarks(tokens: readonly Token[]): Token[] {
  const words: Token[] = [];
  for (const token of tokens) {
    const last = words.at(-1);
    if (/[A-Za-z0-9]/.test(token.text)) words.push(token);
    else if (last) last.text += /[.,;:!?]/.exec(token.text)?.[0] ?? "";
  }
  return words;
}

function spell(piece: string): string {
  const plain = toAscii(piece).toLowerCase();
  return Array.from(plain, (char) => ` ${letterNames[char] ?? char} `).join("");
}

function toAscii(piece: string): string {
  if (/^[\x20-\x7e]*$/.test(piece)) return silent.test(piece) ? " " : piece;
  const lower = piece.toLowerCase();
  const known = equivalents[lower];
  if (known !== undefined) return known;
  if (getScript(piece) === "Grek") return ` ${greekNames[lower] ?? ""} `;
  return Array.from(
    piece.normalize("NFKD").replaceAll(/\p{M}/gu, ""),
    (char) => equivalents[char.toLowerCase()] ?? (/^[\x20-\x7e]$/.test(char) ? char : " "),
  ).join("");
}
