import { deflateSync } from "node:zlib";
import type { PDFContext, PDFRawStream } from "pdf-lib";

/** A stream of packed bytes. pdf-lib packs in JavaScript, which takes five times as long. */
export function packDocument(
  context: PDFContext,
  bytes: Uint8Array,
  entries: Readonly<Record<string, string | number | object>> = {},
): PDFRawStream {
  // Its type has no room for entries whose names nobody knows beforehand.
  return context.stream(deflateSync(bytes), { ...entries, Filter: "FlateDecode" } as never);
}
