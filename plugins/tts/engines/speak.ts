import { type Provider, provide } from "hub";
import type { Sound } from "../audio/wav.ts";
import type { TimedWord } from "../captions/timed-words.ts";
import type { Script } from "../text/script.ts";
import { catalogue } from "../voices/catalogue.ts";
import type { Voice } from "../voices/voice.ts";
import { createAzure } from "./azure.ts";
import {
  chooseVoiceAt,
  explainBar,
  explainNoVoice,
  findWantedVoice,
  type VoiceChoice,
} from "./cast.ts";
import type { Engine, Spoken, Utterance } from "./engine.ts";
import { espeak } from "./espeak.ts";
import type { Unread } from "./espeak-reading.ts";
import { createOpenai } from "./openai.ts";
import type { SpeechDoors, SpeechRequest } from "./speech-request.ts";
import { timeSpeech } from "./timed.ts";

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
  /** What of the text was left out, as the voice cannot read it, where the engine tells. */
  unread?: Unread[];
  /** The voice that was asked for, where another one speaks. */
  substituted?: string;
  /** Why it is less than was asked for. */
  degraded?: string;
}

const timeoutMs = 50_000;

/** Speaks by the first engine that can. Throws `voice_not_found`, `voice_unavailable` and such. */
export async function speak(request: SpeechRequest, doors: SpeechDoors): Promise<Speech> {
  const { env } = doors;
  const voices = catalogue({ openai: env.OPENAI_TTS_VOICES });
  const wanted = await findWantedVoice(request, { voices, doors });
  const engines = [createAzure(doors), createOpenai(doors), espeak];
  const owner = engines.find(({ id }) => id === wanted?.provider);
  const utterance: Utterance = {
    script: request.script,
    speed: request.speed,
    pitch: 1 + request.pitch / 100,
  };
  const made = await provide(utterance, {
    providers: orderEngines(engines, owner).map((engine) =>
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
  const timed = timeSpeech(
    { ...request, script: chooseScript(request, made.engine) },
    { voice, spoken },
  );
  const isOther = wanted !== undefined && wanted.id !== voice.id;
  const degraded =
    made.degraded_reason ??
    (isOther ? `${wanted.provider}: ${owner?.missing ?? "not asked"}` : undefined);
  return {
    ...timed,
    engine: made.engine,
    voice,
    ...(spoken.unread && { unread: spoken.unread }),
    ...(isOther && { substituted: wanted.id }),
    ...(degraded !== undefined && { degraded }),
  };
}

/** What an engine speaks: the embedded one is quick enough to speak all before the first of it is heard. */
function chooseScript({ script, opening }: SpeechRequest, engine: string): Script {
  return engine === "embedded" ? script : (opening ?? script);
}

/** Whoever has the voice is asked first. */
function orderEngines(engines: readonly Engine[], owner: Engine | undefined): Engine[] {
  return engines.toSorted((a, b) => Number(b === owner) - Number(a === owner));
}

function orderOf(order = "", owner: Engine | undefined): string {
  const names = order.split(",").map((name) => name.trim());
  return owner && names.includes(owner.id)
    ? [owner.id, ...names.filter((name) => name !== owner.id)].join(",")
    : order;
}

function providerOf(
  engine: Engine,
  casting: VoiceChoice,
): Provider<Utterance, { voice: Voice; spoken: Spoken }> {
  const voice = chooseVoiceAt(engine, casting);
  const own = (utterance: Utterance) => ({
    ...utterance,
    script: chooseScript(casting.request, engine.id),
  });
  return {
    id: engine.id,
    kind: engine.kind,
    cannot: (utterance) =>
      engine.missing ??
      explainBar(engine, casting) ??
      engine.cannot?.(own(utterance), voice) ??
      explainNoVoice(voice, casting),
    async run(utterance, given) {
      const spoken = await engine.speak(own(utterance), { voice: voice!, ...given });
      return { voice: voice!, spoken };
    },
  };
}
