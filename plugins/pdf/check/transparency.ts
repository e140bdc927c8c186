import { PDFDict, PDFName, type PDFObject, type PDFPage, PDFStream } from "pdf-lib";
import {
  dictEntry,
  entry,
  flattenArrays,
  nameEntry,
  numberEntry,
  toDict,
} from "../objects/entries.ts";
import { pageBytes } from "../objects/pages.ts";
import { streamBytes } from "../objects/streams.ts";
import { findUsed, readInstructions } from "./content.ts";
import type { ContentStream } from "./rule.ts";

/** Whether a page, or a form, pattern, glyph or annotation on it, is drawn with transparency. */
export function usesTransparency(page: PDFPage): boolean {
  const { context } = page.doc;
  const resources = toDict(
    context.lookup(page.node.getInheritableAttribute(PDFName.of("Resources"))),
  );
  const open: ContentStream[] = [{ bytes: pageBytes(page), resources }];
  const seen = new Set<PDFObject>();
  const add = (stream: PDFObject | undefined, inherited: PDFDict | undefined) => {
    const own = dictEntry(toDict(stream), "Resources") ?? inherited;
    if (stream instanceof PDFStream)
      open.push({ bytes: streamBytes(stream) ?? new Uint8Array(), resources: own });
  };
  for (const annotation of flattenArrays(page.node.lookup(PDFName.of("Annots"))))
    add(dictEntry(toDict(annotation), "AP")?.lookup(PDFName.of("N")), resources);
  for (let content = open.pop(); content; content = open.pop())
    for (const instruction of readInstructions(content)) {
      const used = findUsed(content, instruction);
      const dict = toDict(used);
      if (!used || !dict || seen.has(used)) continue;
      seen.add(used);
      if (isTransparent(dict)) return true;
      const glyphs = entry(dict, "CharProcs", PDFDict);
      for (const glyph of glyphs?.values() ?? [])
        add(context.lookup(glyph), dictEntry(dict, "Resources") ?? content.resources);
      if (nameEntry(dict, "Subtype") !== "Image") add(used, content.resources);
    }
  return false;
}

/** Whether a graphics state, image or form is transparent by itself. */
function isTransparent(dict: PDFDict): boolean {
  const mode = dict.lookup(PDFName.of("BM"));
  const isBlended = mode !== undefined && !["/Normal", "/Compatible"].includes(mode.toString());
  const isFaint = ["ca", "CA"].some((key) => (numberEntry(dict, key) ?? 1) < 1);
  const mask = dict.lookup(PDFName.of("SMask"));
  const isMasked = mask !== undefined && mask.toString() !== "/None";
  return (
    isBlended || isFaint || isMasked || nameEntry(dictEntry(dict, "Group"), "S") === "Transparency"
  );
}
