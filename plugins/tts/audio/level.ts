import type { Sound } from "./wav.ts";

/** The largest sample value: a little below full scale, because MP3 decoders overshoot. */
const peakMax = 30_000;
/** The target level of segments: -20 dB below full scale, as is usual for speech. */
const rmsWanted = 3277;
/** Sample values below this are inaudible. */
const audibleMin = 64;

/** Returns the largest deviation from silence. */
export function measurePeak({ samples }: Sound): number {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return peak;
}

/** Returns the root mean square of the audible samples, without pauses. */
export function measureRms({ samples }: Sound): number {
  let sum = 0;
  let count = 0;
  for (const sample of samples) {
    if (Math.abs(sample) < audibleMin) continue;
    sum += sample * sample;
    count++;
  }
  return count === 0 ? 0 : Math.sqrt(sum / count);
}

/**
 * Amplifies sound by a factor with a limiter: passages that would clip are attenuated, and the rest is raised
 * slightly more, so that the overall gain is correct.
 */
export function amplify(sound: Sound, factor: number): Sound {
  const { samples, rate } = sound;
  if (measurePeak(sound) * factor <= peakMax)
    return factor === 1 ? sound : { rate, samples: samples.map((one) => Math.round(one * factor)) };
  const size = Math.round((blockMs * rate) / 1000);
  const blocks = Array.from({ length: Math.ceil(samples.length / size) }, (_, index) => {
    const own = samples.subarray(index * size, (index + 1) * size);
    return { peak: measurePeak({ samples: own, rate }), energy: measureEnergy(own) };
  });
  const targetEnergy = factor ** 2 * blocks.reduce((sum, { energy }) => sum + energy, 0);
  let applied = factor;
  let gains = computeGains(blocks, applied);
  // Limiting loses energy: a few rounds restore it, or show that there is no headroom.
  for (let round = 0; round < 10; round++) {
    const energy = blocks.reduce((sum, block, index) => {
      const gain = ((gains[index] ?? 0) + (gains[index + 1] ?? 0)) / 2;
      return sum + block.energy * gain ** 2;
    }, 0);
    if (energy > 0.995 * targetEnergy) break;
    applied = Math.min(4 * factor, applied * Math.sqrt(targetEnergy / energy));
    gains = computeGains(blocks, applied);
  }
  return applyGains(sound, gains, size);
}

/** Length of a limiter block, and the number of blocks until the limiter releases. */
const blockMs = 5;
const releaseBlocks = 12;

/** Returns the gain at the start of each block and at the end of the last one. It falls before loud passages. */
function computeGains(blocks: readonly { peak: number }[], factor: number): number[] {
  const peakAt = (index: number) => blocks[index]?.peak ?? 0;
  // The line between two gains must leave headroom for the block between them.
  const room = Array.from({ length: blocks.length + 1 }, (_, index) =>
    Math.min(1, peakMax / (factor * Math.max(1, peakAt(index - 1), peakAt(index)))),
  );
  for (let index = 1; index < room.length; index++)
    room[index] = Math.min(room[index] ?? 1, (room[index - 1] ?? 1) + 1 / releaseBlocks);
  for (let index = room.length - 2; index >= 0; index--)
    room[index] = Math.min(room[index] ?? 1, (room[index + 1] ?? 1) + 1 / releaseBlocks);
  return room.map((share) => share * factor);
}

function applyGains({ samples, rate }: Sound, gains: readonly number[], size: number): Sound {
  const louder = new Int16Array(samples.length);
  for (let index = 0; index + 1 < gains.length; index++) {
    const [from = 1, to = 1] = [gains[index], gains[index + 1]];
    const end = Math.min(samples.length, (index + 1) * size);
    for (let at = index * size; at < end; at++)
      louder[at] = Math.round(
        (samples[at] ?? 0) * (from + ((to - from) * (at - index * size)) / size),
      );
  }
  return { samples: louder, rate };
}

function measureEnergy(samples: Int16Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return sum;
}

/** Normalizes sound to the usual level of speech. */
export function normalizeLevel(sound: Sound): Sound {
  const rms = measureRms(sound);
  return rms === 0 ? sound : amplify(sound, rmsWanted / rms);
}

/** Returns the range from the first to the last audible sample. */
export function findAudible(
  samples: Int16Array,
  { from, to }: { from: number; to: number },
): { from: number; to: number } {
  let start = from;
  let end = Math.min(to, samples.length);
  while (start < end && Math.abs(samples[start] ?? 0) < audibleMin) start++;
  while (end > start && Math.abs(samples[end - 1] ?? 0) < audibleMin) end--;
  return { from: start, to: end };
}
