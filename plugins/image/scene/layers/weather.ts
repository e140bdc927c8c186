import { blend, mix, type Rgb, scale } from "../../color/rgb.ts";
import { paintDot } from "../stage/dots.ts";
import { clamp, fbm, lerp, type Noise, smooth } from "../stage/noise.ts";
import type { Stage } from "../stage/stage.ts";

/** Paints rain, snow and mist. */
export function paintWeather(stage: Stage): void {
  const { weather, absent } = stage.scene;
  if (weather === "fog" || (weather === "rain" && !absent.has("fog")))
    paintMist(stage, weather === "fog" ? 0.62 : 0.3);
  if (weather === "rain" || (weather === "storm" && !absent.has("rain")))
    paintRain(stage, weather === "storm" ? 1.3 : 1);
  if (weather === "snow") paintSnow(stage);
}

const drops: Rgb = [214, 226, 240];

function paintRain(stage: Stage, strength: number): void {
  const { canvas, width, height, dice, unit, isFlat } = stage;
  const throwing = dice("rain");
  const slant = 0.16 * stage.side * strength;
  const count = ((width * height) / (unit * unit * 330)) * strength * (isFlat ? 0.4 : 1);
  for (let drop = 0; drop < count; drop++) {
    const near = throwing.next() ** 2;
    const long = unit * lerp(9, 34, near);
    const x = throwing.between(-0.1, 1.1) * width;
    const y = throwing.between(-0.05, 1) * height;
    const share = isFlat ? 0.6 : lerp(0.1, 0.34, near);
    const thick = isFlat || near > 0.6 ? Math.max(1, Math.round(unit)) : 1;
    for (let step = 0; step < long; step++)
      for (let side = 0; side < thick; side++) {
        const [px, py] = [Math.round(x - step * slant) + side, Math.round(y + step)];
        if (px < 0 || px >= width || py < 0 || py >= height) continue;
        canvas.paint(py * width + px, drops, share * (1 - step / long / 2));
      }
  }
}

function paintSnow(stage: Stage): void {
  const { width, height, dice, unit } = stage;
  const throwing = dice("snow");
  const count = Math.round((width * height) / (unit * unit * 750));
  for (let flake = 0; flake < count; flake++) {
    const near = throwing.next() ** 3;
    const [x, y] = [throwing.next() * width, throwing.next() * height];
    const [radius, share] = [unit * lerp(0.8, 4.2, near), lerp(0.9, 0.6, near)];
    paintDot(stage, { x, y, radius, share, color: [255, 255, 255] });
  }
}

/** Paints banks of mist, thickest at the horizon. */
function paintMist(
  { canvas, width, height, horizon, noise, palette, isFlat, time }: Stage,
  strength: number,
): void {
  const shape = fbm(noise, 4);
  const [, , low, last] = palette.stops;
  const color = blend(blend(low, last, 0.6), [255, 255, 255], time === "night" ? 0.34 : 0.12);
  for (let y = 0; y < height; y++) {
    const away = Math.abs(y - horizon * 1.02) / (height * (y < horizon ? 0.34 : 0.42));
    const thick = strength * Math.exp(-away * away * 1.6);
    if (thick < 0.02) continue;
    for (let x = 0; x < width; x++) {
      const bank = 0.62 + 0.6 * shape((x / width) * 2.6, (y / height) * 9);
      const share = clamp(thick * (isFlat ? Math.round(bank * 2) / 2 : bank), 0, 0.92);
      canvas.paint(y * width + x, color, share * smooth(0, 0.1, thick));
    }
  }
}

/** Returns the share of the sky that clouds cover. */
export function getCloudCover({ scene, thing, time }: Stage): number {
  const { weather = "clear", absent } = scene;
  if (absent.has("cloud") && weather === "clear") return 0;
  // Few clouds leave the sun of noon visible.
  const usual = time === "night" || time === "noon" ? 0.12 : 0.3;
  const byWeather = { clear: 0, cloudy: 0.75, rain: 0.85, storm: 0.95, snow: 0.75, fog: 0.4 };
  const cover = byWeather[scene.weather as keyof typeof byWeather] ?? usual;
  // Single clouds aren't visible at night.
  const named = thing("cloud");
  return named ? Math.max(cover, time === "night" ? 0.65 : 0.55) : cover;
}

/** Paints the clouds of a day: single ones, or a cover. */
export function paintClouds(stage: Stage, cover: number): void {
  if (cover <= 0) return;
  const isCover = cover >= 0.65;
  if (isCover || !stage.isFlat) paintCover(stage, isCover ? cover : 0.16);
  if (isCover || stage.time === "night") return;
  paintCumulus(stage, Math.round(2 + cover * 9));
}

/** Returns the colour of a part of a cloud, by its light from 0 to 1. */
function createShading(stage: Stage): (light: number, glow: number) => Rgb {
  const { palette, time, scene, thing } = stage;
  const own = thing("cloud")?.color;
  const [zenith, , low, horizon] = palette.stops;
  const heavy = { storm: 0.95, rain: 0.5, cloudy: 0.18 }[scene.weather as string] ?? 0;
  const isNight = time === "night";
  const bright = isNight
    ? blend(zenith, [150, 170, 205], 0.35)
    : blend(horizon, [255, 255, 255], 0.62);
  const dark = isNight ? blend(zenith, [90, 105, 140], 0.3) : blend(low, zenith, 0.4);
  const grey: Rgb = [50, 56, 68];
  let [lit, shaded] = [blend(bright, grey, heavy * 0.75), blend(dark, grey, heavy)];
  if (own) [lit, shaded] = [blend(lit, own, 0.7), blend(shaded, own, 0.45)];
  return (light, glow) => {
    const [red, green, blue] = mix(shaded, lit, light);
    const [addRed, addGreen, addBlue] = scale(palette.glow, glow * light);
    return [red + addRed, green + addGreen, blue + addBlue];
  };
}

/** Paints a cover of clouds, which get smaller and closer towards the horizon. */
function paintCover(stage: Stage, cover: number): void {
  const { canvas, width, horizon, sun, noise, isFlat, unit } = stage;
  const shape = fbm(noise, isFlat ? 3 : 5);
  const shade = createShading(stage);
  const threshold = 0.42 - cover * 0.72;
  const top = Math.min(stage.height, horizon + unit * 6);
  for (let y = 0; y < top; y++) {
    const height = 1 - y / (horizon * 1.06);
    const depth = 1 / (0.2 + 0.9 * height);
    for (let x = 0; x < width; x++) {
      const v = depth * 1.9;
      const plain = ((x - width / 2) / horizon) * depth * 0.85 + 3.7;
      const warp = 0.35 * noise(plain * 0.9 + 11, v * 0.9);
      const [u, down] = [plain + warp, v + warp * 0.5];
      const value = shape(u, down);
      const thick = smooth(threshold, threshold + (isFlat ? 0.04 : 0.5), value);
      if (thick <= 0) continue;
      const [sx, sy] = [(sun.x - x) / width, (sun.y - y) / horizon];
      const long = Math.hypot(sx, sy) + 0.05;
      const beyond = shape(u + (sx / long) * 0.17, down - (sy / long) * 0.12 * depth);
      const raw = clamp(0.55 + (value - beyond) * 1.5 - (value - threshold) * 0.3);
      const light = isFlat ? (raw > 0.48 ? 1 : 0.45) : raw;
      const near = 0.5 + 0.5 * Math.exp(-long * 2.5);
      const share = thick * (isFlat ? 1 : 0.94) * smooth(0, 0.22, height);
      canvas.paint(y * width + x, shade(light, 0.1 * near), share);
    }
  }
}

/** Paints clouds that tower over a flat foot. The lower ones are smaller, because they are further away. */
function paintCumulus(stage: Stage, count: number): void {
  const { dice, width, horizon } = stage;
  const throwing = dice("cumulus");
  const shape = fbm(stage.noise, 4);
  const shade = createShading(stage);
  for (let at = 0; at < count; at++) {
    const high = (at + throwing.next()) / count;
    const base = horizon * (0.84 - 0.66 * high);
    const wide = width * (0.14 + 0.34 * high) * throwing.between(0.7, 1.25);
    const x = width * ((at * 0.618 + throwing.between(-0.08, 0.08) + throwing.next() * 0.2) % 1);
    const puffs = Array.from({ length: 11 }, (_, puff) => {
      const along = ((puff + throwing.next()) / 11) * 2 - 1;
      const radius = wide * throwing.between(0.12, 0.25) * (1 - 0.5 * Math.abs(along) ** 1.6);
      const y = base - radius * throwing.between(0.35, 0.95);
      return { x: x + along * wide * 0.42, y, radius };
    });
    paintCloud(stage, { puffs, base, wide, haze: 0.5 * (1 - high) ** 2, shape, shade });
  }
}

interface Cloud {
  puffs: readonly { x: number; y: number; radius: number }[];
  /** The flat foot, in pixels from the top. */
  base: number;
  wide: number;
  /** The share that the air hides. */
  haze: number;
  shape: Noise;
  shade: ReturnType<typeof createShading>;
}

function paintCloud(
  { canvas, width, height, sun, isFlat }: Stage,
  { puffs, base, wide, haze, shape, shade }: Cloud,
): void {
  const left = Math.min(...puffs.map(({ x, radius }) => x - radius * 1.4));
  const right = Math.max(...puffs.map(({ x, radius }) => x + radius * 1.4));
  const top = Math.min(...puffs.map(({ y, radius }) => y - radius * 1.4));
  const [toX, toY] = [sun.x - (left + right) / 2, sun.y - base];
  const far = Math.hypot(toX, toY) + 1;
  const [dx, dy] = [(toX / far) * wide * 0.08, (toY / far - 0.5) * wide * 0.07];
  const near = Math.exp(-far / (width * 0.4));
  const edge = isFlat ? 0.5 : 0.42;
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, base + wide * 0.05); y++)
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, right); x++) {
      const rough = shape((x / wide) * 3.4, (y / wide) * 4.2 + base);
      const value = densityAt(puffs, x, y) + rough * (isFlat ? 0.1 : 0.42) - edge;
      const low = y + rough * wide * 0.03;
      const foot = smooth(base + wide * 0.03, base - wide * (isFlat ? 0.01 : 0.05), low);
      const share = smooth(0, isFlat ? 0.03 : 0.34, value) * foot;
      if (share <= 0) continue;
      const beyond = densityAt(puffs, x + dx, y + dy) + rough * 0.3 - edge;
      const high = clamp((base - y) / (base - top));
      const raw = clamp(0.42 + (value - beyond) * 1.15 + high * 0.42 + rough * 0.2);
      const light = isFlat ? (raw > 0.56 ? 1 : 0.35) : raw;
      canvas.paint(y * width + x, shade(light, 0.16 * near), share * (1 - haze));
    }
}

/** Returns the density of puffs at a place: 1 in the middle of one, below 0 outside of all. */
function densityAt(puffs: Cloud["puffs"], x: number, y: number): number {
  let sum = 0;
  for (const puff of puffs) {
    const away = ((x - puff.x) ** 2 + (y - puff.y) ** 2) / (puff.radius * puff.radius);
    if (away < 4) sum += Math.exp(-away * 1.5);
  }
  return 1.2 - Math.exp(-sum * 1.3) * 1.5;
}
