import type { Sound } from "../audio/wav.ts";
import type { Speech } from "../engines/speak.ts";

/** A segment, and when it begins. */
export interface Placed {
  speech: Speech;
  beginMs: number;
}

/** How segments follow each other. */
interface Spacing {
  gap_ms: number;
  crossfade_ms: number;
  /** The silence before each, where it is another than the gap. */
  pausesMs: readonly (number | undefined)[];
}

/** Puts segments of one rate behind each other, with silence between them or blended. */
export function placeSegments(
  speeches: readonly Speech[],
  { gap_ms, crossfade_ms, pausesMs }: Spacing,
): { sound: Sound; placed: Placed[] } {
  const rate = speeches[0]?.sound.rate ?? 24_000;
  const samplesOf = (ms: number) => Math.round((ms * rate) / 1000);
  let end = 0;
  const begins = speeches.map(({ sound: { samples } }, index) => {
    const pause = pausesMs[index];
    const before = speeches[index - 1]?.sound.samples.length ?? 0;
    // No more than half of either: what is blended with both its neighbours must not be all blend.
    const most = Math.floor(Math.min(before, samples.length) / 2);
    const blend = pause === undefined ? Math.min(samplesOf(crossfade_ms), most) : 0;
    const silence = pause ?? (index === 0 || crossfade_ms > 0 ? 0 : gap_ms);
    const begin = Math.max(0, end - blend) + samplesOf(silence);
    end = begin + samples.length;
    return { begin, blend };
  });
  const samples = new Int16Array(end);
  for (const [index, { begin, blend }] of begins.entries())
    addSegment(samples, speeches[index]!.sound.samples, {
      begin,
      blend,
      next: begins[index + 1]?.blend ?? 0,
    });
  const placed = speeches.map((speech, index) => ({
    speech,
    beginMs: Math.round((1000 * begins[index]!.begin) / rate),
  }));
  return { sound: { samples, rate }, placed };
}

/** Adds a segment: the sum of two that blend is as loud as each, as their weights add up to 1. */
function addSegment(
  out: Int16Array,
  own: Int16Array,
  { begin, blend, next }: { begin: number; blend: number; next: number },
): void {
  for (let i = 0; i < own.length; i++) {
    const rising = i < blend ? i / blend : 1;
    const left = own.length - i;
    const falling = left < next ? left / next : 1;
    out[begin + i]! += Math.round(own[i]! * rising * falling);
  }
}
