import type { Font } from "fontkit";

const drawnInColour = /\p{EPres}|[\p{Emoji}\u200D]\uFE0F|\u20E3|\p{EMod}|^\p{RI}/u;

/** Returns whether a grapheme is an emoji by default, and not a character with a text form. */
export function isEmoji(grapheme: string): boolean {
  if (grapheme < "\u00A9" && grapheme.length === 1) return false;
  return drawnInColour.test(grapheme) && !grapheme.includes("\uFE0E");
}

/** Returns tables of a colour font that fontkit reads but doesn't declare. */
function getTables(font: Font): ColourFont {
  return font as unknown as ColourFont;
}

interface ColourFont {
  GSUB: { lookupList: { toArray(): { subTables: Substitution[] }[] } };
  COLR: {
    baseGlyphRecord: { gid: number; firstLayerIndex: number; numLayers: number }[];
    layerRecords: { gid: number; paletteIndex: number }[];
  };
  CPAL: { colorRecords: { red: number; green: number; blue: number; alpha: number }[] };
  _glyphs: Record<number, unknown>;
  _getBaseGlyph(id: number): { path: { commands: PathCommand[] } };
}

interface Substitution {
  coverage: { version: number; glyphs?: number[]; rangeRecords?: { start: number; end: number }[] };
  ligatureSets: { toArray(): { glyph: number; components: number[] }[][] };
}

interface PathCommand {
  command: string;
  args: number[];
}

/** A layer of an emoji, in one colour. */
export interface Layer {
  /** A CSS colour, or undefined for the colour of the text. */
  color: string | undefined;
  commands: readonly PathCommand[];
}

let ligatures: Map<string, number> | undefined;

/**
 * Returns the glyphs of an emoji. fontkit removes U+FE0F before it looks up ligatures, but the font
 * contains it. So the lookup here ignores it on both sides.
 */
export function emojiGlyphs(font: Font, grapheme: string): number[] {
  ligatures ??= readLigatures(font);
  const single = [...grapheme.replaceAll("\uFE0F", "")].map((character) =>
    getGlyphId(font, character),
  );
  const ligature = ligatures.get(single.join());
  if (ligature !== undefined) return [ligature];
  const joiner = getGlyphId(font, "\u200D");
  return single.filter((id) => id !== joiner && id !== 0);
}

function getGlyphId(font: Font, character: string): number {
  // Safe: no character is empty.
  return font.glyphForCodePoint(character.codePointAt(0)!).id;
}

function readLigatures(font: Font): Map<string, number> {
  const { GSUB } = getTables(font);
  const selector = getGlyphId(font, "\uFE0F");
  const found = new Map<string, number>();
  for (const { subTables } of GSUB.lookupList.toArray())
    for (const { coverage, ligatureSets } of subTables) {
      // A ligature table has one set per covered glyph.
      const firsts = findGlyphs(coverage);
      for (const [index, set] of ligatureSets.toArray().entries())
        for (const { glyph, components } of set)
          found.set([firsts[index]!, ...components].filter((id) => id !== selector).join(), glyph);
    }
  return found;
}

function findGlyphs({ glyphs, rangeRecords = [] }: Substitution["coverage"]): number[] {
  return (
    glyphs ??
    rangeRecords.flatMap(({ start, end }) =>
      Array.from({ length: end - start + 1 }, (_, index) => start + index),
    )
  );
}

const layersById = new Map<number, readonly Layer[]>();

/** Returns the layers of an emoji from bottom to top. */
export function getLayers(font: Font, id: number): readonly Layer[] {
  let layers = layersById.get(id);
  if (!layers) {
    layers = readLayers(getTables(font), id);
    layersById.set(id, layers);
  }
  return layers;
}

function readLayers(font: ColourFont, id: number): Layer[] {
  const base = font.COLR.baseGlyphRecord.find(({ gid }) => gid === id);
  if (!base) return [{ color: undefined, commands: readOutline(font, id) }];
  const end = base.firstLayerIndex + base.numLayers;
  return font.COLR.layerRecords.slice(base.firstLayerIndex, end).map(({ gid, paletteIndex }) => {
    const color = font.CPAL.colorRecords[paletteIndex];
    return { color: color && toCss(color), commands: readOutline(font, gid) };
  });
}

function readOutline(font: ColourFont, id: number): readonly PathCommand[] {
  // In a WOFF2 file, fontkit returns nothing for a base glyph that it has already cached.
  delete font._glyphs[id];
  return font._getBaseGlyph(id).path.commands;
}

function toCss({ red, green, blue, alpha }: ColourFont["CPAL"]["colorRecords"][number]): string {
  const hex = (value: number) => value.toString(16).padStart(2, "0");
  return `#${hex(red)}${hex(green)}${hex(blue)}${alpha === 255 ? "" : hex(alpha)}`;
}
