import { type Family, layoutText } from "hub/drawing";
import { buildStretches, type FontBook } from "hub/pdf-text";
import type { PDFDocument, PDFRef } from "pdf-lib";
import { colorOperands, operands } from "../objects/operands.ts";
import pdf from "../plugin.ts";
import type { StampFont } from "./request.ts";

/** A form XObject that can be drawn on a page. Its origin is its lower left corner. */
export interface Drawing {
  ref: PDFRef;
  width: number;
  height: number;
}

interface FormOptions {
  width: number;
  height: number;
  /** By kind and name: `{ XObject: { Image: ref } }`. */
  resources: Readonly<Record<string, Readonly<Record<string, PDFRef>>>>;
}

/**
 * Creates a form XObject from operators. It is a transparency group, so that opacity applies to the
 * whole and not to each stroke.
 */
export function createForm(
  document: PDFDocument,
  content: string,
  { width, height, resources }: FormOptions,
): Drawing {
  const { context } = document;
  const form = context.flateStream(content, {
    Type: "XObject",
    Subtype: "Form",
    BBox: [0, 0, width, height],
    // The library's types don't accept readonly values.
    Resources: resources as never,
    Group: { Type: "Group", S: "Transparency", CS: "DeviceRGB" },
  });
  return { ref: context.register(form), width, height };
}

export interface TextStyle {
  font: StampFont;
  size: number;
  color: readonly [number, number, number];
  /** The background colour. The background is a little larger than the text. */
  background?: readonly [number, number, number] | undefined;
  /** The alignment of its lines. Default "center". */
  align?: "start" | "center";
  /** The maximum width of a line, without the padding. Default: unlimited. */
  width?: number;
  /** The text's location in the request, for messages. */
  at: string;
}

const paddingEms = 0.25;

/** Draws a text of one or more lines. The fonts are embedded with `book`. */
export async function textDrawing(
  document: PDFDocument,
  text: string,
  { book, style }: { book: FontBook; style: TextStyle },
): Promise<Drawing> {
  const { font, size, color, background, align = "center", at } = style;
  const layout = await layoutText(text, {
    ...parseFace(font),
    size,
    align,
    ...(style.width && { width: style.width }),
    emoji: "plain",
  });
  if (layout.missing.length > 0)
    throw pdf.error(
      "glyph_missing",
      `${at} has characters that no available font has: ${layout.missing.slice(0, 20).join(" ")}`,
      { at, members: { characters: layout.missing } },
    );
  const padding = background ? paddingEms * size : 0;
  const width = layout.width + 2 * padding;
  const height = layout.height + 2 * padding;
  const backgroundSteps = background
    ? [`${colorOperands(background)} rg ${operands(0, 0, width, height)} re f`]
    : [];
  const shown = layout.lines.flatMap(({ runs, baseline }) =>
    buildStretches(runs, size).map((stretch) =>
      book.show(stretch, {
        size,
        x: padding + stretch.x * size,
        y: height - padding - baseline,
      }),
    ),
  );
  const content = [...backgroundSteps, `${colorOperands(color)} rg`, "BT", ...shown, "ET"].join(
    "\n",
  );
  const resources = { Font: book.resources(document.context) };
  return createForm(document, content, { width, height, resources });
}

function parseFace(font: StampFont): { family: Family; weight: 400 | 700 } {
  const [family, bold] = font.split("-") as [Family, string?];
  return { family, weight: bold ? 700 : 400 };
}
