import { PDFArray, type PDFDict, PDFName, PDFNull, PDFNumber, type PDFObject } from "pdf-lib";
import { dictsOf, entry, itemsOf } from "../objects/entries.ts";
import { short } from "../objects/short.ts";
import type { Matrix } from "../stamp/matrix.ts";
import { type OpenPage, wrapContent } from "./desk.ts";
import type { OpOf } from "./op-schemas.ts";
import type { Size } from "./page-size.ts";

/** Entries of annotations that are pairs of coordinates. */
const pairLists = ["Rect", "QuadPoints", "Vertices", "L", "CL"];
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
  for (const annotation of dictsOf(entry(dict, "Annots", PDFArray)))
    moveAnnotation(annotation, matrix);
  dict.set(PDFName.of("MediaBox"), dict.context.obj([0, 0, short(width), short(height)]));
  for (const name of otherBoxes) dict.delete(PDFName.of(name));
}

function moveAnnotation(annotation: PDFDict, matrix: Matrix): void {
  const { context } = annotation;
  for (const name of pairLists) {
    const list = entry(annotation, name, PDFArray);
    if (list) annotation.set(PDFName.of(name), context.obj(movePairs(list, matrix)));
  }
  const strokes = itemsOf(entry(annotation, "InkList", PDFArray)).filter(
    (item) => item instanceof PDFArray,
  );
  if (strokes.length > 0)
    annotation.set(
      PDFName.of("InkList"),
      context.obj(strokes.map((stroke) => context.obj(movePairs(stroke, matrix)))),
    );
}

function movePairs(list: PDFArray, [a, , , d, e, f]: Matrix): PDFObject[] {
  return itemsOf(list).map((value, index) => {
    if (!(value instanceof PDFNumber)) return value ?? PDFNull;
    const number = value.asNumber();
    return PDFNumber.of(short(index % 2 === 0 ? number * a + e : number * d + f));
  });
}
