import { PDFArray, type PDFDict, PDFName, PDFNull, PDFNumber, type PDFObject } from "pdf-lib";
import { renderGray, withPdfium } from "../engines/pdfium.ts";
import { pageAt } from "../input/fields.ts";
import { entry, listDicts, listItems } from "../objects/entries.ts";
import { short } from "../objects/operands.ts";
import { type OpenPage, papers, wrapContent } from "../objects/pages.ts";
import pdf from "../plugin.ts";
import type { Matrix } from "../stamp/geometry.ts";
import { createPageView } from "../stamp/geometry.ts";
import type { OpOf } from "./schema.ts";

/** Left, top, right and bottom on a page as it is seen, in points from its upper left corner. */
type SeenBox = readonly [left: number, top: number, right: number, bottom: number];

type CropOp = OpOf<"crop">;

/** Has a page shown in part. What is around it stays in the file. */
export function cropPage(
  page: OpenPage,
  op: CropOp,
  { at, content }: { at: string; content: SeenBox | undefined },
): void {
  const { width, height } = page.box;
  const wanted = chooseBox(op, { width, height, content });
  const [left, top] = [Math.max(0, wanted[0]), Math.max(0, wanted[1])];
  const [right, bottom] = [Math.min(width, wanted[2]), Math.min(height, wanted[3])];
  if (right - left < 1 || bottom - top < 1)
    throw pdf.error(
      "invalid_operation",
      `${at} would leave nothing of a page of ${short(width)} × ${short(height)} points`,
      { at },
    );
  const { toUser } = createPageView(page.box);
  const [a, b, c, d, e, f] = toUser;
  const transformPoint = (x: number, y: number) => [a * x + c * y + e, b * x + d * y + f] as const;
  const corners = [transformPoint(left, height - top), transformPoint(right, height - bottom)];
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].map(short);
  page.dict.set(PDFName.of("CropBox"), page.dict.context.obj(box));
}

interface PageMeasures {
  width: number;
  height: number;
  /** Where there is anything on the page, for `auto`. */
  content: SeenBox | undefined;
}

function chooseBox(
  { box, margin = 0, auto }: CropOp,
  { width, height, content }: PageMeasures,
): SeenBox {
  if (box) return [box.x, box.y, box.x + box.width, box.y + box.height];
  const { top, right, bottom, left } =
    typeof margin === "number"
      ? { top: margin, right: margin, bottom: margin, left: margin }
      : margin;
  if (!auto) return [left, top, width - right, height - bottom];
  // A page with nothing on it is left as it is.
  if (!content) return [0, 0, width, height];
  return [content[0] - left, content[1] - top, content[2] + right, content[3] + bottom];
}

const widthPixels = 1000;

/** Where there is anything on pages, by their numbers from 1. */
export function contentBoxes(
  bytes: Uint8Array,
  { pages, numbers }: { pages: readonly OpenPage[]; numbers: readonly number[] },
): Promise<Map<number, SeenBox | undefined>> {
  return withPdfium(
    bytes,
    (opened) =>
      new Map(
        numbers.map((number) => {
          const { width, height, pixels } = renderGray(opened, number, { widthPixels });
          const { box } = pageAt(pages, number);
          const inked = inkBox(pixels, width);
          const [x, y] = [box.width / width, box.height / height];
          return [
            number,
            inked && ([inked[0] * x, inked[1] * y, inked[2] * x, inked[3] * y] as const),
          ];
        }),
      ),
  );
}

/** What is darker than this of 255 is not white. */
const inkMax = 250;

/** The rectangle of pixels around all that is not white. */
function inkBox(pixels: Uint8Array, width: number): SeenBox | undefined {
  let [left, top, right, bottom] = [width, -1, -1, -1];
  for (let at = 0; at < pixels.length; at++) {
    // The loop ends where the pixels do, of which there are millions: none is checked for.
    if (pixels[at]! > inkMax) continue;
    const x = at % width;
    const y = (at - x) / width;
    if (top < 0) top = y;
    bottom = y + 1;
    if (x < left) left = x;
    if (x >= right) right = x + 1;
  }
  return top < 0 ? undefined : [left, top, right, bottom];
}

const otherBoxes = ["CropBox", "BleedBox", "TrimBox", "ArtBox"];

/** Fits what is seen of a page on paper of another size, and its annotations with it. */
export function scalePage(
  page: OpenPage,
  { size, fit }: { size: Size; fit: OpOf<"scale">["fit"] },
): void {
  const { dict, box } = page;
  const [left, bottom, right, top] = box.crop;
  const [wide, high] = [right - left, top - bottom];
  const isTurned = box.rotation % 180 !== 0;
  const [width, height] = isTurned ? [size[1], size[0]] : size;
  const [stretchX, stretchY] = [width / wide, height / high];
  const even = fit === "cover" ? Math.max(stretchX, stretchY) : Math.min(stretchX, stretchY);
  const [x, y] = fit === "stretch" ? [stretchX, stretchY] : [even, even];
  const shift = [(width - wide * x) / 2 - left * x, (height - high * y) / 2 - bottom * y] as const;
  const matrix: Matrix = [x, 0, 0, y, ...shift];
  wrapContent(page, {
    before: `q ${matrix.map(short).join(" ")} cm ${[left, bottom, wide, high].map(short).join(" ")} re W n\n`,
    behind: "\nQ\n",
  });
  for (const annotation of listDicts(entry(dict, "Annots", PDFArray)))
    moveAnnotation(annotation, matrix);
  dict.set(PDFName.of("MediaBox"), dict.context.obj([0, 0, short(width), short(height)]));
  for (const name of otherBoxes) dict.delete(PDFName.of(name));
}

/** Entries of annotations that are pairs of coordinates. */
const pairLists = ["Rect", "QuadPoints", "Vertices", "L", "CL"];

function moveAnnotation(annotation: PDFDict, matrix: Matrix): void {
  const { context } = annotation;
  for (const name of pairLists) {
    const list = entry(annotation, name, PDFArray);
    if (list) annotation.set(PDFName.of(name), context.obj(movePairs(list, matrix)));
  }
  const strokes = listItems(entry(annotation, "InkList", PDFArray)).filter(
    (item) => item instanceof PDFArray,
  );
  if (strokes.length > 0)
    annotation.set(
      PDFName.of("InkList"),
      context.obj(strokes.map((stroke) => context.obj(movePairs(stroke, matrix)))),
    );
}

function movePairs(list: PDFArray, [a, , , d, e, f]: Matrix): PDFObject[] {
  return listItems(list).map((value, index) => {
    if (!(value instanceof PDFNumber)) return value ?? PDFNull;
    const number = value.asNumber();
    return PDFNumber.of(short(index % 2 === 0 ? number * a + e : number * d + f));
  });
}

export type Size = readonly [width: number, height: number];

interface SizeOptions {
  /** The field's place in the request. */
  at: string;
  /** The page whose way paper is turned to. */
  like: Size;
}

/** The size that `a4`, `letter` or `300x400` says. */
export function parseSize(text: string, { at, like }: SizeOptions): Size {
  const name = text.toLowerCase();
  const paper = name === "a4" || name === "letter" ? papers[name] : undefined;
  if (paper) return like[0] > like[1] ? [paper[1], paper[0]] : paper;
  const sides = name.replace("×", "x").split("x").map(Number);
  const { pageSideMax } = pdf.limits;
  if (sides.length !== 2 || !sides.every((side) => side >= 3 && side <= pageSideMax))
    throw pdf.error(
      "invalid_input",
      `${at} must be "a4", "letter", or two sides of 3 to ${pageSideMax} points such as "300x400": it is "${text}"`,
      { at },
    );
  const [width = 0, height = 0] = sides;
  return [width, height];
}
