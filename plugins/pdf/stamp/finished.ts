import type { PDFDocument } from "pdf-lib";
import { openDocument, saveDocument } from "../engines/pdf-lib.ts";
import { qpdfOutput } from "../engines/qpdf.ts";
import { dropLostFields } from "../graft/fields.ts";
import { rasterisePages } from "../images/rasterised.ts";

/** Writes a stamped document small; of the pages to be flattened only pictures are left. */
export async function writeStamped(
  document: PDFDocument,
  { flattened = [] }: { flattened?: readonly number[] } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = await saveDocument(document);
  if (flattened.length > 0) {
    const drawn = await openDocument(bytes);
    await rasterisePages(drawn, { bytes, numbers: flattened, dpi: flattenDpi });
    dropLostFields(drawn);
    bytes = await saveDocument(drawn);
  }
  return qpdfOutput(["--object-streams=generate", "/in.pdf"], { files: { "in.pdf": bytes } });
}

const flattenDpi = 150;
