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

/** Paints the milky way: a band of far stars with dust before it. */
export function paintMilkyWay({ canvas, width, horizon, noise, dice }: Stage): void {
  const throwing = dice("milky way");
  const slope = throwing.pick([-1, 1]) * throwing.between(0.7, 1.1);
  const off = throwing.between(-0.1, 0.1);
  const shape = fbm(noise, 5);
  for (let y = 0; y < horizon; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = [x / width - 0.5 - off, y / horizon - 0.5];
      const warp = shape(u * 2 + 7, v * 2);
      const away = (v - u * slope) / Math.hypot(1, slope) + warp * 0.09;
      const cloud = 0.55 + 0.6 * shape(u * 5 + 3, v * 5);
      const dust = smooth(0.05, 0.5, shape(u * 6 + 30, v * 6 + warp)) * Math.exp(-away * away * 90);
      const haze = smooth(0, 0.3, 1 - y / horizon);
      const glow = Math.exp(-away * away * 26) * cloud * (1 - dust * 0.85) * haze;
      if (glow < 0.01) continue;
      const core = Math.exp(-away * away * 80);
      canvas.add(y * width + x, [120 + 90 * core, 120 + 60 * core, 175 + 20 * core], glow * 0.62);
    }
}

interface Dot {
  x: number;
  y: number;
  radius: number;
  share: number;
  color: Rgb;
}

/** Paints a soft round light. */
export function paintDot(
  { canvas, width, height }: Stage,
  { x, y, radius, share, color }: Dot,
): void {
  const reach = Math.ceil(radius * 2);
  for (let py = Math.max(0, Math.floor(y - reach)); py <= Math.min(height - 1, y + reach); py++)
    for (let px = Math.max(0, Math.floor(x - reach)); px <= Math.min(width - 1, x + reach); px++) {
      const away = ((px - x) ** 2 + (py - y) ** 2) / (radius * radius);
      const part = share * Math.exp(-away * 1.4);
      if (part > 0.01) canvas.paint(py * width + px, color, part);
    }
}
