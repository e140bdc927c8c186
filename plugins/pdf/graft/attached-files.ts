import { asTable } from "hub";
import { type PDFDict, type PDFDocument, type PDFObject, PDFStream } from "pdf-lib";
import {
  dictEntry,
  listAttachments,
  listDicts,
  nameEntry,
  pdfName,
  textEntry,
  toDict,
} from "../objects/entries.ts";

/** A file within a document. */
export interface AttachedFile {
  name: string;
  /** The page of the annotation that it is attached to, or null if it belongs to the whole document. */
  page: number | null;
  spec: PDFDict;
  stream: PDFStream | undefined;
}

/** Returns the files of a document: those of its name tree, then those attached to pages. */
export function listAttachedFiles(document: PDFDocument): AttachedFile[] {
  const whole = listAttachments(document).map(([key, spec]) => readFile(spec, { key, page: null }));
  const pinned = document.getPages().flatMap((page, index) =>
    listDicts(page.node.Annots())
      .filter(isFileAnnotation)
      .map((annotation) =>
        readFile(annotation.lookup(pdfName("FS")), { key: "", page: index + 1 }),
      ),
  );
  return [...whole, ...pinned].flat();
}

/** Returns whether an annotation has a file. */
export function isFileAnnotation(annotation: PDFDict): boolean {
  return nameEntry(annotation, "Subtype") === "FileAttachment";
}

function readFile(
  value: PDFObject | undefined,
  { key, page }: { key: string; page: number | null },
): AttachedFile[] {
  const spec = toDict(value);
  if (!spec) return [];
  const files = dictEntry(spec, "EF");
  const stream = files?.lookup(pdfName("UF")) ?? files?.lookup(pdfName("F"));
  const name = textEntry(spec, "UF") ?? textEntry(spec, "F") ?? key;
  return [{ name, page, spec, stream: stream instanceof PDFStream ? stream : undefined }];
}

const mediaTypes: Readonly<Record<string, string>> = asTable({
  csv: "text/csv",
  html: "text/html",
  jpg: "image/jpeg",
  json: "application/json",
  pdf: "application/pdf",
  png: "image/png",
  txt: "text/plain",
  xml: "text/xml",
});

/** Guesses the media type of a file by the ending of its name. */
export function guessMediaType(name: string): string {
  return mediaTypes[name.split(".").at(-1)?.toLowerCase() ?? ""] ?? "application/octet-stream";
}
