import { PDFDocument } from "pdf-lib";
import { mendTree } from "../objects/mend-tree.ts";
import pdf from "../plugin.ts";

/** The name of the engine in answers. */
export const pdfLibName = "pdf-lib 2.11.1";

/** Opens a PDF that was looked through and decrypted. `at` is its place in the request. */
export async function openDocument(bytes: Uint8Array, at = "body.file"): Promise<PDFDocument> {
  try {
    const document = await PDFDocument.load(bytes, {
      // It would else give way to other work of the process after every few objects: 3 × the time.
      parseSpeed: Number.POSITIVE_INFINITY,
      updateMetadata: false,
      throwOnInvalidObject: false,
    });
    // Fails where the page tree is none that can be worked with.
    mendTree(document);
    document.getPages();
    return document;
  } catch (cause) {
    throw pdf.error("pdf_corrupt", `${at} cannot be read as a PDF`, { at, cause });
  }
}

/**
 * Opens a PDF in which the look through all of it has found these pages. This engine goes by the
 * file's own table, and may find others in a broken file.
 */
export async function openSource(
  { bytes, pages }: { bytes: Uint8Array; pages: readonly unknown[] },
  at = "body.file",
): Promise<PDFDocument> {
  const document = await openDocument(bytes, at);
  if (document.getPageCount() === pages.length) return document;
  throw pdf.error("pdf_corrupt", `${at} has pages that cannot be reached`, { at });
}

/** A document without pages. */
export function newDocument(): Promise<PDFDocument> {
  return PDFDocument.create({ updateMetadata: false });
}

/** Has a document packed as tightly as one that goes into it: none is to grow by being rewritten. */
export function packLike({ context }: PDFDocument, source: PDFDocument): void {
  context.pdfFileDetails.useObjectStreams ||= source.context.pdfFileDetails.useObjectStreams;
}

/** Writes a document. The same document gives the same bytes. */
export async function saveDocument(document: PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await document.save({
    // Object streams are smaller and take twice the time: those have them that came with them.
    useObjectStreams: document.context.pdfFileDetails.useObjectStreams,
    addDefaultPage: false,
    objectsPerTick: Number.POSITIVE_INFINITY,
    updateFieldAppearances: false,
  });
  return bytes as Uint8Array<ArrayBuffer>;
}
