import type { Sound } from "./wav.ts";

/** The largest sample that is written: a little below full, as MP3 decoders overshoot. */
const peakMax = 30_000;
/** The level that segments are brought to: -20 dB below full, as is usual for speech. */
const rmsWanted = 3277;
/** Below this nothing is heard. */
const audibleMin = 64;

/** The largest deviation from silence. */
export function measurePeak({ samples }: Sound): number {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return peak;
}

/** The root mean square of what is heard, pauses left out. */
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
 * Makes sound louder or softer. What would be cut off is held down while it is too loud, and all else
 * raised a little more, so that the whole is as much louder as it should be.
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
  const wanted = factor ** 2 * blocks.reduce((sum, { energy }) => sum + energy, 0);
  let applied = factor;
  let gains = gainsFor(blocks, applied);
  // What is held down is missing: a few rounds bring it back, or show that there is no room.
  for (let round = 0; round < 10; round++) {
    const energy = blocks.reduce((sum, block, index) => {
      const gain = ((gains[index] ?? 0) + (gains[index + 1] ?? 0)) / 2;
      return sum + block.energy * gain ** 2;
    }, 0);
    if (energy > 0.995 * wanted) break;
    applied = Math.min(4 * factor, applied * Math.sqrt(wanted / energy));
    gains = gainsFor(blocks, applied);
  }
  return applyGains(sound, gains, size);
}

/** How long a block is that is held down as one, and how many of them it takes to be let go. */
const blockMs = 5;
const releaseBlocks = 12;

/** The gain at the begin of each block and the end of the last: it falls before what is too loud. */
function gainsFor(blocks: readonly { peak: number }[], factor: number): number[] {
  const peakAt = (index: number) => blocks[index]?.peak ?? 0;
  // The line between two gains must leave room for the block between them.
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

/** Brings sound to the level that is usual for speech. */
export function normalizeLevel(sound: Sound): Sound {
  const rms = measureRms(sound);
  return rms === 0 ? sound : amplify(sound, rmsWanted / rms);
}

/** From the first sample that is heard up to the last, of a stretch. */
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
