import { joinSounds, type Sound } from "../audio/wav.ts";
import { type Synthesizer, usualManner } from "./espeak-module.ts";

/** The engine settings for a pitch, and the factor by which its sound remains to be raised. */
export interface Pitch {
  pitch: number;
  range: number;
  left: number;
}

/** The end of the pitch scale, and its factor on a voice's base pitch. Fifty steps are an octave. */
const pitchMax = 99;
const scaleMax = 252 / 128;
const scaleMin = 0.5;

const bases = new Map<string, number>();

/**
 * Creates a function that maps a pitch factor to engine settings. The engine only multiplies the base of a voice's
 * pitch and adds its range. It also moves the base if the range changes, by a share that depends on the voice and
 * must be measured.
 */
export function createPitchMapper(
  voice: string,
  synthesizer: Synthesizer,
): (factor: number) => Pitch {
  const share = bases.get(voice) ?? measureBaseShare(voice, synthesizer);
  bases.set(voice, share);
  return (factor) => {
    const wanted = factor + (factor - 1) * share;
    const scale = Math.min(scaleMax, Math.max(scaleMin, wanted));
    const pitch = Math.min(pitchMax, Math.max(0, Math.round(50 + 50 * Math.log2(scale))));
    const reached = (2 ** ((pitch - 50) / 50) + share) / (1 + share);
    const left = factor / reached;
    return {
      pitch,
      range: Math.min(99, Math.round(usualManner.range * reached)),
      // A scale step is larger than an audible difference from this.
      left: Math.abs(left - 1) < 0.01 ? 1 : left,
    };
  };
}

/** Measures the constant part of a monotone voice's pitch, relative to its base, with two pitches. */
function measureBaseShare(voice: string, synthesizer: Synthesizer): number {
  const [usual = 0, high = 0] = [usualManner.pitch, pitchMax].map((pitch) => {
    synthesizer.reset({ ...usualManner, voice, pitch, range: 0, secondsMax: 5 });
    const { rate } = synthesizer;
    const blocks = synthesizer.synthesiseSsml("1 2 3").blocks.map((samples) => ({ samples, rate }));
    return measurePitch(joinSounds(blocks, rate));
  });
  const base = (high - usual) / (scaleMax - 1);
  const share = usual / base - 1;
  // Voices have 0.2 to 0.6. Other values mean that the measurement failed.
  return share > 0 && share < 1 ? share : 0.25;
}

/** The range of voice pitches, in hertz. */
const lowestHz = 45;
const highestHz = 600;
const frameMs = 50;

/** Measures the pitch of a monotone voice in hertz: the median over the periods of the louder half of its frames. */
export function measurePitch({ samples, rate }: Sound): number {
  const frame = Math.round((frameMs * rate) / 1000);
  const lagMax = Math.ceil(rate / lowestHz);
  const frames: { from: number; power: number }[] = [];
  for (let from = 0; from + frame + lagMax < samples.length; from += frame / 2) {
    const at = Math.round(from);
    frames.push({ from: at, power: correlate(samples, { at, frame, lag: 0 }) });
  }
  const loud = frames.sort((a, b) => b.power - a.power).slice(0, Math.ceil(frames.length / 2));
  const pitches = loud
    .map(
      ({ from }) => rate / findLag(samples, { at: from, frame, lags: [rate / highestHz, lagMax] }),
    )
    .sort((a, b) => a - b);
  return pitches[Math.floor(pitches.length / 2)] ?? 0;
}

interface Window {
  at: number;
  frame: number;
}

/** Returns the first lag with nearly the maximum autocorrelation. Later ones are its multiples. */
function findLag(
  samples: Int16Array,
  { at, frame, lags: [from, to] }: Window & { lags: [number, number] },
): number {
  const first = Math.floor(from);
  const values = Array.from({ length: to - first + 1 }, (_, index) => {
    const lag = first + index;
    const power = correlate(samples, { at: at + lag, frame, lag: 0 });
    return correlate(samples, { at, frame, lag }) / Math.sqrt(power + 1);
  });
  const most = Math.max(...values);
  const peak = values.findIndex(
    (value, index) =>
      value > 0.9 * most &&
      value >= (values[index - 1] ?? value) &&
      value >= (values[index + 1] ?? value),
  );
  const [before = 0, top = 0, after = 0] = values.slice(Math.max(0, peak - 1), peak + 2);
  // The maximum of the parabola through three points lies between samples.
  const bend = before - 2 * top + after;
  return first + peak + (bend < 0 ? (before - after) / (2 * bend) : 0);
}

function correlate(samples: Int16Array, { at, frame, lag }: Window & { lag: number }): number {
  let sum = 0;
  for (let i = at; i < at + frame; i += 2) sum += (samples[i] ?? 0) * (samples[i + lag] ?? 0);
  return sum;
}
