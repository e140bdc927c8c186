// The format of TrueType fonts is in ISO/IEC 14496-22, "Open Font Format".

/** The tables of a font file by their four-letter names. */
type Tables = ReadonlyMap<string, Uint8Array>;

const tablesMax = 64;

/** Returns the tables of a TrueType font, or undefined if the file isn't a TrueType font or is truncated. */
export function readTables(font: Uint8Array): Tables | undefined {
  const view = viewBytes(font);
  if (font.length < 12) return undefined;
  const version = view.getUint32(0);
  const count = view.getUint16(4);
  if (version !== 0x00010000 && version !== 0x74727565) return undefined;
  if (count > tablesMax || font.length < 12 + 16 * count) return undefined;
  const tables = new Map<string, Uint8Array>();
  for (let index = 0; index < count; index++) {
    const at = 12 + 16 * index;
    const name = Buffer.from(font.subarray(at, at + 4)).toString("latin1");
    const [offset, length] = [view.getUint32(at + 8), view.getUint32(at + 12)];
    if (offset + length > font.length) return undefined;
    tables.set(name, font.subarray(offset, offset + length));
  }
  return tables;
}

/** The bits of `fsType` that forbid subsetting, or embedding altogether. */
const noSubsetting = 0x0100;
const restricted = 0x0002;

/** Whether a font's licence bits allow to remove glyphs. A font without the table has no bits. */
export function allowsSubset(tables: Tables): boolean {
  const metrics = tables.get("OS/2");
  if (!metrics || metrics.length < 10) return true;
  return (viewBytes(metrics).getUint16(8) & (noSubsetting | restricted)) === 0;
}

/** Returns the number of glyphs. Throws if the font doesn't have it. */
export function countGlyphs(tables: Tables): number {
  return viewBytes(tables.get("maxp") ?? new Uint8Array()).getUint16(4);
}

/** A character map of a font, with the platform and encoding that it is for. */
export interface CharacterMap {
  platform: number;
  encoding: number;
  /** Returns the glyph of a code, or 0 if it has none. */
  find(code: number): number;
}

/** Reads the character maps of a font. Throws if one has an unknown format. */
export function readCharacterMaps(tables: Tables): CharacterMap[] {
  const table = tables.get("cmap");
  if (!table || table.length < 4) return [];
  const view = viewBytes(table);
  const count = Math.min(view.getUint16(2), tablesMax);
  const maps: CharacterMap[] = [];
  for (let index = 0; index < count && 12 + 8 * index <= table.length; index++) {
    const at = 4 + 8 * index;
    const [platform, encoding] = [view.getUint16(at), view.getUint16(at + 2)];
    const offset = view.getUint32(at + 4);
    if (offset + 8 > table.length) continue;
    maps.push({ platform, encoding, find: readMap(table.subarray(offset)) });
  }
  return maps;
}

/** Returns the glyphs that any character map of a font gives for a code. */
export function createGlyphLookup(tables: Tables): (code: number) => number[] {
  const maps = readCharacterMaps(tables);
  return (code) => maps.map(({ find }) => find(code)).filter((glyph) => glyph > 0);
}

/** Reads a character map of format 0, 4, 6 or 12. Throws for others: their codes are unknown. */
function readMap(table: Uint8Array): (code: number) => number {
  const view = viewBytes(table);
  const format = view.getUint16(0);
  const short = (at: number) => (at + 2 <= table.length ? view.getUint16(at) : 0);
  if (format === 0) return (code) => table[6 + code] ?? 0;
  if (format === 6)
    return (code) => {
      const index = code - short(6);
      return index >= 0 && index < short(8) ? short(10 + 2 * index) : 0;
    };
  if (format === 4) return (code) => findInSegments(code, short);
  if (format === 12) {
    const long = (at: number) => (at + 4 <= table.length ? view.getUint32(at) : 0);
    return (code) => {
      for (let at = 16; at < 16 + 12 * long(12) && at < table.length; at += 12)
        if (code >= long(at) && code <= long(at + 4)) return long(at + 8) + code - long(at);
      return 0;
    };
  }
  throw new Error(`Cannot read a character map of format ${format}`);
}

function findInSegments(code: number, short: (at: number) => number): number {
  const doubled = short(6);
  for (let at = 0; at < doubled; at += 2) {
    const end = short(14 + at);
    const start = short(16 + doubled + at);
    if (code > end || code < start) continue;
    const delta = short(16 + 2 * doubled + at);
    const offsetAt = 16 + 3 * doubled + at;
    const offset = short(offsetAt);
    if (offset === 0) return (code + delta) & 0xffff;
    const glyph = short(offsetAt + offset + 2 * (code - start));
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}

function viewBytes({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
