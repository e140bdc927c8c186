import { clamp, smooth } from "../interpolate.ts";
import { fbm, type Noise } from "../noise.ts";
import { blend, type Rgb } from "../rgb.ts";
import type { Stage } from "../stage.ts";

const puffsEach = 11;

/** How much of the sky clouds cover, from 0 to 1. */
export function getCloudCover({ reading, thing, time }: Stage): number {
  const { weather = "clear", absent } = reading;
  if (absent.has("cloud") && weather === "clear") return 0;
  const usual = time === "night" ? 0.12 : 0.3;
  const byWeather = { clear: 0, cloudy: 0.75, rain: 0.85, storm: 0.95, snow: 0.75, fog: 0.4 };
  const cover = byWeather[reading.weather as keyof typeof byWeather] ?? usual;
  // At night single clouds are not seen.
  return thing("cloud") ? Math.max(cover, time === "night" ? 0.65 : 0.55) : cover;
}

/** Paints the clouds of a day: single ones, or a cover. */
export function paintClouds(stage: Stage, cover: number): void {
  if (cover <= 0) return;
  const isCover = cover >= 0.65;
  if (isCover || !stage.isFlat) paintCover(stage, isCover ? cover : 0.16);
  if (isCover || stage.time === "night") return;
  paintCumulus(stage, { count: Math.round(2 + cover * 9), ...getCloudColors(stage) });
}

/** A cover of clouds, which get smaller and closer towards the horizon. */
function paintCover(stage: Stage, cover: number): void {
  const { canvas, width, horizon, palette, sun, noise, isFlat, unit } = stage;
  const shape = fbm(noise, isFlat ? 3 : 5);
  const { lit, shaded } = getCloudColors(stage);
  const [toX, toY] = [sun.x / width, sun.y / horizon];
  const threshold = 0.42 - cover * 0.72;
  const top = Math.min(stage.height, horizon + unit * 6);
  for (let y = 0; y < top; y++) {
    const height = 1 - y / (horizon * 1.06);
    const depth = 1 / (0.2 + 0.9 * height);
    for (let x = 0; x < width; x++) {
      const u = ((x - width / 2) / horizon) * depth * 0.85 + 3.7;
      const v = depth * 1.9;
      const warp = 0.35 * noise(u * 0.9 + 11, v * 0.9);
      const value = shape(u + warp, v + warp * 0.5);
      const thick = smooth(threshold, threshold + (isFlat ? 0.04 : 0.5), value);
      if (thick <= 0) continue;
      const [sx, sy] = [toX - x / width, toY - y / horizon];
      const long = Math.hypot(sx, sy) + 0.05;
      const beyond = shape(
        u + warp + (sx / long) * 0.17,
        v + warp * 0.5 - (sy / long) * 0.2 * depth * 0.6,
      );
      const raw = clamp(0.55 + (value - beyond) * 1.5 - (value - threshold) * 0.3);
      const light = isFlat ? (raw > 0.48 ? 1 : 0.45) : raw;
      const near = 0.5 + 0.5 * Math.exp(-long * 2.5);
      const haze = smooth(0, 0.22, height);
      const share = thick * (isFlat ? 1 : 0.94) * haze;
      const part = (channel: 0 | 1 | 2) =>
        shaded[channel] +
        (lit[channel] - shaded[channel]) * light +
        palette.glow[channel] * 0.1 * near * light;
      canvas.paint(y * width + x, part(0), part(1), part(2), share);
    }
  }
}

function getCloudColors({ palette, time, reading, thing }: Stage): { lit: Rgb; shaded: Rgb } {
  const own = thing("cloud")?.colors[0]?.rgb;
  const [zenith, , low, horizon] = palette.stops;
  const heavy = { storm: 0.95, rain: 0.5, cloudy: 0.18 }[reading.weather as string] ?? 0;
  const bright: Rgb =
    time === "night" ? blend(zenith, [150, 170, 205], 0.35) : blend(horizon, [255, 255, 255], 0.62);
  const dark = time === "night" ? blend(zenith, [90, 105, 140], 0.3) : blend(low, zenith, 0.4);
  const grey: Rgb = [50, 56, 68];
  const pair = { lit: blend(bright, grey, heavy * 0.75), shaded: blend(dark, grey, heavy) };
  return own ? { lit: blend(pair.lit, own, 0.7), shaded: blend(pair.shaded, own, 0.45) } : pair;
}

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

/** Paints clouds that tower over a flat foot: the lower ones are smaller, as they are further away. */
function paintCumulus(
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
  for (const cloud of clouds) paintCloud(stage, cloud, { shape, lit, shaded });
}

function paintCloud(
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
      const value = densityAt(puffs, x, y) + rough * (isFlat ? 0.1 : 0.42) - (isFlat ? 0.5 : 0.42);
      const foot = smooth(
        base + wide * 0.03,
        base - wide * (isFlat ? 0.01 : 0.05),
        y + rough * wide * 0.03,
      );
      const share = smooth(0, isFlat ? 0.03 : 0.34, value) * foot;
      if (share <= 0) continue;
      const beyond = densityAt(puffs, x + dx, y + dy) + rough * 0.3 - (isFlat ? 0.5 : 0.42);
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
function densityAt(puffs: readonly Puff[], x: number, y: number): number {
  let sum = 0;
  for (const puff of puffs) {
    const away = ((x - puff.x) ** 2 + (y - puff.y) ** 2) / (puff.radius * puff.radius);
    if (away < 4) sum += Math.exp(-away * 1.5);
  }
  return 1.2 - Math.exp(-sum * 1.3) * 1.5;
}
