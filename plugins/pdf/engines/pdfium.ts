import { init, type WrappedPdfiumModule } from "@embedpdf/pdfium";
import wasm from "@embedpdf/pdfium/pdfium.wasm" with { type: "file" };
import pdf from "../plugin.ts";
import { compileOnce } from "./compile.ts";

/** The name of the engine in answers. */
export const pdfiumName = "pdfium 2.15.1";

export interface PdfiumDocument {
  engine: WrappedPdfiumModule;
  /** The document's handle. */
  document: number;
  pages: number;
}

const compiled = compileOnce(async () => {
  const before = new Set(Object.getOwnPropertyNames(globalThis));
  // The types of the package know of none of what Emscripten takes besides the bytes.
  await init({ locateFile: () => wasm } as never);
  dropWarnings(before);
});

/**
 * The first start in a process hangs getters on `globalThis`, which warn of old names and would keep its
 * instance for good. JavaScriptCore has room for four memories, and collects all garbage for another one.
 * The names stay, so that no later start, which has someone's file, hangs up its own.
 */
function dropWarnings(before: ReadonlySet<string>): void {
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (before.has(name) || !Object.getOwnPropertyDescriptor(globalThis, name)?.get) continue;
    Object.defineProperty(globalThis, name, { value: undefined, writable: true });
  }
}

/** Opens a PDF in a pdfium of its own, does the work, and closes it. */
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

/** The memory that the engine works in. It moves when it grows, so that it is asked for each time. */
export function getHeap({ pdfium }: PdfiumDocument["engine"]): Uint8Array {
  // The types of the package leave it out.
  return (pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;
}

type PerCharacter = `FPDFText_${"GetUnicode" | "GetCharBox" | "IsGenerated" | "GetTextObject"}`;

/** What is asked of each character, bare: the package's own converters of arguments cost more than the answers. */
export function perCharacter({
  pdfium,
}: PdfiumDocument["engine"]): Record<PerCharacter, (...numbers: number[]) => number> {
  return pdfium.wasmExports as never;
}

/** Lends so many bytes of the engine's memory. */
export function withMemory<Result>(
  { pdfium }: PdfiumDocument["engine"],
  bytes: number,
  use: (pointer: number) => Result,
): Result {
  const pointer = pdfium.wasmExports.malloc(bytes);
  if (!pointer) throw new Error("PDFium has no memory left");
  try {
    return use(pointer);
  } finally {
    pdfium.wasmExports.free(pointer);
  }
}

export interface GrayPage {
  width: number;
  height: number;
  /** A byte for each pixel, row by row from the top. */
  pixels: Uint8Array;
}

/** A page, from 1, in shades of gray, as small as it is to be judged by. */
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

/** FPDFBitmap_Gray and FPDF_ANNOT of pdfium's public headers. */
const gray = 1;
const withAnnotations = 1;
const heightMax = 4000;

/** A page that is open, in shades of gray. */
export function renderOpenPageGray(
  engine: PdfiumDocument["engine"],
  page: number,
  { widthPixels }: { widthPixels: number },
): GrayPage {
  const ratio = engine.FPDF_GetPageHeightF(page) / engine.FPDF_GetPageWidthF(page);
  const width = widthPixels;
  const height = Math.min(heightMax, Math.max(1, Math.round(width * ratio)));
  const bitmap = engine.FPDFBitmap_CreateEx(width, height, gray, 0, 0);
  engine.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
  engine.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, withAnnotations);
  const pixels = readRows(engine, { bitmap, width, height });
  engine.FPDFBitmap_Destroy(bitmap);
  return { width, height, pixels };
}

/** The pixels without what pads the rows. */
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
