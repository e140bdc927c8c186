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

/** Tables for shaping and signatures, which PDF viewers ignore. */
const unneeded = new Set(
  "BASE DSIG FFTM GDEF GPOS GSUB JSTF LTSH PCLT VDMX feat hdmx kern kerx mort morx".split(" "),
);

/** Tables that a composite font doesn't need: its codes are the numbers of glyphs. */
const unneededByNumber = new Set(["cmap", "post", "name"]);

interface SubsetOptions {
  glyphs: Iterable<number>;
  /** Whether characters are looked up in the font. */
  needsMaps: boolean;
}

/**
 * Returns a font in which only these glyphs have outlines. The numbers of glyphs and all character
 * maps stay the same. Returns undefined if the font's structure is unusual.
 */
export function subsetTrueType(
  tables: Tables,
  { glyphs, needsMaps }: SubsetOptions,
): Uint8Array | undefined {
  const [glyf, loca, head] = ["glyf", "loca", "head"].map((name) => tables.get(name));
  if (!glyf || !loca || !head || head.length < 54) return undefined;
  const isLong = viewBytes(head).getInt16(50) === 1;
  const offsets = readOffsets(loca, isLong);
  const kept = addComponents(glyphs, { glyf, offsets });
  const outlines: Uint8Array[] = [];
  const positions: number[] = [0];
  let size = 0;
  for (let glyph = 0; glyph + 1 < offsets.length; glyph++) {
    const outline = kept.has(glyph) ? readOutline(glyph, { glyf, offsets }) : undefined;
    if (outline) outlines.push(outline, new Uint8Array(-outline.length & 3));
    size += outline ? (outline.length + 3) & ~3 : 0;
    positions.push(size);
  }
  const replaced = new Map<string, Uint8Array | undefined>([
    ["glyf", Buffer.concat(outlines)],
    ["loca", writeOffsets(positions, isLong)],
    ["hmtx", clearMetrics(tables, kept)],
  ]);
  const isDropped = (name: string) =>
    unneeded.has(name) || (!needsMaps && unneededByNumber.has(name));
  const written = [...tables].flatMap(([name, content]) =>
    isDropped(name) ? [] : [[name, replaced.get(name) ?? content] as const],
  );
  return writeFont(written);
}

/** Returns the table of metrics with zeros for unused glyphs. The PDF has the widths too. */
function clearMetrics(tables: Tables, kept: ReadonlySet<number>): Uint8Array | undefined {
  const [header, metrics] = [tables.get("hhea"), tables.get("hmtx")];
  if (!header || header.length < 36 || !metrics) return undefined;
  const count = viewBytes(header).getUint16(34);
  const cleared = Uint8Array.from(metrics);
  // The last width is that of all further glyphs.
  for (let glyph = 0; glyph < count - 1; glyph++)
    if (!kept.has(glyph)) cleared.fill(0, 4 * glyph, 4 * glyph + 4);
  return cleared;
}

interface Outlines {
  glyf: Uint8Array;
  offsets: readonly number[];
}

function readOffsets(loca: Uint8Array, isLong: boolean): number[] {
  const view = viewBytes(loca);
  return Array.from({ length: Math.trunc(loca.length / (isLong ? 4 : 2)) }, (_, index) =>
    isLong ? view.getUint32(4 * index) : 2 * view.getUint16(2 * index),
  );
}

function writeOffsets(positions: readonly number[], isLong: boolean): Uint8Array {
  const loca = new Uint8Array(positions.length * (isLong ? 4 : 2));
  const view = viewBytes(loca);
  for (const [index, position] of positions.entries())
    if (isLong) view.setUint32(4 * index, position);
    else view.setUint16(2 * index, position / 2);
  return loca;
}

function readOutline(glyph: number, { glyf, offsets }: Outlines): Uint8Array | undefined {
  const [from = 0, to = 0] = [offsets[glyph], offsets[glyph + 1]];
  return to > from && to <= glyf.length ? glyf.subarray(from, to) : undefined;
}

const moreComponents = 0x20;

/** Adds the glyphs that others consist of. */
function addComponents(glyphs: Iterable<number>, outlines: Outlines): Set<number> {
  const kept = new Set(glyphs);
  // A set's iterator also returns what is added meanwhile.
  for (const glyph of kept) {
    const outline = readOutline(glyph, outlines);
    if (!outline || outline.length < 10) continue;
    const view = viewBytes(outline);
    const isComposite = view.getInt16(0) < 0;
    let at = 10;
    let flags = isComposite ? moreComponents : 0;
    while (flags & moreComponents && at + 4 <= outline.length) {
      flags = view.getUint16(at);
      kept.add(view.getUint16(at + 2));
      at += 4 + componentBytes(flags);
    }
  }
  return kept;
}

/** Returns the size of a component's position and transformation. */
function componentBytes(flags: number): number {
  const position = flags & 0x01 ? 4 : 2;
  const transformation = flags & 0x08 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0;
  return position + transformation;
}

function writeFont(tables: readonly (readonly [string, Uint8Array])[]): Uint8Array {
  const power = 2 ** Math.trunc(Math.log2(tables.length));
  const size = 12 + 16 * tables.length;
  const font = new Uint8Array(
    tables.reduce((sum, [, content]) => sum + ((content.length + 3) & ~3), size),
  );
  const view = viewBytes(font);
  view.setUint32(0, 0x00010000);
  view.setUint16(4, tables.length);
  view.setUint16(6, 16 * power);
  view.setUint16(8, Math.log2(power));
  view.setUint16(10, 16 * (tables.length - power));
  let offset = size;
  for (const [index, [name, content]] of tables.entries()) {
    const at = 12 + 16 * index;
    font.set(Buffer.from(name, "latin1"), at);
    font.set(content, offset);
    const end = offset + ((content.length + 3) & ~3);
    view.setUint32(at + 4, sumWords(font.subarray(offset, end)));
    view.setUint32(at + 8, offset);
    view.setUint32(at + 12, content.length);
    offset = end;
  }
  return font;
}

function sumWords(bytes: Uint8Array): number {
  const view = viewBytes(bytes);
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}

function viewBytes({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
