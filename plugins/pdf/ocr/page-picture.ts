import { getHeap, type PdfiumDocument, renderGrayPicture, withMemory } from "../engines/pdfium.ts";
import type { GrayPicture } from "../engines/tesseract.ts";
import pdf from "../plugin.ts";
import { removeSpecks } from "./speckles.ts";

/** The number of clockwise quarter turns with which a page is rendered. */
export type Turns = 0 | 1 | 2 | 3;

/** A page rendered for text recognition. */
export interface PagePicture {
  picture: GrayPicture;
  /** Pixels per inch of the page. */
  dpi: number;
}

/** The resolution for which Tesseract's models are made. */
const dpiUsual = 300;
/** The pixels of an A4 page at that resolution. */
const pixelsUsual = 8_700_000;
const pointsPerInch = 72;

/** Computes the resolution for a page: as fine as its images, within the maximum of pixels. */
function chooseDpi({ width, height }: { width: number; height: number }, imageDpi: number): number {
  const squareInches = (width * height) / pointsPerInch ** 2;
  const dpiFor = (pixels: number) => Math.sqrt(pixels / squareInches);
  const wanted = Math.max(dpiUsual, Math.min(imageDpi, dpiFor(pixelsUsual)));
  return Math.min(wanted, dpiFor(pdf.limits.ocrPixelsMax));
}

/**
 * Renders a page, counted from 1, in shades of grey, as dark text on light paper. Removes the specks of a bad scan.
 */
export function renderPicture(
  { engine, document }: PdfiumDocument,
  number: number,
  { turns, annotations, scale = 1 }: { turns: Turns; annotations: boolean; scale?: number },
): PagePicture | undefined {
  const page = engine.FPDF_LoadPage(document, number - 1);
  if (!page) return undefined;
  try {
    const width = engine.FPDF_GetPageWidthF(page);
    const height = engine.FPDF_GetPageHeightF(page);
    const dpi = scale * chooseDpi({ width, height }, measureImageDpi(engine, page));
    const toPixels = (points: number) => Math.max(1, Math.round((points * dpi) / pointsPerInch));
    const size = [toPixels(width), toPixels(height)] as const;
    const [wide, high] = turns % 2 === 0 ? size : size.toReversed();
    const picture = renderGrayPicture(engine, page, {
      ...{ width: wide ?? 1, height: high ?? 1, turns, annotations },
    });
    return { picture: removeSpecks(invertDarkPaper(picture)), dpi };
  } finally {
    engine.FPDF_ClosePage(page);
  }
}

/** Inverts a picture if most of it is dark. */
function invertDarkPaper(picture: GrayPicture): GrayPicture {
  const dark = picture.pixels.reduce((count, value) => count + Number(value < 128), 0);
  if (dark <= picture.pixels.length / 2) return picture;
  return { ...picture, pixels: picture.pixels.map((value) => 255 - value) };
}

/** Returns the share of a page, counted from 1, that its images cover, at most 1. */
export function measureImageShare({ engine, document }: PdfiumDocument, number: number): number {
  const page = engine.FPDF_LoadPage(document, number - 1);
  if (!page) return 0;
  try {
    const area = engine.FPDF_GetPageWidthF(page) * engine.FPDF_GetPageHeightF(page);
    const covered = listImages(engine, page).reduce((sum, image) => sum + image.area, 0);
    return Math.min(1, covered / area);
  } finally {
    engine.FPDF_ClosePage(page);
  }
}

/** Returns the highest resolution of the images on a page, or 0. */
function measureImageDpi(engine: PdfiumDocument["engine"], page: number): number {
  return listImages(engine, page).reduce(
    (highest, { pixels, area }) => Math.max(highest, Math.sqrt(pixels / area) * pointsPerInch),
    0,
  );
}

/** pdfium's number for images among page objects. */
const imageKind = 3;

/** Returns the images of a page that have an area, in square points, and their pixels. */
function listImages(engine: PdfiumDocument["engine"], page: number) {
  const found: { pixels: number; area: number }[] = [];
  for (let index = 0; index < engine.FPDFPage_CountObjects(page); index++) {
    const object = engine.FPDFPage_GetObject(page, index);
    if (engine.FPDFPageObj_GetType(object) !== imageKind) continue;
    const [columns = 0, rows = 0] = withMemory(engine, 8, (memory) =>
      engine.FPDFImageObj_GetImagePixelSize(object, memory, memory + 4)
        ? [...new Uint32Array(getHeap(engine).buffer, memory, 2)]
        : [],
    );
    const [left = 0, bottom = 0, right = 0, top = 0] = withMemory(engine, 16, (memory) =>
      engine.FPDFPageObj_GetBounds(object, memory, memory + 4, memory + 8, memory + 12)
        ? [...new Float32Array(getHeap(engine).buffer, memory, 4)]
        : [],
    );
    const area = (right - left) * (top - bottom);
    if (area > 0) found.push({ pixels: columns * rows, area });
  }
  return found;
}
