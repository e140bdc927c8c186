import { clamp, lerp, smooth } from "../canvas.ts";
import { fbm, ridged } from "../noise.ts";
import { blend, type Rgb, times } from "../rgb.ts";
import type { Stage } from "../stage.ts";

export interface Ridge {
  /** A name of its own, which decides its form. */
  name: string;
  kind: "rock" | "hill" | "wood" | "dune";
  /** Its height above the base at most, and where the base is, in pixels. */
  height: number;
  base: number;
  /** From 0, near, to 1, at the end of the world. */
  depth: number;
  color: Rgb;
  /** From what share of its height on snow lies, if it does. */
  snow?: number;
  /** Where the highest peaks stand, as shares of the width. */
  peaks?: readonly number[];
  layer: number;
}

/** Paints a range of mountains, hills or treetops, and answers how high it is at each column. */
export function paintRidge(stage: Stage, ridge: Ridge): Float32Array {
  const profile = ridge.kind === "rock" ? mountains(stage, ridge) : waves(stage, ridge);
  const { canvas, width, height, palette, isFlat, noise, side, unit } = stage;
  const rock = ridged(noise, 5);
  const rough = fbm(noise, 4);
  const fog = fogOf(stage, ridge.depth);
  const lit = times(ridge.color, palette.light);
  const shaded = times(ridge.color, palette.shade);
  const white = {
    lit: times(palette.snow, palette.light),
    shaded: times(palette.snow, blendShade(palette.shade)),
  };
  const scale = (ridge.kind === "rock" ? 5.2 : 3) / width;
  const slopes = slopesOf(profile, Math.round(unit * (ridge.kind === "rock" ? 7 : 16)));
  const bottom = Math.min(height, Math.ceil(ridge.base + unit * 4));
  let before = 0;
  for (let y = Math.max(0, Math.floor(ridge.base - ridge.height * 1.35)); y < bottom; y++)
    for (let x = 0; x < width; x++) {
      const depth = y - profile[x]!;
      if (depth < -0.5) continue;
      const share = clamp(depth + 0.5);
      const at = y * width + x;
      const down = depth / ridge.height;
      let light: number;
      if (ridge.kind === "rock") {
        const sway =
          rough(x * scale * 1.3, y * scale * 1.3 + ridge.layer * 7) *
          ridge.height *
          (isFlat ? 0.22 : 0.3) *
          clamp(down * 3);
        const slope = slopes[Math.min(width - 1, Math.max(0, Math.round(x + sway)))]! * side;
        const height1 = rock(x * scale * 1.7 + ridge.layer * 3, y * scale * 2.1);
        const grain = (height1 - before) * 9 * side;
        before = height1;
        light = isFlat
          ? slope > -0.05
            ? 1
            : 0
          : clamp(0.5 + slope * 0.62 - grain * 0.55 + (height1 - 0.6) * 0.4);
      } else if (ridge.kind === "dune") {
        const sway =
          rough(x * scale * 1.1, y * scale * 1.1 + ridge.layer) *
          ridge.height *
          0.5 *
          clamp(down * 2);
        const slope =
          slopes[Math.min(width - 1, Math.max(0, Math.round(x + sway - side * depth * 0.9)))]! *
          side;
        const wind = isFlat ? 0 : Math.sin((y + sway * 2 + x * 0.12) / (unit * 1.9)) * 0.05;
        light = isFlat
          ? slope > 0
            ? 0.95
            : 0.4
          : clamp(0.6 + smooth(-0.12, 0.12, slope) * 0.5 - 0.18 + wind);
      } else if (ridge.kind === "wood") {
        light = isFlat
          ? 0.6
          : clamp(0.55 + rough(x * scale * 22, y * scale * 22) * 0.7 - down * 0.35);
      } else {
        const slope = slopes[x]! * side;
        const grain = isFlat ? 0 : rough(x * scale * 5, y * scale * 12) * 0.22;
        light = isFlat
          ? slope > -0.02
            ? 0.85
            : 0.45
          : clamp(0.62 + slope * 0.9 + grain - down * 0.2);
      }
      let [dark, bright] = [shaded, lit];
      if (ridge.snow !== undefined) {
        const line = ridge.snow + 0.2 * rough(x * scale * 4.5, y * scale * 2.2 + 5);
        const high = (ridge.base - y) / ridge.height;
        const cover = isFlat
          ? high > line
            ? 1
            : 0
          : smooth(line - 0.05, line + 0.07, high - (0.5 - light) * 0.16);
        if (cover > 0) {
          dark = mixed(shaded, white.shaded, cover);
          bright = mixed(lit, white.lit, cover);
        }
      }
      const haze = clamp(fog.share + fog.rise * clamp(down));
      const part = (channel: 0 | 1 | 2) =>
        lerp(lerp(dark[channel], bright[channel], light), fog.color[channel], haze);
      canvas.paint(at, part(0), part(1), part(2), share);
      if (share > 0.5) canvas.layer[at] = ridge.layer;
    }
  return profile;
}

/** The colour of the air at a distance, and how much of it there is. */
export function fogOf({ palette, reading, isFlat }: Stage, depth: number) {
  const thick = { fog: 0.34, rain: 0.14, storm: 0.1, snow: 0.2 }[reading.weather as string] ?? 0;
  const [, , low, horizon] = palette.stops as readonly [Rgb, Rgb, Rgb, Rgb];
  const share = clamp(depth * (isFlat ? 0.55 : 0.72) + thick * (0.25 + depth));
  return { color: blend(low, horizon, 0.62), share, rise: (0.22 + thick) * depth };
}

function mountains({ width, noise, dice, unit }: Stage, ridge: Ridge): Float32Array {
  const throwing = dice(ridge.name);
  const peaks = (
    ridge.peaks ?? Array.from({ length: 4 }, (_, at) => (at + throwing.next()) / 4)
  ).map((x, at) => ({
    x: x * width,
    height: ridge.height * (at === 0 ? 1 : throwing.between(0.5, 0.86)),
    width: ridge.height * throwing.between(1.15, 1.6),
  }));
  const shape = ridged(noise, 5);
  const off = throwing.between(0, 90);
  return Float32Array.from({ length: width }, (_, x) => {
    let high = ridge.height * 0.16;
    for (const peak of peaks) {
      const away = Math.abs(x - peak.x) / peak.width;
      high = Math.max(high, peak.height * Math.max(0, 1 - away ** 0.92));
    }
    const detail = shape((x / width) * 5 + off, off) - 0.62;
    const small = noise(x / (unit * 9) + off, 3) * unit * 1.4;
    return ridge.base - high * (1 + detail * 0.34) - detail * ridge.height * 0.16 - small;
  });
}

function waves({ width, noise, dice, unit }: Stage, ridge: Ridge): Float32Array {
  const off = dice(ridge.name).between(0, 90);
  const shape = fbm(noise, 3);
  const isWood = ridge.kind === "wood";
  return Float32Array.from({ length: width }, (_, x) => {
    const soft = 0.55 + 0.45 * shape((x / width) * 1.6 + off, off * 1.7);
    const tops = isWood
      ? Math.abs(noise(x / (unit * 7) + off, 1)) * unit * 9 +
        Math.abs(noise(x / (unit * 2.6) + off, 4)) * unit * 4
      : 0;
    return ridge.base - ridge.height * soft - tops;
  });
}

/** How steep a profile is, from -1 (falling to the left) to 1, over some pixels. */
function slopesOf(profile: Float32Array, reach: number): Float32Array {
  const last = profile.length - 1;
  return profile.map((_, x) => {
    const [from, to] = [Math.max(0, x - reach), Math.min(last, x + reach)];
    return clamp((profile[to]! - profile[from]!) / (to - from || 1), -1, 1);
  });
}

function blendShade(shade: Rgb): Rgb {
  return [Math.min(1, shade[0] * 1.25), Math.min(1, shade[1] * 1.25), Math.min(1, shade[2] * 1.25)];
}

function mixed(one: Rgb, two: Rgb, share: number): Rgb {
  return [lerp(one[0], two[0], share), lerp(one[1], two[1], share), lerp(one[2], two[2], share)];
}

/** A colour as it is seen far away. */
export function faded(stage: Stage, color: Rgb, depth: number): Rgb {
  const fog = fogOf(stage, depth);
  return blend(color, fog.color, fog.share);
}
