import type { Direction } from "./bidi.ts";
import { emojiGlyphs } from "./emoji.ts";
import type { HubFont } from "./font.ts";
import { BoundedCache } from "./font.ts";
import type { FontRun } from "./runs.ts";
import { shapeWith } from "./shaper.ts";

/** A glyph and its position from the start of its run's baseline. y points upwards. */
export interface PlacedGlyph {
  id: number;
  x: number;
  y: number;
  advance: number;
  /**
   * The characters of this glyph and of the following glyphs without characters, such as the dots of a
   * letter.
   */
  codePoints: readonly number[];
}

/** A positioned run of text. */
export interface Run {
  font: HubFont;
  text: string;
  /** Its start, relative to the left edge of the layout. */
  x: number;
  width: number;
  direction: Direction;
  /** The embedding level. It is odd for right-to-left text. */
  level: number;
  /** The glyphs from left to right. */
  glyphs: PlacedGlyph[];
}

interface ShapedWord {
  glyphs: readonly PlacedGlyph[];
  width: number;
}

// Limited by the length of the words, at about 100 bytes per letter.
const shapedWords = new BoundedCache<ShapedWord>(
  200_000,
  (key) => key.length - key.indexOf("\0") + 10,
);

/** Positions the glyphs of a run, in pixels. `x` is the start of the run. */
export function setRun(
  { font, text, level }: FontRun,
  { size, x, letterSpacing = 0 }: { size: number; x: number; letterSpacing?: number },
): Run {
  const direction = level % 2 ? "rtl" : "ltr";
  const scale = size / font.unitsPerEm;
  const spacing = getSpacing(font, letterSpacing);
  const placed: PlacedGlyph[] = [];
  let units = 0;
  const words = shape(font, text, direction);
  for (const { glyphs, width } of direction === "rtl" ? words.reverse() : words) {
    for (const glyph of glyphs)
      placed.push({
        id: glyph.id,
        x: (units + glyph.x) * scale + placed.length * spacing,
        y: glyph.y * scale,
        advance: glyph.advance * scale + spacing,
        codePoints: glyph.codePoints,
      });
    units += width;
  }
  const width = units * scale + placed.length * spacing;
  return { font, text, x, width, direction, level, glyphs: placed };
}

/** Returns the width of a run. */
export function measureWidth(
  { font, text, level }: FontRun,
  { size, letterSpacing = 0 }: { size: number; letterSpacing?: number },
): number {
  const words = shape(font, text, level % 2 ? "rtl" : "ltr");
  const units = words.reduce((sum, { width }) => sum + width, 0);
  const count = words.reduce((sum, { glyphs }) => sum + glyphs.length, 0);
  return (units * size) / font.unitsPerEm + count * getSpacing(font, letterSpacing);
}

const joined = /(?:Arabic|Khmer|Lao|Malayalam|Myanmar|Thai|Tibetan)$/;
const joinedIndic = /(?:Bengali|Devanagari|Gujarati|Gurmukhi|Kannada|Oriya|Sinhala|Tamil|Telugu)$/;

/**
 * Returns the letter spacing. It is 0 for scripts with joined letters or marks, whose words it would tear
 * apart.
 */
function getSpacing({ name }: HubFont, letterSpacing: number): number {
  return joined.test(name) || joinedIndic.test(name) ? 0 : letterSpacing;
}

/**
 * Shapes each word and each sequence of spaces of a run separately. So a word is shaped only once,
 * regardless of how many line breaks are tried.
 */
function shape(font: HubFont, text: string, direction: Direction): ShapedWord[] {
  const words = text.match(/ +|[^ ]+/g) ?? [];
  return words.map((word) =>
    shapedWords.get(`${font.file} ${direction}\0${word}`, () =>
      font.colour ? shapeEmoji(font, word) : shapeLetters(font, word, direction),
    ),
  );
}

function shapeLetters(font: HubFont, text: string, direction: Direction): ShapedWord {
  const placed: PlacedGlyph[] = [];
  let width = 0;
  for (const { id, xAdvance, xOffset, yOffset, codePoints } of shapeWith(font, text, direction)) {
    placed.push({ id, x: width + xOffset, y: yOffset, advance: xAdvance, codePoints });
    width += xAdvance;
  }
  return { glyphs: placed, width };
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Places emoji next to each other with a small gap. */
function shapeEmoji(font: HubFont, text: string): ShapedWord {
  const advance = font.unitsPerEm * emojiWidth;
  const margin = (advance - font.unitsPerEm) / 2;
  const ids = [...graphemes.segment(text)].flatMap(({ segment }) =>
    emojiGlyphs(font.engine, segment),
  );
  const glyphs = ids.map((id, index) => {
    return { id, x: index * advance + margin, y: 0, advance, codePoints: [] };
  });
  return { glyphs, width: ids.length * advance };
}

const emojiWidth = 1.15;
