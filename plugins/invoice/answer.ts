import { reply } from "hub";
import type { PDFDocument } from "pdf-lib";
import { buildContent, type Extras } from "./document/build-content.ts";
import type { Content } from "./document/content.ts";
import type { Document } from "./document/document.ts";
import { loadLogo } from "./logo.ts";
import type { Decimal } from "./money/decimal.ts";
import { encodePdf, makePdf, type Raster } from "./pdf/file.ts";
import { Ink } from "./pdf/ink.ts";
import type { Page } from "./pdf/page.ts";
import invoice from "./plugin.ts";
import type { InvoiceAnswerOptions } from "./schema/answer.ts";
import { drawSheets } from "./templates/sheets.ts";

const { pagesMax } = invoice.limits;

interface Drawing {
  asked: InvoiceAnswerOptions;
  /** Got only where something is drawn. */
  extras: () => Extras;
  draw?: Parameters<typeof printDocument>[1]["draw"];
}

interface Answer<Members> extends Drawing {
  /** What the JSON answer has besides the sums. */
  members: Members;
}

/** Answers with a document in the form that was asked for. */
export async function answerDocument<Members extends object>(
  document: Document,
  { members, ...drawing }: Answer<Members>,
) {
  const { response, pdf: isDrawn } = drawing.asked;
  const sums = { ...describeSums(document), ...members };
  if (response === "json" && !isDrawn)
    return reply({ ...sums, pages: 0, warnings: [], pdf_base64: null });
  const { pdf, pages, warnings } = await drawDocument(document, drawing);
  const bytes = await encodePdf(pdf);
  if (response === "binary") return replyPdf(bytes, { document, warnings });
  return reply({ ...sums, pages, warnings, pdf_base64: Buffer.from(bytes).toString("base64") });
}

/** Draws a document with its logo, and lays its data into it where that was asked for. */
export async function drawDocument(
  document: Document,
  { asked: { now, net }, extras, draw }: Drawing,
): Promise<{ pdf: PDFDocument; pages: number; warnings: string[] }> {
  const { logo, warning } = await loadLogo(document.body, net);
  const own = extras();
  const { pdf, pages } = await printDocument(document, {
    extras: { ...own, logo },
    now,
    ...(draw && { draw }),
  });
  if (document.body.attach_json)
    await attachJson(pdf, { document, sums: describeSums(document), now });
  const warnings = [...(own.warnings ?? []), ...(warning === undefined ? [] : [warning])];
  return { pdf, pages, warnings };
}

/** Answers with the bytes of a PDF. */
export function replyPdf(
  bytes: Uint8Array,
  { document, warnings }: { document: Document; warnings: readonly string[] },
) {
  return reply(bytes, {
    type: "application/pdf",
    headers: {
      "content-disposition": buildDisposition(document, "pdf"),
      // A header is ASCII, and a warning may name what a caller wrote.
      ...(warnings.length > 0 && { "x-warning": encodeURI(warnings.join("; ")) }),
    },
  });
}

/** Names the file by its kind and number, in characters that every header and disk takes. */
export function buildDisposition({ kind, number }: Document, extension: string): string {
  const name = [...`${kind}-${number}`].map((one) => (/[\w.-]/.test(one) ? one : "-")).join("");
  return `inline; filename="${name}.${extension}"`;
}

/** Draws a document; answers the open PDF and how many pages it has. */
async function printDocument(
  document: Document,
  { extras, now, draw = drawOnSheets }: { extras: Extras; now: number; draw?: typeof drawOnSheets },
): Promise<{ pdf: PDFDocument; pages: number }> {
  const { body, number } = document;
  const content = buildContent(document, extras);
  const ink = new Ink({ rtl: content.rtl });
  const pages = draw(content, ink, document);
  if (ink.missing.size > 0) throw glyphError([...ink.missing]);
  const images: Record<string, Raster> = extras.logo ? { Logo: extras.logo } : {};
  const title = `${content.title} ${number}`;
  const about = { title, author: body.from.name, language: body.locale, now };
  return { pdf: await makePdf(pages, { ink, images, about }), pages: pages.length };
}

function drawOnSheets(content: Content, ink: Ink, { body }: Document): Page[] {
  return drawSheets(content, ink, { ...body, tooMany });
}

function tooMany(pages: number): void {
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

/** The sums of a document as they are answered in JSON. */
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
    tax_total: n(totals.tax),
    total: n(totals.total),
    rounding_amount: n(totals.roundingAmount),
    amount_paid: n(totals.paid),
    balance_due: n(totals.balance),
  };
}

/** Lays the request and its sums into the PDF, so that a program can read what it says. */
async function attachJson(
  pdf: PDFDocument,
  { document, sums, now }: { document: Document; sums: object; now: number },
): Promise<void> {
  const { logo_url: _, logo_base64: __, ...request } = document.body;
  const text = JSON.stringify({ kind: document.kind, request, sums }, undefined, 2);
  const date = new Date(now);
  await pdf.attach(new TextEncoder().encode(text), "invoice.json", {
    mimeType: "application/json",
    description: "The request and its sums",
    creationDate: date,
    modificationDate: date,
  });
}
