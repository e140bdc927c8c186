import { readFileSync } from "node:fs";
import {
  Blob,
  Buffer,
  Direction as Directions,
  Face,
  Font,
  shape as shapeBuffer,
} from "harfbuzzjs";
import { encodeSfnt, readTables } from "../../sfnt.ts";
import type { Direction } from "./bidi.ts";
import type { HubFont } from "./font.ts";

/** A glyph as positioned by HarfBuzz, in font units. */
interface ShapedGlyph {
  id: number;
  xAdvance: number;
  xOffset: number;
  yOffset: number;
  /** The characters of this glyph and of the following glyphs without characters: a letter and its marks. */
  codePoints: readonly number[];
}

/** The tables that shaping reads. Outlines would only use memory. */
const tablesRead = new Set([
  "head",
  "hhea",
  "hmtx",
  "maxp",
  "cmap",
  "OS/2",
  "GDEF",
  "GSUB",
  "GPOS",
  "kern",
]);

const fonts = new WeakMap<HubFont, Font>();

// A single shared buffer, because HarfBuzz's memory is released only by the garbage collector.
const buffer = new Buffer();

/** Shapes a text of one script and one direction. Returns its glyphs from left to right. */
export function shapeWith(font: HubFont, text: string, direction: Direction): ShapedGlyph[] {
  buffer.reset();
  buffer.addText(text);
  buffer.setDirection(direction === "rtl" ? Directions.RTL : Directions.LTR);
  buffer.guessSegmentProperties();
  shapeBuffer(openFont(font), buffer);
  const infos = buffer.getGlyphInfos();
  const texts = getClusterTexts(text, infos);
  const assigned = new Set<number>();
  const isRtl = direction === "rtl";
  const glyphs = isRtl ? infos.toReversed() : infos;
  const positions = buffer.getGlyphPositions();
  const placed = glyphs.map(({ codepoint: id, cluster }, index): ShapedGlyph => {
    const at = isRtl ? infos.length - 1 - index : index;
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {};
    const codePoints = assigned.has(cluster) ? [] : (texts.get(cluster) ?? []);
    assigned.add(cluster);
    return { id, xAdvance, xOffset, yOffset, codePoints };
  });
  return isRtl ? placed.reverse() : placed;
}

/** Returns the characters of each cluster, by its start in the text. */
function getClusterTexts(
  text: string,
  glyphs: readonly { cluster: number }[],
): Map<number, number[]> {
  const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].sort((a, b) => a - b);
  return new Map(
    starts.map((start, index) => {
      const characters = [...text.slice(start, starts[index + 1])];
      return [start, characters.map((character) => character.codePointAt(0) ?? 0)];
    }),
  );
}

function openFont(font: HubFont): Font {
  const known = fonts.get(font);
  if (known) return known;
  const file = encodeSfnt(readTables(readFileSync(font.file), tablesRead));
  const opened = new Font(new Face(new Blob(file)));
  fonts.set(font, opened);
  return opened;
}
