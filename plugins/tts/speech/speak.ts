import { type HubError, identifyLanguage, type Provider, provide } from "hub";
import { measurePeak } from "../audio/level.ts";
import { stretch } from "../audio/stretch.ts";
import { timeWords } from "../captions/timed-words.ts";
import {
  createVoiceNotFoundError,
  findVoice,
  isNeuralId,
  listVoices,
  loadCatalogue,
} from "../catalogue/catalogue.ts";
import { createAzure } from "../engines/azure.ts";
import { createEmbedded } from "../engines/embedded.ts";
import {
  checkLength,
  type Engine,
  type SpeechDoors,
  type SpeechRequest,
  type Spoken,
  type Utterance,
} from "../engines/engine.ts";
import { canReadLetters } from "../engines/espeak-reading.ts";
import { createOpenai } from "../engines/openai.ts";
import { normalizeScript } from "../normalize/script.ts";
import tts from "../plugin.ts";
import type { Speech } from "../response.ts";
import type { Script } from "../text/script.ts";
import { chooseVoice } from "../voices/choose.ts";
import { getLanguage, usualLanguage, type Voice } from "../voices/voice.ts";

/** Sound whose peak is below this is silent. */
const silentPeak = 64;

const timeoutMs = 50_000;

/** Speaks with the first suitable engine. Throws `voice_not_found`, `voice_unavailable` and others. */
export async function synthesiseSpeech(
  request: SpeechRequest,
  doors: SpeechDoors,
): Promise<Speech> {
  const voices = request.voices ?? (await loadCatalogue(doors));
  const requested = await findRequestedVoice(request, { voices, doors });
  const engines = [createAzure(doors), createOpenai(doors), createEmbedded(doors)];
  const owner = engines.find(({ id }) => id === requested?.provider);
  const detected = requested?.locale === "mul" ? await detectLanguage(request) : undefined;
  const providers = await Promise.all(
    sortEngines(engines, owner).map((engine) =>
      createProvider(engine, { request, requested, detected, owner, voices }),
    ),
  );
  const made = await queryEngines(request, { providers, owner, doors });
  const { voice, spoken } = made.value;
  const timed = timeSpeech(request, { voice, spoken });
  const isOther = requested !== undefined && requested.id !== voice.id;
  const degraded =
    made.degraded_reason ??
    (isOther ? `${requested.provider}: ${owner?.missing ?? "not tried"}` : undefined) ??
    explainOtherLanguage(voice, request);
  return {
    ...timed,
    engine: voice.provider,
    voice,
    ...(spoken.unread && { unread: spoken.unread }),
    ...(isOther && { substituted: requested.id }),
    ...(degraded !== undefined && { degraded }),
  };
}

/** Returns the language of a request's text, or undefined if the request sets one or the text doesn't show it. */
async function detectLanguage({
  language,
  script,
  whole = script,
}: SpeechRequest): Promise<string | undefined> {
  if (language !== undefined) return undefined;
  const { guesses, reliable, foreign, script: letters } = await identifyLanguage(whole.text);
  return !foreign && (reliable || letters !== "Latn") ? guesses[0]?.code : undefined;
}

/** Returns a reason if the voice doesn't speak the language that the request names. */
function explainOtherLanguage(
  { id, locale, multilingual }: Voice,
  { language }: SpeechRequest,
): string | undefined {
  const isOther =
    language !== undefined && !multilingual && getLanguage(locale) !== getLanguage(language);
  return isOther ? `"${id}" speaks ${locale}, not ${language}` : undefined;
}

function queryEngines(
  { script, speed, pitch, provider, fallback, pauseMs = 0, isChunk = false }: SpeechRequest,
  {
    providers,
    owner,
    doors: { env, clock, signal, log },
  }: {
    providers: Awaited<ReturnType<typeof createProvider>>[];
    owner: Engine | undefined;
    doors: SpeechDoors;
  },
) {
  const utterance: Utterance = { script, speed, pitch: 1 + pitch / 100, pauseMs, isChunk };
  const order = resolveOrder(env.TTS_PROVIDERS, owner);
  return provide(utterance, {
    providers,
    settings: { order, offline: env.HUB_OFFLINE },
    provider,
    fallback,
    timeoutMs,
    clock,
    signal,
    log,
  });
}

/** Moves the engine that has the requested voice to the front. */
function sortEngines(engines: readonly Engine[], owner: Engine | undefined): Engine[] {
  return engines.toSorted((a, b) => Number(b === owner) - Number(a === owner));
}

function resolveOrder(order: readonly string[], owner: Engine | undefined): readonly string[] {
  return owner && order.includes(owner.id)
    ? [owner.id, ...order.filter((name) => name !== owner.id)]
    : order;
}

async function createProvider(
  engine: Engine,
  choice: VoiceChoice,
): Promise<Provider<Utterance, { voice: Voice; spoken: Spoken }>> {
  const voice = chooseVoiceAt(engine, choice);
  const { request } = choice;
  const write = (script: Script) =>
    engine.missing ? script : writeOut(script, { voice, request });
  const script = await write(request.script);
  const whole = request.whole ? await write(request.whole) : script;
  return {
    id: engine.id,
    kind: engine.kind,
    cannot: (utterance) =>
      engine.missing ??
      explainExclusion(engine, choice) ??
      engine.cannot?.({ ...utterance, script: whole }, voice) ??
      explainNoVoice(voice, choice),
    async run(utterance, given) {
      if (!voice) throw new Error(`Cannot find the voice chosen for "${engine.id}"`);
      const own = { ...utterance, script };
      return { voice, spoken: await engine.synthesise(own, { voice, ...given }) };
    },
  };
}

/** Normalises a script for a voice. A multilingual voice detects the language unless the request sets it. */
function writeOut(
  script: Script,
  { voice, request }: { voice: Voice | undefined; request: SpeechRequest },
): Script | Promise<Script> {
  if (!voice || (voice.multilingual && request.language === undefined)) return script;
  return normalizeScript(script, chooseLanguage(voice, request));
}

/** The parts of a request that determine the voice. */
interface VoiceChoice {
  request: SpeechRequest;
  requested: Voice | undefined;
  /** The language of the text, if the requested voice speaks any and the request sets none. */
  detected: string | undefined;
  owner: Engine | undefined;
  voices: readonly Voice[];
}

/** Returns the voice that a request names, or undefined. Throws `voice_not_found`. */
async function findRequestedVoice(
  { voice: id, at = "body.voice" }: SpeechRequest,
  { voices, doors }: { voices: readonly Voice[]; doors: SpeechDoors },
): Promise<Voice | undefined> {
  if (id === undefined) return undefined;
  const found = findVoice(id, voices);
  if (found) return found;
  // The voice may be newer than this hub.
  const newer = isNeuralId(id) ? findVoice(id, await listVoices(doors)) : undefined;
  if (newer) return newer;
  throw createVoiceNotFoundError(id, { voices, at });
}

/** Returns the requested voice if the engine has it, or its most similar one. */
function chooseVoiceAt(
  { id }: Engine,
  { request, requested, detected, voices }: VoiceChoice,
): Voice | undefined {
  if (requested?.provider === id) return requested;
  const gender = requested && requested.gender !== "neutral" ? requested.gender : request.gender;
  const own = voices.filter((voice) => voice.provider === id && voice.missing === undefined);
  const { script, whole = script } = request;
  const hasVoice = detected !== undefined && chooseVoice({ language: detected }, own);
  const language = hasVoice ? detected : chooseLanguage(requested, request);
  const best = chooseVoice({ language, gender }, own);
  // Another synthesizer may read letters that the best one leaves out.
  return !best?.scripts || canReadLetters(whole, best)
    ? best
    : chooseVoice(
        { language, gender },
        own.filter(({ scripts }) => !scripts),
      );
}

/** Returns the language to speak: the voice's own, unless it is multilingual. */
function chooseLanguage(
  voice: Voice | undefined,
  { language }: Pick<SpeechRequest, "language">,
): string {
  const own = voice && voice.locale !== "mul" ? voice.locale : undefined;
  return (voice?.multilingual === false ? own : (language ?? own)) ?? usualLanguage;
}

/** Returns why an engine can't replace the one that has the voice, or undefined. */
function explainExclusion({ id }: Engine, { request, requested, owner }: VoiceChoice) {
  if (!requested || owner?.id === id) return undefined;
  if (owner?.id === "embedded") return "the requested voice works offline";
  return request.fallback
    ? undefined
    : voiceUnavailable(
        `"${requested.provider}" is not available: ${owner?.missing ?? "it cannot be reached"}`,
        requested,
      );
}

/** Returns why no voice of an engine is suitable. */
function explainNoVoice(voice: Voice | undefined, { request, requested }: VoiceChoice) {
  if (voice) return undefined;
  if (requested) return voiceUnavailable("no available engine speaks its language", requested);
  const { language = usualLanguage } = request;
  return tts.error("language_unsupported", `No available voice speaks "${language}"`, {
    at: "body.language",
  });
}

function voiceUnavailable(why: string, { id }: Voice): HubError {
  return tts.error("voice_unavailable", `Cannot speak as "${id}": ${why}`, { at: "body.voice" });
}

/** Applies the speed that the engine couldn't, and determines the times of the words. */
function timeSpeech(request: SpeechRequest, { voice, spoken }: { voice: Voice; spoken: Spoken }) {
  const { script, speed } = request;
  const factor = speed / spoken.speed;
  const { samples } = spoken.sound;
  const isAlike = Math.abs(factor - 1) < 0.01;
  const length = isAlike ? samples.length : Math.round(samples.length / factor);
  checkLength(length / spoken.sound.rate);
  // A chunk may be silent, as long as the whole is not.
  if (!request.whole && measurePeak(spoken.sound) < silentPeak)
    throw tts.error("nothing_to_say", "The engine found no words to speak in the text", {
      at: script.at ?? "body.text",
    });
  const sound = stretch(spoken.sound, length);
  const moments = spoken.moments?.map(({ place, ms }) => ({
    place,
    ms: isAlike ? ms : ms / factor,
  }));
  const tag = chooseLanguage(voice, request);
  const words = timeWords(script.text, { sound, moments, language: tag });
  const timing = moments ? ("engine" as const) : ("estimated" as const);
  return { text: script.text, language: tag, sound, words, timing };
}
