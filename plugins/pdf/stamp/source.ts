import type { FontBook } from "hub/pdf-text";
import type { PDFDocument } from "pdf-lib";
import { openDocument } from "../engines/pdf-lib.ts";
import { bytesOfBase64, openBytes, type Source } from "../input/open.ts";
import { flattenAnnotations } from "../organize/flatten.ts";
import pdf from "../plugin.ts";
import { isRestricted } from "../security/permissions.ts";
import { checkRestrictions } from "../security/protection.ts";
import { type Drawing, formOf, textDrawing } from "./drawing.ts";
import type { StampFont } from "./fonts.ts";
import { imageDrawing } from "./image-drawing.ts";
import { type Matrix, multiply, viewOf } from "./matrix.ts";
import { operands, rgbOf } from "./operands.ts";

/** The fields of a body that say what to stamp. */
export interface StampBody {
  text?: string | undefined;
  image?: File | undefined;
  image_base64?: string | undefined;
  stamp_pdf?: File | undefined;
  stamp_pdf_base64?: string | undefined;
  stamp_page: number;
  font: StampFont;
  font_size: number | "auto";
  color: string;
}

/** A stamp, and whether it is to be made as large as it fits. */
export interface Stamp {
  drawing: Drawing;
  isAuto: boolean;
  kind: "text" | "image" | "pdf";
}

const kinds = ["text", "image", "image_base64", "stamp_pdf", "stamp_pdf_base64"] as const;
/** A text that is fitted to the page is drawn in this size, and then scaled. */
const autoSize = 100;

/** Draws what is to be stamped: one of a text, an image and a page of another PDF. */
export async function stampOf(
  document: PDFDocument,
  body: StampBody,
  book: FontBook,
): Promise<Stamp> {
  const given = kinds.filter((kind) => body[kind] !== undefined);
  if (given.length !== 1)
    throw pdf.error(
      "invalid_input",
      `body must have one of ${kinds.join(", ")}: it has ${given.length === 0 ? "none" : given.join(" and ")}`,
      { at: "body" },
    );
  const at = `body.${given[0]}`;
  if (body.text !== undefined) return textStamp(document, { ...body, text: body.text }, book);
  const bytes = await bytesOf(body, at);
  if (at.startsWith("body.image")) {
    const { stampImageBytesMax } = pdf.limits;
    if (bytes.byteLength > stampImageBytesMax)
      throw pdf.error("payload_too_large", `${at} must have at most ${stampImageBytesMax} bytes`, {
        at,
      });
    return { drawing: await imageDrawing(document, bytes, at), isAuto: false, kind: "image" };
  }
  const source = await openBytes(bytes, { at, passwordAt: at, allowsSigned: true });
  await checkRestrictions(source, { at, what: isRestricted });
  if (body.stamp_page > source.pages.length)
    throw pdf.error(
      "page_out_of_range",
      `body.stamp_page names page ${body.stamp_page} of a document of ${source.pages.length}`,
      { at: "body.stamp_page", members: { pages: source.pages.length } },
    );
  const drawing = await pageDrawing(document, source, body.stamp_page);
  return { drawing, isAuto: false, kind: "pdf" };
}

async function textStamp(
  document: PDFDocument,
  { text, font, font_size, color }: StampBody & { text: string },
  book: FontBook,
): Promise<Stamp> {
  if (text.trim() === "")
    throw pdf.error("invalid_input", "body.text must have more than spaces", { at: "body.text" });
  const isAuto = font_size === "auto";
  const size = isAuto ? autoSize : font_size;
  const look = { font, size, color: rgbOf(color), at: "body.text" };
  return { drawing: await textDrawing(document, text, { book, look }), isAuto, kind: "text" };
}

async function bytesOf(body: StampBody, at: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = body.image ?? body.stamp_pdf;
  if (file) return file.bytes();
  return bytesOfBase64((body.image_base64 ?? body.stamp_pdf_base64)!, at);
}

/** Draws a page of another PDF, upright and cut as it is seen. */
async function pageDrawing(
  document: PDFDocument,
  { bytes, pages }: Source,
  number: number,
): Promise<Drawing> {
  const stamp = await openDocument(bytes, "body.stamp_pdf");
  await flattenAnnotations(stamp, ["forms", "annotations"]);
  const seen = viewOf(pages[number - 1]!);
  const [left, bottom, right, top] = pages[number - 1]!.crop;
  const [embedded] = await document.embedPages(
    [stamp.getPage(number - 1)],
    [{ left, bottom, right, top }],
    [[1, 0, 0, 1, 0, 0]],
  );
  await embedded!.embed();
  const content = `${operands(...inverse(seen.toUser))} cm /StampPage Do`;
  const { width, height } = seen;
  return formOf(document, content, {
    width,
    height,
    resources: { XObject: { StampPage: embedded!.ref } },
  });
}

/** Undoes a turn and a shift. */
function inverse([a, b, c, d, e, f]: Matrix): Matrix {
  return multiply([1, 0, 0, 1, -e, -f], [a, c, b, d, 0, 0]);
}
