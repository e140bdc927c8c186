import { FontBook } from "hub/pdf-text";
import type { PDFDocument } from "pdf-lib";
import { answerFile } from "../answer.ts";
import { rgbOf } from "../color/rgb.ts";
import { openSource, pdfLibName } from "../engines/pdf-lib.ts";
import { stemName } from "../filename.ts";
import { dropClaim } from "../graft/claim.ts";
import { openPdf, type PdfBody, type Source } from "../input/open.ts";
import { pageNumbers } from "../pages/range.ts";
import { metadataOf } from "../text/facts/metadata.ts";
import { pageLabelsOf } from "../text/facts/page-labels.ts";
import { writeStamped } from "./finished.ts";
import type { StampFont } from "./fonts.ts";
import { fillFormat } from "./format.ts";
import { type NumeralStyle, numeral } from "./numerals.ts";
import { operands } from "./operands.ts";
import { drawOn } from "./page-content.ts";
import { type PageLabel, writePageLabels } from "./page-labels.ts";
import { placeStamp } from "./place.ts";
import { mirror, type Position } from "./positions.ts";
import { viewOf } from "./seen.ts";
import { textDrawing } from "./text-drawing.ts";

export interface NumbersBody extends PdfBody {
  pages: string;
  position: Position;
  margin: number;
  start: number;
  style: NumeralStyle;
  pad: number;
  format: string;
  skip_first: number;
  facing: boolean;
  font: StampFont;
  font_size: number;
  color: string;
  background: string;
  set_page_labels: boolean;
  response: "binary" | "json";
  filename?: string | undefined;
}

/** A page that gets a number. */
interface Numbered {
  /** From 1. */
  page: number;
  value: number;
  text: string;
}

/** Writes numbers on pages, and tells viewers of them. */
export async function numberPages(body: NumbersBody, { now }: { now: number }) {
  const source = await openPdf(body, { leavesFields: true });
  const document = await openSource(source);
  const numbered = listNumbers(document, { source, body, now });
  const book = new FontBook();
  for (const entry of numbered) await drawNumber(document, entry, { source, body, book });
  await book.embed(document.context);
  if (body.set_page_labels) writePageLabels(document, labelsOf(document, numbered, body));
  const pdfa_claim_removed = dropClaim(document);
  const bytes = await writeStamped(document);
  const facts = { numbered_pages: numbered.length, pdfa_claim_removed };
  const made = { bytes, pages: source.pages.length, engine: pdfLibName, input: source, facts };
  return answerFile({ ...made, suffix: "numbered" }, body);
}

function listNumbers(
  document: PDFDocument,
  { source, body, now }: { source: Source; body: NumbersBody; now: number },
): Numbered[] {
  const numbers = pageNumbers(body.pages, { pages: source.pages.length, at: "body.pages" });
  const common = {
    total: String(source.pages.length),
    filename: stemName(source.name) ?? "",
    date: new Date(now).toISOString().slice(0, 10),
    title: metadataOf(document).info.Title ?? "",
  };
  return [...new Set(numbers)].slice(body.skip_first).map((page, index) => {
    const value = body.start + index;
    const n = numeral(value, body);
    return { page, value, text: fillFormat(body.format, { ...common, n, page: String(page) }) };
  });
}

async function drawNumber(
  document: PDFDocument,
  { page, text }: Numbered,
  { source, body, book }: { source: Source; body: NumbersBody; book: FontBook },
): Promise<void> {
  // A title that the document does not have leaves nothing to draw.
  if (text.trim() === "") return;
  const { position, facing, margin, font, font_size: size } = body;
  const background = body.background === "none" ? undefined : rgbOf(body.background);
  const look = { font, size, color: rgbOf(body.color), background, at: "body.format" };
  const drawing = await textDrawing(document, text, { book, look });
  const place = facing && page % 2 === 0 ? mirror(position) : position;
  const map = placeStamp(drawing, {
    page: viewOf(source.pages[page - 1]!),
    placing: { position: place, offsetX: 0, offsetY: 0, rotation: 0, scale: 1, margin },
  });
  drawOn(document.getPage(page - 1), {
    content: ({ Form }) => `${operands(...map)} cm /${Form} Do`,
    layer: "over",
    resources: { XObject: { Form: drawing.ref } },
  });
}

/** The labels of the numbered pages, and of the others those that they had. */
function labelsOf(
  document: PDFDocument,
  numbered: readonly Numbered[],
  { format, style, pad }: NumbersBody,
): PageLabel[] {
  const known = pageLabelsOf(document);
  const byPage = new Map(numbered.map((entry) => [entry.page, entry]));
  const prefix = /^[^{}]{0,100}(?=\{n\}$)/.exec(format)?.[0] ?? "";
  return Array.from({ length: document.getPageCount() }, (_, index): PageLabel => {
    const entry = byPage.get(index + 1);
    if (!entry)
      return known
        ? { prefix: known[index]!, value: 0 }
        : { prefix: "", style: "decimal", value: index + 1 };
    const { value } = entry;
    // A viewer knows no leading zeros, and counts from one.
    const isPlain = value > 0 && (pad === 0 || style !== "decimal");
    return isPlain
      ? { prefix, style, value }
      : { prefix: prefix + numeral(value, { style, pad }), value };
  });
}
