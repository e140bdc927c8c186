import { openWords } from "hub/data-file";
import { type PDFDocument, PDFName } from "pdf-lib";
import { withPdfium } from "../engines/pdfium.ts";
import { flattenForms } from "../flatten.ts";
import { dropClaim } from "../objects/claim.ts";
import { encodePage, pixelSizes, renderPage } from "./page-image.ts";

interface RasterWork {
  /** The document as written: this is rendered. */
  bytes: Uint8Array<ArrayBuffer>;
  numbers: readonly number[];
  dpi: number;
}

const white = [255, 255, 255, 255] as const;
const quality = 90;

/**
 * Replaces the content of each page with a picture of it: no text, no links, nothing underneath.
 */
export async function rasterisePages(
  document: PDFDocument,
  { bytes, numbers, dpi }: RasterWork,
): Promise<void> {
  // The images have no tags.
  if (numbers.length > 0) dropClaim(document, "pdfua");
  await withPdfium(await flattenForms({ bytes }), async (opened) => {
    for (const number of numbers) {
      const displayed = readDisplayedSize(opened, number);
      for (const { width, height } of pixelSizes([{ page: number, ...displayed }], { dpi })) {
        const options = { width, height, background: white, annotations: true };
        const pixels = renderPage(opened, number, options);
        const encoding = { width, height, format: "jpg", quality, hasAlpha: false } as const;
        const jpeg = await encodePage(pixels, encoding);
        replace(document, number, { jpeg, pixels: { width, height }, displayed });
      }
    }
  });
}

interface PagePicture {
  jpeg: Uint8Array;
  pixels: { width: number; height: number };
  /** The displayed size, in points. */
  displayed: { width: number; height: number };
}

/** The entries of a page that describe its content or belong to it. */
const { replaced } = openWords(new URL("./rasterise.txt", import.meta.url), ["replaced"])();

function replace(
  document: PDFDocument,
  number: number,
  { jpeg, pixels, displayed }: PagePicture,
): void {
  const { context } = document;
  const { node } = document.getPage(number - 1);
  const image = context.stream(jpeg, {
    Type: "XObject",
    Subtype: "Image",
    Width: pixels.width,
    Height: pixels.height,
    ColorSpace: "DeviceRGB",
    BitsPerComponent: 8,
    Filter: "DCTDecode",
  });
  const content = `q ${displayed.width} 0 0 ${displayed.height} 0 0 cm /PageImage Do Q`;
  const box = [0, 0, displayed.width, displayed.height];
  for (const entry of replaced) node.delete(PDFName.of(entry));
  node.set(PDFName.of("Rotate"), context.obj(0));
  node.set(PDFName.of("MediaBox"), context.obj(box));
  node.set(PDFName.of("CropBox"), context.obj(box));
  node.set(PDFName.of("Contents"), context.register(context.stream(content)));
  const resources = { XObject: { PageImage: context.register(image) } };
  node.set(PDFName.of("Resources"), context.obj(resources));
}

function readDisplayedSize(
  { engine, document }: Parameters<typeof renderPage>[0],
  number: number,
): { width: number; height: number } {
  const page = engine.FPDF_LoadPage(document, number - 1);
  const [width, height] = page
    ? [engine.FPDF_GetPageWidthF(page), engine.FPDF_GetPageHeightF(page)]
    : [612, 792];
  if (page) engine.FPDF_ClosePage(page);
  const round = (value: number) => Math.round(value * 1000) / 1000;
  return { width: round(width), height: round(height) };
}
