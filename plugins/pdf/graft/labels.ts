import { PDFDict, type PDFDocument, PDFHexString, PDFName, PDFNumber } from "pdf-lib";
import { dictEntry, nameEntry, numberEntry, textEntry } from "../objects/entries.ts";
import { treePairs } from "../objects/trees.ts";

/** How a page is called: the parts that /PageLabels has for it. */
export interface Label {
  prefix: string;
  /** D, R, r, A or a; none where a page has no number. */
  style: string | undefined;
  number: number;
}

/** The labels of a document's pages, or undefined where it has none. */
export function labelsOf(document: PDFDocument, pages: number): Label[] | undefined {
  const tree = dictEntry(document.catalog, "PageLabels");
  if (!tree) return undefined;
  const ranges = new Map<number, PDFDict>();
  for (const [key, value] of treePairs(tree, "Nums"))
    if (key instanceof PDFNumber && value instanceof PDFDict) ranges.set(key.asNumber(), value);
  let range: PDFDict | undefined;
  let first = 0;
  return Array.from({ length: pages }, (_, index) => {
    if (ranges.has(index)) {
      range = ranges.get(index);
      first = index;
    }
    if (!range) return numberLabel(index + 1);
    return {
      prefix: textEntry(range, "P") ?? "",
      style: nameEntry(range, "S"),
      number: (numberEntry(range, "St") ?? 1) + index - first,
    };
  });
}

/** The label of a page that is called by its number alone. */
export function numberLabel(number: number): Label {
  return { prefix: "", style: "D", number };
}

/** Writes labels, in as few ranges as they take. */
export function writeLabels(document: PDFDocument, labels: readonly Label[]): void {
  const { context, catalog } = document;
  const numbers = context.obj([]);
  for (const [index, label] of labels.entries()) {
    const before = labels[index - 1];
    if (before && follows(before, label)) continue;
    numbers.push(context.obj(index));
    const range = context.obj({ St: label.number });
    if (label.style) range.set(PDFName.of("S"), PDFName.of(label.style));
    if (label.prefix) range.set(PDFName.of("P"), PDFHexString.fromText(label.prefix));
    numbers.push(range);
  }
  catalog.set(PDFName.of("PageLabels"), context.register(context.obj({ Nums: numbers })));
}

function follows(before: Label, { prefix, style, number }: Label): boolean {
  if (before.prefix !== prefix || before.style !== style) return false;
  return style === undefined || before.number + 1 === number;
}
