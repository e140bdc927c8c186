import {
  contoursOf,
  coverageOf,
  encodePng,
  inLevels,
  type Layout,
  polygons,
  type Rgba,
} from "hub/drawing";
import { over } from "../color/color.ts";
import { type Design, textLeft } from "./design.ts";

const levels = 14;
const borderIndex = levels + 1;

/**
 * A plain placeholder as a PNG of sixteen colours: the background, fourteen steps to the text, and
 * the border. The text is filled by itself, and everything else is runs of one index, so that this
 * takes a fraction of what drawing every pixel does. Nothing where the design has more colours.
 */
export function pngOf(design: Design, scale: number) {
  if (design.gradient || design.pattern !== "none" || design.radius > 0) return undefined;
  const layout = design.layout(scale);
  if (layout?.lines.some(({ runs }) => runs.some(({ font }) => font.colour))) return undefined;
  const { bg, fg } = design;
  const [width, height] = [design.width * scale, design.height * scale];
  const stride = 1 + Math.ceil(width / 2);
  const lines = new Uint8Array(stride * height);
  const sheet = { lines, stride, width, height };
  if (layout) putText(sheet, layout);
  if (design.border > 0) putBorder(sheet, design.border * scale);
  const steps = Array.from({ length: levels }, (_, step) => over(fg, bg, (step + 1) / levels));
  const palette: Rgba[] = [bg, ...steps, over(fg, bg)];
  return encodePng({ width, height, depth: 4, palette, lines });
}

interface Sheet {
  /** For each line a filter byte and two indices a byte. */
  lines: Uint8Array;
  stride: number;
  width: number;
  height: number;
}

/** Fills the rectangle that the letters stand in, and copies it to the middle of the sheet. */
function putText({ lines, stride, width, height }: Sheet, layout: Layout): void {
  const left = Math.max(0, Math.floor((width - layout.width) / 2) - 2) & ~1;
  const top = Math.max(0, Math.floor((height - layout.height) / 2));
  const area = {
    width: Math.min(width - left, Math.ceil(layout.width) + 6),
    height: Math.min(height - top, Math.ceil(layout.height) + 2),
  };
  const contours = contoursOf(layout, {
    x: textLeft(width) - left,
    y: (height - layout.height) / 2 - top,
  });
  const image = inLevels(coverageOf(polygons(contours, 1), area).share, levels);
  for (let y = 0, from = 0; y < area.height; y++) {
    const start = (top + y) * stride + 1 + left / 2;
    for (let x = 0; x < area.width; x++, from++)
      if (image[from]) lines[start + (x >> 1)]! |= image[from]! << (x & 1 ? 0 : 4);
  }
}

function putBorder({ lines, stride, width, height }: Sheet, border: number): void {
  const whole = (borderIndex << 4) | borderIndex;
  for (let y = 0; y < height; y++) {
    const start = y * stride + 1;
    if (y < border || y >= height - border) {
      lines.fill(whole, start, start + stride - 1);
      continue;
    }
    for (let x = 0; x < border; x++) {
      put(lines, start, x);
      put(lines, start, width - 1 - x);
    }
  }
}

function put(lines: Uint8Array, start: number, x: number): void {
  lines[start + (x >> 1)]! |= borderIndex << (x & 1 ? 0 : 4);
}
