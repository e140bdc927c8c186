import { PDFDict, type PDFDocument, PDFNumber } from "pdf-lib";
import { dictEntry, nameEntry, numberEntry, textEntry } from "../../objects/entries.ts";
import { leavesOf } from "../../objects/trees.ts";
import { type NumeralStyle, numeral } from "../../stamp/numerals.ts";

const styles: Readonly<Record<string, NumeralStyle>> = {
  D: "decimal",
  r: "roman",
  R: "ROMAN",
  a: "alpha",
  A: "ALPHA",
};

/** The label of each page as a viewer shows it, or null where the document has none. */
export function pageLabelsOf(document: PDFDocument): string[] | null {
  const tree = dictEntry(document.catalog, "PageLabels");
  if (!tree) return null;
  const ranges = new Map<number, PDFDict>();
  for (const [key, value] of leavesOf(tree, "Nums"))
    if (key instanceof PDFNumber && value instanceof PDFDict) ranges.set(key.asNumber(), value);
  let range: PDFDict | undefined;
  let first = 0;
  return Array.from({ length: document.getPageCount() }, (_, index) => {
    if (ranges.has(index)) {
      range = ranges.get(index);
      first = index;
    }
    const style = styles[nameEntry(range, "S") ?? (range ? "" : "D")];
    const value = (numberEntry(range, "St") ?? 1) + index - first;
    return (textEntry(range, "P") ?? "") + (style ? numeral(value, { style }) : "");
  });
}
