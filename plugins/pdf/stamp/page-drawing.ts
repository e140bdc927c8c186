import type { PDFDocument } from "pdf-lib";
import { openDocument } from "../engines/pdf-lib.ts";
import type { Source } from "../input/open.ts";
import { flattenAnnotations } from "../organize/flatten.ts";
import { type Drawing, formOf } from "./drawing.ts";
import { type Matrix, multiply } from "./matrix.ts";
import { operands } from "./operands.ts";
import { viewOf } from "./seen.ts";

/** Draws a page of another PDF, upright and cut as it is seen. */
export async function pageDrawing(
  document: PDFDocument,
  { bytes, pages }: Source,
  number: number,
): Promise<Drawing> {
  const stamp = await openDocument(bytes, "body.stamp_pdf");
  await flattenAnnotations(stamp, ["forms", "annotations"]);
  const seen = viewOf(pages[number - 1]!);
  const [left, bottom, right, top] = pages[number - 1]!.crop;
  const [embedded] = await document.embedPages(
    [stamp.getPage(number - 1)],
    [{ left, bottom, right, top }],
    [[1, 0, 0, 1, 0, 0]],
  );
  await embedded!.embed();
  const content = `${operands(...inverse(seen.toUser))} cm /StampPage Do`;
  const { width, height } = seen;
  return formOf(document, content, {
    width,
    height,
    resources: { XObject: { StampPage: embedded!.ref } },
  });
}

/** Undoes a turn and a shift. */
function inverse([a, b, c, d, e, f]: Matrix): Matrix {
  return multiply([1, 0, 0, 1, -e, -f], [a, c, b, d, 0, 0]);
}
