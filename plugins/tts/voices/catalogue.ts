import type { HubError } from "hub";
import tts from "../plugin.ts";
import { espeakVoices } from "./espeak.ts";
import { neuralVoices } from "./neural.ts";
import { openaiVoices } from "./openai.ts";
import type { Voice } from "./voice.ts";

let own: readonly Voice[] | undefined;

/** All voices that may be asked for, whether or not the hub can reach them. */
export function catalogue({ openai = "" }: { openai?: string | undefined } = {}): readonly Voice[] {
  own ??= [...neuralVoices(), ...espeakVoices()];
  return [...own, ...openaiVoices(openai)];
}

/** The voice of an id, in whatever case it is written. */
export function findVoice(id: string, voices: readonly Voice[]): Voice | undefined {
  const wanted = id.toLowerCase();
  return voices.find((voice) => voice.id.toLowerCase() === wanted);
}

/** The failure of who asks for a voice that there is not: it names those whose ids are most like it. */
export function voiceNotFound(
  id: string,
  { voices, at }: { voices: readonly Voice[]; at: string },
): HubError {
  const suggestions = suggestVoices(id, voices);
  return tts.error(
    "voice_not_found",
    `There is no voice "${id}": did you mean ${suggestions.slice(0, 3).join(", ")}?`,
    { at, members: { suggestions } },
  );
}

const suggestionsMax = 5;

function suggestVoices(id: string, voices: readonly Voice[]): string[] {
  const pairs = pairsOf(id);
  const likeness = voices.map((voice) => ({
    id: voice.id,
    shared: measureLikeness(pairs, voice.id),
  }));
  // The sort is stable: of equals the first in the catalogue comes first.
  return likeness
    .sort((a, b) => b.shared - a.shared)
    .slice(0, suggestionsMax)
    .map((one) => one.id);
}

/** Dice's coefficient of two texts' pairs of letters. */
function measureLikeness(pairs: ReadonlySet<string>, id: string): number {
  const padded = `^${id.toLowerCase()}$`;
  let both = 0;
  for (let at = 0; at + 1 < padded.length; at++) if (pairs.has(padded.slice(at, at + 2))) both++;
  return (2 * both) / (pairs.size + padded.length - 1);
}

function pairsOf(text: string): Set<string> {
  const padded = `^${text.toLowerCase()}$`;
  return new Set(Array.from({ length: padded.length - 1 }, (_, at) => padded.slice(at, at + 2)));
}
