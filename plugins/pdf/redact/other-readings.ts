import { PDFArray, type PDFDict, PDFName } from "pdf-lib";
import { openDocument, saveDocument } from "../engines/pdf-lib.ts";
import {
  dictEntry,
  entry,
  everyDict,
  listDicts,
  nameEntry,
  textEntry,
} from "../objects/entries.ts";
import type { Pattern } from "./patterns.ts";

/** A file in which fonts say less, and what may be looked for in what engines read there. */
export interface Reading {
  bytes: Uint8Array;
  patterns: readonly Pattern[];
}

const toUnicode = PDFName.of("ToUnicode");
/** Shorter terms stand by chance among the codes of fonts that have no order of their own. */
const lengthMin = 4;

/**
 * Files in which fonts do not say what their glyphs mean, so that engines go by which glyphs they are:
 * one says what it likes. None where no font says so.
 */
export async function byEncoding(
  bytes: Uint8Array,
  patterns: readonly Pattern[],
): Promise<Reading[]> {
  const document = await openDocument(bytes);
  const fonts = [...everyDict(document)].filter((dict) => dict.has(toUnicode));
  if (fonts.length === 0) return [];
  const readings: Reading[] = [];
  // Of a font of the viewer's own the codes are letters: anything can be looked for.
  const known = fonts.filter((font) => !isEmbedded(font));
  for (const font of known) font.delete(toUnicode);
  if (known.length > 0) readings.push({ bytes: await saveDocument(document), patterns });
  const terms = patterns.filter(({ term }) => term && term.letters.length >= lengthMin);
  if (terms.length === 0 || known.length === fonts.length) return readings;
  for (const font of fonts) font.delete(toUnicode);
  return [...readings, { bytes: await saveDocument(document), patterns: terms }];
}

/** Whether a font brings its glyphs, or is one of codes that have no meaning without them. */
function isEmbedded(font: PDFDict): boolean {
  if (nameEntry(font, "Subtype") === "Type3") return true;
  const descendants = listDicts(entry(font, "DescendantFonts", PDFArray));
  const files = ["FontFile", "FontFile2", "FontFile3"];
  const hasFile = [font, ...descendants].some((one) =>
    files.some((file) => dictEntry(dictEntry(one, "FontDescriptor"), file) !== undefined),
  );
  if (hasFile || nameEntry(font, "Subtype") !== "Type0") return hasFile;
  return !descendants.some((one) =>
    orderings.has(textEntry(dictEntry(one, "CIDSystemInfo"), "Ordering") ?? ""),
  );
}

/** The character collections of Adobe, whose numbers stand for the same letters everywhere. */
const orderings = new Set(["Japan1", "GB1", "CNS1", "Korea1", "KR"]);
