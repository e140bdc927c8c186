import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFStream,
} from "pdf-lib";
import { readTokens, readWord } from "../objects/content-tokens.ts";
import { entry, everyDict, listItems, nameEntry, numberEntry } from "../objects/entries.ts";
import { type Matrix, matrixFrom, multiply } from "../objects/geometry.ts";
import { pageBytes } from "../objects/pages.ts";
import { streamBytes } from "../objects/streams.ts";

/** The largest size at which an image is drawn, in points. */
export interface DrawnSize {
  width: number;
  height: number;
}

const identity: Matrix = [1, 0, 0, 1, 0, 0];
const depthMax = 12;
const drawsMax = 100_000;

/** The entries of an image that hold another image, drawn in the same place. */
const masks = ["SMask", "Mask"].map((name) => PDFName.of(name));

/**
 * Returns the largest size at which each image is drawn on the pages. Lacks images that something
 * else draws too, such as a pattern or an annotation.
 */
export function measureDrawnSizes(document: PDFDocument): Map<PDFRef, DrawnSize> {
  const { context } = document;
  const sizes = new Map<PDFRef, DrawnSize>();
  const walked = new Set<PDFDict>();
  let draws = 0;
  let isComplete = true;
  for (const page of document.getPages()) {
    const resources = context.lookup(page.node.getInheritableAttribute(PDFName.of("Resources")));
    const unit = numberEntry(page.node, "UserUnit") ?? 1;
    if (resources instanceof PDFDict)
      walk(pageBytes(page), { resources, matrix: [unit, 0, 0, unit, 0, 0], depth: 0 });
  }
  if (!isComplete) return new Map();
  for (const dict of everyDict(document)) {
    const objects = entry(dict, "XObject", PDFDict);
    if (!objects || walked.has(dict)) continue;
    for (const value of objects.values()) forget(value);
  }
  return sizes;

  function walk(
    bytes: Uint8Array,
    { resources, matrix, depth }: { resources: PDFDict; matrix: Matrix; depth: number },
  ): void {
    walked.add(resources);
    const objects = entry(resources, "XObject", PDFDict);
    if (!objects) return;
    for (const { name, matrix: drawn } of readDraws(bytes, matrix)) {
      if (++draws > drawsMax || depth > depthMax) {
        isComplete = false;
        return;
      }
      const ref = objects.get(PDFName.of(name));
      const object = objects.lookup(PDFName.of(name));
      if (!(object instanceof PDFStream)) continue;
      if (nameEntry(object.dict, "Subtype") === "Image") {
        if (ref instanceof PDFRef) recordSize(ref, drawn);
        for (const mask of listMasks(object.dict)) recordSize(mask, drawn);
      }
      if (nameEntry(object.dict, "Subtype") !== "Form") continue;
      walk(streamBytes(object) ?? new Uint8Array(), {
        resources: entry(object.dict, "Resources", PDFDict) ?? resources,
        matrix: multiply(readMatrix(object.dict), drawn),
        depth: depth + 1,
      });
    }
  }

  function recordSize(ref: PDFRef, [a, b, c, d]: Matrix): void {
    const known = sizes.get(ref) ?? { width: 0, height: 0 };
    sizes.set(ref, {
      width: Math.max(known.width, Math.hypot(a, b)),
      height: Math.max(known.height, Math.hypot(c, d)),
    });
  }

  function forget(value: PDFObject): void {
    const object = context.lookup(value);
    if (!(value instanceof PDFRef) || !(object instanceof PDFStream)) return;
    for (const ref of [value, ...listMasks(object.dict)]) sizes.delete(ref);
  }
}

function listMasks(image: PDFDict): PDFRef[] {
  return masks.flatMap((key) => {
    const value = image.get(key);
    return value instanceof PDFRef ? [value] : [];
  });
}

const savedMax = 1000;

/** Yields the names of the objects that a content stream draws, with their coordinate systems. */
function* readDraws(bytes: Uint8Array, start: Matrix): Generator<{ name: string; matrix: Matrix }> {
  const saved: Matrix[] = [];
  let matrix = start;
  let numbers: number[] = [];
  let name = "";
  for (const token of readTokens(bytes)) {
    if (token.kind === "name") name = readWord(bytes, token).slice(1);
    if (token.kind !== "word") continue;
    const word = readWord(bytes, token);
    const number = Number(word);
    if (!Number.isNaN(number)) {
      numbers.push(number);
      if (numbers.length > 6) numbers.shift();
      continue;
    }
    if (word === "q" && saved.length < savedMax) saved.push(matrix);
    else if (word === "Q") matrix = saved.pop() ?? start;
    else if (word === "cm") {
      const map = matrixFrom(numbers);
      if (map) matrix = multiply(map, matrix);
    } else if (word === "Do") yield { name, matrix };
    numbers = [];
  }
}

function readMatrix(form: PDFDict): Matrix {
  const numbers = listItems(entry(form, "Matrix", PDFArray)).flatMap((item) =>
    item instanceof PDFNumber ? item.asNumber() : [],
  );
  return matrixFrom(numbers) ?? identity;
}
