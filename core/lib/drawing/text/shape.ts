import type { Direction } from "./bidi.ts";
import { emojiGlyphs } from "./emoji.ts";
import type { HubFont } from "./font.ts";
import { Bounded } from "./font.ts";
import type { FontRun } from "./runs.ts";
import { shapeWith } from "./shaper.ts";

/** A glyph, and where it stands from the start of its run's baseline, upwards positive. */
export interface PlacedGlyph {
  id: number;
  x: number;
  y: number;
  advance: number;
  /** The characters that it shows with those after it that have none, as dots of letters have. */
  codePoints: readonly number[];
}

/** A stretch of text as it is drawn. */
export interface Run {
  font: HubFont;
  text: string;
  /** Where it begins, from the left edge of its layout. */
  x: number;
  width: number;
  direction: Direction;
  /** Its embedding level: odd from right to left. */
  level: number;
  /** Its glyphs from left to right. */
  glyphs: PlacedGlyph[];
}

interface Shaped {
  glyphs: readonly PlacedGlyph[];
  width: number;
}

// By the length of what was shaped: some 100 bytes are kept for each letter.
const shaped = new Bounded<Shaped>(200_000, (key) => key.length - key.indexOf("\0") + 10);

/** A run in pixels of a size. Its `x` is given. */
export function setRun(
  { font, text, level }: FontRun,
  { size, x, letterSpacing = 0 }: { size: number; x: number; letterSpacing?: number },
): Run {
  const direction = level % 2 ? "rtl" : "ltr";
  const scale = size / font.unitsPerEm;
  const spacing = spacingOf(font, letterSpacing);
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

/** How wide a run is. */
export function widthOf(
  { font, text, level }: FontRun,
  { size, letterSpacing = 0 }: { size: number; letterSpacing?: number },
): number {
  const words = shape(font, text, level % 2 ? "rtl" : "ltr");
  const units = words.reduce((sum, { width }) => sum + width, 0);
  const count = words.reduce((sum, { glyphs }) => sum + glyphs.length, 0);
  return (units * size) / font.unitsPerEm + count * spacingOf(font, letterSpacing);
}

const joined =
  /(?:Arabic|Bengali|Devanagari|Gujarati|Gurmukhi|Kannada|Khmer|Lao|Malayalam|Myanmar|Oriya|Sinhala|Tamil|Telugu|Thai|Tibetan)$/;

/** Letters that are joined or bear marks stay so: to space their glyphs would tear words apart. */
function spacingOf({ name }: HubFont, letterSpacing: number): number {
  return joined.test(name) ? 0 : letterSpacing;
}

/**
 * The words of a run and the spaces between, each shaped by itself: a word is shaped once, however
 * many lines it is tried in.
 */
function shape(font: HubFont, text: string, direction: Direction): Shaped[] {
  const words = text.match(/ +|[^ ]+/g) ?? [];
  return words.map((word) =>
    shaped.get(`${font.file} ${direction}\0${word}`, () =>
      font.colour ? pictures(font, word) : letters(font, word, direction),
    ),
  );
}

function letters(font: HubFont, text: string, direction: Direction): Shaped {
  const placed: PlacedGlyph[] = [];
  let width = 0;
  for (const { id, xAdvance, xOffset, yOffset, codePoints } of shapeWith(font, text, direction)) {
    placed.push({ id, x: width + xOffset, y: yOffset, advance: xAdvance, codePoints });
    width += xAdvance;
  }
  return { glyphs: placed, width };
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Pictures stand side by side, a little apart. */
function pictures(font: HubFont, text: string): Shaped {
  const advance = font.unitsPerEm * pictureWidth;
  const margin = (advance - font.unitsPerEm) / 2;
  const ids = [...graphemes.segment(text)].flatMap(({ segment }) =>
    emojiGlyphs(font.engine, segment),
  );
  const glyphs = ids.map((id, index) => {
    return { id, x: index * advance + margin, y: 0, advance, codePoints: [] };
  });
  return { glyphs, width: ids.length * advance };
}

const pictureWidth = 1.15;
