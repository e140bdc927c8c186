import type { PdfiumDocument } from "../engines/pdfium.ts";
import { heapOf } from "../text/text-page.ts";

/** What a page is drawn on, and how large. */
export interface RenderOptions {
  /** In pixels. */
  width: number;
  height: number;
  /** Red, green, blue and alpha, from 0 to 255. */
  background: readonly [number, number, number, number];
  annotations: boolean;
}

/** Flags of FPDF_RenderPageBitmap: draws annotations; writes red before blue. */
const withAnnotations = 0x01;
const redFirst = 0x10;
const fourChannels = 4;

/** Draws the page of this number, from 1, into pixels of red, green, blue and alpha. */
export function renderPage(
  { engine, document }: PdfiumDocument,
  number: number,
  { width, height, background, annotations }: RenderOptions,
): Buffer<ArrayBuffer> {
  const page = engine.FPDF_LoadPage(document, number - 1);
  const bitmap = engine.FPDFBitmap_CreateEx(width, height, fourChannels, 0, 0);
  try {
    if (!bitmap) throw new Error("pdfium has no memory left");
    const [red, green, blue, alpha] = background;
    const ground = ((alpha << 24) | (red << 16) | (green << 8) | blue) >>> 0;
    engine.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, swapRedBlue(ground));
    const flags = redFirst | (annotations ? withAnnotations : 0);
    if (page) engine.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags);
    const from = engine.FPDFBitmap_GetBuffer(bitmap);
    const pixels = Buffer.alloc(width * height * 4);
    pixels.set(heapOf(engine).subarray(from, from + pixels.length));
    return pixels;
  } finally {
    if (bitmap) engine.FPDFBitmap_Destroy(bitmap);
    if (page) engine.FPDF_ClosePage(page);
  }
}

/** The ground is filled with blue first, whatever the flags of what is drawn on it say. */
function swapRedBlue(color: number): number {
  return ((color & 0xff00ff00) | ((color & 0xff) << 16) | ((color >> 16) & 0xff)) >>> 0;
}
