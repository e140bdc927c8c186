import { type HubError, type Provider, provide } from "hub";
import { stretched } from "../audio/stretch.ts";
import { durationMs, type Sound } from "../audio/wav.ts";
import { type TimedWord, timedWords } from "../captions/timed-words.ts";
import tts from "../plugin.ts";
import type { Script } from "../text/script.ts";
import { catalogue, findVoice, suggestionsFor } from "../voices/catalogue.ts";
import { chooseVoice } from "../voices/choose.ts";
import type { Gender, Voice } from "../voices/voice.ts";
import { azure } from "./azure.ts";
import type { Doors, Engine, Spoken, Utterance } from "./engine.ts";
import { espeak } from "./espeak.ts";
import { openai } from "./openai.ts";

/** What is to be spoken, by whom and how. */
export interface SpeechRequest {
  script: Script;
  /** The id of a voice. */
  voice?: string | undefined;
  language?: string | undefined;
  gender?: Gender | undefined;
  speed: number;
  /** In percent of the usual one. */
  pitch: number;
  provider: string;
  fallback: boolean;
  /** Where the request names the voice. Default "body.voice". */
  at?: string;
}

/** What is needed to ask every engine. */
export type SpeechDoors = Pick<Doors, "net" | "env" | "clock" | "signal" | "log">;

/** Speech, and how it came about. */
export interface Speech {
  /** What was spoken, as it is shown. */
  text: string;
  /** The BCP 47 tag of what it is in. */
  language: string;
  sound: Sound;
  words: TimedWord[];
  /** Who told when each word is said. */
  timing: "engine" | "estimated";
  engine: string;
  voice: Voice;
  /** The voice that was asked for, where another one speaks. */
  substituted?: string;
  /** Why it is less than was asked for. */
  degraded?: string;
}

const timeoutMs = 50_000;
const usualLanguage = "en-US";

/** Speaks by the first engine that can. Throws `voice_not_found`, `voice_unavailable` and such. */
export async function speak(request: SpeechRequest, doors: SpeechDoors): Promise<Speech> {
  const { env } = doors;
  const voices = catalogue({ openai: env.OPENAI_TTS_VOICES });
  const wanted = request.voice === undefined ? undefined : wantedVoice(request, voices);
  const engines = [azure(doors), openai(doors), espeak];
  const owner = engines.find(({ id }) => id === wanted?.provider);
  const utterance: Utterance = {
    script: request.script,
    speed: request.speed,
    pitch: 1 + request.pitch / 100,
  };
  const made = await provide(utterance, {
    providers: inTurn(engines, owner).map((engine) =>
      providerOf(engine, { request, wanted, owner, voices }),
    ),
    settings: { order: orderOf(env.TTS_PROVIDERS, owner), offline: env.HUB_OFFLINE },
    provider: request.provider,
    fallback: request.fallback,
    timeoutMs,
    clock: doors.clock,
    signal: doors.signal,
    log: doors.log,
  });
  const { voice, spoken } = made.value;
  const timed = timedAt(request, { voice, spoken });
  const isOther = wanted !== undefined && wanted.id !== voice.id;
  const degraded =
    made.degraded_reason ??
    (isOther ? `${wanted.provider}: ${owner?.missing ?? "not able"}` : undefined);
  return {
    ...timed,
    ...{ engine: made.engine, voice },
    ...(isOther && { substituted: wanted.id }),
    ...(degraded !== undefined && { degraded }),
  };
}

/** Whoever has the voice is asked first. */
function inTurn(engines: readonly Engine[], owner: Engine | undefined): Engine[] {
  return engines.toSorted((a, b) => Number(b === owner) - Number(a === owner));
}

function orderOf(order = "", owner: Engine | undefined): string {
  const names = order.split(",").map((name) => name.trim());
  return owner && names.includes(owner.id)
    ? [owner.id, ...names.filter((name) => name !== owner.id)].join(",")
    : order;
}

function wantedVoice(
  { voice: id = "", at = "body.voice" }: SpeechRequest,
  voices: readonly Voice[],
) {
  const found = findVoice(id, voices);
  if (found) return found;
  const suggestions = suggestionsFor(id, voices);
  throw tts.error(
    "voice_not_found",
    `There is no voice "${id}": did you mean ${suggestions.slice(0, 3).join(", ")}?`,
    { at, members: { suggestions } },
  );
}

interface Casting {
  request: SpeechRequest;
  wanted: Voice | undefined;
  owner: Engine | undefined;
  voices: readonly Voice[];
}

function providerOf(
  engine: Engine,
  casting: Casting,
): Provider<Utterance, { voice: Voice; spoken: Spoken }> {
  const voice = voiceAt(engine, casting);
  return {
    id: engine.id,
    kind: engine.kind,
    cannot: (utterance) =>
      engine.missing ??
      barred(engine, casting) ??
      engine.cannot?.(utterance) ??
      unvoiced(voice, casting),
    async run(utterance, given) {
      return { voice: voice!, spoken: await engine.speak(utterance, { voice: voice!, ...given }) };
    },
  };
}

/** Who speaks at an engine: the voice that is wanted, or the one there that is nearest to it. */
function voiceAt({ id }: Engine, { request, wanted, voices }: Casting): Voice | undefined {
  if (wanted?.provider === id) return wanted;
  const language = wanted && wanted.locale !== "mul" ? wanted.locale : request.language;
  const gender = wanted && wanted.gender !== "neutral" ? wanted.gender : request.gender;
  return chooseVoice(
    { language: language ?? usualLanguage, gender },
    voices.filter(({ provider }) => provider === id),
  );
}

/** Why an engine may not speak in place of the one that has the voice. */
function barred({ id }: Engine, { request, wanted, owner }: Casting) {
  if (!wanted || owner?.id === id) return undefined;
  if (owner?.id === "embedded") return "the voice asked for is one that needs no network";
  return request.fallback
    ? undefined
    : unavailable(`the engine that has it cannot be asked`, wanted);
}

function unvoiced(voice: Voice | undefined, { request, wanted }: Casting) {
  if (voice) return undefined;
  if (wanted) return unavailable("no engine that can be asked speaks its language", wanted);
  const { language = usualLanguage } = request;
  return tts.error("language_unsupported", `No voice that can be asked speaks "${language}"`, {
    at: "body.language",
  });
}

function unavailable(why: string, { id }: Voice): HubError {
  return tts.error("voice_unavailable", `Cannot speak as "${id}": ${why}`, { at: "body.voice" });
}

/** Does what the engine could not do of the speed, and finds the moments of the words. */
function timedAt(
  { script, speed, language }: SpeechRequest,
  { voice, spoken }: { voice: Voice; spoken: Spoken },
) {
  const factor = speed / spoken.speed;
  const { samples } = spoken.sound;
  const isAlike = Math.abs(factor - 1) < 0.01;
  const sound = isAlike
    ? spoken.sound
    : stretched(spoken.sound, Math.round(samples.length / factor));
  checkLength(sound);
  const moments = spoken.moments?.map(({ place, ms }) => ({
    place,
    ms: isAlike ? ms : ms / factor,
  }));
  const tag = voice.locale === "mul" ? (language ?? usualLanguage) : voice.locale;
  const words = timedWords(script.text, { sound, moments, language: tag });
  const timing = moments ? ("engine" as const) : ("estimated" as const);
  return { text: script.text, language: tag, sound, words, timing };
}

function checkLength(sound: Sound): void {
  const { audioSecondsMax } = tts.limits;
  if (durationMs(sound) > audioSecondsMax * 1000)
    throw tts.error(
      "audio_too_long",
      `The speech would be longer than ${audioSecondsMax / 60} minutes: shorten the text or raise the speed`,
    );
}
