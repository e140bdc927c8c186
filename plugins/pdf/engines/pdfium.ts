import { init, type WrappedPdfiumModule } from "@embedpdf/pdfium";
import wasm from "@embedpdf/pdfium/pdfium.wasm" with { type: "file" };
import pdf from "../plugin.ts";
import { compileOnce } from "./compiled.ts";

/** The name of the engine in answers. */
export const pdfiumName = "pdfium 2.15.1";

export interface PdfiumDocument {
  engine: WrappedPdfiumModule;
  /** The document's handle. */
  document: number;
  pages: number;
}

const compiled = compileOnce(() => init({ locateFile: () => wasm } as never));

/** Opens a PDF in a pdfium of its own, does the work, and closes it. */
export async function withPdfium<Result>(
  bytes: Uint8Array,
  work: (opened: PdfiumDocument) => Result | Promise<Result>,
): Promise<Result> {
  const engine = await init((await compiled()) as never);
  engine.PDFiumExt_Init();
  const { pdfium } = engine;
  const pointer = pdfium.wasmExports.malloc(bytes.byteLength);
  (pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8.set(bytes, pointer);
  const document = engine.FPDF_LoadMemDocument(pointer, bytes.byteLength, "");
  if (!document) throw pdf.error("pdf_corrupt", "The file cannot be read as a PDF");
  try {
    return await work({ engine, document, pages: engine.FPDF_GetPageCount(document) });
  } finally {
    engine.FPDF_CloseDocument(document);
  }
}
