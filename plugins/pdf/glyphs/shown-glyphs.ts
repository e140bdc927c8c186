import { PDFArray, PDFDict, PDFName, type PDFObject, PDFStream } from "pdf-lib";
import {
  dictEntry,
  entry,
  listDicts,
  listItems,
  nameEntry,
  numberEntry,
} from "../objects/entries.ts";
import { streamBytes } from "../objects/streams.ts";
import { listCodes } from "../objects/to-unicode.ts";
import { readCff } from "./cff.ts";
import { type EncodingName, getGlyphCharacter, getGlyphName } from "./names.ts";
import type { FontProgram } from "./program.ts";
import { readTrueType, type TrueTypeFont } from "./truetype.ts";
import { readType1 } from "./type1.ts";

/** A code that text shows in a font. */
export interface ShownGlyph {
  code: number;
  /** Its glyph in the font program: 0 if it has none, undefined if that is unknown. */
  glyph: number | undefined;
  /** The width that the PDF states, in thousandths of the font size. */
  width: number | undefined;
  /** The width in the font program. */
  programWidth: number | undefined;
}

/** Lists the distinct codes that strings show in an embedded font. Returns none for Type 3 fonts. */
export function listShownGlyphs(font: PDFDict, strings: readonly Uint8Array[]): ShownGlyph[] {
  const [descendant] = listDicts(font.lookup(PDFName.of("DescendantFonts")));
  return descendant
    ? listComposite(descendant, { strings, encoding: nameEntry(font, "Encoding") })
    : listSimple(font, strings);
}

function listComposite(
  descendant: PDFDict,
  { strings, encoding }: { strings: readonly Uint8Array[]; encoding: string | undefined },
): ShownGlyph[] {
  // The codes of other encodings aren't the numbers of characters.
  if (encoding !== "Identity-H" && encoding !== "Identity-V") return [];
  const program = readProgram(dictEntry(descendant, "FontDescriptor"));
  if (!program) return [];
  const map = streamBytes(descendant.lookup(PDFName.of("CIDToGIDMap")));
  const widths = readCidWidths(descendant);
  const usual = numberEntry(descendant, "DW") ?? 1000;
  const codes = new Set(strings.flatMap(listCodes));
  return [...codes].map((code) => {
    const isMapped = "maps" in program;
    const mapped = map ? (map[2 * code] ?? 0) * 256 + (map[2 * code + 1] ?? 0) : code;
    const found = isMapped ? mapped : (program.getGlyphOfCid(code) ?? 0);
    const glyph = found < program.glyphs ? found : 0;
    const width = widths.get(code) ?? usual;
    return { code, glyph, width, programWidth: program.getWidth(glyph) };
  });
}

const cidMax = 65_535;

/** Reads `/W`: `c [w1 w2]` or `first last w`. */
function readCidWidths(descendant: PDFDict): Map<number, number> {
  const widths = new Map<number, number>();
  const items = listItems(entry(descendant, "W", PDFArray));
  for (let at = 0; at + 1 < items.length; ) {
    const first = toNumber(items[at]);
    const next = items[at + 1];
    if (next instanceof PDFArray) {
      for (const [index, width] of listItems(next).entries())
        widths.set(first + index, toNumber(width));
      at += 2;
      continue;
    }
    const last = Math.min(cidMax, toNumber(next));
    for (let cid = first; cid <= last; cid++) widths.set(cid, toNumber(items[at + 2]));
    at += 3;
  }
  return widths;
}

function toNumber(value: PDFObject | undefined): number {
  return Number(value?.toString() ?? Number.NaN);
}

function listSimple(font: PDFDict, strings: readonly Uint8Array[]): ShownGlyph[] {
  const descriptor = dictEntry(font, "FontDescriptor");
  const program = nameEntry(font, "Subtype") === "Type3" ? undefined : readProgram(descriptor);
  if (!program) return [];
  const first = numberEntry(font, "FirstChar") ?? 0;
  const widths = listItems(entry(font, "Widths", PDFArray));
  const usual = numberEntry(descriptor, "MissingWidth") ?? 0;
  const find =
    "maps" in program ? createTrueTypeLookup(program, font) : createNameLookup(program, font);
  const codes = new Set(strings.flatMap((text) => [...text]));
  return [...codes].map((code) => {
    const glyph = find(code);
    const stated = widths[code - first];
    const width = stated ? toNumber(stated) : usual;
    const programWidth = glyph === undefined ? undefined : program.getWidth(glyph);
    return { code, glyph, width, programWidth };
  });
}

/** Reads the font program of a descriptor. */
export function readProgram(
  descriptor: PDFDict | undefined,
): FontProgram | TrueTypeFont | undefined {
  const stream = (key: string) => {
    const value = descriptor?.lookup(PDFName.of(key));
    return value instanceof PDFStream ? streamBytes(value) : undefined;
  };
  const [type1, trueType, compact] = ["FontFile", "FontFile2", "FontFile3"].map(stream);
  if (type1) return readType1(type1);
  if (trueType) return readTrueType(trueType);
  if (!compact) return undefined;
  return readCff(unwrapOpenType(compact));
}

/** Returns the CFF table of an OpenType font, or the font itself. */
function unwrapOpenType(bytes: Uint8Array): Uint8Array {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (all.subarray(0, 4).toString("latin1") !== "OTTO") return bytes;
  const count = all.readUInt16BE(4);
  for (let at = 12; at < 12 + 16 * count && at + 16 <= all.length; at += 16)
    if (all.subarray(at, at + 4).toString("latin1") === "CFF ")
      return all.subarray(
        all.readUInt32BE(at + 8),
        all.readUInt32BE(at + 8) + all.readUInt32BE(at + 12),
      );
  return bytes;
}

/** The encoding of a simple font, as far as the PDF states it. */
export interface StatedEncoding {
  base: EncodingName | undefined;
  differences: ReadonlyMap<number, string>;
}

const encodingNames = new Set(["StandardEncoding", "WinAnsiEncoding", "MacRomanEncoding"]);

/** Reads the `/Encoding` of a simple font. */
export function readEncoding(font: PDFDict): StatedEncoding {
  const stated = font.lookup(PDFName.of("Encoding"));
  const dict = stated instanceof PDFDict ? stated : undefined;
  const name = dict ? nameEntry(dict, "BaseEncoding") : nameEntry(font, "Encoding");
  const differences = new Map<number, string>();
  let code = 0;
  for (const item of listItems(entry(dict, "Differences", PDFArray)))
    if (item instanceof PDFName) differences.set(code++, item.decodeText());
    else code = toNumber(item);
  return {
    base: name !== undefined && encodingNames.has(name) ? (name as EncodingName) : undefined,
    differences,
  };
}

/** Finds glyphs of Type 1 and CFF fonts: by the encoding of the PDF, else by that of the font. */
function createNameLookup(program: FontProgram, font: PDFDict) {
  const { base, differences } = readEncoding(font);
  return (code: number): number | undefined => {
    const own = base || differences.has(code) ? undefined : program.encoding;
    if (own) return own.get(code) ?? 0;
    const name = differences.get(code) ?? getGlyphName(base ?? "StandardEncoding", code);
    return name === undefined ? 0 : (program.glyphsByName.get(name) ?? 0);
  };
}

/** Finds glyphs of TrueType fonts (ISO 32000-1, 9.6.6.4). */
function createTrueTypeLookup({ maps }: TrueTypeFont, font: PDFDict) {
  const flags = numberEntry(dictEntry(font, "FontDescriptor"), "Flags") ?? 0;
  const unicode = maps.find((map) => map.platform === 3 && [1, 10].includes(map.encoding));
  const symbol = maps.find((map) => map.platform === 3 && map.encoding === 0);
  const roman = maps.find((map) => map.platform === 1);
  const { base, differences } = readEncoding(font);
  return (code: number): number | undefined => {
    if ((flags & 4) !== 0 || !font.has(PDFName.of("Encoding"))) {
      const candidates = [0xf000, 0xf100, 0xf200, 0].map(
        (start) => symbol?.find(start + code) ?? 0,
      );
      const found = candidates.find((glyph) => glyph > 0) ?? roman?.find(code);
      return found ?? (unicode ? undefined : 0);
    }
    const name = differences.get(code) ?? getGlyphName(base ?? "StandardEncoding", code);
    const character = name === undefined ? undefined : getGlyphCharacter(name);
    // A viewer finds the glyphs of other names in the table `post`.
    if (character === undefined) return name === undefined || name === ".notdef" ? 0 : undefined;
    if (unicode) return unicode.find(character) || undefined;
    return undefined;
  };
}
