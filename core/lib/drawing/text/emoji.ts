import type { Font } from "fontkit";

const drawnInColour =
  /\p{Emoji_Presentation}|[\p{Emoji}\u200D]\uFE0F|\u20E3|\p{Emoji_Modifier}|^\p{RI}/u;

/** Whether a grapheme is a picture by itself, and not a letter or sign that may be drawn as one. */
export function isEmoji(grapheme: string): boolean {
  if (grapheme < "\u00A9" && grapheme.length === 1) return false;
  return drawnInColour.test(grapheme) && !grapheme.includes("\uFE0E");
}

/** The tables of a colour font that fontkit knows, and its types do not. */
function tablesOf(font: Font): ColourFont {
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

/** One colour of a picture. */
export interface Layer {
  /** As CSS writes it, or none for the colour of the text. */
  color: string | undefined;
  commands: readonly PathCommand[];
}

let ligatures: Map<string, number> | undefined;

/**
 * The glyphs of an emoji. fontkit drops U+FE0F before it looks for ligatures, while the font has
 * them spelled with it, so that the look-up is done here and without U+FE0F on either side.
 */
export function emojiGlyphs(font: Font, grapheme: string): number[] {
  ligatures ??= ligaturesOf(font);
  const single = [...grapheme.replaceAll("\uFE0F", "")].map((character) =>
    glyphOf(font, character),
  );
  const whole = ligatures.get(single.join());
  if (whole !== undefined) return [whole];
  const joiner = glyphOf(font, "\u200D");
  return single.filter((id) => id !== joiner && id !== 0);
}

function glyphOf(font: Font, character: string): number {
  // A text is spread into characters, none of which is empty.
  return font.glyphForCodePoint(character.codePointAt(0)!).id;
}

function ligaturesOf(font: Font): Map<string, number> {
  const { GSUB } = tablesOf(font);
  const selector = glyphOf(font, "\uFE0F");
  const found = new Map<string, number>();
  for (const { subTables } of GSUB.lookupList.toArray())
    for (const { coverage, ligatureSets } of subTables) {
      // A table of ligatures has one set for each glyph that it covers.
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

const layersKept = new Map<number, readonly Layer[]>();

/** The layers of a picture, the lowest first. */
export function layersOf(font: Font, id: number): readonly Layer[] {
  let layers = layersKept.get(id);
  if (!layers) {
    layers = readLayers(tablesOf(font), id);
    layersKept.set(id, layers);
  }
  return layers;
}

function readLayers(font: ColourFont, id: number): Layer[] {
  const base = font.COLR.baseGlyphRecord.find(({ gid }) => gid === id);
  if (!base) return [{ color: undefined, commands: outlineOf(font, id) }];
  const end = base.firstLayerIndex + base.numLayers;
  return font.COLR.layerRecords.slice(base.firstLayerIndex, end).map(({ gid, paletteIndex }) => {
    const color = font.CPAL.colorRecords[paletteIndex];
    return { color: color && cssOf(color), commands: outlineOf(font, gid) };
  });
}

function outlineOf(font: ColourFont, id: number): readonly PathCommand[] {
  // In a WOFF2 file fontkit answers nothing for a base glyph that it has made before.
  delete font._glyphs[id];
  return font._getBaseGlyph(id).path.commands;
}

function cssOf({ red, green, blue, alpha }: ColourFont["CPAL"]["colorRecords"][number]): string {
  const hex = (value: number) => value.toString(16).padStart(2, "0");
  return `#${hex(red)}${hex(green)}${hex(blue)}${alpha === 255 ? "" : hex(alpha)}`;
}
