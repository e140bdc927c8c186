import { createNoise2D } from "simplex-noise";
import { createDice } from "../../random.ts";

/** Soft noise from -1 to 1 over the plane. */
export type Noise = (x: number, y: number) => number;

/** The noise of a seed. */
export function createNoise(seed: string): Noise {
  return createNoise2D(createDice(seed).next);
}

/** Noise of several sizes laid over each other, from -1 to 1: each half as large and half as strong. */
export function fbm(noise: Noise, octaves: number): Noise {
  const sum = 2 - 2 ** (1 - octaves);
  return (x, y) => {
    let value = 0;
    let size = 1;
    let strength = 1;
    for (let octave = 0; octave < octaves; octave++) {
      // Apart from each other, so that they do not all meet at the origin.
      value += noise(x * size + octave * 17.3, y * size - octave * 9.1) * strength;
      size *= 2.03;
      strength *= 0.5;
    }
    return value / sum;
  };
}

/** The same with sharp crests, from 0 to 1, as rock has them. */
export function ridgeNoise(noise: Noise, octaves: number): Noise {
  return fbm((x, y) => 1 - Math.abs(noise(x, y)), octaves);
}

/** A number between two bounds. */
export function clamp(value: number, low = 0, high = 1): number {
  return Math.min(high, Math.max(low, value));
}

/** From 0 at `low` to 1 at `high`, and soft at both ends. */
export function smooth(low: number, high: number, value: number): number {
  const share = clamp((value - low) / (high - low));
  return share * share * (3 - 2 * share);
}

/** The number at a share of the way between two. */
export function lerp(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}
