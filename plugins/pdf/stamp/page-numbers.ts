import { FontBook } from "hub/pdf-text";
import { type PDFDocument, PDFHexString, PDFName } from "pdf-lib";
import { openSource, pdfLibName } from "../engines/pdf-lib.ts";
import { openPdf, type Source } from "../input/open.ts";
import { pageAt, pageNumbers } from "../input/request.ts";
import { dropClaim } from "../objects/claim.ts";
import { createPageView } from "../objects/geometry.ts";
import { type NumeralStyle, numeral } from "../objects/numerals.ts";
import { operands, parseRgb } from "../objects/operands.ts";
import { answerFile, stemName } from "../response.ts";
import { listPageLabels, readMetadata } from "../text/facts.ts";
import { textDrawing } from "./drawing.ts";
import { computeStampMatrix, mirror } from "./place.ts";
import type { NumbersBody, Variable } from "./request.ts";
import { drawOn, writeStamped } from "./stamp.ts";

/** A page to be numbered. */
interface Numbered {
  /** The page number in the document, starting at 1. */
  page: number;
  value: number;
  text: string;
}

/** Writes numbers on pages, and sets the page labels. */
export async function numberPages(body: NumbersBody, { now }: { now: number }) {
  const source = await openPdf(body);
  const document = await openSource(source);
  const numbered = listNumbers(document, { source, body, now });
  const book = new FontBook();
  for (const entry of numbered) await drawNumber(document, entry, { source, body, book });
  await book.embed(document.context);
  if (body.set_page_labels) writePageLabels(document, buildPageLabels(document, numbered, body));
  const pdfa_claim_removed = dropClaim(document);
  const bytes = await writeStamped(document);
  const facts = { numbered_pages: numbered.length, pdfa_claim_removed };
  const output = { bytes, pages: source.pages.length, engine: pdfLibName, input: source, facts };
  return answerFile({ ...output, suffix: "numbered" }, body);
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
    title: readMetadata(document).info.Title ?? "",
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
  // The format may be only a title that the document lacks: there is nothing to draw.
  if (text.trim() === "") return;
  const { position, facing, margin, font, font_size: size } = body;
  const background = body.background === "none" ? undefined : parseRgb(body.background);
  const textStyle = { font, size, color: parseRgb(body.color), background, at: "body.format" };
  const drawing = await textDrawing(document, text, { book, style: textStyle });
  const actualPosition = facing && page % 2 === 0 ? mirror(position) : position;
  const matrix = computeStampMatrix(drawing, {
    page: createPageView(pageAt(source.pages, page)),
    placing: { position: actualPosition, offsetX: 0, offsetY: 0, rotation: 0, scale: 1, margin },
  });
  drawOn(document.getPage(page - 1), {
    content: ({ Form }) => `${operands(...matrix)} cm /${Form} Do`,
    layer: "over",
    resources: { XObject: { Form: drawing.ref } },
  });
}

/** Returns the labels of the numbered pages, and the existing labels of the others. */
function buildPageLabels(
  document: PDFDocument,
  numbered: readonly Numbered[],
  { format, style, pad }: NumbersBody,
): PageLabel[] {
  const known = listPageLabels(document);
  const byPage = new Map(numbered.map((entry) => [entry.page, entry]));
  const prefix = /^[^{}]{0,100}(?=\{n\}$)/.exec(format)?.[0] ?? "";
  return Array.from({ length: document.getPageCount() }, (_, index): PageLabel => {
    const entry = byPage.get(index + 1);
    if (!entry) {
      const own = known?.[index];
      return own === undefined
        ? { prefix: "", style: "decimal", value: index + 1 }
        : { prefix: own, value: 0 };
    }
    const { value } = entry;
    // Page labels have no leading zeros and start at one.
    const isPlain = value > 0 && (pad === 0 || style !== "decimal");
    return isPlain
      ? { prefix, style, value }
      : { prefix: prefix + numeral(value, { style, pad }), value };
  });
}

/** Replaces `{n}` and other variables by their values. Other braces stay unchanged. */
export function fillFormat(format: string, values: Readonly<Record<Variable, string>>): string {
  return format.replace(/\{([a-z]{1,8})\}/g, (whole, name) =>
    Object.hasOwn(values, name) ? values[name as Variable] : whole,
  );
}

/** The page number that a viewer displays. */
interface PageLabel {
  prefix: string;
  /** The style of the number, or undefined if there is none. */
  style?: NumeralStyle | undefined;
  value: number;
}

const styleNames: Readonly<Record<NumeralStyle, string>> = {
  decimal: "D",
  roman: "r",
  ROMAN: "R",
  alpha: "a",
  ALPHA: "A",
};

/**
 * Writes the labels of all pages, with one entry for each run of consecutive numbers (ISO 32000-2,
 * 12.4.2).
 */
function writePageLabels(document: PDFDocument, labels: readonly PageLabel[]): void {
  const { context, catalog } = document;
  const entries = labels.flatMap((label, index) => {
    if (continuesRange(labels[index - 1], label)) return [];
    const { prefix, style, value } = label;
    const range = context.obj({
      ...(style && { S: styleNames[style], St: Math.max(1, value) }),
      ...(prefix !== "" && { P: PDFHexString.fromText(prefix) }),
    });
    return [context.obj(index), range];
  });
  catalog.set(PDFName.of("PageLabels"), context.obj({ Nums: entries }));
}

function continuesRange(
  before: PageLabel | undefined,
  { prefix, style, value }: PageLabel,
): boolean {
  if (!before || before.prefix !== prefix || before.style !== style) return false;
  return style !== undefined && before.value + 1 === value;
}
