import type { HubError } from "hub";
import { findAudible } from "../audio/level.ts";
import { createSilence, getDurationMs, joinSounds, type Sound } from "../audio/wav.ts";
import tts from "../plugin.ts";
import { findCuts, splitParts } from "../text/chunks.ts";
import type { Script } from "../text/script.ts";
import { getLanguage, type Voice } from "../voices/voice.ts";
import {
  checkLength,
  type Engine,
  type SpeechDoors,
  type Spoken,
  type Utterance,
} from "./engine.ts";
import { createEspeakSpeaker } from "./espeak.ts";
import { explainRefusal } from "./espeak-reading.ts";
import { createFliteSpeaker } from "./flite.ts";

/** A lower bound for the duration of a letter, at the usual speed. */
const letterMs = 45;

/** The synthesizers in the job process: Flite for English, eSpeak NG for all languages, and installed neural voices. */
export function createEmbedded({ models }: Pick<SpeechDoors, "models">): Engine {
  return {
    id: "embedded",
    kind: "embedded",
    missing: undefined,
    cannot: ({ script }, voice) =>
      voice && (explainMissingFile(voice) ?? explainRefusal(script, voice)),
    async synthesise(utterance, { voice }) {
      const script = await writeReadings(utterance.script, voice);
      checkLength(estimateSeconds({ ...utterance, script }));
      const own = { ...utterance, script };
      return speakChunks(own, { voice, speak: await createSpeaker(voice, own, models) });
    },
  };
}

/** Speaks an utterance chunk by chunk. */
async function speakChunks(
  utterance: Utterance,
  { voice, speak }: { voice: Voice; speak: Speak },
): Promise<Spoken> {
  const { script, isChunk, pauseMs = 0, speed } = utterance;
  const chunks = isChunk
    ? [{ parts: script.parts, pauseMs }]
    : splitParts(script, findCuts(script.text, voice.locale));
  const spoken: Spoken[] = [];
  let ms = 0;
  for (const [index, { parts, pauseMs: own }] of chunks.entries()) {
    const isLast = index === chunks.length - 1;
    const speech = await speak({ ...utterance, script: { ...script, parts } });
    const sound = addPause(speech.sound, (isLast ? pauseMs : own) / speed);
    spoken.push({ ...speech, sound });
    ms += getDurationMs(sound);
    checkLength(ms / 1000);
  }
  return joinSpoken(spoken, utterance);
}

function explainMissingFile(voice: Voice): HubError | undefined {
  const { id, missing } = voice;
  return missing === undefined
    ? undefined
    : tts.error("voice_unavailable", `Cannot speak as "${id}": ${missing}`, {
        at: "body.voice",
      });
}

type Speak = (chunk: Utterance) => Spoken | Promise<Spoken>;

/** Creates the function that speaks chunks of an utterance with a voice. */
async function createSpeaker(
  voice: Voice,
  utterance: Utterance,
  models: SpeechDoors["models"],
): Promise<Speak> {
  if (voice.synthesizer === "flite") return createFliteSpeaker(voice);
  if (voice.synthesizer !== "onnx") return createEspeakSpeaker(voice, utterance);
  const { createNeuralSpeaker } = await import("./neural.ts");
  return createNeuralSpeaker(voice, models);
}

/** Writes a script in letters that the synthesizer can read. */
async function writeReadings(script: Script, { locale }: Voice): Promise<Script> {
  if (getLanguage(locale) !== "ja") return script;
  const { readJapanese } = await import("../japanese/read-japanese.ts");
  return readJapanese(script);
}

/** Returns a lower bound for the duration, because slow speech of a long text takes a while to synthesise. */
function estimateSeconds({ script: { text, parts }, speed }: Utterance): number {
  return parts.reduce((sum, part) => {
    if (part.kind === "pause") return sum + part.ms / 1000;
    const own = part.spoken ?? text.slice(part.start, part.end);
    const letters = own.match(/\p{L}/gu)?.length ?? 0;
    return sum + (letters * letterMs) / 1000 / (part.rate * speed);
  }, 0);
}

/** Extends the silence at the end to a pause. */
function addPause(sound: Sound, pauseMs: number): Sound {
  if (pauseMs === 0) return sound;
  const { samples, rate } = sound;
  const { to } = findAudible(samples, { from: 0, to: samples.length });
  const silence = (1000 * (samples.length - to)) / rate;
  const lacking = Math.max(0, pauseMs - silence);
  return joinSounds([sound, createSilence(lacking, rate)], rate);
}

function joinSpoken(spoken: readonly Spoken[], { speed }: Utterance): Spoken {
  const [first] = spoken;
  const rate = first?.sound.rate ?? 22_050;
  let offset = 0;
  const moments: NonNullable<Spoken["moments"]> = [];
  const hasMoments = spoken.every((one) => one.moments !== undefined);
  for (const { sound, moments: own = [] } of spoken) {
    for (const { place, ms } of own) moments.push({ place, ms: ms + (1000 * offset) / rate });
    offset += sound.samples.length;
  }
  return {
    sound: joinSounds(
      spoken.map(({ sound }) => sound),
      rate,
    ),
    ...(hasMoments && { moments }),
    speed,
    unread: spoken.flatMap(({ unread = [] }) => unread),
  };
}
