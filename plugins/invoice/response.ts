import { reply } from "hub";
import { AFRelationship, type PDFDocument } from "pdf-lib";
import type { InvoiceAnswerOptions } from "./document/answer-options.ts";
import { buildContent, type Extras } from "./document/build-content.ts";
import type { PrintedContent } from "./document/content.ts";
import type { Document } from "./document/document.ts";
import { loadLogo } from "./logo.ts";
import type { Decimal } from "./money/decimal.ts";
import { encodePdf, type Metadata, makePdf, type Raster } from "./pdf/file.ts";
import { Ink } from "./pdf/ink.ts";
import type { Page } from "./pdf/page.ts";
import invoice from "./plugin.ts";
import { drawSheets, type SheetOptions } from "./templates/sheets.ts";

const { pagesMax } = invoice.limits;

interface DrawOptions {
  options: InvoiceAnswerOptions;
  /** Called only if a document is drawn. */
  extras: () => Extras;
  draw?: Parameters<typeof printDocument>[1]["draw"];
}

interface AnswerParts<Members> extends DrawOptions {
  /** Members of the JSON response in addition to the totals. */
  members: Members;
}

/** Returns a document in the requested form. */
export async function answerDocument<Members extends object>(
  document: Document,
  { members, ...drawing }: AnswerParts<Members>,
) {
  const { response, pdf: isDrawn } = drawing.options;
  const totals = { ...describeSums(document), ...members };
  if (response === "json" && !isDrawn)
    return reply({ ...totals, pages: 0, warnings: [], pdf_base64: null });
  const { pdf, pages, warnings } = await drawDocument(document, drawing);
  const bytes = await encodePdf(pdf);
  if (response === "binary") return replyPdf(bytes, { document, warnings });
  return reply({ ...totals, pages, warnings, pdf_base64: Buffer.from(bytes).toString("base64") });
}

/** Draws a document with its logo, and attaches its data if requested. */
export async function drawDocument(
  document: Document,
  { options: { now, net }, extras, draw }: DrawOptions,
): Promise<{ pdf: PDFDocument; pages: number; warnings: string[] }> {
  const { logo, warning } = await loadLogo(document.body, net);
  const own = extras();
  const { pdf, pages } = await printDocument(document, {
    extras: { ...own, logo },
    now,
    ...(draw && { draw }),
  });
  if (document.body.attach_json)
    await attachJson(pdf, { document, totals: describeSums(document), now });
  const warnings = [...(own.warnings ?? []), ...(warning === undefined ? [] : [warning])];
  return { pdf, pages, warnings };
}

/** Returns a PDF response. */
export function replyPdf(
  bytes: Uint8Array,
  { document, warnings }: { document: Document; warnings: readonly string[] },
) {
  return reply(bytes, {
    type: "application/pdf",
    headers: {
      ...describeFile(document, "pdf"),
      // A header is ASCII, but a warning may quote user input.
      ...(warnings.length > 0 && { "x-warning": encodeURI(warnings.join("; ")) }),
    },
  });
}

/** Returns the headers with the file name and the number of a document. */
export function describeFile(document: Document, extension: string): Record<string, string> {
  return {
    "content-disposition": buildDisposition(document, extension),
    // A header is ASCII, but a number may be any text.
    "x-document-number": encodeURI(document.number),
  };
}

/** Builds a file name from type and number, in characters that are safe in headers and file systems. */
function buildDisposition({ kind, number }: Document, extension: string): string {
  const name = [...`${kind}-${number}`]
    .map((character) => (/[\w.-]/.test(character) ? character : "-"))
    .join("");
  return `inline; filename="${name}.${extension}"`;
}

/** Draws a document. Returns the open PDF and its number of pages. */
async function printDocument(
  document: Document,
  { extras, now, draw = drawOnSheets }: { extras: Extras; now: number; draw?: typeof drawOnSheets },
): Promise<{ pdf: PDFDocument; pages: number }> {
  const { body, number } = document;
  const content = buildContent(document, extras);
  const images: Record<string, Raster> = extras.logo ? { Logo: extras.logo } : {};
  const title = `${content.title} ${number}`;
  const metadata = { title, author: body.from.name, language: body.locale, now };
  return printContent(content, { look: body, metadata, images, draw });
}

interface PrintOptions {
  look: Omit<SheetOptions, "checkPageCount">;
  metadata: Metadata;
  images?: Readonly<Record<string, Raster>>;
  draw?: typeof drawOnSheets;
}

/** Draws formatted content. Throws `glyph_missing` and `too_many_pages`. */
export async function printContent(
  content: PrintedContent,
  { look, metadata, images = {}, draw = drawOnSheets }: PrintOptions,
): Promise<{ pdf: PDFDocument; pages: number }> {
  const ink = new Ink({ rtl: content.rtl });
  const pages = draw(content, ink, look);
  if (ink.missing.size > 0) throw glyphError([...ink.missing]);
  return { pdf: await makePdf(pages, { ink, images, metadata }), pages: pages.length };
}

function drawOnSheets(content: PrintedContent, ink: Ink, look: PrintOptions["look"]): Page[] {
  return drawSheets(content, ink, { ...look, checkPageCount });
}

function checkPageCount(pages: number): void {
  if (pages > pagesMax)
    throw invoice.error("too_many_pages", `The document may have at most ${pagesMax} pages`);
}

function glyphError(characters: readonly string[]) {
  const listed = characters.slice(0, 20).map((character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    return `"${character}" (U+${code})`;
  });
  const more = characters.length > 20 ? ` and ${characters.length - 20} more` : "";
  return invoice.error("glyph_missing", `No font has a glyph for ${listed.join(", ")}${more}`, {
    members: { characters: characters.slice(0, 100) },
  });
}

/** Returns the totals of a document for the JSON response. */
function describeSums({ currency, totals }: Document) {
  const n = (value: Decimal) => value.toNumber();
  return {
    currency: currency.code,
    lines: totals.lines.map((line) => ({
      description: line.item.description,
      quantity: n(line.quantity),
      unit_price: n(line.unitPrice),
      gross: n(line.gross),
      discount: n(line.discount),
      adjustments: n(line.amount.minus(line.gross).plus(line.discount)),
      net: n(line.net),
      tax: n(line.tax),
      tax_rate: line.rate,
      tax_category: line.category,
      optional: line.optional,
    })),
    subtotal: n(totals.subtotal),
    discount_total: n(totals.discount),
    shipping: n(totals.shipping),
    taxable: n(totals.taxable),
    tax_breakdown: totals.groups.map(({ rate, category, base, tax }) => ({
      rate,
      category,
      base: n(base),
      tax: n(tax),
    })),
    taxes: totals.taxes.map(({ name, rate, base, tax }) => ({
      name,
      rate,
      base: n(base),
      tax: n(tax),
    })),
    tax_total: n(totals.tax),
    total: n(totals.total),
    withheld: totals.withheld.map(({ name, rate, base, amount }) => ({
      name,
      rate,
      base: n(base),
      amount: n(amount),
    })),
    rounding_amount: n(totals.roundingAmount),
    amount_paid: n(totals.paid),
    balance_due: n(totals.balance),
  };
}

/** Attaches the request and its totals to the PDF, for programs to read. */
async function attachJson(
  pdf: PDFDocument,
  { document, totals, now }: { document: Document; totals: object; now: number },
): Promise<void> {
  const { logo_url: _, logo_base64: __, ...request } = document.body;
  const text = JSON.stringify({ kind: document.kind, request, sums: totals }, undefined, 2);
  const date = new Date(now);
  await pdf.attach(new TextEncoder().encode(text), "invoice.json", {
    mimeType: "application/json",
    description: "The request and its sums",
    afRelationship: AFRelationship.Data,
    creationDate: date,
    modificationDate: date,
  });
}
