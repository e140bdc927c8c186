import { smooth } from "../interpolate.ts";
import { fbm } from "../noise.ts";
import type { Rgb } from "../rgb.ts";
import type { Stage } from "../stage.ts";

const tints: readonly Rgb[] = [
  [255, 255, 255],
  [200, 218, 255],
  [255, 236, 205],
  [190, 205, 255],
];

/** Paints stars, in crowds and gaps. */
export function paintStars(stage: Stage, { density = 1 }: { density?: number } = {}): void {
  const { width, height, horizon, dice, noise, unit, backdrop } = stage;
  const throwing = dice("stars");
  const low = backdrop === "space" ? height : horizon;
  const drift = fbm(noise, 3);
  const isCrowd = (stage.thing("star")?.count ?? 0) > 4;
  const count = ((width * low) / (unit * unit * 420)) * density * (isCrowd ? 2.2 : 1);
  for (let star = 0; star < count; star++) {
    const x = throwing.next() * width;
    const y = throwing.next() * low;
    const crowd = 0.5 + 0.5 * drift((x / width) * 2.2, (y / width) * 2.2);
    const bright = throwing.next() ** 3.2;
    if (throwing.next() > 0.35 + crowd) continue;
    const haze = backdrop === "space" ? 1 : smooth(low, low * 0.55, y);
    const radius = unit * (0.5 + bright * 1.9) * (bright > 0.9 ? 1.5 : 1);
    const share = haze * (0.3 + bright * 0.7);
    paintDot(stage, { x, y, radius, share, color: throwing.pick(tints) });
  }
}

interface Dot {
  x: number;
  y: number;
  radius: number;
  /** The height as a share of the width. */
  flat?: number;
  share: number;
  color: Rgb;
}

/** Paints a soft round or flat spot. */
export function paintDot(
  { canvas, width, height }: Stage,
  { x, y, radius, flat = 1, share, color }: Dot,
): void {
  const reach = Math.ceil(radius * 2);
  const high = Math.ceil(radius * flat * 2);
  for (let py = Math.max(0, Math.floor(y - high)); py <= Math.min(height - 1, y + high); py++)
    for (let px = Math.max(0, Math.floor(x - reach)); px <= Math.min(width - 1, x + reach); px++) {
      const away = ((px - x) ** 2 + ((py - y) / flat) ** 2) / (radius * radius);
      const part = share * Math.exp(-away * 1.4);
      if (part > 0.01) canvas.paint(py * width + px, color, part);
    }
}
