import type { Sound } from "./wav.ts";

const reach = 8;

/** The same sound with another number of samples a second, by a windowed sinc. */
export function resampled(sound: Sound, rate: number): Sound {
  if (sound.rate === rate) return sound;
  const { samples } = sound;
  const step = sound.rate / rate;
  const cut = Math.min(1, rate / sound.rate);
  const length = Math.round(samples.length / step);
  const out = new Int16Array(length);
  for (let at = 0; at < length; at++) {
    const place = at * step;
    const middle = Math.floor(place);
    let sum = 0;
    let weights = 0;
    for (let i = middle - reach + 1; i <= middle + reach; i++) {
      const weight =
        kernel((place - i) * cut) * (0.5 + 0.5 * Math.cos((Math.PI * (place - i)) / reach));
      sum += (samples[i] ?? 0) * weight;
      weights += weight;
    }
    out[at] = Math.max(-32_768, Math.min(32_767, Math.round(sum / weights)));
  }
  return { samples: out, rate };
}

function kernel(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}
