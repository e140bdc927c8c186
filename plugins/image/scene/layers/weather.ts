import { clamp, fbm, lerp, smooth } from "../noise.ts";
import { blend, type Rgb } from "../rgb.ts";
import type { Stage } from "../stage.ts";
import { paintDot } from "./stars.ts";

/** Paints rain, snow and mist. */
export function paintWeather(stage: Stage): void {
  const { weather, absent } = stage.reading;
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

/** Paints the mist of a morning, behind the figures. */
export function paintMorningMist(stage: Stage): void {
  const { weather, absent, time } = stage.reading;
  const isEarly = time === "morning" || time === "dawn";
  if (isEarly && !weather && !absent.has("fog")) paintMist(stage, 0.36);
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
