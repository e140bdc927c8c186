import { readWav, type Sound } from "../audio/wav.ts";

/** Returns the sound of a WAV response. */
export async function readSound(response: Response): Promise<Sound> {
  if (response.status !== 200) throw new Error(await response.text());
  return readWav(await response.bytes());
}

/** Generates a tone, of 220 Hz by default. */
export function tone({ ms = 1000, rate = 22_050, loudness = 8000, hertz = 220 } = {}): Sound {
  const samples = new Int16Array(Math.round((ms * rate) / 1000));
  for (let i = 0; i < samples.length; i++)
    samples[i] = Math.round(loudness * Math.sin((2 * Math.PI * hertz * i) / rate));
  return { samples, rate };
}

/** Measures the pitch of a tone by its zero crossings, away from its start and end. */
export function measurePitch({ samples, rate }: Sound): number {
  const middle = samples.subarray(samples.length / 4, (3 * samples.length) / 4);
  let crossings = 0;
  for (let i = 1; i < middle.length; i++)
    if ((middle[i - 1] ?? 0) < 0 !== (middle[i] ?? 0) < 0) crossings++;
  return (crossings * rate) / (2 * middle.length);
}

/** Returns the pitch ratio of two recordings of the same words: the median over moments of both. */
export function timesHigher(one: Sound, other: Sound): number {
  const [mine, theirs] = [measurePitches(one), measurePitches(other)];
  const ratios: number[] = [];
  for (let at = 0; at < Math.min(mine.length, theirs.length); at++) {
    const [own = 0, its = 0] = [mine[at], theirs[at]];
    if (own > 0 && its > 0) ratios.push(own / its);
  }
  return ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0;
}

/**
 * Returns the pitch at each 100 ms, or 0 if there is none, by the first deep minimum of the cumulative mean
 * normalized difference (YIN: de Cheveigné and Kawahara, 2002).
 */
function measurePitches({ samples, rate }: Sound): number[] {
  const [frame, step] = [Math.round(0.04 * rate), Math.round(0.1 * rate)];
  const [lagMin, lagMax] = [Math.floor(rate / 500), Math.ceil(rate / 28)];
  const pitches: number[] = [];
  for (let from = 0; from + frame + lagMax < samples.length; from += step) {
    let loudest = 0;
    for (let i = from; i < from + frame; i++)
      loudest = Math.max(loudest, Math.abs(samples[i] ?? 0));
    pitches.push(loudest < 2000 ? 0 : rate / lagAt(samples, { from, frame, lagMin, lagMax }));
  }
  return pitches;
}

function lagAt(
  samples: Int16Array,
  { from, frame, lagMin, lagMax }: { from: number; frame: number; lagMin: number; lagMax: number },
): number {
  let sum = 0;
  let best = 1;
  for (let lag = 1; lag <= lagMax; lag++) {
    let difference = 0;
    for (let i = from; i < from + frame; i += 4)
      difference += ((samples[i] ?? 0) - (samples[i + lag] ?? 0)) ** 2;
    sum += difference;
    const value = (difference * lag) / sum;
    if (lag < lagMin) continue;
    // Stops at the bottom of the first deep minimum.
    if (best < 0.15 && value > best) return lag - 1;
    best = best < 0.15 || value < 0.15 ? value : 1;
  }
  return Number.POSITIVE_INFINITY;
}

/** Returns the difference of two levels in decibels. */
export function decibelsOver(one: Sound, other: Sound): number {
  const power = ({ samples }: Sound) =>
    samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  return 10 * Math.log10(power(one) / power(other));
}
