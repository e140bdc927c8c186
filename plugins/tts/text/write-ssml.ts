import type { Say } from "./script.ts";

/** Speech marked up for an engine, and where each of its characters comes from. */
export interface Written {
  ssml: string;
  /** Places in the text, by the character (not the UTF-16 unit) of the SSML. */
  places: number[];
}

/** Writes what is said for an engine, which has its own way to write a rate. */
export function writeSsml(
  parts: readonly Say[],
  { text, rateOf }: { text: string; rateOf: (factor: number) => string },
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
    const [open = "", close = ""] = prosodyOf(part, rateOf);
    write(open, start);
    if (spelled) write('<say-as interpret-as="characters">', start);
    if (spoken !== undefined) write(escapeXml(spoken), start);
    else {
      let at = start;
      for (const char of text.slice(start, end)) {
        write(escapeXml(char), at);
        at += char.length;
      }
    }
    if (spelled) write("</say-as>", end);
    write(close, end);
  }
  return { ssml: written.join(""), places };
}

function prosodyOf({ rate, pitch, volume }: Say, rateOf: (factor: number) => string) {
  const attributes = [
    rate !== 1 && `rate="${rateOf(rate)}"`,
    pitch !== 1 && `pitch="${relative(pitch)}"`,
    volume !== 1 && `volume="${relative(volume)}"`,
  ].filter(Boolean);
  return attributes.length > 0 ? [`<prosody ${attributes.join(" ")}>`, "</prosody>"] : ["", ""];
}

/** A factor as SSML writes a change: `+20%`. */
export function relative(factor: number): string {
  const percent = Math.round((factor - 1) * 100);
  return `${percent < 0 ? "" : "+"}${percent}%`;
}

/** Text as XML wants it. */
export function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
