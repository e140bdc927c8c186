import { coverageOf, glyphContours, type HubFont, inLevels, polygons } from "hub/drawing";

/** A glyph filled at a size. */
export interface Stamp {
  /** Where its corner is from the glyph's origin. */
  left: number;
  top: number;
  width: number;
  height: number;
  /** How far each pixel is covered, from 0 to `levels`. */
  levels: Uint8Array;
}

/** Steps from a pixel that no letter touches to one that is covered. */
export const levels = 14;

const keptPixelsMax = 4_000_000;
const kept = new Map<string, Stamp>();
let keptPixels = 0;

/** The stamp of a glyph, moved right by quarters of a pixel. Those of the last images are kept. */
export function stampOf(
  font: HubFont,
  { id, size, phase }: { id: number; size: number; phase: number },
): Stamp {
  const key = `${font.file} ${id} ${size} ${phase}`;
  let stamp = kept.get(key);
  if (!stamp) {
    stamp = filled(font, { id, size, phase });
    keptPixels += stamp.levels.length;
    if (keptPixels > keptPixelsMax) {
      kept.clear();
      keptPixels = stamp.levels.length;
    }
    kept.set(key, stamp);
  }
  return stamp;
}

function filled(
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
