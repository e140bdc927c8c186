import type { PdfiumDocument } from "../engines/pdfium.ts";
import { type PageBox, quarter } from "../preflight/page-tree.ts";

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

/**
 * A page as most of its text is read from left to right, and how far it is turned so. pdfium orders
 * what is on a line by where it is seen: of a page that stands on its head, the other way round.
 */
export function upright<Result>(
  page: TextPage,
  rotation: PageBox["rotation"],
  read: (page: TextPage, rotation: PageBox["rotation"]) => Result,
): Result {
  const { engine } = page;
  const wanted = directionOf(page) ?? rotation;
  if (wanted === rotation) return read(page, rotation);
  engine.FPDFPage_SetRotation(page.page, wanted / 90);
  const textPage = engine.FPDFText_LoadPage(page.page);
  try {
    const count = textPage ? Math.max(0, engine.FPDFText_CountChars(textPage)) : 0;
    return read({ ...page, textPage, count }, wanted);
  } finally {
    if (textPage) engine.FPDFText_ClosePage(textPage);
    engine.FPDFPage_SetRotation(page.page, rotation / 90);
  }
}

const samplesMax = 400;

/** Where more than half of a page's letters run to, anticlockwise; none where they do not agree. */
function directionOf(page: TextPage): PageBox["rotation"] | undefined {
  const { engine, textPage, count } = page;
  const step = Math.max(1, Math.ceil(count / samplesMax));
  const votes = new Map<PageBox["rotation"], number>();
  let letters = 0;
  withMemory(engine, 24, (matrix) => {
    for (let index = 0; index < count; index += step) {
      if (engine.FPDFText_IsGenerated(textPage, index) === 1) continue;
      if (!engine.FPDFText_GetMatrix(textPage, index, matrix)) continue;
      letters++;
      const [a, b, c, d] = [0, 4, 8, 12].map((at) => engine.pdfium.getValue(matrix + at, "float"));
      // What is written in a mirror is upright in none of the four ways.
      if (!(a! * d! - b! * c! > 0)) continue;
      const direction = quarter((Math.atan2(b!, a!) * 180) / Math.PI);
      votes.set(direction, (votes.get(direction) ?? 0) + 1);
    }
  });
  return [...votes].find(([, votes]) => votes * 2 > letters)?.[0];
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
