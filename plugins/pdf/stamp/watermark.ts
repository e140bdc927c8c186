import { FontBook } from "hub/pdf-text";
import type { PDFDocument } from "pdf-lib";
import { openDocument, openSource, pdfLibName } from "../engines/pdf-lib.ts";
import { drawFields } from "../fields/draw-fields.ts";
import { flattenAnnotations } from "../flatten.ts";
import { decodeBase64, openBytes, openPdf, type Source } from "../input/open.ts";
import { pageAt, pageNumbers } from "../input/request.ts";
import { checkRestrictions, isRestricted } from "../input/restrictions.ts";
import { dropClaim } from "../objects/claim.ts";
import {
  computeBounds,
  createPageView,
  type Matrix,
  multiply,
  type PageView,
} from "../objects/geometry.ts";
import { operands, parseRgb } from "../objects/operands.ts";
import pdf from "../plugin.ts";
import { answerFile } from "../response.ts";
import { createForm, type Drawing, textDrawing } from "./drawing.ts";
import { imageDrawing } from "./image-drawing.ts";
import { computeStampMatrix, tileStamp, tilesMax } from "./place.ts";
import type { WatermarkBody } from "./request.ts";
import { drawOn, writeStamped } from "./stamp.ts";

/** Draws a text, an image or a page over or under pages. */
export async function watermarkPdf(body: WatermarkBody) {
  const source = await openPdf(body, { drawFields });
  const numbers = pageNumbers(body.pages, { pages: source.pages.length, at: "body.pages" });
  const chosen = [...new Set(numbers)];
  const document = await openSource(source);
  const book = new FontBook();
  const stamp = await createStamp(document, body, book);
  await book.embed(document.context);
  const state = document.context.register(
    document.context.obj({ Type: "ExtGState", ca: body.opacity, CA: body.opacity }),
  );
  for (const number of chosen) {
    const page = createPageView(pageAt(source.pages, number));
    const matrices = computeMatrices(stamp, { page, body });
    drawOn(document.getPage(number - 1), {
      content: ({ Form, State }) =>
        [
          `/${State} gs`,
          ...matrices.map((matrix) => `q ${operands(...matrix)} cm /${Form} Do Q`),
        ].join("\n"),
      layer: body.layer,
      resources: {
        XObject: { Form: stamp.drawing.ref },
        ExtGState: { State: state },
      },
    });
  }
  return answer(document, { source, chosen, body });
}

async function answer(
  document: PDFDocument,
  { source, chosen, body }: { source: Source; chosen: readonly number[]; body: WatermarkBody },
) {
  const pdfa_claim_removed = dropClaim(document);
  const bytes = await writeStamped(document, { flattened: body.flatten ? chosen : [] });
  const facts = { stamped_pages: chosen.length, pdfa_claim_removed };
  const output = { bytes, pages: source.pages.length, engine: pdfLibName, input: source, facts };
  return answerFile({ ...output, suffix: "watermarked" }, body);
}

/** The distance of a stamp from the edges, in points, so that printers can print it. */
const margin = 18;

function computeMatrices(
  stamp: Stamp,
  { page, body }: { page: PageView; body: WatermarkBody },
): readonly Matrix[] {
  const { position, offset_x, offset_y, rotation, tile, gap_x, gap_y } = body;
  const scale = computeScale(stamp, { page, body });
  if (!tile) {
    const offset = { offsetX: offset_x, offsetY: offset_y };
    // A stamp as large as the page, such as a letterhead, must not be shifted by a margin.
    const isWhole = stamp.kind === "pdf";
    const placing = { position, ...offset, rotation, scale, margin: isWhole ? 0 : margin };
    return [computeStampMatrix(stamp.drawing, { page, placing })];
  }
  const matrices = tileStamp(stamp.drawing, {
    page,
    tiling: { gapX: gap_x, gapY: gap_y, rotation, scale },
  });
  if (!matrices)
    throw pdf.error(
      "too_many_tiles",
      `body.tile would repeat the stamp more than ${tilesMax} times on a page: increase its size or its gaps`,
      { at: "body.tile", members: { max: tilesMax } },
    );
  return matrices;
}

/** The share of a page's width and height that text of size "auto" fills. */
const autoShare = 0.8;
const autoSizes = { drawn: 100, min: 4, max: 500 };

function computeScale(
  { drawing, isAuto, kind }: Stamp,
  { page, body }: { page: PageView; body: WatermarkBody },
): number {
  const { rotation, scale, tile } = body;
  if (kind === "text" && !isAuto) return 1;
  const fit = (drawing: Pick<Drawing, "width" | "height">, share: number) => {
    const box = computeBounds(drawing, rotation);
    return Math.min((page.width * share) / box.width, (page.height * share) / box.height);
  };
  if (!isAuto) return Math.min(1, fit(drawing, 1)) * scale;
  const { drawn, min, max } = autoSizes;
  const size = drawn * fit(drawing, tile ? autoShare / 3 : autoShare);
  return Math.min(max, Math.max(min, size)) / drawn;
}

/** A stamp, and whether it is scaled to fit the page. */
interface Stamp {
  drawing: Drawing;
  isAuto: boolean;
  kind: "text" | "image" | "pdf";
}

const kinds = ["text", "image", "image_base64", "stamp_pdf", "stamp_pdf_base64"] as const;

/** Draws the stamp: a text, an image or a page of another PDF. */
async function createStamp(
  document: PDFDocument,
  body: WatermarkBody,
  book: FontBook,
): Promise<Stamp> {
  const sources = kinds.filter((kind) => body[kind] !== undefined);
  if (sources.length !== 1)
    throw pdf.error(
      "invalid_input",
      `body must have one of ${kinds.join(", ")}: it has ${sources.length === 0 ? "none" : sources.join(" and ")}`,
      { at: "body" },
    );
  const at = `body.${sources[0]}`;
  if (body.text !== undefined) return createTextStamp(document, { ...body, text: body.text }, book);
  const bytes = await readBytes(body, at);
  if (at.startsWith("body.image")) {
    const { stampImageBytesMax } = pdf.limits;
    if (bytes.byteLength > stampImageBytesMax)
      throw pdf.error("payload_too_large", `${at} must have at most ${stampImageBytesMax} bytes`, {
        at,
      });
    return { drawing: await imageDrawing(document, bytes, at), isAuto: false, kind: "image" };
  }
  const source = await openBytes(bytes, { at, passwordAt: at, allowsSigned: true, drawFields });
  await checkRestrictions(source, { at, what: isRestricted });
  if (body.stamp_page > source.pages.length)
    throw pdf.error(
      "page_out_of_range",
      `body.stamp_page names page ${body.stamp_page} of a document of ${source.pages.length}`,
      { at: "body.stamp_page", members: { pages: source.pages.length } },
    );
  const drawing = await drawPage(document, source, body.stamp_page);
  return { drawing, isAuto: false, kind: "pdf" };
}

/** The initial font size of text that is scaled to fit the page. */
const autoSize = 100;

async function createTextStamp(
  document: PDFDocument,
  { text, font, font_size, color }: WatermarkBody & { text: string },
  book: FontBook,
): Promise<Stamp> {
  if (text.trim() === "")
    throw pdf.error("invalid_input", "body.text must not consist of spaces only", {
      at: "body.text",
    });
  const isAuto = font_size === "auto";
  const size = isAuto ? autoSize : font_size;
  const style = { font, size, color: parseRgb(color), at: "body.text" };
  return { drawing: await textDrawing(document, text, { book, style }), isAuto, kind: "text" };
}

async function readBytes(body: WatermarkBody, at: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = body.image ?? body.stamp_pdf;
  if (file) return file.bytes();
  return decodeBase64(body.image_base64 ?? body.stamp_pdf_base64 ?? "", at);
}

/** Draws a page of another PDF, upright and cropped as displayed. */
async function drawPage(
  document: PDFDocument,
  { bytes, pages }: Source,
  number: number,
): Promise<Drawing> {
  const stamp = await openDocument(bytes, "body.stamp_pdf");
  await flattenAnnotations(stamp, ["forms", "annotations"]);
  const page = pageAt(pages, number);
  const view = createPageView(page);
  const [left, bottom, right, top] = page.crop;
  const embedded = await document.embedPage(
    stamp.getPage(number - 1),
    { left, bottom, right, top },
    [1, 0, 0, 1, 0, 0],
  );
  await embedded.embed();
  const content = `${operands(...invert(view.toUser))} cm /StampPage Do`;
  const { width, height } = view;
  return createForm(document, content, {
    width,
    height,
    resources: { XObject: { StampPage: embedded.ref } },
  });
}

/** Inverts a rotation and a translation. */
function invert([a, b, c, d, e, f]: Matrix): Matrix {
  return multiply([1, 0, 0, 1, -e, -f], [a, c, b, d, 0, 0]);
}
