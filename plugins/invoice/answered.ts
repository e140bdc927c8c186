import { reply } from "hub";
import type { PDFDocument } from "pdf-lib";
import type { Asked } from "./asked.ts";
import { sumsOf } from "./document/answer.ts";
import { attachJson } from "./document/attach.ts";
import type { Extras } from "./document/build.ts";
import type { Document } from "./document/document.ts";
import { printDocument } from "./document/print.ts";
import { logoOf } from "./logo/logo.ts";
import { bytesOf } from "./pdf/file.ts";

interface Drawing {
  asked: Asked;
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
  const sums = { ...sumsOf(document), ...members };
  if (response === "json" && !isDrawn)
    return reply({ ...sums, pages: 0, warnings: [], pdf_base64: null });
  const { pdf, pages, warnings } = await drawDocument(document, drawing);
  const bytes = await bytesOf(pdf);
  if (response === "binary") return replyPdf(bytes, { document, warnings });
  return reply({ ...sums, pages, warnings, pdf_base64: Buffer.from(bytes).toString("base64") });
}

/** Draws a document with its logo, and lays its data into it where that was asked for. */
export async function drawDocument(
  document: Document,
  { asked: { now, net }, extras, draw }: Drawing,
): Promise<{ pdf: PDFDocument; pages: number; warnings: string[] }> {
  const { logo, warning } = await logoOf(document.body, net);
  const own = extras();
  const { pdf, pages } = await printDocument(document, {
    extras: { ...own, logo },
    now,
    ...(draw && { draw }),
  });
  if (document.body.attach_json) await attachJson(pdf, { document, sums: sumsOf(document), now });
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
      "content-disposition": dispositionOf(document, "pdf"),
      // A header is ASCII, and a warning may name what a caller wrote.
      ...(warnings.length > 0 && { "x-warning": encodeURI(warnings.join("; ")) }),
    },
  });
}

/** Names the file by its kind and number, in characters that every header and disk takes. */
export function dispositionOf({ kind, number }: Document, extension: string): string {
  const name = [...`${kind}-${number}`].map((one) => (/[\w.-]/.test(one) ? one : "-")).join("");
  return `inline; filename="${name}.${extension}"`;
}
