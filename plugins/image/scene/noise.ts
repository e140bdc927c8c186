import { createNoise2D } from "simplex-noise";
import { diceOf } from "../dice.ts";

/** Soft noise from -1 to 1 over the plane. */
export type Noise = (x: number, y: number) => number;

/** The noise of a seed. */
export function noiseOf(seed: string): Noise {
  return createNoise2D(diceOf(seed).next);
}

/** Noise of several sizes laid over each other, from -1 to 1: each half as large and half as strong. */
export function fbm(noise: Noise, octaves: number): Noise {
  let sum = 0;
  for (let octave = 0; octave < octaves; octave++) sum += 0.5 ** octave;
  return (x, y) => {
    let value = 0;
    let [size, strength] = [1, 1];
    for (let octave = 0; octave < octaves; octave++) {
      value += noise(x * size + octave * 17.3, y * size - octave * 9.1) * strength;
      size *= 2.03;
      strength *= 0.5;
    }
    return value / sum;
  };
}

/** The same with sharp crests, from 0 to 1, as rock has them. */
export function ridged(noise: Noise, octaves: number): Noise {
  let sum = 0;
  for (let octave = 0; octave < octaves; octave++) sum += 0.5 ** octave;
  return (x, y) => {
    let value = 0;
    let [size, strength] = [1, 1];
    for (let octave = 0; octave < octaves; octave++) {
      value += (1 - Math.abs(noise(x * size + octave * 31.7, y * size))) * strength;
      size *= 2.07;
      strength *= 0.5;
    }
    return value / sum;
  };
}
