import { type CharacterMap, readCharacterMaps, readTables } from "./truetype-tables.ts";

/** A TrueType font, as far as its glyphs and widths are concerned. */
export interface TrueTypeFont {
  glyphs: number;
  maps: readonly CharacterMap[];
  /** Returns the advance of a glyph in thousandths of the font size. */
  getWidth(glyph: number): number | undefined;
  /** Returns the font with these advances, in thousandths, or undefined if they can't be stored. */
  setWidths(widths: ReadonlyMap<number, number>): Uint8Array | undefined;
}

/** Reads a TrueType font. Returns undefined if it is broken. */
export function readTrueType(bytes: Uint8Array): TrueTypeFont | undefined {
  try {
    return readFont(bytes);
  } catch {
    return undefined;
  }
}

function readFont(bytes: Uint8Array): TrueTypeFont | undefined {
  const tables = readTables(bytes);
  if (!tables) return undefined;
  const [head, header, metrics, limits] = ["head", "hhea", "hmtx", "maxp"].map((name) => {
    const table = tables.get(name);
    return table && new DataView(table.buffer, table.byteOffset, table.byteLength);
  });
  if (!head || !header || !metrics || !limits) return undefined;
  const unitsPerEm = head.getUint16(18);
  const count = header.getUint16(34);
  const glyphs = limits.getUint16(4);
  if (unitsPerEm === 0 || count === 0 || metrics.byteLength < 4 * count) return undefined;
  return {
    glyphs,
    maps: readCharacterMaps(tables),
    getWidth(glyph) {
      if (glyph >= glyphs) return undefined;
      return (1000 * metrics.getUint16(4 * Math.min(glyph, count - 1))) / unitsPerEm;
    },
    setWidths(widths) {
      // The glyphs after the last metric share its advance.
      if (Math.max(...widths.keys()) >= count - 1) return undefined;
      const changed = Uint8Array.from(bytes);
      const view = new DataView(changed.buffer, metrics.byteOffset - bytes.byteOffset);
      for (const [glyph, width] of widths)
        view.setUint16(4 * glyph, Math.round((width * unitsPerEm) / 1000));
      return changed;
    },
  };
}
