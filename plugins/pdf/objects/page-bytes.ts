import { PDFArray, PDFName, type PDFPage } from "pdf-lib";
import { streamBytes } from "./decode.ts";
import { itemsOf } from "./entries.ts";

/** What a page draws: its content streams one after the other, as a viewer reads them. */
export function pageBytes({ node }: PDFPage): Uint8Array {
  const contents = node.lookup(PDFName.of("Contents"));
  const streams = contents instanceof PDFArray ? itemsOf(contents) : [contents];
  const newline = Uint8Array.of(10);
  return Buffer.concat(
    streams.flatMap((stream) => [streamBytes(stream) ?? new Uint8Array(), newline]),
  );
}
