import type { CommonDoors } from "hub";
import { type PDFDocument, PDFName, PDFNumber } from "pdf-lib";
import { openSource, saveDocument } from "../engines/pdf-lib.ts";
import { tesseractName } from "../engines/tesseract.ts";
import { drawFields } from "../fields/draw-fields.ts";
import { listOriginals } from "../graft/tag-origins.ts";
import { buildImagePdf, isImage } from "../image-page.ts";
import { checkSize, decodeBase64, openPdf } from "../input/open.ts";
import { type PdfBody, pageAt, pageNumbers } from "../input/request.ts";
import { dropClaim } from "../objects/claim.ts";
import type { PageBox } from "../preflight/preflight.ts";
import { rasterisePages } from "../render/rasterise.ts";
import { answerFile } from "../response.ts";
import { writeStamped } from "../stamp/stamp.ts";
import { describePage, type RecognisedPage, recognisePages } from "./recognise-pages.ts";
import type { OcrBody } from "./request.ts";
import { addTextLayer } from "./text-layer.ts";

/** Recognises the text of scanned pages and adds it to them, invisible. */
export async function makeSearchable(
  { pages, ocr, languages, rotate, ...body }: OcrBody,
  { data, progress }: Pick<CommonDoors, "data" | "progress">,
) {
  const source = await openPdf(await convertImage(body), { drawFields });
  const numbers = pageNumbers(pages, { pages: source.pages.length, at: "body.pages" });
  const read = await recognisePages(source, { numbers, mode: ocr, languages, data, progress });
  const document = await openSource(source);
  const replaced = ocr === "force" ? read.filter(({ hadText }) => hadText) : [];
  const lostTags = listOriginals(document);
  const boxes = await replaceByImages(document, source.pages, replaced);
  addTextLayer(document, read, { boxes, replaces: false });
  if (rotate) rotateUpright(document, read);
  const pdfa_claim_removed = dropClaim(document);
  for (const tag of listOriginals(document)) lostTags.delete(tag);
  const recognized = read.map((scan) => ({ page: scan.page, ...describePage(scan) }));
  const words = recognized.reduce((sum, { words }) => sum + words, 0);
  const facts = {
    ocr_pages: recognized.map(({ page }) => page).join(","),
    ocr_words: words,
    ocr_confidence: computeConfidence(recognized, words),
    pdfa_claim_removed,
  };
  const output = {
    bytes: await writeStamped(document),
    lostTags: lostTags.size,
    pages: source.pages.length,
    engine: tesseractName,
    input: source,
    suffix: "searchable",
  };
  return answerFile({ ...output, facts, details: { recognized } }, body);
}

/** Replaces an image in a request by a PDF of its pages. */
async function convertImage<Body extends PdfBody>(body: Body): Promise<Body> {
  const { file, file_base64 } = body;
  if ((file === undefined) === (file_base64 === undefined)) return body;
  const at = file ? "body.file" : "body.file_base64";
  const bytes = file ? await file.bytes() : decodeBase64(file_base64 ?? "", at);
  if (!isImage(bytes)) return body;
  checkSize(bytes, at);
  const name = file instanceof File ? file.name : "";
  const converted = new File([await buildImagePdf(bytes, { at, page: "fit" })], name);
  return { ...body, file: converted, file_base64: undefined };
}

const rasterDpi = 200;

/** Replaces recognised pages by images. Returns the boxes of all pages. */
async function replaceByImages(
  document: PDFDocument,
  boxes: readonly PageBox[],
  read: readonly RecognisedPage[],
): Promise<PageBox[]> {
  const numbers = read.map(({ page }) => page);
  if (numbers.length > 0)
    await rasterisePages(document, {
      bytes: await saveDocument(document),
      numbers,
      dpi: rasterDpi,
    });
  return boxes.map((box, index) => {
    const { width, height } = box;
    return numbers.includes(index + 1) ? { ...box, crop: [0, 0, width, height], rotation: 0 } : box;
  });
}

function rotateUpright(document: PDFDocument, read: readonly RecognisedPage[]): void {
  const pages = document.getPages();
  for (const { page, turns } of read) {
    const { node } = pageAt(pages, page);
    const angle = (pageAt(pages, page).getRotation().angle + 90 * turns) % 360;
    if (turns > 0) node.set(PDFName.of("Rotate"), PDFNumber.of(angle));
  }
}

function computeConfidence(
  pages: readonly { words: number; confidence: number }[],
  words: number,
): number {
  if (words === 0) return 0;
  const sum = pages.reduce((sum, page) => sum + page.words * page.confidence, 0);
  return Math.round((10 * sum) / words) / 10;
}
