import sharp from "sharp";
import type { PdfiumDocument } from "../engines/pdfium.ts";
import { getHeap } from "../engines/pdfium.ts";
import pdf from "../plugin.ts";

/** The output formats of rendered pages, mapped to their media types. */
export const imageTypes = { png: "image/png", jpg: "image/jpeg", webp: "image/webp" } as const;

/** The size and background of a rendered page. */
interface RenderOptions {
  /** In pixels. */
  width: number;
  height: number;
  /** Red, green, blue and alpha, from 0 to 255. */
  background: readonly [number, number, number, number];
  annotations: boolean;
}

/** Flags of `FPDF_RenderPageBitmap`: draw annotations; write red before blue. */
const withAnnotations = 0x01;
const redFirst = 0x10;
const fourChannels = 4;

/** Renders a page, counted from 1, into pixels of red, green, blue and alpha. */
export function renderPage(
  { engine, document }: PdfiumDocument,
  number: number,
  { width, height, background, annotations }: RenderOptions,
): Buffer<ArrayBuffer> {
  const page = engine.FPDF_LoadPage(document, number - 1);
  const bitmap = engine.FPDFBitmap_CreateEx(width, height, fourChannels, 0, 0);
  try {
    if (!bitmap) throw new Error("Cannot allocate a bitmap: PDFium has no memory left");
    const [red, green, blue, alpha] = background;
    const fill = ((alpha << 24) | (red << 16) | (green << 8) | blue) >>> 0;
    engine.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, swapRedBlue(fill));
    const flags = redFirst | (annotations ? withAnnotations : 0);
    if (page) engine.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags);
    const from = engine.FPDFBitmap_GetBuffer(bitmap);
    const pixels = Buffer.alloc(width * height * 4);
    pixels.set(getHeap(engine).subarray(from, from + pixels.length));
    return pixels;
  } finally {
    if (bitmap) engine.FPDFBitmap_Destroy(bitmap);
    if (page) engine.FPDF_ClosePage(page);
  }
}

/** Swaps red and blue: the fill expects blue first, regardless of the rendering flags. */
function swapRedBlue(color: number): number {
  return ((color & 0xff00ff00) | ((color & 0xff) << 16) | ((color >> 16) & 0xff)) >>> 0;
}

export type PageFormat = keyof typeof imageTypes;

interface EncodeOptions {
  width: number;
  height: number;
  format: PageFormat;
  /** From 1 to 100, for JPEG and WebP. */
  quality: number;
  /** Whether the image may have transparent pixels. */
  hasAlpha: boolean;
}

/** Encodes pixels of four channels as an image. */
export async function encodePage(
  pixels: Buffer,
  { width, height, format, quality, hasAlpha }: EncodeOptions,
): Promise<Uint8Array> {
  const image = sharp(pixels, { raw: { width, height, channels: 4 }, limitInputPixels: false });
  const opaque = hasAlpha ? image : image.removeAlpha();
  switch (format) {
    case "png":
      return opaque.png({ compressionLevel: 6 }).toBuffer();
    case "jpg":
      return opaque
        .jpeg({ quality, chromaSubsampling: quality >= 90 ? "4:4:4" : "4:2:0" })
        .toBuffer();
    default:
      return opaque.webp({ quality, effort: 3 }).toBuffer();
  }
}

/** The size of a rendered page, in pixels. */
export interface PixelSize {
  page: number;
  width: number;
  height: number;
}

/**
 * Computes the size of each page in pixels, from a resolution or one width for all. Throws if there
 * are too many pixels.
 */
export function pixelSizes(
  pages: readonly { page: number; width: number; height: number }[],
  { dpi, width }: { dpi: number; width?: number | undefined },
): PixelSize[] {
  const sizes = pages.map((page) => {
    const scale = width === undefined ? dpi / 72 : width / page.width;
    return {
      page: page.page,
      width: width ?? Math.max(1, Math.round(page.width * scale)),
      height: Math.max(1, Math.round(page.height * scale)),
    };
  });
  const { pagePixelsMax, jobPixelsMax } = pdf.limits;
  for (const { page, width, height } of sizes)
    if (width * height > pagePixelsMax)
      throw tooMany("page_pixels", {
        max: pagePixelsMax,
        is: `page ${page} would have ${width} × ${height}`,
      });
  const sum = sizes.reduce((sum, { width, height }) => sum + width * height, 0);
  if (sum > jobPixelsMax)
    throw tooMany("job_pixels", { max: jobPixelsMax, is: `the pages would have ${sum} together` });
  return sizes;
}

function tooMany(limit: string, { max, is }: { max: number; is: string }) {
  const what = limit === "page_pixels" ? "a page" : "all pages";
  return pdf.error(
    "pdf_limit_exceeded",
    `body must request at most ${max} pixels for ${what}: ${is}`,
    {
      at: "body",
      members: { limit, max },
    },
  );
}
