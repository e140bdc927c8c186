import { clamp, lerp, smooth } from "../interpolate.ts";
import { fbm } from "../noise.ts";
import { multiply } from "../rgb.ts";
import type { Stage } from "../stage.ts";

// Indexes stay within the pixels: `!` says so where a check for each of them would cost time.

export interface Water {
  /** Where it begins and ends at each column, in pixels. */
  top: number;
  bottom(x: number): number;
  /** From 0, a mirror, to 1, the open sea. */
  rough: number;
  layer: number;
}

/** Paints water that mirrors what stands above it, and glitters below the sun. */
export function paintWater(stage: Stage, { top, bottom, rough, layer }: Water): void {
  const { canvas, width, height, palette, noise, isFlat, sun, time, thing } = stage;
  const own = (thing("sea") ?? thing("lake") ?? thing("water") ?? thing("river"))?.colors[0]?.rgb;
  const deep = multiply(
    own ?? palette.water,
    time === "night" ? [0.28, 0.34, 0.46] : [0.82, 0.86, 0.92],
  );
  // Coloured water mirrors less, or a red lake would be as blue as the sky.
  const shine = own ? 0.55 : 1;
  const above = Float32Array.from(canvas.color.subarray(0, width * top * 3));
  const ripple = fbm(noise, 3);
  const span = Math.max(1, height - top);
  for (let y = top; y < height; y++) {
    const near = (y - top) / span;
    const depth = 1 / (near + 0.05);
    const mirrored = top - 1 - (y - top) * (1 - rough * 0.25);
    for (let x = 0; x < width; x++) {
      if (y >= bottom(x)) continue;
      const u = ((x - width / 2) / width) * depth * 3.2;
      const v = depth * (3.5 + rough * 3);
      const raw = ripple(u * 1.4, v * 2.6);
      const wave = isFlat ? Math.round(raw * 2) / 2 : raw;
      const shift = wave * (0.004 + near * 0.03) * (0.35 + rough) * width;
      const row = clamp(
        Math.round(mirrored - Math.abs(wave) * near * rough * 46 - wave * near * 7),
        0,
        top - 1,
      );
      const column = clamp(Math.round(x + shift), 0, width - 1);
      const from = (row * width + column) * 3;
      const glance =
        lerp(0.86, 0.34 + 0.24 * (1 - rough), smooth(0, 0.9, near)) + wave * 0.12 * rough;
      const light = 1 + wave * (0.07 + rough * 0.16);
      const at = y * width + x;
      const part = (channel: 0 | 1 | 2) =>
        lerp(deep[channel], above[from + channel]! * 0.93, glance * shine) * light;
      canvas.paint(at, part(0), part(1), part(2), 1);
      canvas.layer[at] = layer;
      if (sun.isShown) paintGlitter(stage, { at, x, near, wave: raw });
    }
  }
}

function paintGlitter(
  { canvas, width, palette, sun, isFlat }: Stage,
  { at, x, near, wave }: { at: number; x: number; near: number; wave: number },
): void {
  const away = Math.abs(x - sun.x) / (width * (0.035 + near * 0.1));
  const low = smooth(0.8, 0.05, palette.height);
  const spark = smooth(0.12, 0.5, wave) * Math.exp(-away * away) * (0.35 + 0.65 * low);
  if (spark < 0.02) return;
  const share = isFlat ? (spark > 0.3 ? 0.8 : 0) : spark * 0.9;
  const { disc } = palette;
  canvas.paint(at, disc[0], disc[1], disc[2], share * 0.8);
}
