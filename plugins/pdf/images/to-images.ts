import { reply, zip } from "hub";
import { pdfiumName, withPdfium } from "../engines/pdfium.ts";
import { drawFields } from "../fields/draw-fields.ts";
import { flattenForms } from "../flatten.ts";
import { openPdf } from "../input/open.ts";
import { pageAt, pageNumbers } from "../input/request.ts";
import { parseRgb } from "../objects/operands.ts";
import pdf from "../plugin.ts";
import {
  encodePage,
  imageTypes,
  type PageFormat,
  type PixelSize,
  pixelSizes,
  renderPage,
} from "../render/page-image.ts";
import { answerFile, type PdfResult } from "../response.ts";
import type { ImagesBody } from "./request.ts";

interface Image extends PixelSize {
  bytes: Uint8Array;
}

/** Renders pages as images: one page as an image, several as a ZIP. */
export async function toImages(body: ImagesBody) {
  const { format, background, response } = body;
  if (format === "jpg" && background === "transparent")
    throw pdf.error(
      "invalid_input",
      'body.background must be a colour for "jpg", which has no transparency',
      {
        at: "body.background",
      },
    );
  const source = await openPdf(body, { readsOnly: true, drawFields });
  const numbers = parsePages(body.pages, source.pages.length);
  const sizes = pixelSizes(
    numbers.map((page) => ({ page, ...getSize(pageAt(source.pages, page)) })),
    body,
  );
  const displayed = body.annotations ? await flattenForms(source) : source.bytes;
  const images = await renderImages(displayed, { sizes, body });
  const output = { pages: images.length, engine: pdfiumName, input: source } as const;
  if (response === "json") return buildJson(images, { format, output });
  if (images.length > 1)
    return answerFile({ ...output, ...(await zipImages(images, format)) }, body);
  const [{ page, width, height, bytes }] = images as [Image];
  const facts = { image_width: width, image_height: height };
  const type = imageTypes[format];
  return answerFile({ ...output, bytes, type, suffix: `page-${page}`, facts }, body);
}

function parsePages(range: string, pages: number): number[] {
  const numbers = [...new Set(pageNumbers(range, { pages, at: "body.pages" }))];
  const { imagePagesMax } = pdf.limits;
  if (numbers.length > imagePagesMax)
    throw pdf.error(
      "pdf_limit_exceeded",
      `body.pages must name at most ${imagePagesMax} pages: it names ${numbers.length}`,
      { at: "body.pages", members: { limit: "image_pages", max: imagePagesMax } },
    );
  return numbers;
}

function getSize({ width, height }: { width: number; height: number }) {
  return { width, height };
}

function renderImages(
  bytes: Uint8Array,
  { sizes, body }: { sizes: readonly PixelSize[]; body: ImagesBody },
) {
  const { format, quality, annotations } = body;
  const hasAlpha = body.background === "transparent";
  const background = hasAlpha
    ? ([0, 0, 0, 0] as const)
    : ([...parseRgb(body.background), 255] as const);
  return withPdfium(bytes, async (opened) => {
    const images: Image[] = [];
    for (const { page, width, height } of sizes) {
      const pixels = renderPage(opened, page, { width, height, background, annotations });
      const encoded = await encodePage(pixels, { width, height, format, quality, hasAlpha });
      images.push({ page, width, height, bytes: encoded });
    }
    return images;
  });
}

async function zipImages(images: readonly Image[], format: PageFormat) {
  const entries = images.map(({ page, bytes }) => [
    `${String(page).padStart(3, "0")}.${format}`,
    bytes,
  ]);
  const bytes = await zip(Object.fromEntries(entries));
  return { bytes, type: "application/zip", suffix: "pages" };
}

function buildJson(
  images: readonly Image[],
  { format, output }: { format: PageFormat; output: Pick<PdfResult, "engine" | "pages" | "input"> },
) {
  const data = {
    mime: imageTypes[format],
    engine: output.engine,
    input_bytes: output.input.inputBytes,
    pages: images.map(({ page, width, height, bytes }) => ({
      page,
      width,
      height,
      bytes: bytes.byteLength,
      base64: bytes.toBase64(),
    })),
  };
  const headers = {
    "x-pages": String(output.pages),
    "x-input-bytes": String(output.input.inputBytes),
    "x-engine": output.engine,
  };
  return reply({ data }, { headers });
}
