import type { Contour, Step } from "../shape/contour.ts";
import type { HubFont } from "./font.ts";
import type { Layout } from "./layout.ts";

/**
 * A layout as contours, for whoever fills them without SVG. What is coloured by itself is left out:
 * lay the text out with `emoji: "plain"`.
 */
export function contoursOf(
  layout: Layout,
  { x = 0, y = 0 }: { x?: number; y?: number } = {},
): Contour[] {
  const contours: Contour[] = [];
  for (const { runs, baseline } of layout.lines)
    for (const { font, glyphs, x: left } of runs) {
      if (font.colour) continue;
      const scale = layout.size / font.unitsPerEm;
      for (const glyph of glyphs) {
        const place = { left: x + left + glyph.x, baseline: y + baseline - glyph.y, scale };
        addGlyph(contours, font.engine.getGlyph(glyph.id).path.commands, place);
      }
    }
  return contours;
}

/** One glyph as contours, its origin at the point 0, 0 and downwards positive. */
export function glyphContours(
  font: HubFont,
  id: number,
  { size, left = 0 }: { size: number; left?: number },
): Contour[] {
  const contours: Contour[] = [];
  const place = { left, baseline: 0, scale: size / font.unitsPerEm };
  addGlyph(contours, font.engine.getGlyph(id).path.commands, place);
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
    else if (contour) addStep(contour, points as Numbers);
  }
}

/** What a line, a quadratic or a cubic curve goes by. */
type Numbers = Step | readonly [number, number, number, number];

/** Adds a line or a curve; a quadratic curve as the cubic one that is the same. */
function addStep({ start, steps }: Contour, points: Numbers): void {
  if (points.length !== 4) {
    (steps as Step[]).push(points);
    return;
  }
  const [x1, y1, x2, y2] = points;
  const [x0, y0] = (steps.at(-1)?.slice(-2) ?? start) as [number, number];
  const third = (end: number, bend: number) => end + ((bend - end) * 2) / 3;
  (steps as Step[]).push([third(x0, x1), third(y0, y1), third(x2, x1), third(y2, y1), x2, y2]);
}
