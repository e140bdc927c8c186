import type { HubError } from "hub";
import tts from "../plugin.ts";
import { findVoice, voiceNotFound } from "../voices/catalogue.ts";
import { chooseVoice } from "../voices/choose.ts";
import { isNeuralId, listVoices } from "../voices/offered.ts";
import { usualLanguage, type Voice } from "../voices/voice.ts";
import type { Engine } from "./engine.ts";
import type { SpeechDoors, SpeechRequest } from "./speech-request.ts";

/** Who is to speak, as far as the request says. */
export interface VoiceChoice {
  request: SpeechRequest;
  wanted: Voice | undefined;
  owner: Engine | undefined;
  voices: readonly Voice[];
}

/** The voice that a request names, where it names one. Throws `voice_not_found`. */
export async function findWantedVoice(
  { voice: id, at = "body.voice" }: SpeechRequest,
  { voices, doors }: { voices: readonly Voice[]; doors: SpeechDoors },
): Promise<Voice | undefined> {
  if (id === undefined) return undefined;
  const found = findVoice(id, voices);
  if (found) return found;
  // It may be newer than this hub.
  const newer = isNeuralId(id) ? findVoice(id, await listVoices(doors)) : undefined;
  if (newer) return newer;
  throw voiceNotFound(id, { voices, at });
}

/** Who speaks at an engine: the voice that is wanted, or the one there that is nearest to it. */
export function chooseVoiceAt(
  { id }: Engine,
  { request, wanted, voices }: VoiceChoice,
): Voice | undefined {
  if (wanted?.provider === id) return wanted;
  const language = chooseLanguage(wanted, request);
  const gender = wanted && wanted.gender !== "neutral" ? wanted.gender : request.gender;
  return chooseVoice(
    { language, gender },
    voices.filter(({ provider }) => provider === id),
  );
}

/** What is spoken: a voice's own language, unless it has others, too. */
export function chooseLanguage(
  voice: Voice | undefined,
  { language }: Pick<SpeechRequest, "language">,
): string {
  const own = voice && voice.locale !== "mul" ? voice.locale : undefined;
  return (voice?.multilingual === false ? own : (language ?? own)) ?? usualLanguage;
}

/** Why an engine may not speak in place of the one that has the voice. */
export function explainBar({ id }: Engine, { request, wanted, owner }: VoiceChoice) {
  if (!wanted || owner?.id === id) return undefined;
  if (owner?.id === "embedded") return "the voice asked for is one that needs no network";
  return request.fallback
    ? undefined
    : voiceUnavailable(
        `"${wanted.provider}" cannot be asked: ${owner?.missing ?? "it is not able"}`,
        wanted,
      );
}

/** Why nobody at an engine can speak. */
export function explainNoVoice(voice: Voice | undefined, { request, wanted }: VoiceChoice) {
  if (voice) return undefined;
  if (wanted) return voiceUnavailable("no engine that can be asked speaks its language", wanted);
  const { language = usualLanguage } = request;
  return tts.error("language_unsupported", `No voice that can be asked speaks "${language}"`, {
    at: "body.language",
  });
}

function voiceUnavailable(why: string, { id }: Voice): HubError {
  return tts.error("voice_unavailable", `Cannot speak as "${id}": ${why}`, { at: "body.voice" });
}
