import { createHash } from "node:crypto";
import {
  type PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFRef,
  PDFString,
} from "pdf-lib";
import { hasWrongWidth, isCharacterSystem } from "../check/font-rules.ts";
import { isEmbedded, listFonts } from "../check/pdfa.ts";
import type { Subject } from "../check/rule.ts";
import { getHeap, type PdfiumDocument, withMemory, withPdfium } from "../engines/pdfium.ts";
import { type CffFont, readCff } from "../glyphs/cff.ts";
import { type SubsetGlyph, subsetCff } from "../glyphs/cff-subset.ts";
import { type EncodingName, getGlyphName } from "../glyphs/names.ts";
import { listShownGlyphs, readEncoding, readProgram } from "../glyphs/shown-glyphs.ts";
import { dictEntry, listDicts, listItems, nameEntry, numberEntry } from "../objects/entries.ts";
import type { Changes } from "./changes.ts";

/**
 * Embeds the standard fonts of PDF in the shapes in which the hub displays them, and corrects
 * entries of embedded fonts. Leaves other fonts, which the final check reports.
 */
export async function convertFonts(
  subject: Subject,
  { bytes, changes }: { bytes: Uint8Array; changes: Changes },
): Promise<void> {
  const missing = listFonts(subject).filter((font) => !isEmbedded(font) && findFace(font));
  if (missing.length > 0)
    await withPdfium(bytes, (opened) => {
      for (const font of missing)
        if (embedFont(subject, { font, opened }))
          changes.add("embedded_fonts", nameEntry(font, "BaseFont"));
    });
  for (const font of listFonts(subject))
    if (correctFont(subject, font)) changes.add("font_entries");
}

interface Face {
  /** The name among the 14 standard fonts. */
  name: string;
  flags: number;
}

const families: readonly [
  pattern: RegExp,
  faces: readonly [string, string, string, string],
  flags: number,
][] = [
  [
    /^(?:Helvetica|Arial)(?:MT)?$/,
    ["Helvetica", "Helvetica-Bold", "Helvetica-Oblique", "Helvetica-BoldOblique"],
    32,
  ],
  [
    /^(?:Times|TimesNewRoman)(?:PS)?(?:MT)?$/,
    ["Times-Roman", "Times-Bold", "Times-Italic", "Times-BoldItalic"],
    34,
  ],
  [
    /^(?:Courier|CourierNew)(?:PS)?(?:MT)?$/,
    ["Courier", "Courier-Bold", "Courier-Oblique", "Courier-BoldOblique"],
    33,
  ],
];

/** Finds the standard font that a font's name stands for. */
function findFace(font: PDFDict): Face | undefined {
  if (!["Type1", "TrueType", "MMType1"].includes(nameEntry(font, "Subtype") ?? ""))
    return undefined;
  const full = (nameEntry(font, "BaseFont") ?? "").replace(/^[A-Z]{6}\+/, "").replaceAll(" ", "");
  if (full === "Symbol" || full === "ZapfDingbats") return { name: full, flags: 4 };
  const [first = "", ...styles] = full.split(/[-,]/);
  const style = styles.join("").replace(/MT$/, "");
  const match = /^(?:Roman|Regular)?(Bold)?(Italic|Oblique)?$/.exec(style);
  const found = families.find(([pattern]) => pattern.test(first));
  if (!match || !found) return undefined;
  const [, faces, flags] = found;
  const [isBold, isSlanted] = [match[1] !== undefined, match[2] !== undefined];
  const name = faces[(isBold ? 1 : 0) + (isSlanted ? 2 : 0)] ?? faces[0];
  return { name, flags: flags + (isSlanted ? 64 : 0) };
}

/** The largest difference of a width that is not drawn differently, as a share of it. */
const widthShareMax = 0.25;

function embedFont(
  { document, shown }: Subject,
  { font, opened }: { font: PDFDict; opened: PdfiumDocument },
): boolean {
  const face = findFace(font);
  const program = face && readFace(opened, face.name);
  if (!face || !program) return false;
  const codes = [...new Set(shown?.strings.get(font)?.flatMap((text) => [...text]) ?? allCodes)];
  const { base, differences } = readEncoding(font);
  const fallback = face.flags === 4 ? (face.name as EncodingName) : (base ?? getUsual(font));
  const first = numberEntry(font, "FirstChar") ?? 0;
  const stated = listItems(font.lookup(PDFName.of("Widths")));
  const glyphs = new Map<number, SubsetGlyph>();
  for (const code of codes) {
    const name = differences.get(code) ?? getGlyphName(fallback, code);
    const glyph = name === undefined ? undefined : program.glyphsByName.get(name);
    // The text of unknown pages may use any code. That of known pages must be complete.
    if (name === undefined || !glyph) {
      if (shown) return false;
      continue;
    }
    const own = program.getWidth(glyph) ?? 0;
    const item = stated[code - first];
    const width = item instanceof PDFNumber ? item.asNumber() : own;
    if (Math.abs(width - own) > widthShareMax * own) return false;
    glyphs.set(code, { name, width: Math.round(width) });
  }
  const written = writeFont(document, { program, face, glyphs: [...glyphs] });
  if (!written) return false;
  for (const [key, value] of written.entries()) font.set(key, value);
  return true;
}

const allCodes = Array.from({ length: 256 }, (_, code) => code);

/** Returns the encoding that a font without one has. */
function getUsual(font: PDFDict): EncodingName {
  return nameEntry(font, "Subtype") === "TrueType" ? "WinAnsiEncoding" : "StandardEncoding";
}

/** Reads the standard font that PDFium displays under a name. */
function readFace({ engine, document }: PdfiumDocument, name: string): CffFont | undefined {
  const font = engine.FPDFText_LoadStandardFont(document, name);
  if (!font) return undefined;
  try {
    return withMemory(engine, 8, (size) => {
      engine.FPDFFont_GetFontData(font, 0, 0, size);
      const bytes = new DataView(getHeap(engine).buffer).getUint32(size, true);
      return withMemory(engine, bytes, (data) => {
        engine.FPDFFont_GetFontData(font, data, bytes, size);
        return readCff(getHeap(engine).slice(data, data + bytes));
      });
    });
  } finally {
    engine.FPDFFont_Close(font);
  }
}

interface FontWork {
  program: CffFont;
  face: Face;
  glyphs: readonly (readonly [code: number, glyph: SubsetGlyph])[];
}

/** Writes a subset of a font. Two codes can only share a glyph if it has one width. */
function writeFont(
  document: PDFDocument,
  { program, face, glyphs }: FontWork,
): PDFDict | undefined {
  const { context } = document;
  const byName = new Map<string, SubsetGlyph>();
  for (const [, glyph] of glyphs) {
    const known = byName.get(glyph.name);
    if (known && known.width !== glyph.width) return undefined;
    byName.set(glyph.name, glyph);
  }
  const subset = subsetCff(program, [...byName.values()]);
  if (!subset) return undefined;
  const sorted = [...glyphs].sort(([a], [b]) => a - b);
  const first = sorted[0]?.[0] ?? 0;
  const last = sorted.at(-1)?.[0] ?? 0;
  const widths = new Map(sorted.map(([code, { width }]) => [code, width]));
  const name = PDFName.of(`${createTag(subset)}+${program.name}`);
  const descriptor = context.obj({
    Type: "FontDescriptor",
    FontName: name,
    Flags: face.flags,
    FontBBox: [-250, -300, 1250, 1050],
    ItalicAngle: face.flags & 64 ? -12 : 0,
    Ascent: 905,
    Descent: -212,
    CapHeight: 718,
    StemV: 80,
    FontFile3: context.register(context.flateStream(subset, { Subtype: "Type1C" })),
  });
  const differences = sorted.flatMap(([code, glyph]) => [
    PDFNumber.of(code),
    PDFName.of(glyph.name),
  ]);
  return context.obj({
    Subtype: "Type1",
    BaseFont: name,
    FirstChar: first,
    LastChar: last,
    Widths: Array.from({ length: last - first + 1 }, (_, index) => widths.get(first + index) ?? 0),
    Encoding: { Type: "Encoding", Differences: differences },
    FontDescriptor: context.register(descriptor),
  });
}

function createTag(subset: Uint8Array): string {
  const digest = createHash("sha256").update(subset).digest();
  const letters = [...digest.subarray(0, 6)].map((byte) => String.fromCharCode(65 + (byte % 26)));
  return letters.join("");
}

/** Corrects the entries of an embedded font that change nothing on the page. */
function correctFont({ shown }: Subject, font: PDFDict): boolean {
  const [descendant] = listDicts(font.lookup(PDFName.of("DescendantFonts")));
  const descriptor = dictEntry(descendant ?? font, "FontDescriptor");
  let isChanged = false;
  for (const key of ["CharSet", "CIDSet"])
    isChanged = descriptor?.delete(PDFName.of(key)) || isChanged;
  const map = PDFName.of("CIDToGIDMap");
  if (nameEntry(descendant, "Subtype") === "CIDFontType2" && descendant && !descendant.has(map)) {
    descendant.set(map, PDFName.of("Identity"));
    isChanged = true;
  }
  const isIdentity = (nameEntry(font, "Encoding") ?? "").startsWith("Identity-");
  const system = dictEntry(descendant, "CIDSystemInfo");
  if (descendant && isIdentity && !isCharacterSystem(system)) {
    const identity = { Registry: "Adobe", Ordering: "Identity" };
    const texts = Object.entries(identity).map(([key, text]) => [key, PDFString.of(text)] as const);
    const written = font.context.obj({ ...Object.fromEntries(texts), Supplement: 0 });
    descendant.set(PDFName.of("CIDSystemInfo"), written);
    isChanged = true;
  }
  const strings = shown?.strings.get(font);
  if (nameEntry(font, "Subtype") === "TrueType" && descriptor && strings)
    isChanged = correctEncoding(font, { descriptor, strings }) || isChanged;
  if (strings && descriptor) isChanged = correctWidths(font, { descriptor, strings }) || isChanged;
  return isChanged;
}

interface FontText {
  descriptor: PDFDict;
  strings: readonly Uint8Array[];
}

const symbolic = 4;
const nonsymbolic = 32;
const encodingKey = PDFName.of("Encoding");

/** Makes the flags and the encoding of a TrueType font agree, if that shows the same glyphs. */
function correctEncoding(font: PDFDict, { descriptor, strings }: FontText): boolean {
  const flags = numberEntry(descriptor, "Flags") ?? 0;
  const encoding = font.get(encodingKey);
  const program = readProgram(descriptor);
  if (!program || !("maps" in program)) return false;
  const { base, differences } = readEncoding(font);
  const isSymbolic = (flags & symbolic) !== 0;
  const isRight = isSymbolic
    ? !encoding
    : base === "WinAnsiEncoding" || base === "MacRomanEncoding";
  if (isRight) return false;
  const before = listShownGlyphs(font, strings).map(({ glyph }) => glyph);
  const hasUnicode = program.maps.some(
    ({ platform, encoding: kind }) => platform === 3 && kind === 1,
  );
  const setFlags = (value: number) => descriptor.set(PDFName.of("Flags"), PDFNumber.of(value));
  // Viewers use the encoding of a symbolic font if the font has a map of Unicode.
  if (encoding && hasUnicode) {
    setFlags((flags & ~symbolic) | nonsymbolic);
    if (!base) font.set(encodingKey, addBase(font, differences));
    return true;
  }
  setFlags((flags & ~nonsymbolic) | symbolic);
  font.delete(encodingKey);
  const after = listShownGlyphs(font, strings).map(({ glyph }) => glyph);
  const isSame = before.every((glyph, index) => glyph === undefined || glyph === after[index]);
  if (isSame && !after.includes(undefined)) return true;
  setFlags(flags);
  if (encoding) font.set(encodingKey, encoding);
  return false;
}

/** Adds WinAnsiEncoding to an encoding without a base, with StandardEncoding's quotation marks. */
function addBase({ context }: PDFDict, differences: ReadonlyMap<number, string>) {
  const all = new Map([[39, "quoteright"], [96, "quoteleft"], ...differences]);
  return context.obj({
    Type: "Encoding",
    BaseEncoding: "WinAnsiEncoding",
    Differences: [...all].flatMap(([code, name]) => [PDFNumber.of(code), PDFName.of(name)]),
  });
}

/** Writes the widths of the PDF into a TrueType font. Pages are laid out by those of the PDF. */
function correctWidths(font: PDFDict, { descriptor, strings }: FontText): boolean {
  const key = PDFName.of("FontFile2");
  const program = readProgram(descriptor);
  const wrong = listShownGlyphs(font, strings).filter(hasWrongWidth);
  if (wrong.length === 0 || !program || !("setWidths" in program)) return false;
  const widths = new Map<number, number>();
  for (const { glyph, width } of wrong) {
    if (!glyph || width === undefined || (widths.get(glyph) ?? width) !== width) return false;
    widths.set(glyph, width);
  }
  const changed = program.setWidths(widths);
  const ref = descriptor.get(key);
  if (!changed || !ref) return false;
  const { context } = descriptor;
  context.assign(ref as PDFRef, context.flateStream(changed, { Length1: changed.length }));
  return true;
}
