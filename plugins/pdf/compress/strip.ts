import { PDFDict, type PDFDocument, PDFName } from "pdf-lib";
import { dictEntry, nameEntry } from "../objects/entries.ts";
import { everyDict } from "../objects/every-dict.ts";
import type { Strippable } from "./levels.ts";

/** Takes out of a document what is named. */
export function strip(document: PDFDocument, what: readonly Strippable[]): void {
  for (const one of what) strippers[one](document);
}

const strippers: Readonly<Record<Strippable, (document: PDFDocument) => void>> = {
  metadata: (document) => {
    document.context.trailerInfo.Info = undefined as never;
    dropEverywhere(document, ["PieceInfo", "LastModified"]);
  },
  xmp: (document) => dropEverywhere(document, ["Metadata"]),
  thumbnails: (document) => dropEverywhere(document, ["Thumb"]),
  attachments: (document) => {
    dropEntries(dictEntry(document.catalog, "Names"), ["EmbeddedFiles"]);
    dropEntries(document.catalog, ["AF", "Collection"]);
    dropAnnotations(document, (kind) => kind === "FileAttachment");
  },
  javascript: (document) => {
    dropEntries(dictEntry(document.catalog, "Names"), ["JavaScript"]);
    dropEntries(document.catalog, ["OpenAction"]);
    dropEverywhere(document, ["AA", "JS"]);
  },
  bookmarks: ({ catalog }) => {
    dropEntries(catalog, ["Outlines"]);
    if (nameEntry(catalog, "PageMode") === "UseOutlines") dropEntries(catalog, ["PageMode"]);
  },
  annotations: (document) => {
    dropAnnotations(document, () => true);
    dropEntries(document.catalog, ["AcroForm"]);
  },
  // qpdf drops what nothing refers to as it writes.
  unused: () => {},
};

function dropEntries(dict: PDFDict | undefined, names: readonly string[]): void {
  for (const name of names) dict?.delete(PDFName.of(name));
}

function dropEverywhere(document: PDFDocument, names: readonly string[]): void {
  for (const dict of everyDict(document)) dropEntries(dict, names);
}

function dropAnnotations(
  document: PDFDocument,
  isDropped: (kind: string | undefined) => boolean,
): void {
  for (const { node } of document.getPages()) {
    const annotations = node.Annots();
    if (!annotations) continue;
    for (let index = annotations.size() - 1; index >= 0; index--) {
      const annotation = annotations.lookup(index);
      const kind = annotation instanceof PDFDict ? nameEntry(annotation, "Subtype") : undefined;
      if (isDropped(kind)) annotations.remove(index);
    }
  }
}
