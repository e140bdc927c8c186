import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFStream,
  PDFString,
} from "pdf-lib";
import { textOf } from "../objects/entries.ts";
import type { Pattern } from "./patterns.ts";
import { plain } from "./searchable.ts";

/** Entries whose strings are no text: names of character sets, sums, signatures, operators. */
const technical = new Set(
  [
    "Registry",
    "Ordering",
    "DA",
    "DS",
    "Panose",
    "ID",
    "Cert",
    "CheckSum",
    "ByteRange",
    "Lookup",
  ].map((name) => PDFName.of(name)),
);
const indexed = PDFName.of("Indexed");
const depthMax = 50;

/**
 * Looks at every text string of a document, and at those that a pattern finds something in: with
 * `replace`, in their place comes an empty one. Answers what was found, by the name of its pattern.
 */
export function matchingStrings(
  { context }: PDFDocument,
  { patterns, replace }: { patterns: readonly Pattern[]; replace: boolean },
): string[] {
  const found: string[] = [];
  const isHit = (value: PDFObject) => {
    const term =
      value instanceof PDFString || value instanceof PDFHexString
        ? hit(value, patterns)
        : undefined;
    if (term !== undefined) found.push(term);
    return term !== undefined;
  };
  function visit(object: PDFObject, depth: number): void {
    if (depth > depthMax) return;
    const inner = object instanceof PDFStream ? object.dict : object;
    if (inner instanceof PDFDict)
      for (const [name, value] of inner.entries()) {
        if (technical.has(name)) continue;
        if (isHit(value)) replace && inner.set(name, PDFString.of(""));
        else visit(value, depth + 1);
      }
    else if (inner instanceof PDFArray && inner.get(0) !== indexed)
      for (const [index, value] of inner.asArray().entries()) {
        if (isHit(value)) replace && inner.set(index, PDFString.of(""));
        else visit(value, depth + 1);
      }
  }
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (isHit(object)) replace && context.assign(ref, PDFString.of(""));
    else visit(object, 0);
  }
  return found;
}

function hit(value: PDFString | PDFHexString, patterns: readonly Pattern[]): string | undefined {
  const text = textOf(value) ?? "";
  return patterns.find(({ find, form }) => find(plain(text, form).replace(/\s/g, " ")).length > 0)
    ?.name;
}
