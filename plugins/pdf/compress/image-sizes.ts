import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  PDFRef,
  PDFStream,
} from "pdf-lib";
import { streamBytes } from "../objects/decode.ts";
import { entry, itemsOf, nameEntry } from "../objects/entries.ts";
import { pageBytes } from "../objects/page-bytes.ts";
import { tokensOf, wordOf } from "../redact/content/tokens.ts";
import { type Matrix, multiply } from "../stamp/matrix.ts";

/** How large an image is drawn at most, in points. */
export interface DrawnSize {
  width: number;
  height: number;
}

const identity: Matrix = [1, 0, 0, 1, 0, 0];
const depthMax = 12;
const drawsMax = 100_000;
const savedMax = 1000;

/** How large each image is drawn on the pages, by its object: the largest, where it is drawn often. */
export function measureDrawnSizes(document: PDFDocument): Map<PDFRef, DrawnSize> {
  const { context } = document;
  const sizes = new Map<PDFRef, DrawnSize>();
  let draws = 0;
  for (const page of document.getPages()) {
    const resources = context.lookup(page.node.getInheritableAttribute(PDFName.of("Resources")));
    if (resources instanceof PDFDict)
      walk(pageBytes(page), { resources, matrix: identity, depth: 0 });
  }
  return sizes;

  function walk(
    bytes: Uint8Array,
    { resources, matrix, depth }: { resources: PDFDict; matrix: Matrix; depth: number },
  ): void {
    const objects = entry(resources, "XObject", PDFDict);
    if (!objects) return;
    for (const { name, matrix: drawn } of drawsOf(bytes, matrix)) {
      if (++draws > drawsMax) return;
      const ref = objects.get(PDFName.of(name));
      const object = objects.lookup(PDFName.of(name));
      if (!(object instanceof PDFStream)) continue;
      if (nameEntry(object.dict, "Subtype") === "Image" && ref instanceof PDFRef) note(ref, drawn);
      if (nameEntry(object.dict, "Subtype") !== "Form" || depth >= depthMax) continue;
      walk(streamBytes(object) ?? new Uint8Array(), {
        resources: entry(object.dict, "Resources", PDFDict) ?? resources,
        matrix: multiply(matrixOf(object.dict), drawn),
        depth: depth + 1,
      });
    }
  }

  function note(ref: PDFRef, [a, b, c, d]: Matrix): void {
    const known = sizes.get(ref) ?? { width: 0, height: 0 };
    sizes.set(ref, {
      width: Math.max(known.width, Math.hypot(a, b)),
      height: Math.max(known.height, Math.hypot(c, d)),
    });
  }
}

/** What a content stream draws by name, and in which coordinates. */
function* drawsOf(bytes: Uint8Array, start: Matrix): Generator<{ name: string; matrix: Matrix }> {
  const saved: Matrix[] = [];
  let matrix = start;
  let numbers: number[] = [];
  let name = "";
  for (const token of tokensOf(bytes)) {
    if (token.kind === "name") name = wordOf(bytes, token).slice(1);
    if (token.kind !== "word") continue;
    const word = wordOf(bytes, token);
    const number = Number(word);
    if (!Number.isNaN(number)) {
      numbers.push(number);
      if (numbers.length > 6) numbers.shift();
      continue;
    }
    if (word === "q" && saved.length < savedMax) saved.push(matrix);
    else if (word === "Q") matrix = saved.pop() ?? start;
    else if (word === "cm" && numbers.length === 6)
      matrix = multiply(numbers as unknown as Matrix, matrix);
    else if (word === "Do") yield { name, matrix };
    numbers = [];
  }
}

function matrixOf(form: PDFDict): Matrix {
  const numbers = itemsOf(entry(form, "Matrix", PDFArray)).flatMap((item) =>
    item instanceof PDFNumber ? item.asNumber() : [],
  );
  return numbers.length === 6 ? (numbers as unknown as Matrix) : identity;
}
