import { clamp, lerp } from "../interpolate.ts";
import { multiply, type Rgb, shiftColor } from "../rgb.ts";
import type { Stage } from "../stage.ts";

interface Blades {
  color: Rgb;
  /** Where they grow, in pixels. */
  from: number;
  to: number;
  left?: number;
  right?: number;
  /** How many, and how long the nearest are. */
  count: number;
  length: number;
}

/** Paints blades of grass, those further away first. */
export function paintBlades(
  stage: Stage,
  { color, from, to, left = 0, right = stage.width, count, length }: Blades,
): void {
  const { dice, palette, side, noise, width, unit } = stage;
  const throwing = dice(`blades ${Math.round(from)} ${Math.round(left)}`);
  const [lit, shaded] = [
    multiply(shiftColor(color, { light: 0.05 }), palette.light),
    multiply(color, palette.shade),
  ];
  for (let blade = 0; blade < count; blade++) {
    const far = blade / count;
    const y = lerp(from, to, far);
    const x = lerp(left, right, throwing.next());
    const clump = noise((x / width) * 7, (y / width) * 14) * 0.5 + 0.5;
    if (throwing.next() > 0.35 + clump || isOnWay(stage, x, y)) continue;
    const long = length * lerp(0.35, 1, far) * throwing.between(0.5, 1.1);
    const lean = throwing.between(-0.5, 0.5) - side * 0.12;
    const light = clamp(throwing.between(0.15, 0.95));
    const at = (channel: 0 | 1 | 2) => lerp(shaded[channel], lit[channel], light);
    paintBlade(stage, {
      x,
      y,
      long,
      lean,
      thick: lerp(0.7, 1.7, far) * unit,
      color: [at(0), at(1), at(2)],
    });
  }
}

/** Whether a road or a river runs there. */
function isOnWay({ canvas, width, height }: Stage, x: number, y: number): boolean {
  const row = Math.min(height - 1, Math.round(y));
  const own = canvas.layer[row * width + Math.min(width - 1, Math.max(0, Math.round(x)))];
  return own === 24 || own === 25;
}

function paintBlade(
  { canvas, width, height }: Stage,
  {
    x,
    y,
    long,
    lean,
    thick,
    color,
  }: { x: number; y: number; long: number; lean: number; thick: number; color: Rgb },
): void {
  for (let step = 0; step < long; step++) {
    const share = step / long;
    const py = Math.round(y - step);
    if (py < 0 || py >= height) continue;
    const middle = x + lean * long * share * share;
    const half = thick * (1 - share) + 0.25;
    const light = 0.72 + 0.42 * share;
    for (let px = Math.ceil(middle - half); px <= middle + half; px++)
      if (px >= 0 && px < width)
        canvas.paint(py * width + px, color[0] * light, color[1] * light, color[2] * light, 0.85);
  }
}
