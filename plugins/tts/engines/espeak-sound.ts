import type { Sound } from "../audio/wav.ts";
import type { Spoken } from "./engine.ts";
import type { Heard } from "./espeak-module.ts";

/** What was said in one go, or a silence. */
type Phrase =
  | { silenceMs: number }
  | { blocks: readonly Int16Array[]; heard: readonly Heard[]; places: readonly number[] };

/** Puts phrases together: their sound, and the moments of their words. */
export function readSpeech(
  phrases: readonly Phrase[],
  rate: number,
): { sound: Sound; moments: NonNullable<Spoken["moments"]> } {
  const moments: NonNullable<Spoken["moments"]> = [];
  const blocks: Int16Array[] = [];
  let length = 0;
  for (const phrase of phrases) {
    const beginMs = (1000 * length) / rate;
    const parts =
      "silenceMs" in phrase
        ? [new Int16Array(Math.round((phrase.silenceMs * rate) / 1000))]
        : phrase.blocks;
    for (const part of parts) length += part.length;
    blocks.push(...parts);
    if ("silenceMs" in phrase) continue;
    for (const { place, ms } of phrase.heard) {
      const at = phrase.places[place - 1];
      if (at !== undefined) moments.push({ place: at, ms: beginMs + ms });
    }
  }
  const samples = new Int16Array(length);
  let at = 0;
  for (const block of blocks) {
    samples.set(block, at);
    at += block.length;
  }
  return { sound: { samples, rate }, moments };
}
