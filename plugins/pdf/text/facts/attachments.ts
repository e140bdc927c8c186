import { type PDFDict, type PDFDocument, PDFName, type PDFObject } from "pdf-lib";
import {
  dictEntry,
  dictOf,
  dictsOf,
  nameEntry,
  numberEntry,
  textEntry,
} from "../../objects/entries.ts";
import { treePairs } from "../../objects/trees.ts";

export interface Attachment {
  name: string;
  description: string | null;
  mime: string | null;
  /** The size that the file says it has, or null. */
  bytes: number | null;
  /** The page that it is pinned to, or null for one of the whole document. */
  page: number | null;
}

const attachmentsMax = 2000;

/** The files within a document: those of its name tree, and those pinned to pages. */
export function attachmentsOf(document: PDFDocument): Attachment[] {
  const tree = dictEntry(dictEntry(document.catalog, "Names"), "EmbeddedFiles");
  const whole = treePairs(tree, "Names").map(([, value]) => attachment(value, null));
  const pinned = document.getPages().flatMap((page, index) =>
    dictsOf(page.node.Annots())
      .filter((annotation) => nameEntry(annotation, "Subtype") === "FileAttachment")
      .map((annotation) => attachment(annotation.lookup(PDFName.of("FS")), index + 1)),
  );
  return [...whole, ...pinned].slice(0, attachmentsMax);
}

function attachment(value: PDFObject | undefined, page: number | null): Attachment {
  const spec = dictOf(value);
  const files = dictEntry(spec, "EF");
  const file: PDFDict | undefined = dictEntry(files, "UF") ?? dictEntry(files, "F");
  return {
    name: textEntry(spec, "UF") ?? textEntry(spec, "F") ?? "",
    description: textEntry(spec, "Desc") ?? null,
    mime: nameEntry(file, "Subtype") ?? null,
    bytes: numberEntry(dictEntry(file, "Params"), "Size") ?? null,
    page,
  };
}
