import { withPdfium } from "../engines/pdfium.ts";
import { renderGray } from "../engines/render.ts";
import type { SeenBox } from "./crop.ts";
import type { OpenPage } from "./desk.ts";

const widthPixels = 1000;
/** What is darker than this of 255 is not white. */
const inkMax = 250;

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
          const { box } = pages[number - 1]!;
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

/** The rectangle of pixels around all that is not white. */
function inkBox(pixels: Uint8Array, width: number): SeenBox | undefined {
  let [left, top, right, bottom] = [width, -1, -1, -1];
  for (let at = 0; at < pixels.length; at++) {
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
