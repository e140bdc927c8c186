import {
  computeCoverage,
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

// Indexes stay within the pixels, so `!` is used: a check for each would cost time.

/** The number of coverage levels of a pixel, from uncovered to fully covered by a letter. */
const levels = 14;

const cachedPixelsMax = 4_000_000;

const cache = new Map<string, Stamp>();

let cachedPixels = 0;

const borderIndex = levels + 1;

/**
 * Encodes a plain placeholder as a PNG with sixteen colours: the background, fourteen steps to the
 * text colour, and the border. Only the text is rasterised, and everything else is runs of one
 * index, which takes a fraction of the time of drawing every pixel. Returns undefined if the design
 * has more colours.
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
  /** Each line has a filter byte, then two palette indexes per byte. */
  lines: Uint8Array;
  stride: number;
  width: number;
  height: number;
}

/** Draws each glyph at the nearest quarter pixel, with its baseline on a whole pixel. */
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
      // Where letters touch, the darker pixel wins.
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

/** A glyph rasterised at one size. */
interface Stamp {
  /** The offset of its corner from the glyph's origin. */
  left: number;
  top: number;
  width: number;
  height: number;
  /** The coverage of each pixel, from 0 to `levels`. */
  levels: Uint8Array;
}

/** Returns a glyph's stamp, shifted right by quarters of a pixel. Recent stamps are cached. */
function getStamp(
  font: HubFont,
  { id, size, phase }: { id: number; size: number; phase: number },
): Stamp {
  const key = `${font.file} ${id} ${size} ${phase}`;
  let stamp = cache.get(key);
  if (!stamp) {
    stamp = drawStamp(font, { id, size, phase });
    cachedPixels += stamp.levels.length;
    if (cachedPixels > cachedPixelsMax) {
      cache.clear();
      cachedPixels = stamp.levels.length;
    }
    cache.set(key, stamp);
  }
  return stamp;
}

function drawStamp(
  font: HubFont,
  { id, size, phase }: { id: number; size: number; phase: number },
): Stamp {
  const outlines = polygons(glyphContours(font, id, { size, left: phase / 4 }), 1);
  let [left, top, right, bottom] = [0, 0, 0, 0];
  for (const points of outlines)
    for (let at = 0; at < points.length; at += 2) {
      left = Math.min(left, points[at]!);
      right = Math.max(right, points[at]!);
      top = Math.min(top, points[at + 1]!);
      bottom = Math.max(bottom, points[at + 1]!);
    }
  [left, top] = [Math.floor(left), Math.floor(top)];
  const area = { width: Math.ceil(right) - left + 1, height: Math.ceil(bottom) - top + 1 };
  for (const points of outlines)
    for (let at = 0; at < points.length; at += 2) {
      points[at]! -= left;
      points[at + 1]! -= top;
    }
  return { left, top, ...area, levels: inLevels(computeCoverage(outlines, area).share, levels) };
}
