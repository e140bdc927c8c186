import { computeLevels, type Direction } from "./bidi.ts";
import { isEmoji } from "./emoji.ts";
import {
  emojiFont,
  type Face,
  type Family,
  getFallbackFonts,
  getFonts,
  getScriptFonts,
  type Language,
  plainEmojiFonts,
  type Weight,
} from "./families.ts";
import type { HubFont } from "./font.ts";
import { BoundedCache } from "./font.ts";

export interface TextOptions {
  family?: Family;
  weight?: Weight;
  direction?: Direction | "auto";
  /** The language for Han character variants. Default: detected from the text. */
  language?: Language | undefined;
  /** Emoji as coloured layers or as single-colour outlines. */
  emoji?: "colour" | "plain";
}

/** A grapheme and its font. */
export interface Cluster {
  text: string;
  font: HubFont;
  level: number;
  /** Whether no font contains it. */
  missing: boolean;
}

/** A sequence of text with one font and one direction. */
export interface FontRun {
  font: HubFont;
  text: string;
  /** The embedding level. It is odd for right-to-left text. */
  level: number;
}

/** Returns the runs of a paragraph in logical order. */
export function splitFontRuns(text: string, options: TextOptions = {}): FontRun[] {
  return mergeRuns(splitClusters(text, options).clusters);
}

/** Returns the characters of a text that no font contains. */
export function missingGlyphs(text: string, options: TextOptions = {}): string[] {
  const lines = text.split("\n").flatMap((line) => splitClusters(line, options).clusters);
  return [...new Set(lines.filter(({ missing }) => missing).map((cluster) => cluster.text))];
}

// fontkit moves all glyphs of a run for each one that it replaces.
const runMax = 512;

/** Merges neighbours with the same font and level. Splits very long runs, after a space if possible. */
export function mergeRuns(clusters: readonly Cluster[]): FontRun[] {
  const runs: FontRun[] = [];
  for (const { text, font, level } of clusters) {
    const last = runs.at(-1);
    const isRoom = last && last.text.length < (last.text.endsWith(" ") ? runMax / 2 : runMax);
    if (isRoom && last.font === font && last.level === level) last.text += text;
    else runs.push({ font, text, level });
  }
  return runs;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

// Invisible characters: controls, including those of the bidi algorithm, and the soft hyphen.
const invisible = /^[\p{Cc}\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+$/u;

/** Returns the characters of a paragraph in logical order, with their fonts and levels. */
export function splitClusters(
  paragraph: string,
  { family = "sans", weight = 400, direction = "auto", emoji = "colour", language }: TextOptions,
): { clusters: Cluster[]; base: number } {
  const text = paragraph.toWellFormed().replaceAll("\t", " ");
  const { levels, base } = computeLevels(text, direction);
  const face = { family, weight, emoji, language: language ?? detectLanguage(text) };
  const clusters: Cluster[] = [];
  for (const { segment, index } of splitGraphemes(text)) {
    if (invisible.test(segment)) continue;
    const before = clusters.at(-1)?.font;
    const found =
      segment === " " && before?.has(32) && !before.colour ? before : findFont(segment, face);
    clusters.push({
      text: segment,
      font: found ?? getFonts(face)[0],
      // Safe: there is a level for each position in the text.
      level: levels[index]!,
      missing: !found,
    });
  }
  return { clusters, base };
}

// More characters than any language or emoji uses. UAX 15 allows thirty marks per letter.
const graphemeMax = 64;

/** Splits a text into graphemes. Splits one with too many marks into several. */
function* splitGraphemes(text: string): Generator<{ segment: string; index: number }> {
  for (const { segment, index } of graphemes.segment(text)) {
    for (let from = 0; from < segment.length; ) {
      let to = from + graphemeMax;
      // Keeps surrogate pairs together.
      if ((segment.codePointAt(to - 1) ?? 0) > 0xffff) to--;
      yield { segment: segment.slice(from, to), index: index + from };
      from = to;
    }
  }
}

/** Detects the language: kana means Japanese, Hangul Korean, and Han characters alone Chinese. */
function detectLanguage(text: string): Language {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return "ja";
  return /\p{Script=Hangul}/u.test(text) ? "ko" : "zh";
}

interface FullFace extends Face {
  language: Language;
  emoji: "colour" | "plain";
}

const fontsByGrapheme = new BoundedCache<{ font: HubFont | undefined }>(20_000);

function findFont(grapheme: string, face: FullFace): HubFont | undefined {
  const key = `${face.family}${face.weight}${face.language}${face.emoji} ${grapheme}`;
  return fontsByGrapheme.get(key, () => ({ font: chooseFont(grapheme, face) })).font;
}

function chooseFont(grapheme: string, face: FullFace): HubFont | undefined {
  // Safe: no character is empty.
  const points = [...grapheme.replace(/[\uFE00-\uFE0F\u200C\u200D]/g, "")].map(
    (character) => character.codePointAt(0)!,
  );
  const pictures = face.emoji === "colour" ? [emojiFont()] : plainEmojiFonts(face.weight);
  const letters = [
    ...getScriptFonts(grapheme, face),
    ...getFonts(face),
    ...getFallbackFonts(face.weight),
  ];
  const fonts = isEmoji(grapheme) ? [...pictures, ...letters] : [...letters, ...pictures];
  return (
    fonts.find((font) => points.every((point) => font.has(point))) ??
    fonts.find((font) => font.has(points[0] ?? 32))
  );
}
