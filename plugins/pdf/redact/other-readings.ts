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

/** A file with fewer font declarations, and the patterns to search for in its text. */
export interface SearchableFile {
  bytes: Uint8Array;
  patterns: readonly Pattern[];
}

const toUnicode = PDFName.of("ToUnicode");
/**
 * The minimum length of terms: shorter ones occur by chance among the codes of fonts with no
 * standard order.
 */
const lengthMin = 4;

/**
 * Removes the ToUnicode maps of fonts, so that engines identify glyphs by their codes: a map can
 * say anything. Returns the resulting files, or none if no font has such a map.
 */
export async function byEncoding(
  bytes: Uint8Array,
  patterns: readonly Pattern[],
): Promise<SearchableFile[]> {
  const document = await openDocument(bytes);
  const fonts = [...everyDict(document)].filter((dict) => dict.has(toUnicode));
  if (fonts.length === 0) return [];
  const readings: SearchableFile[] = [];
  // The codes of a viewer's own font are letters, so all patterns apply.
  const known = fonts.filter((font) => !isEmbedded(font));
  for (const font of known) font.delete(toUnicode);
  if (known.length > 0) readings.push({ bytes: await saveDocument(document), patterns });
  const terms = patterns.filter(({ term }) => term && term.letters.length >= lengthMin);
  if (terms.length === 0 || known.length === fonts.length) return readings;
  for (const font of fonts) font.delete(toUnicode);
  return [...readings, { bytes: await saveDocument(document), patterns: terms }];
}

/** Returns whether a font is embedded, or has codes that are meaningless without its glyphs. */
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

/** Adobe's character collections, whose codes stand for the same letters everywhere. */
const orderings = new Set(["Japan1", "GB1", "CNS1", "Korea1", "KR"]);
