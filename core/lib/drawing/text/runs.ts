import { type Direction, levelsOf } from "./bidi.ts";
import { isEmoji } from "./emoji.ts";
import {
  emojiFont,
  type Face,
  type Family,
  fontsOf,
  type Language,
  lastFontsOf,
  plainEmojiFonts,
  scriptFontsOf,
  type Weight,
} from "./families.ts";
import type { HubFont } from "./font.ts";
import { Bounded } from "./font.ts";

export interface TextOptions {
  family?: Family;
  weight?: Weight;
  direction?: Direction | "auto";
  /** Whose Chinese characters to draw; told from the text where it is left out. */
  language?: Language | undefined;
  /** Emoji as coloured layers or as outlines of one colour. */
  emoji?: "colour" | "plain";
}

/** What a reader takes for one character, and the font it is drawn with. */
export interface Cluster {
  text: string;
  font: HubFont;
  level: number;
  /** Whether no font has it. */
  missing: boolean;
}

/** A stretch of text in one font and one direction. */
export interface FontRun {
  font: HubFont;
  text: string;
  /** Its embedding level: odd from right to left. */
  level: number;
}

/** The stretches of one paragraph, in the order in which it is read. */
export function runsOf(text: string, options: TextOptions = {}): FontRun[] {
  return mergeRuns(clustersOf(text, options).clusters);
}

/** The characters of a text that no font has. */
export function missingGlyphs(text: string, options: TextOptions = {}): string[] {
  const lines = text.split("\n").flatMap((line) => clustersOf(line, options).clusters);
  return [...new Set(lines.filter(({ missing }) => missing).map((cluster) => cluster.text))];
}

// fontkit moves all glyphs of a run for each one that it replaces.
const runMax = 512;

/** Joins neighbours of one font and one level. Very long runs are cut, after a space if there is one. */
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

// Controls, among them those of the bidi algorithm, and the soft hyphen: nothing to be seen.
const unseen = /^[\p{Cc}\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+$/u;

/** The characters of a paragraph as they are read, each with its font and level. */
export function clustersOf(
  paragraph: string,
  { family = "sans", weight = 400, direction = "auto", emoji = "colour", language }: TextOptions,
): { clusters: Cluster[]; base: number } {
  const text = paragraph.toWellFormed().replaceAll("\t", " ");
  const { levels, base } = levelsOf(text, direction);
  const face = { family, weight, emoji, language: language ?? languageOf(text) };
  const clusters: Cluster[] = [];
  for (const { segment, index } of shortGraphemes(text)) {
    if (unseen.test(segment)) continue;
    const before = clusters.at(-1)?.font;
    const found =
      segment === " " && before?.has(32) && !before.colour ? before : fontFor(segment, face);
    clusters.push({
      text: segment,
      font: found ?? fontsOf(face)[0],
      // There is one for each place in the text.
      level: levels[index]!,
      missing: !found,
    });
  }
  return { clusters, base };
}

// More than any language writes, or any emoji is made of. UAX 15 has thirty marks for a letter.
const graphemeMax = 64;

/** The graphemes of a text; one with thousands of marks is cut into several. */
function* shortGraphemes(text: string): Generator<{ segment: string; index: number }> {
  for (const { segment, index } of graphemes.segment(text)) {
    for (let from = 0; from < segment.length; ) {
      let to = from + graphemeMax;
      // A pair of surrogates stays together.
      if ((segment.codePointAt(to - 1) ?? 0) > 0xffff) to--;
      yield { segment: segment.slice(from, to), index: index + from };
      from = to;
    }
  }
}

/** Kana is Japanese, Hangul Korean, and Chinese characters alone are taken for Chinese. */
function languageOf(text: string): Language {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return "ja";
  return /\p{Script=Hangul}/u.test(text) ? "ko" : "zh";
}

interface FullFace extends Face {
  language: Language;
  emoji: "colour" | "plain";
}

const found = new Bounded<{ font: HubFont | undefined }>(20_000);

function fontFor(grapheme: string, face: FullFace): HubFont | undefined {
  const key = `${face.family}${face.weight}${face.language}${face.emoji} ${grapheme}`;
  return found.get(key, () => ({ font: chooseFont(grapheme, face) })).font;
}

function chooseFont(grapheme: string, face: FullFace): HubFont | undefined {
  // A text is spread into characters, none of which is empty.
  const points = [...grapheme.replace(/[\uFE00-\uFE0F\u200C\u200D]/g, "")].map(
    (character) => character.codePointAt(0)!,
  );
  const pictures = face.emoji === "colour" ? [emojiFont()] : plainEmojiFonts(face.weight);
  const letters = [...scriptFontsOf(grapheme, face), ...fontsOf(face), ...lastFontsOf(face.weight)];
  const fonts = isEmoji(grapheme) ? [...pictures, ...letters] : [...letters, ...pictures];
  return (
    fonts.find((font) => points.every((point) => font.has(point))) ??
    fonts.find((font) => font.has(points[0] ?? 32))
  );
}
