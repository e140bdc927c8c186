import type { Sound } from "./wav.ts";

/** The largest sample that is written: a little below full, as MP3 decoders overshoot. */
const peakMax = 30_000;
/** The level that segments are brought to: -20 dB below full, as is usual for speech. */
const rmsWanted = 3277;
/** Below this nothing is heard. */
const floor = 64;

/** The largest deviation from silence. */
export function peakOf({ samples }: Sound): number {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return peak;
}

/** The root mean square of what is heard, pauses left out. */
export function rmsOf({ samples }: Sound): number {
  let sum = 0;
  let count = 0;
  for (const sample of samples) {
    if (Math.abs(sample) < floor) continue;
    sum += sample * sample;
    count++;
  }
  return count === 0 ? 0 : Math.sqrt(sum / count);
}

/** Makes sound louder or softer, and never so loud that it is cut off. */
export function amplified(sound: Sound, factor: number): Sound {
  const peak = peakOf(sound);
  const applied = peak * factor > peakMax ? peakMax / peak : factor;
  if (applied === 1) return sound;
  return { ...sound, samples: sound.samples.map((sample) => Math.round(sample * applied)) };
}

/** Brings sound to the level that is usual for speech. */
export function levelled(sound: Sound): Sound {
  const rms = rmsOf(sound);
  return rms === 0 ? sound : amplified(sound, rmsWanted / rms);
}

/** From the first sample that is heard up to the last, of a stretch. */
export function heardWithin(
  samples: Int16Array,
  { from, to }: { from: number; to: number },
): { from: number; to: number } {
  let start = from;
  let end = Math.min(to, samples.length);
  while (start < end && Math.abs(samples[start]!) < floor) start++;
  while (end > start && Math.abs(samples[end - 1]!) < floor) end--;
  return { from: start, to: end };
}
