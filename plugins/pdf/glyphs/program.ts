/** An embedded font, as far as its glyphs and widths are concerned. */
export interface FontProgram {
  name: string;
  glyphs: number;
  glyphsByName: ReadonlyMap<string, number>;
  /** The glyphs of codes, if the font has an encoding of its own. */
  encoding: ReadonlyMap<number, number> | undefined;
  /** Returns the glyph of a CID, for composite fonts without a map. */
  getGlyphOfCid(cid: number): number | undefined;
  /** Returns the advance of a glyph in thousandths of the font size. */
  getWidth(glyph: number): number | undefined;
}
