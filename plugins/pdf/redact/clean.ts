import { openWords } from "hub/data-file";
import { PDFArray, PDFDict, type PDFDocument, PDFName, PDFRef, PDFStream } from "pdf-lib";
import { dictEntry, entry, everyDict, listItems, nameEntry } from "../objects/entries.ts";
import { streamBytes } from "../objects/streams.ts";
import { dropSpokenText, spokenEntries } from "./clean-content.ts";

/** The entries with invisible content: of the catalog, of all dictionaries, and of its names. */
const entries = openWords(new URL("./clean.txt", import.meta.url), [
  "catalog",
  "anywhere",
  "names",
])();

/**
 * Deletes text that repeats what is drawn, because readers would use it instead of the glyphs.
 * Returns whether there was any.
 */
export function dropSpoken(document: PDFDocument): boolean {
  let isDropped = false;
  for (const dict of everyDict(document))
    for (const name of spokenEntries) isDropped = dict.delete(PDFName.of(name)) || isDropped;
  for (const [ref, stream] of contentStreams(document)) {
    const bytes = streamBytes(stream);
    const remaining = bytes && dropSpokenText(bytes);
    if (!remaining || remaining === bytes) continue;
    replaceStream(document, ref, { bytes: remaining });
    isDropped = true;
  }
  return isDropped;
}

/** The contents of a stream. */
export interface Coded {
  bytes: Uint8Array;
  /** The image filter that the bytes are still encoded with. */
  filter?: string | undefined;
}

/** Replaces the bytes of a stream. Its other entries stay. */
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

/** Returns the streams that draw: of pages, forms, patterns, and Type 3 glyphs. */
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

/** Deletes forms, including their data, after their fields have become part of the pages. */
export function dropForms({ catalog }: PDFDocument): void {
  catalog.delete(PDFName.of("AcroForm"));
  catalog.delete(PDFName.of("NeedsRendering"));
}

/**
 * Deletes invisible content: metadata, scripts, attachments, links, thumbnails and private data.
 */
export function sanitise(document: PDFDocument): void {
  const { catalog, context } = document;
  for (const name of entries.catalog) catalog.delete(PDFName.of(name));
  const names = dictEntry(catalog, "Names");
  for (const name of entries.names) names?.delete(PDFName.of(name));
  delete context.trailerInfo.Info;
  for (const dict of everyDict(document)) {
    for (const name of entries.anywhere) dict.delete(PDFName.of(name));
    if (nameEntry(dict, "Type") === "StructElem") dict.delete(PDFName.of("T"));
    dropAction(dict);
  }
  for (const page of document.getPages()) page.node.delete(PDFName.of("Annots"));
}

/** Deletes the actions of bookmarks, except for targets within the document. */
function dropAction(dict: PDFDict): void {
  const action = entry(dict, "A", PDFDict);
  if (action && nameEntry(action, "S") && nameEntry(action, "S") !== "GoTo")
    dict.delete(PDFName.of("A"));
}
