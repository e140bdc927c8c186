import { PDFArray, type PDFDict, type PDFDocument, PDFName, type PDFObject, PDFRef } from "pdf-lib";
import pdf from "../plugin.ts";
import { entry, toDict } from "./entries.ts";

/** A page at its position in the page tree. */
export interface Leaf {
  /**
   * Undefined if the page is written directly into its parent's list, which the standard forbids.
   */
  ref: PDFRef | undefined;
  dict: PDFDict;
  /** The values inherited from the nodes above, for entries that the page itself may lack. */
  inherited: ReadonlyMap<PDFName, PDFObject>;
}

const depthMax = 64;
const nodesMax = 50_000;
const heritable = ["Resources", "MediaBox", "CropBox", "Rotate"].map((key) => PDFName.of(key));

/** Returns the pages of a document in order, even if its tree is irregular. */
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
    const dict = toDict(document.context.lookup(value));
    if (!dict) return;
    if (depth > depthMax || ++nodes > nodesMax || leaves.length > pdf.limits.pagesMax)
      throw pdf.error("pdf_corrupt", `${at} has a page tree with too many levels or nodes`, { at });
    const kids = entry(dict, "Kids", PDFArray);
    if (!kids) {
      leaves.push({ ref: value instanceof PDFRef ? value : undefined, dict, inherited });
      return;
    }
    const here = new Map(inherited);
    for (const key of heritable) {
      const own = dict.get(key);
      if (own) here.set(key, own);
    }
    for (const kid of kids.asArray()) visit(kid, { inherited: here, depth: depth + 1 });
  }
}
