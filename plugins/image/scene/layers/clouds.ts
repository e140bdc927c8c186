import { clamp, smooth } from "../canvas.ts";
import { fbm } from "../noise.ts";
import { blend, type Rgb } from "../rgb.ts";
import type { Stage } from "../stage.ts";
import { paintCumulus } from "./cumulus.ts";

/** How much of the sky clouds cover, from 0 to 1. */
export function coverOf({ reading, thing, time }: Stage): number {
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
  paintCumulus(stage, { count: Math.round(2 + cover * 9), ...colorsOf(stage) });
}

/** A cover of clouds, which get smaller and closer towards the horizon. */
function paintCover(stage: Stage, cover: number): void {
  const { canvas, width, horizon, palette, sun, noise, isFlat, unit } = stage;
  const shape = fbm(noise, isFlat ? 3 : 5);
  const { lit, shaded } = colorsOf(stage);
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

function colorsOf({ palette, time, reading, thing }: Stage): { lit: Rgb; shaded: Rgb } {
  const own = thing("cloud")?.colors[0]?.rgb;
  const [zenith, , low, horizon] = palette.stops as readonly [Rgb, Rgb, Rgb, Rgb];
  const heavy = { storm: 0.95, rain: 0.5, cloudy: 0.18 }[reading.weather as string] ?? 0;
  const bright: Rgb =
    time === "night" ? blend(zenith, [150, 170, 205], 0.35) : blend(horizon, [255, 255, 255], 0.62);
  const dark = time === "night" ? blend(zenith, [90, 105, 140], 0.3) : blend(low, zenith, 0.4);
  const grey: Rgb = [50, 56, 68];
  const pair = { lit: blend(bright, grey, heavy * 0.75), shaded: blend(dark, grey, heavy) };
  return own ? { lit: blend(pair.lit, own, 0.7), shaded: blend(pair.shaded, own, 0.45) } : pair;
}
