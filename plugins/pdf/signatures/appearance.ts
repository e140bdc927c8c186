import { layoutText } from "hub/drawing";
import { FontBook } from "hub/pdf-text";
import { type PDFDocument, type PDFRef, PDFStream } from "pdf-lib";
import { decodeBase64 } from "../input/open.ts";
import { pageAt } from "../input/request.ts";
import { pdfName } from "../objects/entries.ts";
import { createPageView, type PageView } from "../objects/geometry.ts";
import { operands } from "../objects/operands.ts";
import pdf from "../plugin.ts";
import type { PageBox } from "../preflight/preflight.ts";
import { createForm, textDrawing } from "../stamp/drawing.ts";
import { imageDrawing } from "../stamp/image-drawing.ts";
import type { SignBody } from "./request.ts";

interface AppearanceOptions {
  body: SignBody;
  lines: readonly string[];
  pages: readonly PageBox[];
}

/** A drawn signature, and its rectangle in the coordinates of the page. */
export interface Appearance {
  form: PDFRef;
  rect: readonly [number, number, number, number];
}

/** Draws a signature for its box: a picture on the left, and lines of text. */
export async function drawSignature(
  document: PDFDocument,
  { body, lines, pages }: AppearanceOptions,
): Promise<Appearance | undefined> {
  const { box } = body;
  if (!box) return undefined;
  if (box.page > pages.length)
    throw pdf.error(
      "page_out_of_range",
      `body.box.page names page ${box.page} of a document of ${pages.length}`,
      { at: "body.box.page", members: { pages: pages.length } },
    );
  const view = createPageView(pageAt(pages, box.page));
  if (box.x + box.w > view.width || box.y + box.h > view.height)
    throw pdf.error(
      "invalid_input",
      `body.box must be on the page, which is ${Math.floor(view.width)} points wide and ${Math.floor(view.height)} high`,
      { at: "body.box" },
    );
  const { content, resources } = await drawParts(document, { body, lines, box });
  const { ref } = createForm(document, content, { width: box.w, height: box.h, resources });
  const [a, b, c, d] = view.toUser;
  // Viewers fit the turned drawing into the rectangle.
  document.context
    .lookup(ref, PDFStream)
    .dict.set(pdfName("Matrix"), document.context.obj([a, b, c, d, 0, 0]));
  return { form: ref, rect: computeRect(box, view) };
}

type Box = NonNullable<SignBody["box"]>;

function computeRect({ x, y, w, h }: Box, { height, toUser }: PageView) {
  const [a, b, c, d, e, f] = toUser;
  const map = (left: number, up: number) => [a * left + c * up + e, b * left + d * up + f] as const;
  const [first, second] = [map(x, height - y - h), map(x + w, height - y)];
  return [
    Math.min(first[0], second[0]),
    Math.min(first[1], second[1]),
    Math.max(first[0], second[0]),
    Math.max(first[1], second[1]),
  ] as const;
}

const padding = 3;

async function drawParts(
  document: PDFDocument,
  { body, lines, box }: { body: SignBody; lines: readonly string[]; box: Box },
) {
  const image = await readImage(body);
  const room = { width: box.w - 2 * padding, height: box.h - 2 * padding };
  const content: string[] = [];
  const XObject: Record<string, PDFRef> = {};
  let left = padding;
  if (image) {
    const drawing = await imageDrawing(document, image.bytes, image.at);
    const scale = Math.min((room.width * 0.4) / drawing.width, room.height / drawing.height);
    const lift = (box.h - drawing.height * scale) / 2;
    content.push(`q ${operands(scale, 0, 0, scale, left, lift)} cm /Image Do Q`);
    XObject.Image = drawing.ref;
    left += drawing.width * scale + padding;
  }
  const width = box.w - padding - left;
  const book = new FontBook();
  const shown = lines.join("\n");
  const style = {
    font: "sans" as const,
    size: await chooseSize(shown, { width, height: room.height }),
    color: [0, 0, 0] as const,
    align: "start" as const,
    width,
    at: "body",
  };
  const text = await textDrawing(document, shown, { book, style });
  await book.embed(document.context);
  const up = Math.max(padding, (box.h - text.height) / 2);
  content.push(`q ${operands(1, 0, 0, 1, left, up)} cm /Text Do Q`);
  XObject.Text = text.ref;
  return { content: content.join("\n"), resources: { XObject } };
}

async function readImage({ image, image_base64 }: SignBody) {
  if (image && image_base64 !== undefined)
    throw pdf.error("invalid_input", "body must have at most one of image and image_base64", {
      at: "body",
    });
  if (image) return { bytes: await image.bytes(), at: "body.image" };
  const at = "body.image_base64";
  return image_base64 === undefined ? undefined : { bytes: decodeBase64(image_base64, at), at };
}

const sizes = { max: 12, min: 4, step: 0.5 };

/** Returns the largest font size at which a text fits. */
async function chooseSize(text: string, room: { width: number; height: number }): Promise<number> {
  for (let size = sizes.max; size > sizes.min; size -= sizes.step) {
    const { width, height } = await layoutText(text, { size, width: room.width });
    if (width <= room.width && height <= room.height) return size;
  }
  return sizes.min;
}
