import { createHash } from "node:crypto";
import { PDFDict, type PDFDocument, PDFName, PDFRef, type PDFStream } from "pdf-lib";
import { loadSubsetter, type Subset } from "../glyphs/subset-truetype.ts";
import {
  allowsSubset,
  countGlyphs,
  createGlyphLookup,
  readTables,
} from "../glyphs/truetype-tables.ts";
import { dictEntry, entry, everyDict, listDicts, nameEntry } from "../objects/entries.ts";
import { collectShownText, type ShownText } from "../objects/shown-text.ts";
import { streamBytes } from "../objects/streams.ts";

/** A font program, and the fonts that use it. */
interface FontProgram {
  ref: PDFRef;
  stream: PDFStream;
  fonts: PDFDict[];
  /** The dictionaries with the name of the font. */
  named: PDFDict[];
}

/**
 * Removes the outlines of glyphs that no page shows from TrueType fonts, if their licence bits allow
 * it. Returns the number of fonts that became smaller.
 */
export async function subsetFonts(document: PDFDocument): Promise<number> {
  const programs = listPrograms(document);
  if (programs.length === 0) return 0;
  const shown = collectShownText(document);
  if (!shown) return 0;
  const subset = await loadSubsetter();
  return programs.filter((program) => subsetProgram(program, shown, subset)).length;
}

function listPrograms(document: PDFDocument): FontProgram[] {
  const programs = new Map<PDFRef, FontProgram>();
  const others = new Set<PDFRef>();
  for (const dict of everyDict(document)) {
    const kind = nameEntry(dict, "Subtype");
    const [descendant] = listDicts(dict.lookup(PDFName.of("DescendantFonts")));
    const descriptor = dictEntry(descendant ?? dict, "FontDescriptor");
    const ref = descriptor?.get(PDFName.of("FontFile2"));
    const stream = descriptor?.lookup(PDFName.of("FontFile2"));
    if (!descriptor || !(ref instanceof PDFRef) || !stream || kind === "CIDFontType2") continue;
    const isSupported = descendant ? kind === "Type0" : kind === "TrueType";
    if (!isSupported) others.add(ref);
    const program = programs.get(ref) ?? { ref, stream: stream as PDFStream, fonts: [], named: [] };
    program.fonts.push(dict);
    program.named.push(...[dict, descendant, descriptor].filter((one) => one !== undefined));
    programs.set(ref, program);
  }
  return [...programs.values()].filter(({ ref }) => !others.has(ref));
}

/** The smallest program in bytes that is worth the work. */
const programMin = 4096;
/** Every font keeps the glyphs for missing characters and spaces. */
const alwaysKept = [0, 1, 2, 3];

function subsetProgram(
  { stream, ref, fonts, named }: FontProgram,
  shown: ShownText,
  subset: Subset,
): boolean {
  const before = stream.getContentsSize();
  const bytes = before < programMin ? undefined : streamBytes(stream);
  const tables = bytes && readTables(bytes);
  if (!tables || !allowsSubset(tables)) return false;
  try {
    const lookup = createGlyphLookup(tables);
    // With the last glyph, their number stays: character maps and other tables may name any.
    const glyphs = new Set([...alwaysKept, countGlyphs(tables) - 1]);
    const needsMaps = fonts.some((font) => !font.has(PDFName.of("DescendantFonts")));
    for (const font of fonts) {
      const found = shown.open.has(font) ? undefined : findGlyphs(font, { shown, lookup });
      if (!found) return false;
      for (const glyph of found) glyphs.add(glyph);
    }
    const remaining = subset(bytes, { glyphs, needsMaps });
    if (!remaining) return false;
    const { context } = stream.dict;
    const smaller = context.flateStream(remaining, { Length1: remaining.length });
    if (smaller.getContentsSize() >= before * worthwhileRatio) return false;
    context.assign(ref, smaller);
    tagNames(named, remaining);
    return true;
  } catch {
    // The font is damaged, or has a character map of an unknown format.
    return false;
  }
}

/** The maximum size of a new program relative to the old one. */
const worthwhileRatio = 0.95;

interface GlyphSearch {
  shown: ShownText;
  lookup: (code: number) => number[];
}

/** Returns the glyphs that a font shows, or undefined if they can't be determined. */
function findGlyphs(font: PDFDict, { shown, lookup }: GlyphSearch): Set<number> | undefined {
  const strings = shown.strings.get(font) ?? [];
  const [descendant] = listDicts(font.lookup(PDFName.of("DescendantFonts")));
  if (descendant) return findCompositeGlyphs(strings, { font, descendant });
  // Differences give glyphs by name, which viewers resolve in different ways.
  if (entry(font, "Encoding", PDFDict)?.has(PDFName.of("Differences"))) return undefined;
  const codes = [...new Set(strings.flatMap((text) => [...text]))];
  const glyphs = codes.map((code) => listCharacters(code).flatMap(lookup));
  // A viewer may find such a glyph by its name.
  if (glyphs.some((found, index) => found.length === 0 && (codes[index] ?? 0) > 32))
    return undefined;
  // StandardEncoding, which viewers may assume without /Encoding, is only known for ASCII.
  if (!font.has(PDFName.of("Encoding")) && codes.some((code) => code > 127)) return undefined;
  return new Set(glyphs.flat());
}

function findCompositeGlyphs(
  strings: readonly Uint8Array[],
  { font, descendant }: { font: PDFDict; descendant: PDFDict },
): Set<number> | undefined {
  const encoding = nameEntry(font, "Encoding");
  if (encoding !== "Identity-H" && encoding !== "Identity-V") return undefined;
  const map = descendant.lookup(PDFName.of("CIDToGIDMap"));
  const bytes = streamBytes(map);
  if (map && !bytes && map !== PDFName.of("Identity")) return undefined;
  const glyphs = new Set<number>();
  for (const text of strings)
    for (let at = 0; at < text.length; at += 2) {
      const code = (text[at] ?? 0) * 256 + (text[at + 1] ?? 0);
      glyphs.add(bytes ? (bytes[2 * code] ?? 0) * 256 + (bytes[2 * code + 1] ?? 0) : code);
    }
  return glyphs;
}

const encodings = (["windows-1252", "macintosh"] as const).map(
  (name) => new TextDecoder(name as "utf-8"),
);
/** The quotation marks of StandardEncoding in the place of ASCII's. */
const standardQuotes: Readonly<Record<number, number>> = { 39: 0x2019, 96: 0x2018 };
/** The ranges in which fonts with symbols have their codes (ISO 32000-1, 9.6.6.4). */
const symbolRanges = [0xf000, 0xf100, 0xf200];

/** Lists what any viewer may look up in a character map for a code of a simple font. */
function listCharacters(code: number): number[] {
  const characters = encodings.map((decoder) => decoder.decode(Uint8Array.of(code)).codePointAt(0));
  const symbols = symbolRanges.map((base) => base + code);
  return [code, ...symbols, ...characters, standardQuotes[code]].filter(
    (character) => character !== undefined,
  );
}

const tag = /^[A-Z]{6}\+/;

/** Marks the names of a font as a subset's, with a tag that depends on its content. */
function tagNames(dicts: readonly PDFDict[], subset: Uint8Array): void {
  const digest = createHash("sha256").update(subset).digest();
  const letters = Array.from(digest.subarray(0, 6), (byte) =>
    String.fromCharCode(65 + (byte % 26)),
  );
  for (const dict of new Set(dicts))
    for (const key of ["BaseFont", "FontName"]) {
      const name = nameEntry(dict, key);
      if (name !== undefined && !tag.test(name))
        dict.set(PDFName.of(key), PDFName.of(`${letters.join("")}+${name}`));
    }
}
