import { PDFName } from "pdf-lib";
import { short } from "../objects/short.ts";
import pdf from "../plugin.ts";
import { viewOf } from "../stamp/seen.ts";
import type { OpenPage } from "./desk.ts";
import type { OpOf } from "./op-schemas.ts";

/** Left, top, right and bottom on a page as it is seen, in points from its upper left corner. */
export type SeenBox = readonly [left: number, top: number, right: number, bottom: number];

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
  const { toUser } = viewOf(page.box);
  const [a, b, c, d, e, f] = toUser;
  const corners = [
    [left, height - top],
    [right, height - bottom],
  ].map(([x, y]) => [a * x! + c * y! + e, b * x! + d * y! + f] as const);
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].map(short);
  page.dict.set(PDFName.of("CropBox"), page.dict.context.obj(box));
}

interface Seen {
  width: number;
  height: number;
  /** Where there is anything on the page, for `auto`. */
  content: SeenBox | undefined;
}

function chooseBox({ box, margin = 0, auto }: CropOp, { width, height, content }: Seen): SeenBox {
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
