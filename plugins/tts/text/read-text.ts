import tts from "../plugin.ts";
import type { SpeechOptions } from "../request.ts";
import {
  checkText,
  continueParts,
  createScript,
  removeUnspeakable,
  type Say,
  type Script,
} from "./script.ts";

/** The text or SSML of a request, and how to process it. */
export interface TextRequest extends Pick<SpeechOptions, "text" | "ssml" | "clean" | "lexicon"> {
  /** Location of the text in the request. Default "body.text" or "body.ssml". */
  textAt?: string;
}

/** Parses the text or SSML of a request. */
export async function readText(request: TextRequest, textMax: number): Promise<Script> {
  const { textAt: at = request.text === undefined ? "body.ssml" : "body.text" } = request;
  const script = await parseText(request, textMax);
  checkText(script.text, at, textMax);
  return applyLexicon({ ...script, at }, request.lexicon);
}

async function parseText({ text, ssml, clean }: TextRequest, textMax: number): Promise<Script> {
  if (text !== undefined && ssml === undefined)
    return createScript(await cleanText(text, clean, textMax));
  if (text === undefined && ssml !== undefined) return (await import("./ssml.ts")).readSsml(ssml);
  throw tts.error("invalid_input", "The body must have either text or ssml", { at: "body.text" });
}

async function cleanText(
  text: string,
  clean: TextRequest["clean"],
  textMax: number,
): Promise<string> {
  const plain = removeUnspeakable(text);
  if (clean === "none") return plain;
  // Texts that are far too long are rejected before they are processed.
  if (plain.length > 4 * textMax) checkText(plain, "body.text", textMax);
  return (await import("./markdown.ts")).stripMarkdown(plain);
}

/** Applies a lexicon: whole words, in any case, longest first. */
export function applyLexicon(script: Script, lexicon: Readonly<Record<string, string>>): Script {
  const entries = Object.entries(lexicon)
    .filter(([word]) => word.trim() !== "")
    .map(([word, spoken]) => ({ word: lowerInPlace(word), spoken }))
    .sort((a, b) => b.word.length - a.word.length);
  if (entries.length === 0) return script;
  const text = lowerInPlace(script.text);
  const parts = script.parts.flatMap((part) =>
    part.kind === "pause" || part.spoken !== undefined || part.spelled || part.ipa !== undefined
      ? [part]
      : split(part, findPlaces(text, entries, part)),
  );
  return { ...script, parts };
}

interface WordReading {
  start: number;
  end: number;
  spoken: string;
}

/** Finds the words in a part, without overlaps. */
function findPlaces(
  text: string,
  entries: readonly { word: string; spoken: string }[],
  { start, end }: Say,
): WordReading[] {
  const taken = new Uint8Array(end - start);
  const places: WordReading[] = [];
  for (const { word, spoken } of entries) {
    for (let at = text.indexOf(word, start); at >= 0; at = text.indexOf(word, at + 1)) {
      const after = at + word.length;
      if (after > end) break;
      if (!isWhole(text, at, after) || taken[at - start] || taken[after - 1 - start]) continue;
      taken.fill(1, at - start, after - start);
      places.push({ start: at, end: after, spoken });
    }
  }
  return places.sort((a, b) => a.start - b.start);
}

function split(part: Say, places: readonly WordReading[]): Say[] {
  const parts: Say[] = [];
  let from = part.start;
  for (const place of places) {
    if (place.start > from) parts.push({ ...part, start: from, end: place.start });
    parts.push({ ...part, ...place });
    from = place.end;
  }
  if (from < part.end) parts.push({ ...part, start: from });
  return continueParts(parts);
}

function isWhole(text: string, start: number, end: number): boolean {
  const isWord = (char = "") => /[\p{L}\p{N}]/u.test(char);
  return (
    !(isWord(text[start - 1]) && isWord(text[start])) &&
    !(isWord(text[end - 1]) && isWord(text[end]))
  );
}

/** Returns the text in lower case with unchanged positions. Characters whose lower case is longer stay as they are. */
function lowerInPlace(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (char) => {
    const small = char.toLowerCase();
    return small.length === char.length ? small : char;
  }).join("");
}
