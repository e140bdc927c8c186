import type { Contour, Step } from "../shape/contour.ts";
import type { HubFont } from "./font.ts";
import type { Layout } from "./layout.ts";

/**
 * Returns a layout as contours, for renderers without SVG. Skips coloured glyphs: use `emoji: "plain"` for
 * the layout.
 */
export function buildContours(
  layout: Layout,
  { x = 0, y = 0 }: { x?: number; y?: number } = {},
): Contour[] {
  const contours: Contour[] = [];
  for (const { runs, baseline } of layout.lines)
    for (const { font, glyphs, x: left } of runs) {
      if (font.colour) continue;
      const scale = layout.size / font.unitsPerEm;
      for (const glyph of glyphs) {
        const origin = { left: x + left + glyph.x, baseline: y + baseline - glyph.y, scale };
        addGlyph(contours, font.engine.getGlyph(glyph.id).path.commands, origin);
      }
    }
  return contours;
}

/** Returns a glyph as contours. Its origin is at 0, 0, and y points downwards. */
export function glyphContours(
  font: HubFont,
  id: number,
  { size, left = 0 }: { size: number; left?: number },
): Contour[] {
  const contours: Contour[] = [];
  const origin = { left, baseline: 0, scale: size / font.unitsPerEm };
  addGlyph(contours, font.engine.getGlyph(id).path.commands, origin);
  return contours;
}

function addGlyph(
  contours: Contour[],
  commands: readonly { command: string; args: readonly number[] }[],
  { left, baseline, scale }: { left: number; baseline: number; scale: number },
): void {
  for (const { command, args } of commands) {
    if (command === "closePath") continue;
    const points: readonly number[] = args.map((value, at) =>
      at % 2 ? baseline - value * scale : left + value * scale,
    );
    const contour = contours.at(-1);
    if (command === "moveTo") contours.push({ start: points as Contour["start"], steps: [] });
    else if (contour) addStep(contour, points as Points);
  }
}

/** The points of a line, a quadratic or a cubic curve. */
type Points = Step | readonly [number, number, number, number];

/** Adds a line or a curve. Converts a quadratic curve to an equivalent cubic one. */
function addStep({ start, steps }: Contour, points: Points): void {
  if (points.length !== 4) {
    (steps as Step[]).push(points);
    return;
  }
  const [x1, y1, x2, y2] = points;
  const [x0, y0] = (steps.at(-1)?.slice(-2) ?? start) as [number, number];
  const third = (end: number, bend: number) => end + ((bend - end) * 2) / 3;
  (steps as Step[]).push([third(x0, x1), third(y0, y1), third(x2, x1), third(y2, y1), x2, y2]);
}
