import { newDocument, pdfLibName, saveDocument } from "../engines/pdf-lib.ts";
import { writeMetadata } from "../graft/catalog.ts";
import { hangPages } from "../graft/graft.ts";
import { imagePages, isImage } from "../image-page.ts";
import pdf from "../plugin.ts";
import { answerFile } from "../response.ts";
import { readFiles } from "./files.ts";
import type { ImagesBody } from "./request.ts";

/** Builds a PDF with a page for each image, and for each page of a TIFF. */
export async function convertImages(body: ImagesBody, { clock }: { clock: () => number }) {
  const sent = await readFiles(body, { filesMin: 1 });
  const target = await newDocument();
  const pages = [];
  for (const { bytes, at } of sent) {
    if (!isImage(bytes))
      throw pdf.error("unsupported_image", `${at} must be a PNG, JPEG, WebP, TIFF or HEIC image`, {
        at,
      });
    pages.push(...(await imagePages(bytes, target, { at, page: body.image_page })));
  }
  hangPages(target, pages);
  if (body.metadata) writeMetadata(target, body.metadata, clock());
  const bytes = await saveDocument(target);
  const inputBytes = sent.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  const input = { inputBytes, name: sent[0]?.name };
  const compared = { inputs: [], outputs: [bytes] };
  const facts = { images: sent.length };
  const made = { bytes, pages: pages.length, engine: pdfLibName, input, compared, facts };
  return answerFile({ ...made, suffix: "images" }, body);
}
