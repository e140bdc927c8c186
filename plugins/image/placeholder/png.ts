import {
  coverageOf,
  encodePng,
  glyphContours,
  type HubFont,
  inLevels,
  type Layout,
  polygons,
  type Rgba,
} from "hub/drawing";
import { over } from "../color/color.ts";
import { type Design, textLeft } from "./design.ts";

// Indexes stay within the pixels: `!` says so where a check for each of them would cost time.

/** Steps from a pixel that no letter touches to one that is covered. */
const levels = 14;

const keptPixelsMax = 4_000_000;

const kept = new Map<string, Stamp>();

let keptPixels = 0;

const borderIndex = levels + 1;

/**
 * A plain placeholder as a PNG of sixteen colours: the background, fourteen steps to the text, and
 * the border. The text is filled by itself, and everything else is runs of one index, so that this
 * takes a fraction of what drawing every pixel does. Nothing where the design has more colours.
 */
export function renderPng(design: Design, scale: number) {
  if (design.gradient || design.pattern !== "none" || design.radius > 0) return undefined;
  const layout = design.layout(scale);
  if (layout?.lines.some(({ runs }) => runs.some(({ font }) => font.colour))) return undefined;
  const { bg, fg } = design;
  const [width, height] = [design.width * scale, design.height * scale];
  const stride = 1 + Math.ceil(width / 2);
  const lines = new Uint8Array(stride * height);
  const sheet = { lines, stride, width, height };
  if (layout) drawText(sheet, layout);
  if (design.border > 0) drawBorder(sheet, design.border * scale);
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
function drawText(sheet: Sheet, layout: Layout): void {
  const left = textLeft(sheet.width);
  const top = (sheet.height - layout.height) / 2;
  for (const { runs, baseline } of layout.lines)
    for (const { font, x, glyphs } of runs)
      for (const glyph of glyphs) {
        const at = left + x + glyph.x;
        const phase = Math.floor((at - Math.floor(at)) * 4);
        const stamp = getStamp(font, { id: glyph.id, size: layout.size, phase });
        copyStamp(sheet, stamp, {
          left: Math.floor(at) + stamp.left,
          top: Math.round(top + baseline - glyph.y) + stamp.top,
        });
      }
}

function copyStamp(
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

function drawBorder({ lines, stride, width, height }: Sheet, border: number): void {
  const whole = (borderIndex << 4) | borderIndex;
  for (let y = 0; y < height; y++) {
    const start = y * stride + 1;
    if (y < border || y >= height - border) {
      lines.fill(whole, start, start + stride - 1);
      continue;
    }
    for (let x = 0; x < border; x++) {
      setBorderPixel(lines, start, x);
      setBorderPixel(lines, start, width - 1 - x);
    }
  }
}

function setBorderPixel(lines: Uint8Array, start: number, x: number): void {
  lines[start + (x >> 1)]! |= borderIndex << (x & 1 ? 0 : 4);
}

/** A glyph filled at a size. */
interface Stamp {
  /** Where its corner is from the glyph's origin. */
  left: number;
  top: number;
  width: number;
  height: number;
  /** How far each pixel is covered, from 0 to `levels`. */
  levels: Uint8Array;
}

/** The stamp of a glyph, moved right by quarters of a pixel. Those of the last images are kept. */
function getStamp(
  font: HubFont,
  { id, size, phase }: { id: number; size: number; phase: number },
): Stamp {
  const key = `${font.file} ${id} ${size} ${phase}`;
  let stamp = kept.get(key);
  if (!stamp) {
    stamp = drawStamp(font, { id, size, phase });
    keptPixels += stamp.levels.length;
    if (keptPixels > keptPixelsMax) {
      kept.clear();
      keptPixels = stamp.levels.length;
    }
    kept.set(key, stamp);
  }
  return stamp;
}

function drawStamp(
  font: HubFont,
  { id, size, phase }: { id: number; size: number; phase: number },
): Stamp {
  const outlines = polygons(glyphContours(font, id, { size, left: phase / 4 }), 1);
  let [left, top, right, low] = [0, 0, 0, 0];
  for (const points of outlines)
    for (let at = 0; at < points.length; at += 2) {
      left = Math.min(left, points[at]!);
      right = Math.max(right, points[at]!);
      top = Math.min(top, points[at + 1]!);
      low = Math.max(low, points[at + 1]!);
    }
  [left, top] = [Math.floor(left), Math.floor(top)];
  const area = { width: Math.ceil(right) - left + 1, height: Math.ceil(low) - top + 1 };
  for (const points of outlines)
    for (let at = 0; at < points.length; at += 2) {
      points[at]! -= left;
      points[at + 1]! -= top;
    }
  return { left, top, ...area, levels: inLevels(coverageOf(outlines, area).share, levels) };
}
