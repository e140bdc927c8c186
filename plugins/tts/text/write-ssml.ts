import type { Say } from "./script.ts";

/** SSML for an engine, and the source position of each of its characters. */
export interface Written {
  ssml: string;
  /** Positions in the text by the index of the SSML's character (code point, not UTF-16 unit). */
  places: number[];
}

/** The SSML dialect of an engine. */
interface Dialect {
  text: string;
  /** Returns the prosody attributes of a part. */
  formatProsody(part: Say): Readonly<Record<string, string>>;
  /** Returns the pieces to speak for a span of text, if they differ from it. */
  splitPieces?(stretch: string, part: Say): readonly { piece: string; at: number }[];
  /** Whether it has the element "phoneme". */
  hasPhonemes?: boolean;
}

/** Writes a script as SSML for an engine. */
export function writeSsml(
  parts: readonly Say[],
  {
    text,
    formatProsody: prosodyOf,
    splitPieces: readingOf = splitCharacters,
    hasPhonemes,
  }: Dialect,
): Written {
  const written: string[] = [];
  const places: number[] = [];
  const write = (piece: string, at: number) => {
    for (const char of piece) {
      written.push(char);
      places.push(at);
    }
  };
  for (const part of parts) {
    const { start, end, spoken, spelled, ipa } = part;
    const attributes = Object.entries(prosodyOf(part)).map(([name, value]) => `${name}="${value}"`);
    if (attributes.length > 0) write(`<prosody ${attributes.join(" ")}>`, start);
    const isPronounced = hasPhonemes === true && ipa !== undefined;
    if (isPronounced) write(`<phoneme alphabet="ipa" ph="${escapeXml(ipa)}">`, start);
    if (spelled) write('<say-as interpret-as="characters">', start);
    for (const { piece, at } of readingOf(spoken ?? text.slice(start, end), part))
      write(escapeXml(piece), spoken === undefined ? start + at : start);
    if (spelled) write("</say-as>", end);
    if (isPronounced) write("</phoneme>", end);
    if (attributes.length > 0) write("</prosody>", end);
  }
  return { ssml: written.join(""), places };
}

function splitCharacters(stretch: string): { piece: string; at: number }[] {
  let at = 0;
  return Array.from(stretch, (piece) => {
    at += piece.length;
    return { piece, at: at - piece.length };
  });
}

/** Formats a factor as an SSML change: `+20%`. */
export function writePercent(factor: number): string {
  const percent = Math.round((factor - 1) * 100);
  return `${percent < 0 ? "" : "+"}${percent}%`;
}

/** Escapes text for XML. The function in "hub/drawing" would load all drawing code into the process. */
export function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
