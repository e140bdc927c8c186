import type { CommonDoors } from "hub";
import { writeCsv } from "hub/csv";
import { openDocument, saveDocument } from "../engines/pdf-lib.ts";
import { drawFields } from "../fields/draw-fields.ts";
import { flattenForms } from "../flatten.ts";
import { openPdf, type Source } from "../input/open.ts";
import { pageAt, pageNumbers } from "../input/request.ts";
import { checkRestrictions } from "../input/restrictions.ts";
import { listPagesWithFonts, repairCodeMaps } from "../objects/to-unicode.ts";
import type { recognisePages } from "../ocr/recognise-pages.ts";
import { readFacts } from "../text/facts.ts";
import { type PageText, readPages, readTables } from "../text/read-pages.ts";
import { checkSums } from "../text/table-sums.ts";
import { shortBox, type Word } from "../text/words.ts";
import type { ExtractBody } from "./request.ts";

/** Extracts the text of a PDF page by page, and the requested facts. */
export async function extractText(
  {
    pages,
    format,
    include,
    merge_pages,
    dehyphenate,
    max_chars,
    tables,
    ocr,
    languages,
    ...body
  }: ExtractBody,
  { data, progress }: Pick<CommonDoors, "data" | "progress">,
) {
  const source = await openPdf(body, { readsOnly: true, drawFields });
  await checkRestrictions(source, { at: "body", what: ({ copy }) => !copy });
  const numbers = pageNumbers(pages, { pages: source.pages.length, at: "body.pages" });
  const { repairedPages, ...flattened } = await repairText({
    ...source,
    bytes: await flattenForms(source),
  });
  const scans =
    ocr === "off"
      ? undefined
      : await readScans(flattened, { numbers, mode: ocr, languages, data, progress });
  const readable = scans?.readable ?? flattened;
  const read = await readPages(readable, { numbers, format, dehyphenate, maxChars: max_chars });
  const { returned, isTruncated } = truncatePages(read, max_chars);
  const listed =
    tables &&
    (await listTables(readable, { numbers: returned.map(({ page }) => page), format: tables }));
  const hasText = read.some(({ text }) => text.trim() !== "");
  return {
    pages: returned.map((read) => {
      const { page, scan, ...texts } = scans ? scans.rate(read) : { ...read, scan: undefined };
      const { width, height, rotation } = pageAt(source.pages, page);
      const size = { width: roundHundredths(width), height: roundHundredths(height) };
      const isRepaired = repairedPages.has(page);
      return {
        ...{ page, ...size, rotation, ...shortenNames(texts) },
        ...(scan && { ocr: scan }),
        ...(isRepaired && { repaired_fonts: true }),
      };
    }),
    ...listed,
    ...(merge_pages && { text: returned.map(({ text }) => text).join("\n\n") }),
    stats: {
      pages: source.pages.length,
      chars: returned.reduce((sum, { text }) => sum + countCharacters(text), 0),
      words: returned.reduce((sum, { text }) => sum + countWords(text), 0),
      has_text_layer: scans ? read.some(scans.hasText) : hasText,
    },
    warnings: [
      ...(hasText ? [] : ["no_text_layer" as const]),
      ...(returned.some(({ page }) => repairedPages.has(page)) ? ["repaired_fonts" as const] : []),
      ...(isTruncated || returned.length < numbers.length ? ["truncated" as const] : []),
      ...(listed?.tables.some(({ sums }) => sums?.wrong.length) ? ["wrong_sums" as const] : []),
    ],
    ...(await readFacts(source, { include, numbers })),
  };
}

/** Repairs the ToUnicode maps of fonts. Returns the pages that use these fonts. */
async function repairText(source: Source): Promise<Source & { repairedPages: Set<number> }> {
  const bytes = Buffer.from(source.bytes.buffer, source.bytes.byteOffset, source.bytes.byteLength);
  if (!bytes.includes("/ToUnicode") && !bytes.includes("/ObjStm"))
    return { ...source, repairedPages: new Set() };
  const document = await openDocument(source.bytes);
  const fonts = repairCodeMaps(document);
  const repairedPages = new Set(listPagesWithFonts(document, fonts));
  return {
    ...source,
    ...(fonts.size > 0 && { bytes: await saveDocument(document) }),
    repairedPages,
  };
}

/** Recognises the text of scanned pages. Returns a document that has this text instead of them. */
async function readScans(
  source: Pick<Source, "bytes" | "pages">,
  work: Parameters<typeof recognisePages>[1],
) {
  const { describePage, recognisePages } = await import("../ocr/recognise-pages.ts");
  const { addRecognisedText, rateWords } = await import("../ocr/scanned-text.ts");
  const scans = await recognisePages(source, work);
  const replaces = work.mode === "force";
  const readable = scans.length > 0 ? await addRecognisedText(source, scans, { replaces }) : source;
  const byPage = new Map(scans.map((scan) => [scan.page, scan]));
  return {
    readable,
    /** Whether a page has text other than the recognised one. */
    hasText: ({ page, text }: PageText) => byPage.get(page)?.hadText ?? text.trim() !== "",
    /** Adds the confidence of words and of the page to a page that was recognised. */
    rate<Page extends { page: number; words?: Word[] }>({ words, ...page }: Page) {
      const scan = byPage.get(page.page);
      return {
        ...page,
        ...(words && { words: scan ? rateWords(words, scan) : words }),
        scan: scan && describePage(scan),
      };
    },
  };
}

/** Returns the tables of some pages, from top to bottom, and sums in them that don't add up. */
async function listTables(
  source: Pick<Source, "bytes" | "pages">,
  { numbers, format }: { numbers: readonly number[]; format: NonNullable<ExtractBody["tables"]> },
) {
  const found = await readTables(source, { numbers });
  const tables = found.map(({ page, lastPage, rows, columns, cells, box }) => ({
    page,
    last_page: lastPage,
    rows: rows.length,
    columns,
    cells,
    sums: checkSums(rows),
    ...(format === "csv" && { csv: writeCsv(rows) }),
    box: shortBox(box),
  }));
  if (format !== "xlsx") return { tables };
  const { writeWorkbook } = await import("./workbook.ts");
  return { tables, xlsx: await writeWorkbook(found) };
}

/**
 * Truncates pages to a total number of characters of text. Words and blocks beyond it are dropped
 * too.
 */
function truncatePages(pages: readonly PageText[], max: number) {
  let remaining = max;
  let isTruncated = false;
  const returned: PageText[] = [];
  for (const page of pages) {
    if (remaining <= 0) {
      isTruncated = true;
      break;
    }
    if (page.text.length <= remaining) returned.push(page);
    else {
      isTruncated = true;
      returned.push({
        ...page,
        text: page.text.slice(0, remaining).toWellFormed(),
        ...truncatePieces(page, remaining),
      });
    }
    remaining -= page.text.length;
  }
  return { returned, isTruncated };
}

function truncatePieces({ words, blocks }: PageText, remaining: number): Partial<PageText> {
  return {
    ...(words && { words: takeWithin(words, remaining) }),
    ...(blocks && { blocks: takeWithin(blocks, remaining) }),
  };
}

function takeWithin<Piece extends { text: string }>(
  pieces: readonly Piece[],
  remaining: number,
): Piece[] {
  let length = 0;
  return pieces.filter(({ text }) => {
    length += text.length + 1;
    return length <= remaining;
  });
}

/** Returns words and blocks with short names for positions, to keep large responses small. */
function shortenNames({ text, words, blocks }: Omit<PageText, "page">) {
  return {
    text,
    ...(words && {
      words: words.map(({ text, size, font, confidence, ...box }) => ({
        t: text,
        ...shortBox(box),
        size,
        font,
        ...(confidence !== undefined && { confidence }),
      })),
    }),
    ...(blocks && {
      blocks: blocks.map((block) => ({ ...block, box: shortBox(block.box) })),
    }),
  };
}

/** Counts characters. A character outside the basic plane takes two units of a string. */
function countCharacters(text: string): number {
  return text.length - (text.match(/[\u{10000}-\u{10FFFF}]/gu)?.length ?? 0);
}

function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}

function roundHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
