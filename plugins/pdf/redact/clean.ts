import { PDFArray, PDFDict, type PDFDocument, PDFName, PDFRef, PDFStream } from "pdf-lib";
import { dictEntry, entry, everyDict, listItems, nameEntry } from "../objects/entries.ts";
import { streamBytes } from "../objects/streams.ts";
import { dropSpokenText, spokenEntries } from "./clean-content.ts";

/**
 * Drops what repeats in words what is drawn, as it would be read in the place of the glyphs. Answers
 * whether there was any.
 */
export function dropSpoken(document: PDFDocument): boolean {
  let isDropped = false;
  for (const dict of everyDict(document))
    for (const name of spokenEntries) isDropped = dict.delete(PDFName.of(name)) || isDropped;
  for (const [ref, stream] of contentStreams(document)) {
    const bytes = streamBytes(stream);
    const left = bytes && dropSpokenText(bytes);
    if (!left || left === bytes) continue;
    replaceStream(document, ref, { bytes: left });
    isDropped = true;
  }
  return isDropped;
}

/** Bytes for a stream. */
export interface Coded {
  bytes: Uint8Array;
  /** The filter of an image that they are still coded by. */
  filter?: string | undefined;
}

/** Puts other bytes into a stream, whose other entries stay. */
export function replaceStream(
  { context }: PDFDocument,
  ref: PDFRef,
  { bytes, filter }: Coded,
): void {
  const { dict } = context.lookup(ref, PDFStream);
  const own = dict.clone(context);
  const parameters = dict.lookup(PDFName.of("DecodeParms"));
  const last = parameters instanceof PDFArray ? listItems(parameters).at(-1) : parameters;
  for (const name of ["Filter", "DecodeParms", "Length"]) own.delete(PDFName.of(name));
  const written = filter ? context.stream(bytes, { Filter: filter }) : context.flateStream(bytes);
  for (const [name, value] of own.entries()) written.dict.set(name, value);
  if (filter && last instanceof PDFDict) written.dict.set(PDFName.of("DecodeParms"), last);
  context.assign(ref, written);
}

/** The streams that draw: of pages, forms, patterns, and glyphs of fonts that are drawings. */
export function contentStreams(document: PDFDocument): Map<PDFRef, PDFStream> {
  const { context } = document;
  const drawing = new Set<PDFRef>();
  for (const page of document.getPages()) addRefs(page.node.get(PDFName.of("Contents")));
  for (const dict of everyDict(document))
    if (nameEntry(dict, "Subtype") === "Type3")
      for (const value of dictEntry(dict, "CharProcs")?.values() ?? []) addRefs(value);
  const found = new Map<PDFRef, PDFStream>();
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFStream)) continue;
    const isForm = nameEntry(object.dict, "Subtype") === "Form";
    const isPattern = object.dict.has(PDFName.of("PatternType"));
    if (isForm || isPattern || drawing.has(ref)) found.set(ref, object);
  }
  return found;

  function addRefs(value: unknown): void {
    if (value instanceof PDFRef) {
      drawing.add(value);
      const resolved = context.lookup(value);
      if (resolved instanceof PDFArray) addRefs(resolved);
    } else if (value instanceof PDFArray) for (const item of value.asArray()) addRefs(item);
  }
}

/** Forms are gone once their fields are part of the pages, and with them what filled them in. */
export function dropForms({ catalog }: PDFDocument): void {
  catalog.delete(PDFName.of("AcroForm"));
  catalog.delete(PDFName.of("NeedsRendering"));
}

const ofCatalog = [
  "Metadata",
  "OpenAction",
  "AA",
  "AF",
  "PieceInfo",
  "SpiderInfo",
  "Collection",
  "Perms",
  "Legal",
  "DSS",
  "URI",
  "Threads",
];
const anywhere = [
  "Metadata",
  "AA",
  "PieceInfo",
  "Thumb",
  "AF",
  "LastModified",
  "JS",
  "OPI",
  "Alternates",
];
const ofNames = ["JavaScript", "EmbeddedFiles", "AlternatePresentations", "Renditions"];

/** Takes out what is not seen: metadata, scripts, attachments, links, thumbnails and private data. */
export function sanitise(document: PDFDocument): void {
  const { catalog, context } = document;
  for (const name of ofCatalog) catalog.delete(PDFName.of(name));
  const names = dictEntry(catalog, "Names");
  for (const name of ofNames) names?.delete(PDFName.of(name));
  delete context.trailerInfo.Info;
  for (const dict of everyDict(document)) {
    for (const name of anywhere) dict.delete(PDFName.of(name));
    if (nameEntry(dict, "Type") === "StructElem") dict.delete(PDFName.of("T"));
    dropAction(dict);
  }
  for (const page of document.getPages()) page.node.delete(PDFName.of("Annots"));
}

/** Bookmarks keep where they lead within the document, and nothing else that they do. */
function dropAction(dict: PDFDict): void {
  const action = entry(dict, "A", PDFDict);
  if (action && nameEntry(action, "S") && nameEntry(action, "S") !== "GoTo")
    dict.delete(PDFName.of("A"));
}
