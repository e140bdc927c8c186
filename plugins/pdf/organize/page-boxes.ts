import { PDFArray, type PDFDict, PDFName, PDFNull, PDFNumber, type PDFObject } from "pdf-lib";
import { renderGray, withPdfium } from "../engines/pdfium.ts";
import { pageAt } from "../input/request.ts";
import { entry, listDicts, listItems } from "../objects/entries.ts";
import type { Matrix } from "../objects/geometry.ts";
import { createPageView } from "../objects/geometry.ts";
import { short } from "../objects/operands.ts";
import { type OpenPage, papers, wrapContent } from "../objects/pages.ts";
import pdf from "../plugin.ts";
import type { OpByName } from "./request.ts";

/** Left, top, right and bottom on a page as displayed, in points from its upper left corner. */
type DisplayedBox = readonly [left: number, top: number, right: number, bottom: number];

type CropOp = OpByName<"crop">;

/** Sets a page's crop box. The content outside it stays in the file. */
export function cropPage(
  page: OpenPage,
  op: CropOp,
  { at, content }: { at: string; content: DisplayedBox | undefined },
): void {
  const { width, height } = page.box;
  const target = chooseBox(op, { width, height, content });
  const [left, top] = [Math.max(0, target[0]), Math.max(0, target[1])];
  const [right, bottom] = [Math.min(width, target[2]), Math.min(height, target[3])];
  if (right - left < 1 || bottom - top < 1)
    throw pdf.error(
      "invalid_operation",
      `${at} would remove all of a page of ${short(width)} × ${short(height)} points`,
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
  /** The bounds of the page's content, for `auto`. */
  content: DisplayedBox | undefined;
}

function chooseBox(
  { box, margin = 0, auto }: CropOp,
  { width, height, content }: PageMeasures,
): DisplayedBox {
  if (box) return [box.x, box.y, box.x + box.width, box.y + box.height];
  const { top, right, bottom, left } =
    typeof margin === "number"
      ? { top: margin, right: margin, bottom: margin, left: margin }
      : margin;
  if (!auto) return [left, top, width - right, height - bottom];
  // An empty page stays unchanged.
  if (!content) return [0, 0, width, height];
  return [content[0] - left, content[1] - top, content[2] + right, content[3] + bottom];
}

const widthPixels = 1000;

/** Returns the bounds of the content of pages, by page number, starting at 1. */
export function findContentBoxes(
  bytes: Uint8Array,
  { pages, numbers }: { pages: readonly OpenPage[]; numbers: readonly number[] },
): Promise<Map<number, DisplayedBox | undefined>> {
  return withPdfium(
    bytes,
    (opened) =>
      new Map(
        numbers.map((number) => {
          const { width, height, pixels } = renderGray(opened, number, { widthPixels });
          const { box } = pageAt(pages, number);
          const ink = findInkBox(pixels, width);
          const [x, y] = [box.width / width, box.height / height];
          return [number, ink && ([ink[0] * x, ink[1] * y, ink[2] * x, ink[3] * y] as const)];
        }),
      ),
  );
}

/** Grey values above this limit, out of 255, count as white. */
const inkMax = 250;

/** Returns the bounds of all pixels that aren't white. */
function findInkBox(pixels: Uint8Array, width: number): DisplayedBox | undefined {
  let [left, top, right, bottom] = [width, -1, -1, -1];
  for (let at = 0; at < pixels.length; at++) {
    // The index is within bounds. A check would be costly for millions of pixels.
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

/** Scales the displayed area of a page, with its annotations, to another paper size. */
export function scalePage(
  page: OpenPage,
  { size, fit }: { size: PaperSize; fit: OpByName<"scale">["fit"] },
): void {
  const { dict, box } = page;
  const [left, bottom, right, top] = box.crop;
  const [wide, high] = [right - left, top - bottom];
  const isRotated = box.rotation % 180 !== 0;
  const [width, height] = isRotated ? [size[1], size[0]] : size;
  const [stretchX, stretchY] = [width / wide, height / high];
  const uniform = fit === "cover" ? Math.max(stretchX, stretchY) : Math.min(stretchX, stretchY);
  const [x, y] = fit === "stretch" ? [stretchX, stretchY] : [uniform, uniform];
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

export type PaperSize = readonly [width: number, height: number];

interface SizeOptions {
  /** The field's location in the request. */
  at: string;
  /** The page whose orientation the paper gets. */
  like: PaperSize;
}

/** Parses a size: `a4`, `letter` or `300x400`. */
export function parseSize(text: string, { at, like }: SizeOptions): PaperSize {
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
