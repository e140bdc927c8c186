import type { Sound } from "./wav.ts";

const reach = 8;
/** Number of positions between two samples for which weights are precomputed. */
const phases = 1024;

/** Resamples sound with a windowed sinc filter. */
export function resample(sound: Sound, rate: number): Sound {
  if (sound.rate === rate) return sound;
  const { samples } = sound;
  const step = sound.rate / rate;
  const weights = computeWeights(Math.min(1, rate / sound.rate));
  const length = Math.round(samples.length / step);
  const out = new Int16Array(length);
  for (let at = 0; at < length; at++) {
    const place = Math.round(at * step * phases);
    const middle = Math.floor(place / phases);
    const from = (place - middle * phases) * 2 * reach;
    let sum = 0;
    for (let i = 0; i < 2 * reach; i++)
      sum += (samples[middle - reach + 1 + i] ?? 0) * (weights[from + i] ?? 0);
    out[at] = Math.max(-32_768, Math.min(32_767, Math.round(sum)));
  }
  return { samples: out, rate };
}

/** Returns the weights of the samples around a position, for each phase. They add up to 1. */
function computeWeights(cut: number): Float64Array {
  const weights = new Float64Array(phases * 2 * reach);
  for (let phase = 0; phase < phases; phase++) {
    const own = weights.subarray(phase * 2 * reach, (phase + 1) * 2 * reach);
    let sum = 0;
    for (let i = 0; i < own.length; i++) {
      const distance = phase / phases + reach - 1 - i;
      own[i] = sinc(distance * cut) * (0.5 + 0.5 * Math.cos((Math.PI * distance) / reach));
      sum += own[i] ?? 0;
    }
    for (let i = 0; i < own.length; i++) own[i] = (own[i] ?? 0) / sum;
  }
  return weights;
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}
