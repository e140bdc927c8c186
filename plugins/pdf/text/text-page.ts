import type { PdfiumDocument } from "../engines/pdfium.ts";

/** A page as pdfium has it open, with what it reads as text. */
export interface TextPage {
  engine: PdfiumDocument["engine"];
  page: number;
  textPage: number;
  /** How many characters it has, those that pdfium puts between words and lines included. */
  count: number;
}

/** Opens the page of this number, from 1, reads it, and closes it. */
export function withTextPage<Result>(
  { engine, document }: PdfiumDocument,
  number: number,
  read: (page: TextPage) => Result,
): Result {
  const page = engine.FPDF_LoadPage(document, number - 1);
  // pdfium does not load what is no page at all; there is no text on it then.
  const textPage = page && engine.FPDFText_LoadPage(page);
  try {
    const count = textPage ? Math.max(0, engine.FPDFText_CountChars(textPage)) : 0;
    return read({ engine, page, textPage, count });
  } finally {
    if (textPage) engine.FPDFText_ClosePage(textPage);
    if (page) engine.FPDF_ClosePage(page);
  }
}

/** The memory that the engine works in. It moves when it grows, so that it is asked for each time. */
export function heapOf({ pdfium }: PdfiumDocument["engine"]): Uint8Array {
  return (pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;
}

/** Lends so many bytes of the engine's memory. */
export function withMemory<Result>(
  { pdfium }: PdfiumDocument["engine"],
  bytes: number,
  use: (pointer: number) => Result,
): Result {
  const pointer = pdfium.wasmExports.malloc(bytes);
  if (!pointer) throw new Error("pdfium has no memory left");
  try {
    return use(pointer);
  } finally {
    pdfium.wasmExports.free(pointer);
  }
}

const utf16 = new TextDecoder("utf-16le");

/** The text of a page as pdfium orders it. A hyphen at the end of a line is U+FFFE, and ends it. */
export function rawText({ engine, textPage, count }: TextPage): string {
  if (count === 0) return "";
  // A character past the first plane takes two units, and there is one of zero at the end.
  return withMemory(engine, 4 * count + 2, (pointer) => {
    const units = engine.FPDFText_GetText(textPage, 0, count, pointer);
    return utf16.decode(heapOf(engine).subarray(pointer, pointer + 2 * Math.max(0, units - 1)));
  });
}
