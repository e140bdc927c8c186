import { PDFArray, type PDFDict, type PDFDocument, PDFName, type PDFObject, PDFRef } from "pdf-lib";
import { dictOf, entry } from "../objects/entries.ts";
import pdf from "../plugin.ts";

/** A page where it hangs in the page tree. */
export interface Leaf {
  /** None where the page is written into the list of its parent, as it must not be. */
  ref: PDFRef | undefined;
  dict: PDFDict;
  /** What it has from the nodes above, where it says nothing itself. */
  inherited: ReadonlyMap<PDFName, PDFObject>;
}

const depthMax = 64;
const nodesMax = 50_000;
const heritable = ["Resources", "MediaBox", "CropBox", "Rotate"].map((key) => PDFName.of(key));

/** The pages of a document in their order, also where its tree is put together carelessly. */
export function pageLeaves(document: PDFDocument, at = "body.file"): Leaf[] {
  const leaves: Leaf[] = [];
  let nodes = 0;
  const root = document.catalog.get(PDFName.of("Pages"));
  visit(root, { inherited: new Map(), depth: 0 });
  return leaves;

  function visit(
    value: PDFObject | undefined,
    { inherited, depth }: { inherited: Leaf["inherited"]; depth: number },
  ): void {
    const dict = dictOf(document.context.lookup(value));
    if (!dict) return;
    if (depth > depthMax || ++nodes > nodesMax || leaves.length > pdf.limits.pagesMax)
      throw pdf.error("pdf_corrupt", `${at} has a page tree that does not end`, { at });
    const kids = entry(dict, "Kids", PDFArray);
    if (!kids) {
      leaves.push({ ref: value instanceof PDFRef ? value : undefined, dict, inherited });
      return;
    }
    const here = new Map(inherited);
    for (const key of heritable) if (dict.has(key)) here.set(key, dict.get(key)!);
    for (const kid of kids.asArray()) visit(kid, { inherited: here, depth: depth + 1 });
  }
}
