import { getHeap, type PdfiumDocument, renderGrayPicture, withMemory } from "../engines/pdfium.ts";
import type { GrayPicture } from "../engines/tesseract.ts";
import pdf from "../plugin.ts";

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

/** Renders a page, counted from 1, in shades of grey. */
export function renderPicture(
  { engine, document }: PdfiumDocument,
  number: number,
  { turns, annotations }: { turns: Turns; annotations: boolean },
): PagePicture | undefined {
  const page = engine.FPDF_LoadPage(document, number - 1);
  if (!page) return undefined;
  try {
    const width = engine.FPDF_GetPageWidthF(page);
    const height = engine.FPDF_GetPageHeightF(page);
    const dpi = chooseDpi({ width, height }, measureImageDpi(engine, page));
    const toPixels = (points: number) => Math.max(1, Math.round((points * dpi) / pointsPerInch));
    const size = [toPixels(width), toPixels(height)] as const;
    const [wide, high] = turns % 2 === 0 ? size : size.toReversed();
    const picture = renderGrayPicture(engine, page, {
      ...{ width: wide ?? 1, height: high ?? 1, turns, annotations },
    });
    return { picture, dpi };
  } finally {
    engine.FPDF_ClosePage(page);
  }
}

/** pdfium's number for images among page objects. */
const imageKind = 3;

/** Returns the highest resolution of the images on a page, or 0. */
function measureImageDpi(engine: PdfiumDocument["engine"], page: number): number {
  let highest = 0;
  for (let index = 0; index < engine.FPDFPage_CountObjects(page); index++) {
    const object = engine.FPDFPage_GetObject(page, index);
    if (engine.FPDFPageObj_GetType(object) !== imageKind) continue;
    highest = Math.max(
      highest,
      withMemory(engine, 24, (memory) => {
        const heap = () => new DataView(getHeap(engine).buffer);
        if (!engine.FPDFImageObj_GetImagePixelSize(object, memory, memory + 4)) return 0;
        const pixels = heap().getUint32(memory, true) * heap().getUint32(memory + 4, true);
        const corners = [memory, memory + 4, memory + 8, memory + 12] as const;
        if (!engine.FPDFPageObj_GetBounds(object, ...corners)) return 0;
        const [left, bottom, right, top] = corners.map((at) => heap().getFloat32(at, true)) as [
          number,
          number,
          number,
          number,
        ];
        const area = (right - left) * (top - bottom);
        return area > 0 ? Math.sqrt(pixels / area) * pointsPerInch : 0;
      }),
    );
  }
  return highest;
}
