import { openWords } from "hub/data-file";
import { PDFArray, type PDFDict, PDFName, PDFStream } from "pdf-lib";
import { listShownGlyphs, readProgram, type ShownGlyph } from "../glyphs/shown-glyphs.ts";
import {
  dictEntry,
  entry,
  listDicts,
  nameEntry,
  numberEntry,
  textEntry,
} from "../objects/entries.ts";
import { streamBytes } from "../objects/streams.ts";
import { isEmbedded, listFonts } from "./pdfa.ts";
import type { Finders, Subject } from "./rule.ts";

/** Rules of ISO 19005-2 and -3 for the programs of embedded fonts. */
export const fontFinders: Finders = {
  *"font-programs"({ dicts }) {
    for (const descriptor of dicts) {
      const key = ["FontFile", "FontFile2", "FontFile3"].find((one) =>
        descriptor.has(PDFName.of(one)),
      );
      if (key && !readProgram(descriptor)) yield { detail: getFontName(descriptor) };
      if (key !== "FontFile3") continue;
      const kind = nameEntry(dictEntry(descriptor, key), "Subtype") ?? "none";
      if (!programKinds.has(kind)) yield { detail: `${getFontName(descriptor)}: ${kind}` };
    }
  },
  *"known-fonts"({ shown }) {
    if (!shown) yield {};
  },
  *"glyph-widths"(subject) {
    for (const { font, glyphs } of listGlyphs(subject)) {
      const wrong = glyphs.filter(hasWrongWidth);
      if (wrong.length > 0) yield { detail: `${getFontName(font)}: ${listCodes(wrong)}` };
    }
  },
  *"missing-glyphs"(subject) {
    for (const { font, glyphs } of listGlyphs(subject)) {
      const missing = glyphs.filter(({ glyph }) => glyph === 0);
      if (missing.length > 0) yield { detail: `${getFontName(font)}: ${listCodes(missing)}` };
    }
  },
  *"cid-systems"({ dicts }) {
    for (const font of dicts.filter(isComposite)) {
      const [descendant] = listDicts(font.lookup(PDFName.of("DescendantFonts")));
      const own = dictEntry(descendant, "CIDSystemInfo");
      const map = dictEntry(font, "Encoding");
      const other = dictEntry(map, "CIDSystemInfo");
      const isIdentity = textEntry(other, "Ordering") === "Identity";
      const differs =
        other &&
        !isIdentity &&
        ["Registry", "Ordering"].some((key) => textEntry(own, key) !== textEntry(other, key));
      const isNewer =
        !isIdentity &&
        (numberEntry(own, "Supplement") ?? 0) > (numberEntry(other, "Supplement") ?? 99);
      if (!isCharacterSystem(own) || differs || isNewer) yield { detail: getFontName(font) };
    }
  },
  *"font-entries"(subject) {
    for (const font of listFonts(subject).filter(isEmbedded)) {
      const kind = nameEntry(font, "Subtype") ?? "none";
      const isNamed = kind === "Type3" || nameEntry(font, "BaseFont") !== undefined;
      const [first, last] = ["FirstChar", "LastChar"].map((key) => numberEntry(font, key));
      const count = entry(font, "Widths", PDFArray)?.size();
      const hasWidths = isComposite(font) || count === Number(last) - Number(first) + 1;
      const isKnown = fontKinds.has(kind) && nameEntry(font, "Type") === "Font";
      if (!isKnown || !isNamed || !hasWidths) yield { detail: getFontName(font) };
    }
  },
  *cmaps({ dicts }) {
    for (const font of dicts.filter(isComposite)) {
      const map = font.lookup(PDFName.of("Encoding"));
      const name =
        map instanceof PDFStream ? getUsedMap(map) : (nameEntry(font, "Encoding") ?? "none");
      if (name !== undefined && !isPredefinedMap(name)) yield { detail: name };
      if (!(map instanceof PDFStream)) continue;
      const text = Buffer.from(streamBytes(map) ?? []).toString("latin1");
      const [, inside] = /\/WMode (\d)/.exec(text) ?? [];
      const stated = numberEntry(map.dict, "WMode") ?? 0;
      if (findCidMax(text) > cidMax) yield { detail: "CID" };
      if (inside !== undefined && Number(inside) !== stated) yield { detail: "WMode" };
    }
  },
  *"glyph-sets"({ dicts, shown }) {
    for (const descriptor of dicts) {
      const names = textEntry(descriptor, "CharSet");
      const program = names === undefined ? undefined : readProgram(descriptor);
      const own = program && "glyphsByName" in program ? [...program.glyphsByName.keys()] : [];
      const listed = new Set((names ?? "").split("/"));
      const isSubset = /^[A-Z]{6}\+/.test(getFontName(descriptor));
      const missing = new Set(own).symmetricDifference(listed).difference(new Set(["", ".notdef"]));
      if (isSubset && own.length > 0 && missing.size > 0)
        yield { detail: `${getFontName(descriptor)}: CharSet` };
    }
    for (const [font, strings] of shown?.strings ?? []) {
      const [descendant] = listDicts(font.lookup(PDFName.of("DescendantFonts")));
      const descriptor = dictEntry(descendant, "FontDescriptor");
      const set = streamBytes(descriptor?.lookup(PDFName.of("CIDSet")));
      if (!set) continue;
      const isListed = (code: number) => (((set[code >> 3] ?? 0) << (code & 7)) & 128) !== 0;
      if (listShownGlyphs(font, strings).some(({ code }) => !isListed(code)))
        yield { detail: `${getFontName(font)}: CIDSet` };
    }
  },
  *"truetype-maps"({ dicts }) {
    for (const font of dicts) {
      if (nameEntry(font, "Subtype") !== "TrueType") continue;
      const descriptor = dictEntry(font, "FontDescriptor");
      const program = readProgram(descriptor);
      if (!program || !("maps" in program)) continue;
      const isSymbolic = ((numberEntry(descriptor, "Flags") ?? 0) & 4) !== 0;
      const has = (encoding: number) =>
        program.maps.some((map) => map.platform === 3 && map.encoding === encoding);
      const hasDifferences = entry(dictEntry(font, "Encoding"), "Differences", PDFArray);
      const isRight = isSymbolic
        ? has(0) || program.maps.length === 1
        : program.maps.length > 0 && (!hasDifferences || has(1));
      if (!isRight) yield { detail: getFontName(font) };
    }
  },
};

/** Returns the name of the CMap that an embedded one uses, if it uses one. */
function getUsedMap({ dict }: PDFStream): string | undefined {
  const base = dict.lookup(PDFName.of("UseCMap"));
  if (base === undefined) return undefined;
  const [owner, key] = base instanceof PDFStream ? [base.dict, "CMapName"] : [dict, "UseCMap"];
  return nameEntry(owner, key) ?? "none";
}

/** Whether a dictionary names a character collection, as its entries require. */
export function isCharacterSystem(system: PDFDict | undefined): boolean {
  const hasNames = ["Registry", "Ordering"].every((key) => textEntry(system, key) !== undefined);
  return hasNames && numberEntry(system, "Supplement") !== undefined;
}

const cidMax = 65_535;

/** Returns the highest number of a character in a CMap. */
function findCidMax(text: string): number {
  let max = 0;
  const range = /<([\da-f]{1,8})>\s{0,9}(?:<([\da-f]{1,8})>)?\s{0,9}(\d{1,10})/gi;
  for (const [, from = "", to = from, cid] of text.matchAll(range))
    max = Math.max(max, Number(cid) + Number.parseInt(to, 16) - Number.parseInt(from, 16));
  return max;
}

const fontKinds = new Set(["Type1", "MMType1", "TrueType", "Type3", "Type0"]);
const programKinds = new Set(["Type1C", "CIDFontType0C", "OpenType"]);
/** The names of the CMaps of ISO 32000-1, table 118. */
const predefinedMaps = openWords(new URL("./font-rules.txt", import.meta.url), ["CMaps"])().CMaps;

/** Whether a CMap is predefined, for horizontal or vertical writing. */
function isPredefinedMap(name: string): boolean {
  return /-[HV]$/.test(name) ? predefinedMaps.has(name.slice(0, -2)) : /^[HV]$/.test(name);
}

function isComposite(dict: PDFDict): boolean {
  return nameEntry(dict, "Subtype") === "Type0";
}

function getFontName(dict: PDFDict): string {
  return nameEntry(dict, "BaseFont") ?? nameEntry(dict, "FontName") ?? "unnamed";
}

/** Widths are whole numbers in many files, so they may differ by one. */
const widthTolerance = 1;

/** Whether the PDF and the font program disagree about a width. */
export function hasWrongWidth({ width, programWidth }: ShownGlyph): boolean {
  if (width === undefined || programWidth === undefined) return false;
  return !(Math.abs(width - programWidth) <= widthTolerance);
}

function* listGlyphs({ shown }: Subject) {
  for (const [font, strings] of shown?.strings ?? [])
    yield { font, glyphs: listShownGlyphs(font, strings) };
}

const codesMax = 5;

function listCodes(glyphs: readonly ShownGlyph[]): string {
  const codes = glyphs.slice(0, codesMax).map(({ code }) => code);
  return `codes ${codes.join(", ")}${glyphs.length > codesMax ? " and others" : ""}`;
}
