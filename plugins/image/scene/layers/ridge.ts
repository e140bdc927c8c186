import { clamp, lerp, smooth } from "../canvas.ts";
import { fbm } from "../noise.ts";
import { type Rgb, times } from "../rgb.ts";
import type { Stage } from "../stage.ts";
import { fogOf } from "./air.ts";
import { mountains, waves } from "./profile.ts";
import { reliefOf } from "./relief.ts";

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
  /** Where its summits stand, as shares of the width, the highest first. */
  peaks?: readonly number[];
  layer: number;
}

/** Paints a range of mountains, hills, dunes or treetops. */
export function paintRidge(stage: Stage, ridge: Ridge): void {
  const { canvas, width, height, palette, unit } = stage;
  const profile = ridge.kind === "rock" ? mountains(stage, ridge) : waves(stage, ridge);
  const relief = reliefOf(stage, ridge, profile);
  const snow = snowOf(stage, ridge);
  const fog = fogOf(stage, ridge.depth);
  const bare = {
    lit: times(ridge.color, palette.light),
    shaded: times(ridge.color, palette.shade),
  };
  const white = {
    lit: times(palette.snow, palette.light),
    shaded: times(palette.snow, paler(palette.shade)),
  };
  const bottom = Math.min(height, Math.ceil(ridge.base + unit * 4));
  for (let y = Math.max(0, Math.floor(Math.min(...profile.line))); y < bottom; y++)
    for (let x = 0; x < width; x++) {
      const depth = y - profile.line[x]!;
      if (depth < -0.5) continue;
      const light = relief(x, y, depth);
      const cover = snow(x, y, light);
      const haze = clamp(fog.share + fog.rise * clamp(depth / ridge.height));
      const part = (channel: 0 | 1 | 2) => {
        const dark = lerp(bare.shaded[channel], white.shaded[channel], cover);
        const bright = lerp(bare.lit[channel], white.lit[channel], cover);
        return lerp(lerp(dark, bright, light), fog.color[channel], haze);
      };
      const share = clamp(depth + 0.5);
      const at = y * width + x;
      canvas.paint(at, part(0), part(1), part(2), share);
      if (share > 0.5) canvas.layer[at] = ridge.layer;
    }
}

/** How much snow lies at a place: more of it high up, and where the sun does not reach. */
function snowOf({ noise, width, isFlat }: Stage, { snow, base, height }: Ridge) {
  if (snow === undefined) return () => 0;
  const rough = fbm(noise, 4);
  return (x: number, y: number, light: number) => {
    const line = snow + 0.2 * rough((x / width) * 23, (y / width) * 12 + 5);
    const high = (base - y) / height;
    if (isFlat) return high > line ? 1 : 0;
    return smooth(line - 0.05, line + 0.07, high - (0.5 - light) * 0.16);
  };
}

/** Snow in the shade is lit by the sky. */
function paler(shade: Rgb): Rgb {
  const [red, green, blue] = shade.map((part) => Math.min(1, part * 1.3)) as [
    number,
    number,
    number,
  ];
  return [red, green, blue];
}
