import { type Contour, contoursOf, type Layout, layoutTextNow } from "hub/drawing";
import qr from "./plugin.ts";

/** A text as outlines, set below a code. */
export interface Caption {
  contours: readonly Contour[];
  height: number;
}

const linesMax = 3;

/**
 * Sets a text centred on a width, in as many of three lines as it takes and smaller if it must.
 * The outlines begin at the upper edge of the caption, in the unit of `width`.
 */
export async function fitCaption(text: string, width: number): Promise<Caption> {
  let size = width / 16;
  let layout = set(text, { width, size });
  while (layout.cut) {
    size *= 0.9;
    layout = set(text, { width, size });
  }
  checkGlyphs(layout);
  const contours = contoursOf(layout, { x: width * 0.04 });
  return { contours, height: layout.height + size / 2 };
}

function set(text: string, { width, size }: { width: number; size: number }): Layout {
  return layoutTextNow(text, {
    size,
    width: width * 0.92,
    lines: linesMax,
    align: "center",
    family: "wide",
    emoji: "plain",
  });
}

function checkGlyphs({ missing: [first] }: Layout): void {
  if (first === undefined) return;
  throw qr.error(
    "invalid_input",
    `body.caption must be made of characters that a font of this hub has: it has ${JSON.stringify(first)}`,
    { at: "body.caption" },
  );
}
