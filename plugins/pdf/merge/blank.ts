import { PDFDict, type PDFDocument, PDFName, type PDFRef } from "pdf-lib";

/** A page with nothing on it, of the size and turn of another. */
export function blankLike({ context }: PDFDocument, other: PDFRef): PDFRef {
  const from = context.lookup(other, PDFDict);
  const page = context.obj({ Type: "Page", Resources: {} });
  for (const key of ["MediaBox", "CropBox", "Rotate"].map((key) => PDFName.of(key))) {
    const value = from.lookup(key);
    if (value) page.set(key, value);
  }
  return context.register(page);
}
