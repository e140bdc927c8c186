import { FontBook } from "hub/pdf-text";
import type { PDFDocument } from "pdf-lib";
import type { PageView } from "../objects/geometry.ts";
import { colorOperands, operands, parseRgb } from "../objects/operands.ts";
import type { Drawing } from "../stamp/drawing.ts";
import { textDrawing } from "../stamp/drawing.ts";
import { drawOn } from "../stamp/stamp.ts";
import type { Rect } from "./rects.ts";

interface CoverWork {
  /** By page number, starting at 1. */
  rects: ReadonlyMap<number, readonly Rect[]>;
  viewOfPage: (page: number) => PageView;
  color: string;
  label?: string | undefined;
}

/** The font size of a label before it is scaled to its box. */
const labelSize = 20;

/** Draws a box over everything that was removed, with the label in it. */
export async function cover(
  document: PDFDocument,
  { rects, viewOfPage, color, label }: CoverWork,
): Promise<void> {
  const book = new FontBook();
  const background = parseRgb(color);
  const style = {
    font: "sans",
    size: labelSize,
    color: chooseTextColor(background),
    at: "body.label",
  } as const;
  const drawing = label ? await textDrawing(document, label, { book, style }) : undefined;
  await book.embed(document.context);
  for (const [page, boxes] of rects) {
    const drawn = boxes.map(
      ({ left, bottom, right, top }) =>
        `${operands(left, bottom, right - left, top - bottom)} re f`,
    );
    drawOn(document.getPage(page - 1), {
      layer: "over",
      content: ({ Label }) =>
        [
          `${colorOperands(background)} rg`,
          ...drawn,
          ...(drawing && Label
            ? boxes.map((box) => writeLabel(drawing, { box, page: viewOfPage(page), name: Label }))
            : []),
        ].join("\n"),
      resources: drawing ? { XObject: { Label: drawing.ref } } : {},
    });
  }
}

/** The share of a box that its label fills. */
const share = 0.85;

/** Draws a label in the centre of its box, upright on the displayed page. */
function writeLabel(
  { width, height }: Drawing,
  { box, page, name }: { box: Rect; page: PageView; name: string },
): string {
  const [a, b, c, d] = page.toUser;
  const [wide, high] = [box.right - box.left, box.top - box.bottom];
  const isRotated = a === 0;
  const [across, up] = isRotated ? [high, wide] : [wide, high];
  const scale = share * Math.min(across / width, (1.3 * up) / height);
  const [x, y] = [(box.left + box.right) / 2, (box.bottom + box.top) / 2];
  const [dx, dy] = [(width / 2) * scale, (height / 2) * scale];
  const at = [x - a * dx - c * dy, y - b * dx - d * dy];
  return `q ${operands(a * scale, b * scale, c * scale, d * scale, ...at)} cm /${name} Do Q`;
}

/** Returns black or white, depending on the lightness of the background (ITU-R BT.709). */
function chooseTextColor([red, green, blue]: readonly [number, number, number]): [
  number,
  number,
  number,
] {
  const isLight = 0.2126 * red + 0.7152 * green + 0.0722 * blue > 140;
  return isLight ? [0, 0, 0] : [255, 255, 255];
}
