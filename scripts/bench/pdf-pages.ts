import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { PDFDocument, StandardFonts } from "pdf-lib";
import { toImages } from "../../plugins/pdf/images/to-images.ts";
import { extractText } from "../../plugins/pdf/text/extract.ts";
import { median } from "./load.ts";
import { needPrograms } from "./need-programs.ts";

const rounds = 9;
const pages = 100;
const sentence = "The quick brown fox jumps over the lazy dog and runs away from all of us ";

/** Text and pictures of pages, against poppler's programs: work within a warm process, as jobs are. */
export async function benchPdfPages(): Promise<Record<string, string>> {
  needPrograms({ pdftotext: "poppler-utils", pdftoppm: "poppler-utils" });
  const folder = mkdtempSync(`${tmpdir()}/utilhub-bench-`);
  const file = `${folder}/in.pdf`;
  const bytes = await book(pages);
  await Bun.write(file, bytes);
  const source = () => ({ file: new File([bytes], "in.pdf"), pages: "1-z" });
  const reading = {
    format: "text" as const,
    include: [],
    merge_pages: true,
    dehyphenate: true,
    max_chars: 5_000_000,
  };
  const drawing = {
    format: "png" as const,
    dpi: 150,
    quality: 85,
    background: "ffffff",
    annotations: true,
    response: "binary" as const,
  };
  const text = await both(
    () => extractText({ ...source(), ...reading }),
    ["pdftotext", file, `${folder}/out.txt`],
  );
  const page = await both(
    () => toImages({ ...source(), ...drawing, pages: "1" }),
    ["pdftoppm", "-r", "150", "-png", "-f", "1", "-l", "1", file, `${folder}/out`],
  );
  return {
    [`text of ${pages} pages`]: `${text.ours} ms, pdftotext ${text.theirs} ms`,
    "text / pdftotext (at most 1.2)": text.ratio,
    "a page at 150 dpi": `${page.ours} ms, pdftoppm ${page.theirs} ms`,
    "page / pdftoppm (at most 1.2)": page.ratio,
  };
}

/** A PDF of so many pages, each of about 3,500 characters. */
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

async function both(ours: () => Promise<unknown>, command: string[]) {
  const seen: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  for (let round = -2; round < rounds; round++) {
    const times = { ours: await timed(ours), theirs: await timed(() => Bun.spawn(command).exited) };
    // The first two rounds warm up.
    if (round < 0) continue;
    seen.ours.push(times.ours);
    seen.theirs.push(times.theirs);
  }
  const ratios = seen.ours.map((time, round) => time / seen.theirs[round]!);
  return {
    ours: median(seen.ours).toFixed(0),
    theirs: median(seen.theirs).toFixed(0),
    ratio: median(ratios).toFixed(2),
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
