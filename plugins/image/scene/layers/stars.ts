import { clamp, fbm, smooth } from "../noise.ts";
import { blend, hex, mix, type Rgb, scale } from "../rgb.ts";
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

/** The colours of gas clouds, from the dark to the core. */
const nebulas = [
  "0b0a22 5a2a8f e0568a ffc9a0",
  "05101f 124a7a 2fb0c0 d8fff0",
  "0d0718 3a2a8a 4a8fe8 f0d8ff",
  "100812 7a2436 e8763a ffe6b0",
] as const;

/** Paints open space: clouds of gas, dust before them, and stars. */
export function paintSpace(stage: Stage): void {
  const { canvas, width, height, noise, dice, thing, reading, isFlat } = stage;
  const named = ["space", "sky"].flatMap((name) => thing(name)?.colors ?? []);
  const wished = [...named.map(({ rgb }) => rgb), ...stage.colors];
  const usual = dice("nebula").pick(nebulas).split(" ").map(hex);
  const colors = wished.length > 0 ? shadeNebula(wished) : usual;
  const [dark, gas, bright, core] = colors as [Rgb, Rgb, Rgb, Rgb];
  const shape = fbm(noise, 5);
  const slope = dice("nebula slope").between(-0.7, 0.7);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = [x / width - 0.5, (y - height / 2) / width];
      const warp = shape(u * 1.7 + 5, v * 1.7);
      const along = v - u * slope + warp * 0.24;
      const band = Math.exp(-along * along * 9);
      const raw = clamp(band * (0.55 + 0.75 * shape(u * 3.1 + warp, v * 3.1 + warp)) + 0.08 * warp);
      const value = isFlat ? Math.round(raw * 5) / 5 : raw;
      const dust = smooth(0.15, 0.6, shape(u * 4.6 + 20, v * 4.6 + warp * 2)) * band * 0.75;
      const low = mix(dark, gas, smooth(0.02, 0.5, value));
      const middle = mix(low, bright, smooth(0.36, 0.82, value));
      const color = mix(middle, core, smooth(0.72, 1.05, value));
      canvas.paint(y * width + x, scale(color, 1 - dust * 0.7), 1);
    }
  if (!reading.absent.has("star")) paintStars(stage, { density: 1.7 });
}

function shadeNebula(colors: readonly Rgb[]): readonly Rgb[] {
  const [first, second = first] = colors as readonly [Rgb, Rgb?];
  return [
    blend(first, [4, 5, 16], 0.88),
    blend(first, [10, 8, 30], 0.35),
    second,
    blend(second, [255, 255, 255], 0.6),
  ];
}
