import type { PDFDocument } from "pdf-lib";

/** Draws the fields of a document that have no appearance, and returns their number. Loads fonts only then. */
export async function drawFields(document: PDFDocument, at: string): Promise<number> {
  const { makeAppearances } = await import("./appearances.ts");
  return (await makeAppearances(document, at)).drawn;
}
