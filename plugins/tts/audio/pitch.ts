import type { Sound } from "./wav.ts";

/** The pitches of voices, in Hertz. */
const lowest = 45;
const highest = 600;
const frameMs = 50;

/** The pitch of a voice that holds it, in Hertz: the median of what the loud half of its frames repeat after. */
export function measurePitch({ samples, rate }: Sound): number {
  const frame = Math.round((frameMs * rate) / 1000);
  const lagMax = Math.ceil(rate / lowest);
  const frames: { from: number; power: number }[] = [];
  for (let from = 0; from + frame + lagMax < samples.length; from += frame / 2) {
    const at = Math.round(from);
    frames.push({ from: at, power: likeness(samples, { at, frame, lag: 0 }) });
  }
  const loud = frames.sort((a, b) => b.power - a.power).slice(0, Math.ceil(frames.length / 2));
  const pitches = loud
    .map(({ from }) => rate / lagOf(samples, { at: from, frame, lags: [rate / highest, lagMax] }))
    .sort((a, b) => a - b);
  return pitches[Math.floor(pitches.length / 2)] ?? 0;
}

interface Window {
  at: number;
  frame: number;
}

/** The first lag at which the sound is about as like itself as it ever is: later ones are its multiples. */
function lagOf(
  samples: Int16Array,
  { at, frame, lags: [from, to] }: Window & { lags: [number, number] },
): number {
  const first = Math.floor(from);
  const values = Array.from({ length: to - first + 1 }, (_, index) => {
    const lag = first + index;
    const power = likeness(samples, { at: at + lag, frame, lag: 0 });
    return likeness(samples, { at, frame, lag }) / Math.sqrt(power + 1);
  });
  const most = Math.max(...values);
  const peak = values.findIndex(
    (value, index) =>
      value > 0.9 * most &&
      value >= (values[index - 1] ?? value) &&
      value >= (values[index + 1] ?? value),
  );
  const [before = 0, top = 0, after = 0] = values.slice(Math.max(0, peak - 1), peak + 2);
  // The peak of the parabola through three points lies between samples.
  const bend = before - 2 * top + after;
  return first + peak + (bend < 0 ? (before - after) / (2 * bend) : 0);
}

function likeness(samples: Int16Array, { at, frame, lag }: Window & { lag: number }): number {
  let sum = 0;
  for (let i = at; i < at + frame; i += 2) sum += (samples[i] ?? 0) * (samples[i + lag] ?? 0);
  return sum;
}
