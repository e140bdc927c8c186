import { clamp, smooth } from "../canvas.ts";
import { fbm, type Noise } from "../noise.ts";
import type { Rgb } from "../rgb.ts";
import type { Stage } from "../stage.ts";

interface Puff {
  x: number;
  y: number;
  radius: number;
}

interface Cloud {
  puffs: readonly Puff[];
  /** Its flat foot, in pixels from the top. */
  base: number;
  wide: number;
  /** How much of it the air hides. */
  haze: number;
}

const puffsEach = 11;

/** Paints clouds that tower over a flat foot: the lower ones are smaller, as they are further away. */
export function paintCumulus(
  stage: Stage,
  { count, lit, shaded }: { count: number; lit: Rgb; shaded: Rgb },
): void {
  const { dice, width, horizon } = stage;
  const throwing = dice("cumulus");
  const clouds = Array.from({ length: count }, (_, at) => {
    const high = (at + throwing.next()) / count;
    const base = horizon * (0.84 - 0.66 * high);
    const wide = width * (0.14 + 0.34 * high) * throwing.between(0.7, 1.25);
    const x = width * ((at * 0.618 + throwing.between(-0.08, 0.08) + throwing.next() * 0.2) % 1);
    const puffs = Array.from({ length: puffsEach }, (_, puff) => {
      const along = ((puff + throwing.next()) / puffsEach) * 2 - 1;
      const radius = wide * throwing.between(0.12, 0.25) * (1 - 0.5 * Math.abs(along) ** 1.6);
      return {
        x: x + along * wide * 0.42,
        y: base - radius * throwing.between(0.35, 0.95),
        radius,
      };
    });
    return { puffs, base, wide, haze: 0.5 * (1 - high) ** 2 };
  });
  const shape = fbm(stage.noise, 4);
  for (const cloud of clouds) paint(stage, cloud, { shape, lit, shaded });
}

function paint(
  stage: Stage,
  cloud: Cloud,
  { shape, lit, shaded }: { shape: Noise; lit: Rgb; shaded: Rgb },
): void {
  const { canvas, width, height, sun, isFlat, palette } = stage;
  const { puffs, base, wide, haze } = cloud;
  const left = Math.min(...puffs.map(({ x, radius }) => x - radius * 1.4));
  const right = Math.max(...puffs.map(({ x, radius }) => x + radius * 1.4));
  const top = Math.min(...puffs.map(({ y, radius }) => y - radius * 1.4));
  const middle = (left + right) / 2;
  const far = Math.hypot(sun.x - middle, sun.y - base) + 1;
  const [dx, dy] = [
    ((sun.x - middle) / far) * wide * 0.08,
    ((sun.y - base) / far - 0.5) * wide * 0.07,
  ];
  const near = Math.exp(-far / (width * 0.4));
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, base + wide * 0.05); y++)
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, right); x++) {
      const rough = shape((x / wide) * 3.4, (y / wide) * 4.2 + base);
      const value = density(puffs, x, y) + rough * (isFlat ? 0.1 : 0.42) - (isFlat ? 0.5 : 0.42);
      const foot = smooth(
        base + wide * 0.03,
        base - wide * (isFlat ? 0.01 : 0.05),
        y + rough * wide * 0.03,
      );
      const share = smooth(0, isFlat ? 0.03 : 0.34, value) * foot;
      if (share <= 0) continue;
      const beyond = density(puffs, x + dx, y + dy) + rough * 0.3 - (isFlat ? 0.5 : 0.42);
      const high = clamp((base - y) / (base - top));
      const raw = clamp(0.42 + (value - beyond) * 1.15 + high * 0.42 + rough * 0.2);
      const light = isFlat ? (raw > 0.56 ? 1 : 0.35) : raw;
      const part = (channel: 0 | 1 | 2) =>
        shaded[channel] +
        (lit[channel] - shaded[channel]) * light +
        palette.glow[channel] * 0.16 * near * light;
      canvas.paint(y * width + x, part(0), part(1), part(2), share * (1 - haze));
    }
}

/** How deep a place lies inside the puffs: 1 in the middle of one, below 0 outside of all. */
function density(puffs: readonly Puff[], x: number, y: number): number {
  let sum = 0;
  for (const puff of puffs) {
    const away = ((x - puff.x) ** 2 + (y - puff.y) ** 2) / (puff.radius * puff.radius);
    if (away < 4) sum += Math.exp(-away * 1.5);
  }
  return 1.2 - Math.exp(-sum * 1.3) * 1.5;
}
