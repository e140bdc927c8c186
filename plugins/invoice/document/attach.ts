import type { PDFDocument } from "pdf-lib";
import type { Document } from "./document.ts";

/** Lays the request and its sums into the PDF, so that a program can read what it says. */
export async function attachJson(
  pdf: PDFDocument,
  { document, sums, now }: { document: Document; sums: object; now: number },
): Promise<void> {
  const { logo_url: _, logo_base64: __, ...request } = document.body;
  const text = JSON.stringify({ kind: document.kind, request, sums }, undefined, 2);
  const date = new Date(now);
  await pdf.attach(new TextEncoder().encode(text), "invoice.json", {
    mimeType: "application/json",
    description: "The request and its sums",
    creationDate: date,
    modificationDate: date,
  });
}
