import type { PDFDocument } from "pdf-lib";
import { labelsOf } from "../../graft/labels.ts";
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
  const labels = labelsOf(document, document.getPageCount());
  if (!labels) return null;
  return labels.map(({ prefix, style: sign = "", number }) => {
    const style = styles[sign];
    return prefix + (style ? numeral(number, { style }) : "");
  });
}
