import type { Say } from "./script.ts";

/** Speech marked up for an engine, and where each of its characters comes from. */
export interface Written {
  ssml: string;
  /** Places in the text, by the character (not the UTF-16 unit) of the SSML. */
  places: number[];
}

/** How an engine wants SSML. */
interface Dialect {
  text: string;
  /** The attributes of the prosody of a part, each with its value. */
  formatProsody(part: Say): Readonly<Record<string, string>>;
  /** What is said for a stretch of text, where that is not as it stands. */
  splitPieces?(stretch: string, part: Say): readonly { piece: string; at: number }[];
}

/** Writes what is said for an engine. */
export function writeSsml(
  parts: readonly Say[],
  { text, formatProsody: prosodyOf, splitPieces: readingOf = splitCharacters }: Dialect,
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
    const { start, end, spoken, spelled } = part;
    const attributes = Object.entries(prosodyOf(part)).map(([name, value]) => `${name}="${value}"`);
    if (attributes.length > 0) write(`<prosody ${attributes.join(" ")}>`, start);
    if (spelled) write('<say-as interpret-as="characters">', start);
    for (const { piece, at } of readingOf(spoken ?? text.slice(start, end), part))
      write(escapeXml(piece), spoken === undefined ? start + at : start);
    if (spelled) write("</say-as>", end);
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

/** A factor as SSML writes a change: `+20%`. */
export function writePercent(factor: number): string {
  const percent = Math.round((factor - 1) * 100);
  return `${percent < 0 ? "" : "+"}${percent}%`;
}

/** Escapes text for XML. The one of "hub/drawing" would load everything that draws into the process. */
export function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
