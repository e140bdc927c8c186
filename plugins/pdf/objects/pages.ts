import {
  PDFArray,
  type PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  type PDFRef,
} from "pdf-lib";
import { entry, listItems, numberEntry } from "../objects/entries.ts";
import { type BoxEdges, letter, type PageBox, pageBox, quarter } from "../preflight/preflight.ts";
import { pageLeaves } from "./page-leaves.ts";
import { streamBytes } from "./streams.ts";

/** Paper sizes in portrait orientation, in points. */
export const papers = { a4: [595.276, 841.89], letter: [612, 792] } as const;

/** A page that can be edited. */
export interface OpenPage {
  dict: PDFDict;
  ref: PDFRef;
  box: PageBox;
}

/** Returns the pages of a document, each with its inherited entries copied into it. */
export function openPages(document: PDFDocument): OpenPage[] {
  return pageLeaves(document).map(({ dict, ref, inherited }) => {
    for (const [key, value] of inherited) if (!dict.has(key)) dict.set(key, value);
    return { dict, ref: ref ?? document.context.register(dict), box: readPageBox(dict) };
  });
}

/** Returns the boxes of a page that inherits nothing. */
function readPageBox(dict: PDFDict): PageBox {
  const media = rectangle(dict, "MediaBox") ?? letter;
  return pageBox({
    media,
    crop: rectangle(dict, "CropBox") ?? media,
    rotation: quarter(numberEntry(dict, "Rotate") ?? 0),
  });
}

/** Draws before and after a page's own content, as two extra content streams. */
export function wrapContent(
  { dict }: OpenPage,
  { before, behind }: { before: string; behind: string },
): void {
  const { context } = dict;
  const key = PDFName.of("Contents");
  const content = dict.get(key);
  const value = context.lookup(content);
  const own: PDFObject[] =
    value instanceof PDFArray ? value.asArray() : value && content ? [content] : [];
  const stream = (text: string) => context.register(context.stream(text));
  dict.set(key, context.obj([stream(before), ...own, stream(behind)]));
}

function rectangle(dict: PDFDict, name: string): BoxEdges | undefined {
  const numbers = listItems(entry(dict, name, PDFArray)).map((item) =>
    item instanceof PDFNumber ? item.asNumber() : Number.NaN,
  );
  const [a, b, c, d] = numbers as [number, number, number, number];
  if (numbers.length < 4 || Number.isNaN(a + b + c + d)) return undefined;
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

/** Returns a page's content streams, joined as a viewer reads them. */
export function pageBytes({ node }: PDFPage): Uint8Array {
  const contents = node.lookup(PDFName.of("Contents"));
  const streams = contents instanceof PDFArray ? listItems(contents) : [contents];
  const newline = Uint8Array.of(10);
  return Buffer.concat(
    streams.flatMap((stream) => [streamBytes(stream) ?? new Uint8Array(), newline]),
  );
}
