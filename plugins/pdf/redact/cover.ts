import { FontBook } from "hub/pdf-text";
import type { PDFDocument } from "pdf-lib";
import { colorOperands, operands, parseRgb } from "../objects/operands.ts";
import type { Drawing } from "../stamp/drawing.ts";
import { textDrawing } from "../stamp/drawing.ts";
import type { PageView } from "../stamp/geometry.ts";
import { drawOn } from "../stamp/stamp.ts";
import type { Rect } from "./rects.ts";

interface CoverWork {
  /** By page, from 1. */
  rects: ReadonlyMap<number, readonly Rect[]>;
  viewOfPage: (page: number) => PageView;
  color: string;
  label?: string | undefined;
}

/** The size that a label is drawn in before it is fitted into its field. */
const labelSize = 20;

/** Draws a field over everything that was removed, with a label in it. */
export async function cover(
  document: PDFDocument,
  { rects, viewOfPage, color, label }: CoverWork,
): Promise<void> {
  const book = new FontBook();
  const ground = parseRgb(color);
  const look = {
    font: "sans",
    size: labelSize,
    color: readableOn(ground),
    at: "body.label",
  } as const;
  const drawing = label ? await textDrawing(document, label, { book, look }) : undefined;
  await book.embed(document.context);
  for (const [page, fields] of rects) {
    const drawn = fields.map(
      ({ left, bottom, right, top }) =>
        `${operands(left, bottom, right - left, top - bottom)} re f`,
    );
    drawOn(document.getPage(page - 1), {
      layer: "over",
      content: ({ Label }) =>
        [
          `${colorOperands(ground)} rg`,
          ...drawn,
          ...(drawing && Label
            ? fields.map((field) =>
                writeLabel(drawing, { field, page: viewOfPage(page), name: Label }),
              )
            : []),
        ].join("\n"),
      resources: drawing ? { XObject: { Label: drawing.ref } } : {},
    });
  }
}

/** How much of a field a label takes. */
const share = 0.85;

/** A label in the middle of its field, upright as the page is seen. */
function writeLabel(
  { width, height }: Drawing,
  { field, page, name }: { field: Rect; page: PageView; name: string },
): string {
  const [a, b, c, d] = page.toUser;
  const [wide, high] = [field.right - field.left, field.top - field.bottom];
  const isTurned = a === 0;
  const [across, up] = isTurned ? [high, wide] : [wide, high];
  const scale = share * Math.min(across / width, (1.3 * up) / height);
  const [x, y] = [(field.left + field.right) / 2, (field.bottom + field.top) / 2];
  const [dx, dy] = [(width / 2) * scale, (height / 2) * scale];
  const at = [x - a * dx - c * dy, y - b * dx - d * dy];
  return `q ${operands(a * scale, b * scale, c * scale, d * scale, ...at)} cm /${name} Do Q`;
}

/** Black or white, by the lightness of the ground: ITU-R BT.709. */
function readableOn([red, green, blue]: readonly [number, number, number]): [
  number,
  number,
  number,
] {
  const isLight = 0.2126 * red + 0.7152 * green + 0.0722 * blue > 140;
  return isLight ? [0, 0, 0] : [255, 255, 255];
}
