import { type Direction, mirrored } from "./bidi.ts";
import { Bounded } from "./bounded.ts";
import { emojiGlyphs } from "./emoji.ts";
import type { HubFont } from "./font.ts";
import type { FontRun } from "./runs.ts";

/** A glyph, and where it stands from the start of its run's baseline, upwards positive. */
export interface PlacedGlyph {
  id: number;
  x: number;
  y: number;
  advance: number;
}

/** A stretch of text as it is drawn. */
export interface Run {
  font: HubFont;
  text: string;
  /** Where it begins, from the left edge of its layout. */
  x: number;
  width: number;
  direction: Direction;
  /** Its glyphs from left to right. */
  glyphs: PlacedGlyph[];
}

interface Shaped {
  glyphs: readonly PlacedGlyph[];
  width: number;
}

const shaped = new Bounded<Shaped>(4000);

/** A run in pixels of a size. Its `x` is given. */
export function setRun(
  { font, text, level }: FontRun,
  { size, x, letterSpacing = 0 }: { size: number; x: number; letterSpacing?: number },
): Run {
  const direction = level % 2 ? "rtl" : "ltr";
  const scale = size / font.unitsPerEm;
  const { glyphs, width } = shape(font, text, direction);
  const spacing = spacingOf(font, letterSpacing);
  const placed = glyphs.map((glyph, index) => ({
    id: glyph.id,
    x: glyph.x * scale + index * spacing,
    y: glyph.y * scale,
    advance: glyph.advance * scale + spacing,
  }));
  return {
    font,
    text,
    x,
    width: width * scale + glyphs.length * spacing,
    direction,
    glyphs: placed,
  };
}

/** How wide a run is. */
export function widthOf(
  { font, text, level }: FontRun,
  { size, letterSpacing = 0 }: { size: number; letterSpacing?: number },
): number {
  const { glyphs, width } = shape(font, text, level % 2 ? "rtl" : "ltr");
  return (width * size) / font.unitsPerEm + glyphs.length * spacingOf(font, letterSpacing);
}

/** Letters that are joined stay so: to space them would tear words apart. */
function spacingOf({ name }: HubFont, letterSpacing: number): number {
  return name.endsWith("Arabic") || name.endsWith("Devanagari") ? 0 : letterSpacing;
}

function shape(font: HubFont, text: string, direction: Direction): Shaped {
  return shaped.get(`${font.file} ${direction} ${text}`, () =>
    font.colour ? pictures(font, text) : letters(font, text, direction),
  );
}

function letters(font: HubFont, text: string, direction: Direction): Shaped {
  const said = direction === "rtl" ? mirrored(text) : text;
  const { glyphs, positions } = font.engine.layout(
    said,
    undefined,
    undefined,
    undefined,
    direction,
  );
  const placed: PlacedGlyph[] = [];
  let width = 0;
  for (const [index, { id }] of glyphs.entries()) {
    const { xAdvance, xOffset, yOffset } = positions[index]!;
    placed.push({ id, x: width + xOffset, y: yOffset, advance: xAdvance });
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
  const glyphs = ids.map((id, index) => ({ id, x: index * advance + margin, y: 0, advance }));
  return { glyphs, width: ids.length * advance };
}

const pictureWidth = 1.15;
