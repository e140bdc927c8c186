import { init, type WrappedPdfiumModule } from "@embedpdf/pdfium";
import wasm from "@embedpdf/pdfium/pdfium.wasm" with { type: "file" };
import pdf from "../plugin.ts";
import { compileOnce } from "./compile.ts";

/** The engine's name in responses. */
export const pdfiumName = "pdfium 2.15.1";

export interface PdfiumDocument {
  engine: WrappedPdfiumModule;
  /** The document's handle. */
  document: number;
  pages: number;
}

const compiled = compileOnce(async () => {
  const before = new Set(Object.getOwnPropertyNames(globalThis));
  // The package's types omit Emscripten's options other than the bytes.
  await init({ locateFile: () => wasm } as never);
  dropWarnings(before);
});

/**
 * Removes the getters that the first start in a process defines on `globalThis`. They warn of old
 * names and would keep that instance alive forever. JavaScriptCore has room for four memories, and
 * collects all garbage to get another one. The names stay defined, so that later starts, which hold
 * a caller's file, don't define their own getters.
 */
function dropWarnings(before: ReadonlySet<string>): void {
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (before.has(name) || !Object.getOwnPropertyDescriptor(globalThis, name)?.get) continue;
    Object.defineProperty(globalThis, name, { value: undefined, writable: true });
  }
}

/** Opens a PDF in its own pdfium instance, runs `work`, and closes the PDF. */
export async function withPdfium<Result>(
  bytes: Uint8Array,
  work: (opened: PdfiumDocument) => Result | Promise<Result>,
): Promise<Result> {
  const engine = await init((await compiled()) as never);
  engine.PDFiumExt_Init();
  const { pdfium } = engine;
  const pointer = pdfium.wasmExports.malloc(bytes.byteLength);
  getHeap(engine).set(bytes, pointer);
  const document = engine.FPDF_LoadMemDocument(pointer, bytes.byteLength, "");
  if (!document) throw pdf.error("pdf_corrupt", "The file cannot be read as a PDF");
  try {
    return await work({ engine, document, pages: engine.FPDF_GetPageCount(document) });
  } finally {
    engine.FPDF_CloseDocument(document);
  }
}

/** Returns the engine's memory. Call it each time: growing the memory moves it. */
export function getHeap({ pdfium }: PdfiumDocument["engine"]): Uint8Array {
  // The package's types omit it.
  return (pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;
}

type PerCharacter =
  `FPDFText_${"GetUnicode" | "GetCharBox" | "GetCharOrigin" | "IsGenerated" | "GetTextObject"}`;

/**
 * Returns the per-character functions without wrappers: the package's argument converters cost more
 * than the calls themselves.
 */
export function perCharacter({
  pdfium,
}: PdfiumDocument["engine"]): Record<PerCharacter, (...numbers: number[]) => number> {
  return pdfium.wasmExports as never;
}

/** Allocates this many bytes in the engine's memory, runs `use`, and frees them. */
export function withMemory<Result>(
  { pdfium }: PdfiumDocument["engine"],
  bytes: number,
  use: (pointer: number) => Result,
): Result {
  const pointer = pdfium.wasmExports.malloc(bytes);
  if (!pointer) throw new Error("Cannot allocate memory: PDFium has none left");
  try {
    return use(pointer);
  } finally {
    pdfium.wasmExports.free(pointer);
  }
}

export interface GrayPage {
  width: number;
  height: number;
  /** One byte per pixel, row by row from the top. */
  pixels: Uint8Array;
}

/** Renders a page, counted from 1, in shades of grey at the given width. */
export function renderGray(
  { engine, document }: PdfiumDocument,
  number: number,
  { widthPixels }: { widthPixels: number },
): GrayPage {
  const page = engine.FPDF_LoadPage(document, number - 1);
  if (!page) return { width: 0, height: 0, pixels: new Uint8Array() };
  try {
    return renderOpenPageGray(engine, page, { widthPixels });
  } finally {
    engine.FPDF_ClosePage(page);
  }
}

/** `FPDFBitmap_Gray` and `FPDF_ANNOT` in pdfium's public headers. */
const gray = 1;
const withAnnotations = 1;
const heightMax = 4000;

/** Renders an open page in shades of grey. */
export function renderOpenPageGray(
  engine: PdfiumDocument["engine"],
  page: number,
  { widthPixels }: { widthPixels: number },
): GrayPage {
  const ratio = engine.FPDF_GetPageHeightF(page) / engine.FPDF_GetPageWidthF(page);
  const height = Math.min(heightMax, Math.max(1, Math.round(widthPixels * ratio)));
  return renderGrayPicture(engine, page, { width: widthPixels, height });
}

interface GrayOptions {
  /** The size of the picture in pixels, after the turns. */
  width: number;
  height: number;
  /** Clockwise quarter turns. Default 0. */
  turns?: 0 | 1 | 2 | 3;
  /** Default true. */
  annotations?: boolean;
}

/** Renders an open page in shades of grey, at any size. */
export function renderGrayPicture(
  engine: PdfiumDocument["engine"],
  page: number,
  { width, height, turns = 0, annotations = true }: GrayOptions,
): GrayPage {
  const bitmap = engine.FPDFBitmap_CreateEx(width, height, gray, 0, 0);
  if (!bitmap) throw new Error("Cannot allocate a bitmap: PDFium has no memory left");
  engine.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
  const flags = annotations ? withAnnotations : 0;
  engine.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, turns, flags);
  const pixels = readRows(engine, { bitmap, width, height });
  engine.FPDFBitmap_Destroy(bitmap);
  return { width, height, pixels };
}

/** Copies the pixels without the padding of the rows. */
function readRows(
  engine: PdfiumDocument["engine"],
  { bitmap, width, height }: { bitmap: number; width: number; height: number },
): Uint8Array {
  const buffer = engine.FPDFBitmap_GetBuffer(bitmap);
  const stride = engine.FPDFBitmap_GetStride(bitmap);
  const heap = getHeap(engine);
  const pixels = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const from = buffer + row * stride;
    pixels.set(heap.subarray(from, from + width), row * width);
  }
  return pixels;
}
