import { PDFDict, type PDFDocument, PDFHexString, PDFName, PDFString } from "pdf-lib";
import { textEntry } from "../objects/entries.ts";
import { type Metadata, metadataNames } from "./metadata.ts";

/** What a document says of itself: its information dictionary. */
export function informationOf({ context }: PDFDocument): PDFDict | undefined {
  const info = context.lookup(context.trailerInfo.Info);
  return info instanceof PDFDict ? info : undefined;
}

/** Copies what a document says of itself. */
export function copyInformation(source: PDFDocument, target: PDFDocument): void {
  const info = informationOf(source);
  if (!info) return;
  const copy = PDFDict.withContext(target.context);
  for (const [key, value] of info.entries()) {
    const direct = info.context.lookup(value);
    if (direct instanceof PDFString || direct instanceof PDFHexString || direct instanceof PDFName)
      copy.set(key, direct);
  }
  target.context.trailerInfo.Info = target.context.register(copy);
}

/** Sets what a document says of itself. An empty text takes the entry away. */
export function writeMetadata(document: PDFDocument, metadata: Metadata, time: number): void {
  const { context, catalog } = document;
  const info = informationOf(document) ?? PDFDict.withContext(context);
  for (const name of metadataNames) {
    const text = metadata[name];
    const key = PDFName.of(name[0]!.toUpperCase() + name.slice(1));
    if (text) info.set(key, PDFHexString.fromText(text));
    else if (text === "") info.delete(key);
  }
  info.set(PDFName.of("ModDate"), PDFString.fromDate(new Date(time)));
  context.trailerInfo.Info = context.getRef(info) ?? context.register(info);
  // It says the same in XML, and would now say something else.
  catalog.delete(PDFName.of("Metadata"));
}

/** The title a document gives itself, if it says more than blanks. */
export function titleOf(document: PDFDocument): string | undefined {
  return textEntry(informationOf(document), "Title")?.trim() || undefined;
}

/** When a document says that it was made, in milliseconds since 1970. */
export function creationTime(document: PDFDocument): number | undefined {
  const date = informationOf(document)?.lookup(PDFName.of("CreationDate"));
  if (!(date instanceof PDFString) && !(date instanceof PDFHexString)) return undefined;
  try {
    return date.decodeDate().getTime();
  } catch {
    return undefined;
  }
}
