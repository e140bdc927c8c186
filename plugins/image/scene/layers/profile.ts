import { clamp } from "../canvas.ts";
import { fbm, ridged } from "../noise.ts";
import type { Stage } from "../stage.ts";
import type { Ridge } from "./ridge.ts";

/** A summit, in pixels. */
export interface Peak {
  x: number;
  top: number;
}

/** How high a range is at each column, and of which summit that column is. */
export interface Profile {
  line: Float32Array;
  peakOf(x: number): Peak;
}

/** The outline of a range of mountains: summits apart from each other, and rough between them. */
export function mountains({ width, noise, dice, unit }: Stage, ridge: Ridge): Profile {
  const throwing = dice(ridge.name);
  const places =
    ridge.peaks ?? [0.1, 0.42, 0.7, 0.98].map((x) => x + throwing.between(-0.08, 0.08));
  const peaks = places.map((x, at) => {
    const height = ridge.height * (at === 0 ? 1 : throwing.between(0.42, 0.8));
    return {
      x: x * width,
      height,
      wide: height * throwing.between(1, 1.45),
      top: ridge.base - height,
    };
  });
  const shape = ridged(noise, 5);
  const off = throwing.between(0, 90);
  const owner = new Uint8Array(width);
  const line = Float32Array.from({ length: width }, (_, x) => {
    let high = ridge.height * 0.1;
    for (const [at, peak] of peaks.entries()) {
      const own = peak.height * Math.max(0, 1 - (Math.abs(x - peak.x) / peak.wide) ** 0.95);
      if (own > high) [high, owner[x]] = [own, at];
    }
    const detail = shape((x / width) * 4.4 + off, off) - 0.62;
    const small = noise(x / (unit * 9) + off, 3) * unit * 1.3;
    return ridge.base - high * (1 + detail * 0.26) - detail * ridge.height * 0.13 - small;
  });
  return { line, peakOf: (x) => peaks[owner[Math.round(clamp(x, 0, width - 1))]!]! };
}

/** The outline of hills, dunes or treetops. */
export function waves({ width, noise, dice, unit }: Stage, ridge: Ridge): Profile {
  const off = dice(ridge.name).between(0, 90);
  const shape = fbm(noise, 3);
  const tops = (x: number) =>
    ridge.kind === "wood"
      ? Math.abs(noise(x / (unit * 7) + off, 1)) * unit * 9 +
        Math.abs(noise(x / (unit * 2.6) + off, 4)) * unit * 4
      : 0;
  const line = Float32Array.from({ length: width }, (_, x) => {
    const soft = 0.55 + 0.45 * shape((x / width) * 1.6 + off, off * 1.7);
    return ridge.base - ridge.height * soft - tops(x);
  });
  return { line, peakOf: (x) => ({ x, top: line[Math.round(clamp(x, 0, width - 1))]! }) };
}
