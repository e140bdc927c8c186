import { buildContours, type Contour, type Layout, layoutTextNow } from "hub/drawing";
import qr from "../plugin.ts";

/** A text, and its path in the request for messages. */
export interface CaptionText {
  text: string;
  at: string;
}

/** A text as outlines, positioned below a code. */
export interface Caption {
  contours: readonly Contour[];
  height: number;
}

const linesMax = 3;

/**
 * Lays out a text, centred in up to three lines and at a smaller size if needed. The outlines start at the upper edge
 * of the caption, in the unit of `width`.
 */
export async function fitCaption({ text, at }: CaptionText, width: number): Promise<Caption> {
  let size = width / 16;
  let layout = layoutCaption(text, { width, size });
  while (layout.cut) {
    size *= 0.9;
    layout = layoutCaption(text, { width, size });
  }
  checkGlyphs(layout, at);
  const contours = buildContours(layout, { x: width * 0.04 });
  return { contours, height: layout.height + size / 2 };
}

function layoutCaption(text: string, { width, size }: { width: number; size: number }): Layout {
  return layoutTextNow(text, {
    size,
    width: width * 0.92,
    lines: linesMax,
    align: "center",
    family: "wide",
    emoji: "plain",
  });
}

function checkGlyphs({ missing: [first] }: Layout, at: string): void {
  if (first === undefined) return;
  throw qr.error(
    "invalid_input",
    `${at} must only have characters in the fonts of this hub: it has ${JSON.stringify(first)}`,
    { at },
  );
}
