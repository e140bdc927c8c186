import { amplify, measureRms } from "../audio/level.ts";
import { shiftPitch, stretch } from "../audio/stretch.ts";
import { createSilence, joinSounds, type Sound } from "../audio/wav.ts";
import {
  createKokoroInputs,
  kokoroSymbolsMax,
  readStyles,
  writeKokoroPhonemes,
} from "../onnx/kokoro.ts";
import { loadRuntime, type Runtime, type Session } from "../onnx/runtime-package.ts";
import { isPause, type Say, splitPhrases } from "../text/script.ts";
import { listEspeakVoices } from "../voices/espeak.ts";
import { getLanguage, type InstalledVoice, type Voice } from "../voices/voice.ts";
import type { Spoken, Utterance } from "./engine.ts";
import { openEspeak, usualManner } from "./espeak-module.ts";
import { createReader, type Unread } from "./espeak-reading.ts";
import { type PhonemeSymbol, type Phonemizer, writePhonemes } from "./phonemes.ts";

/** Range of a model's factor for durations. The rest of a rate is applied to the sound. */
const piperLengths = { min: 0.3, max: 3 };
const kokoroLengths = { min: 0.5, max: 2 };
/** Level of speech, as that of the other voices: -20 dB below full scale. */
const rmsWanted = 3277;
/** Models that stay in memory in a process. */
const sessionsMax = 2;

interface Loaded {
  runtime: Runtime;
  session: Session;
}

const loaded = new Map<string, Promise<Loaded>>();

/** Speaks with a neural voice of Piper's format or of Kokoro, in the job process and without network access. */
export async function createNeuralSpeaker(
  voice: Voice,
): Promise<(chunk: Utterance) => Promise<Spoken>> {
  const { installed } = voice;
  if (!installed) throw new Error(`The voice "${voice.id}" has no model`);
  const setup: Setup = {
    ...(await loadModel(installed)),
    installed,
    phonemizer: await createPhonemizer(voice, installed),
    styles: await loadStyles(installed),
    gain: undefined,
  };
  return (chunk) => speakChunk(chunk, setup);
}

interface Setup extends Loaded {
  installed: InstalledVoice;
  phonemizer: Phonemizer;
  /** The styles of a Kokoro voice. */
  styles: Float32Array | undefined;
  /** Factor to the usual level, measured at the first sentence. */
  gain: number | undefined;
}

/** Loads a model, or returns it from memory. */
async function loadModel({ model, dataset }: InstalledVoice): Promise<Loaded> {
  const path = dataset.path(model);
  const known = loaded.get(path);
  loaded.delete(path);
  const opened = known ?? openModel(model, dataset);
  loaded.set(path, opened);
  opened.catch(() => loaded.delete(path));
  const [oldest] = loaded;
  if (oldest && loaded.size > sessionsMax) {
    loaded.delete(oldest[0]);
    (await oldest[1].catch(() => undefined))?.session.release().catch(() => {});
  }
  return opened;
}

async function openModel(model: string, dataset: InstalledVoice["dataset"]): Promise<Loaded> {
  const runtime = await loadRuntime(dataset.paths);
  const session = await runtime.InferenceSession.create(await dataset.bytes(model));
  return { runtime, session };
}

async function loadStyles({ styles, dataset }: InstalledVoice): Promise<Float32Array | undefined> {
  return styles === undefined ? undefined : readStyles(await dataset.bytes(styles));
}

async function createPhonemizer(
  voice: Voice,
  { config: { espeakVoice, locale }, styles }: InstalledVoice,
): Promise<Phonemizer> {
  const reader = createReader(voice);
  if (espeakVoice === undefined) return { reader, toPhonemes: undefined };
  const espeak = await openEspeak();
  const name = findEspeakName(espeakVoice, locale);
  return {
    reader,
    toPhonemes(text) {
      espeak.reset({ ...usualManner, voice: name, secondsMax: 0 });
      const phonemes = espeak.toPhonemes(text);
      return styles === undefined ? phonemes : writeKokoroPhonemes(phonemes, locale);
    },
    ...(styles !== undefined && { symbolsMax: kokoroSymbolsMax }),
  };
}

/** Returns the name of the voice in this build of eSpeak NG, whose names differ in case and in synonyms. */
function findEspeakName(wanted: string, locale: string): string {
  const names = listEspeakVoices().map(({ engineName = "", locale }) => ({ engineName, locale }));
  const found =
    names.find(({ engineName }) => engineName.toLowerCase() === wanted.toLowerCase()) ??
    names.find((one) => one.locale.toLowerCase() === locale.toLowerCase()) ??
    names.find((one) => getLanguage(one.locale) === getLanguage(locale));
  if (!found) throw new Error(`eSpeak NG has no voice "${wanted}"`);
  return found.engineName;
}

async function speakChunk(utterance: Utterance, setup: Setup): Promise<Spoken> {
  const { rate } = setup.installed.config;
  const sounds: Sound[] = [];
  const moments: NonNullable<Spoken["moments"]> = [];
  const unread: Unread[] = [];
  let offset = 0;
  const add = (sound: Sound, heard: readonly Heard[]) => {
    for (const { place, at } of heard) moments.push({ place, ms: (1000 * (offset + at)) / rate });
    sounds.push(sound);
    offset += sound.samples.length;
  };
  for (const phrase of splitPhrases(utterance.script)) {
    if (isPause(phrase)) add(createSilence(phrase.ms, rate), []);
    else
      for (const parts of groupParts(phrase)) {
        const { text } = utterance.script;
        const written = writePhonemes(parts, { text, phonemizer: setup.phonemizer });
        unread.push(...written.unread);
        const [{ rate: own, pitch, volume } = { rate: 1, pitch: 1, volume: 1 }] = parts;
        for (const sentence of written.sentences) {
          const spoken = await speakSentence(sentence, own * utterance.speed, setup);
          const height = pitch * utterance.pitch;
          const raised = height === 1 ? spoken.sound : shiftPitch(spoken.sound, height);
          add(amplify(raised, volume), spoken.heard);
        }
      }
  }
  const hasDurations = setup.session.outputNames.length > 1;
  return {
    sound: joinSounds(sounds, rate),
    ...(hasDurations && { moments }),
    speed: utterance.speed,
    unread,
  };
}

/** Groups consecutive parts with the same prosody. */
function groupParts(parts: readonly Say[]): Say[][] {
  const groups: Say[][] = [];
  for (const part of parts) {
    const group = groups.at(-1);
    const [first] = group ?? [];
    const isAlike =
      first?.rate === part.rate && first.pitch === part.pitch && first.volume === part.volume;
    if (group && isAlike) group.push(part);
    else groups.push([part]);
  }
  return groups;
}

/** A position in the text, and the sample at which it is spoken. */
interface Heard {
  place: number;
  at: number;
}

async function speakSentence(
  symbols: readonly PhonemeSymbol[],
  speed: number,
  setup: Setup,
): Promise<{ sound: Sound; heard: Heard[] }> {
  const { config } = setup.installed;
  const { ids, starts } = encodeSymbols(symbols, config.ids);
  const wanted = config.length / speed;
  const { min, max } = setup.styles ? kokoroLengths : piperLengths;
  const length = Math.min(max, Math.max(min, wanted));
  const { session } = setup;
  const outputs = await session.run(
    setup.styles
      ? createKokoroInputs(ids, { length, styles: setup.styles, runtime: setup.runtime })
      : createPiperInputs(ids, { length, setup }),
  );
  const [first = "", second = ""] = session.outputNames;
  const spoken = toSound(outputs[first]?.data, config.rate);
  setup.gain ??= rmsWanted / Math.max(1, measureRms(spoken));
  const sound = stretch(
    amplify(spoken, setup.gain),
    Math.round((spoken.samples.length * wanted) / length),
  );
  const ends = sumDurations(outputs[second]?.data, ids.length);
  const total = ends.at(-1) ?? 0;
  const heard = starts.map(({ place, index }) => {
    const before = ends[index - 1] ?? 0;
    return { place, at: total === 0 ? 0 : (before / total) * sound.samples.length };
  });
  return { sound, heard };
}

function createPiperInputs(
  ids: readonly number[],
  { length, setup }: { length: number; setup: Setup },
) {
  const { installed, session, runtime } = setup;
  const { config, speaker = 0 } = installed;
  const scales = Float32Array.of(config.noise, length, config.durationNoise);
  return {
    input: new runtime.Tensor("int64", toBigInts(ids), [1, ids.length]),
    input_lengths: new runtime.Tensor("int64", toBigInts([ids.length]), [1]),
    scales: new runtime.Tensor("float32", scales, [3]),
    ...(session.inputNames.includes("sid") && {
      sid: new runtime.Tensor("int64", toBigInts([speaker]), [1]),
    }),
  };
}

function toBigInts(numbers: readonly number[]): BigInt64Array {
  return BigInt64Array.from(numbers, BigInt);
}

/** Writes symbols as the numbers of a model, with a pad after each. Returns where words start. */
function encodeSymbols(
  symbols: readonly PhonemeSymbol[],
  map: ReadonlyMap<string, readonly number[]>,
): { ids: number[]; starts: { place: number; index: number }[] } {
  const pad = map.get("_") ?? [];
  const ids = [...(map.get("^") ?? []), ...pad];
  const starts: { place: number; index: number }[] = [];
  for (const { symbol, place } of symbols) {
    if (place !== undefined) starts.push({ place, index: ids.length });
    const own = map.get(symbol) ?? map.get(symbol.toLowerCase());
    if (own) ids.push(...own, ...pad);
  }
  ids.push(...(map.get("$") ?? []));
  return { ids, starts };
}

/** Returns the end of each number of the input, in frames. Without durations from the model, all are as long. */
function sumDurations(
  durations: Float32Array | BigInt64Array | undefined,
  count: number,
): number[] {
  const own = durations?.length === count ? durations : new Float32Array(count).fill(1);
  let end = 0;
  return Array.from<number | bigint, number>(own, (frames) => {
    end += Math.max(0, Number(frames));
    return end;
  });
}

function toSound(data: Float32Array | BigInt64Array | undefined, rate: number): Sound {
  if (!(data instanceof Float32Array))
    throw new Error("The model has no sound as its first output");
  const samples = Int16Array.from(data, (value) =>
    Number.isFinite(value) ? Math.round(Math.max(-1, Math.min(1, value)) * 32_767) : 0,
  );
  return { samples, rate };
}
