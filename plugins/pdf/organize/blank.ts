import type { PDFDocument, PDFRef } from "pdf-lib";
import type { Size } from "./page-size.ts";

/** A page with nothing on it. */
export function blankPage({ context }: PDFDocument, size: Size): PDFRef {
  return context.register(context.obj({ Type: "Page", MediaBox: [0, 0, ...size], Resources: {} }));
}
