import { deflateSync } from "node:zlib";
import type { PDFContext, PDFRawStream } from "pdf-lib";

/** Creates a compressed stream. pdf-lib compresses in JavaScript, which takes five times as long. */
export function packDocument(
  context: PDFContext,
  bytes: Uint8Array,
  entries: Readonly<Record<string, string | number | object>> = {},
): PDFRawStream {
  // The parameter's type doesn't allow arbitrary entries.
  return context.stream(deflateSync(bytes), { ...entries, Filter: "FlateDecode" } as never);
}
