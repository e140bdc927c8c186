import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { PDFDocument, StandardFonts } from "pdf-lib";
import { withPdfium } from "../../../plugins/pdf/engines/pdfium.ts";
import { extractText } from "../../../plugins/pdf/extract-text/extract.ts";
import { toImages } from "../../../plugins/pdf/images/to-images.ts";
import { rawText, withTextPage } from "../../../plugins/pdf/text/text-page.ts";
import { byCommand, compare, wallMs } from "./compare.ts";
import { needPrograms } from "./need-programs.ts";

const byWall = { rounds: 9, clock: wallMs };
const pages = 100;
const sentence = "The quick brown fox jumps over the lazy dog and runs away from all of us ";

/** Measures text and images of pages against poppler's programs. The work runs in a warm process, like jobs. */
export async function benchPdfPages(): Promise<Record<string, string>> {
  needPrograms({ pdftotext: "poppler-utils", pdftoppm: "poppler-utils" });
  const folder = mkdtempSync(`${tmpdir()}/utilhub-bench-`);
  const file = `${folder}/in.pdf`;
  const bytes = await book(pages);
  await Bun.write(file, bytes);
  const source = () => ({ file: new File([bytes], "in.pdf"), pages: "1-z" });
  const asText = {
    format: "text" as const,
    include: [],
    merge_pages: true,
    dehyphenate: true,
    ocr: "off" as const,
    languages: [],
    max_chars: 5_000_000,
  };
  // Recognition is off, so no dataset is read.
  const data = { find: () => undefined, get: () => Promise.reject(new Error("No dataset")) };
  const drawing = {
    format: "png" as const,
    dpi: 150,
    quality: 85,
    background: "ffffff",
    annotations: true,
    response: "binary" as const,
  };
  const [text, pdftotext, reading] = await compare(
    [
      () => extractText({ ...source(), ...asText }, { data, progress() {} }),
      byCommand(["pdftotext", file, `${folder}/out.txt`]),
      () => readAlone(bytes),
    ],
    byWall,
  );
  const [page, pdftoppm] = await compare(
    [
      () => toImages({ ...source(), ...drawing, pages: "1" }),
      byCommand(["pdftoppm", "-r", "150", "-png", "-f", "1", "-l", "1", file, `${folder}/out`]),
    ],
    byWall,
  );
  return {
    [`text of ${pages} pages`]: `${text.toFixed(0)} ms, pdftotext ${pdftotext.toFixed(0)} ms`,
    "text / pdftotext (at most 1.2)": (text / pdftotext).toFixed(2),
    "pdfium in WebAssembly alone / pdftotext": (reading / pdftotext).toFixed(2),
    "a page at 150 dpi": `${page.toFixed(0)} ms, pdftoppm ${pdftoppm.toFixed(0)} ms`,
    "page / pdftoppm (at most 1.2)": (page / pdftoppm).toFixed(2),
  };
}

/** Reads the text of all pages with the engine alone. */
function readAlone(bytes: Uint8Array): Promise<void> {
  return withPdfium(bytes, (opened) => {
    for (let page = 1; page <= opened.pages; page++) withTextPage(opened, page, rawText);
  });
}

/** Returns a PDF with the given number of pages, each of about 3,500 characters. */
export async function book(pages: number): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const font = await document.embedFont(StandardFonts.Helvetica);
  while (document.getPageCount() < pages) {
    const page = document.addPage([595, 842]);
    for (let line = 0; line < 50; line++)
      page.drawText(`${line} ${sentence}`, { x: 40, y: 800 - 15 * line, size: 11, font });
  }
  return Uint8Array.from(await document.save());
}
