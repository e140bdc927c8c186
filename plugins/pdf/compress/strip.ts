import { type PDFDocument, PDFName } from "pdf-lib";
import { dictEntry, nameEntry } from "../objects/entries.ts";
import { everyDict } from "../objects/every-dict.ts";
import type { Strippable } from "./levels.ts";

/** Takes out of a document what is named. */
export function strip(document: PDFDocument, what: readonly Strippable[]): void {
  const { catalog, context } = document;
  const names = dictEntry(catalog, "Names");
  const strippers: Readonly<Record<Strippable, () => void>> = {
    metadata: () => {
      context.trailerInfo.Info = undefined as never;
      dropEverywhere(["PieceInfo", "LastModified"]);
    },
    xmp: () => dropEverywhere(["Metadata"]),
    thumbnails: () => dropEverywhere(["Thumb"]),
    attachments: () => {
      names?.delete(PDFName.of("EmbeddedFiles"));
      for (const name of ["AF", "Collection"]) catalog.delete(PDFName.of(name));
      dropAnnotations((kind) => kind === "FileAttachment");
    },
    javascript: () => {
      names?.delete(PDFName.of("JavaScript"));
      for (const name of ["OpenAction", "AA"]) catalog.delete(PDFName.of(name));
      dropEverywhere(["AA", "JS"]);
    },
    bookmarks: () => {
      catalog.delete(PDFName.of("Outlines"));
      if (nameEntry(catalog, "PageMode") === "UseOutlines") catalog.delete(PDFName.of("PageMode"));
    },
    annotations: () => {
      dropAnnotations(() => true);
      catalog.delete(PDFName.of("AcroForm"));
    },
    unused: () => {},
  };
  for (const one of what) strippers[one]();

  function dropEverywhere(entries: readonly string[]): void {
    for (const dict of everyDict(document))
      for (const name of entries) dict.delete(PDFName.of(name));
  }

  function dropAnnotations(isDropped: (kind: string | undefined) => boolean): void {
    for (const { node } of document.getPages()) {
      const annotations = node.Annots();
      if (!annotations) continue;
      for (let index = annotations.size() - 1; index >= 0; index--) {
        const annotation = annotations.lookup(index);
        const dict = annotation && "lookup" in annotation ? (annotation as never) : undefined;
        if (isDropped(nameEntry(dict, "Subtype"))) annotations.remove(index);
      }
    }
  }
}
