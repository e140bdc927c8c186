import { PDFArray, PDFDict, type PDFDocument, type PDFObject, PDFStream } from "pdf-lib";

const depthMax = 50;

/** Every dictionary of a document once, those within others and of streams included. */
export function* everyDict({ context }: PDFDocument): Generator<PDFDict> {
  for (const [, object] of context.enumerateIndirectObjects()) yield* dictsIn(object, 0);
}

function* dictsIn(object: PDFObject, depth: number): Generator<PDFDict> {
  if (depth > depthMax) return;
  const inner = object instanceof PDFStream ? object.dict : object;
  if (inner instanceof PDFDict) {
    yield inner;
    for (const value of inner.values()) yield* dictsIn(value, depth + 1);
  } else if (inner instanceof PDFArray)
    for (const value of inner.asArray()) yield* dictsIn(value, depth + 1);
}
