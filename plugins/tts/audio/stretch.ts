import { resample } from "./resample.ts";
import type { Sound } from "./wav.ts";

const windowMs = 40;
const searchMs = 12;

/**
 * Changes the duration of speech at the same pitch. Half-overlapping windows are placed at other distances, each
 * shifted to the best match with the expected continuation (WSOLA: Verhelst and Roelands, "An overlap-add
 * technique based on waveform similarity", 1993).
 */
export function stretch(sound: Sound, length: number): Sound {
  const { samples, rate } = sound;
  if (length === samples.length || samples.length === 0) return sound;
  const half = Math.round((windowMs * rate) / 2000);
  const search = Math.round((searchMs * rate) / 1000);
  const factor = samples.length / length;
  const out = new Float32Array(length + 2 * half);
  const fade = Float32Array.from(
    { length: 2 * half },
    (_, i) => 0.5 - 0.5 * Math.cos((Math.PI * i) / half),
  );
  // The first window has no previous one to overlap with.
  for (let i = 0; i < half; i++) out[i] = (samples[i] ?? 0) * (1 - (fade[i] ?? 0));
  let natural = 0;
  for (let at = 0; at < length; at += half) {
    const target = Math.round(at * factor);
    const from = at === 0 ? 0 : findBestMatch(samples, { target, natural, half, search });
    for (let i = 0; i < 2 * half; i++)
      out[at + i] = (out[at + i] ?? 0) + (samples[from + i] ?? 0) * (fade[i] ?? 0);
    natural = from + half;
  }
  const limit = (value: number) => Math.max(-32_768, Math.min(32_767, Math.round(value)));
  return { rate, samples: Int16Array.from(out.subarray(0, length), limit) };
}

/** Raises the pitch of speech by a factor and keeps its duration. The timbre changes with it. */
export function shiftPitch(sound: Sound, factor: number): Sound {
  const { samples } = resample(sound, sound.rate / factor);
  return stretch({ samples, rate: sound.rate }, sound.samples.length);
}

/** Returns the position near the target that best matches the natural continuation. */
function findBestMatch(
  samples: Int16Array,
  {
    target,
    natural,
    half,
    search,
  }: { target: number; natural: number; half: number; search: number },
): number {
  let best = target;
  let most = Number.NEGATIVE_INFINITY;
  const last = Math.max(0, samples.length - half - 1);
  for (
    let from = Math.max(0, target - search);
    from <= Math.min(last, target + search);
    from += 2
  ) {
    let likeness = 0;
    for (let i = 0; i < half; i += 4)
      likeness += (samples[from + i] ?? 0) * (samples[natural + i] ?? 0);
    if (likeness > most) {
      most = likeness;
      best = from;
    }
  }
  return best;
}
