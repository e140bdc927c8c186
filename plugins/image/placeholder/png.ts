import { encodePng, type Layout, type Rgba } from "hub/drawing";
import { over } from "../color/color.ts";
import { type Design, textLeft } from "./design.ts";
import { levels, type Stamp, stampOf } from "./stamps.ts";

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

/** Puts every glyph at the nearest quarter of a pixel, its baseline at a whole one. */
function putText(sheet: Sheet, layout: Layout): void {
  const left = textLeft(sheet.width);
  const top = (sheet.height - layout.height) / 2;
  for (const { runs, baseline } of layout.lines)
    for (const { font, x, glyphs } of runs)
      for (const glyph of glyphs) {
        const at = left + x + glyph.x;
        const phase = Math.floor((at - Math.floor(at)) * 4);
        const stamp = stampOf(font, { id: glyph.id, size: layout.size, phase });
        putStamp(sheet, stamp, {
          left: Math.floor(at) + stamp.left,
          top: Math.round(top + baseline - glyph.y) + stamp.top,
        });
      }
}

function putStamp(
  { lines, stride, width, height }: Sheet,
  stamp: Stamp,
  { left, top }: { left: number; top: number },
): void {
  for (let row = 0; row < stamp.height; row++) {
    const y = top + row;
    if (y < 0 || y >= height) continue;
    const start = y * stride + 1;
    for (let column = 0, from = row * stamp.width; column < stamp.width; column++, from++) {
      const level = stamp.levels[from]!;
      const x = left + column;
      if (level === 0 || x < 0 || x >= width) continue;
      const shift = x & 1 ? 0 : 4;
      const at = start + (x >> 1);
      const before = (lines[at]! >> shift) & 15;
      // Where letters touch, the darker one is seen.
      if (level > before) lines[at]! += (level - before) << shift;
    }
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
