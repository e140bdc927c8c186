import type { Models, Tensor } from "hub";
import { amplify, measureRms } from "../audio/level.ts";
import { shiftPitch, stretch } from "../audio/stretch.ts";
import { createSilence, joinSounds, type Sound } from "../audio/wav.ts";
import {
  createKokoroInputs,
  findSymbolInput,
  kokoroSymbolsMax,
  readStyles,
  writeKokoroPhonemes,
} from "../onnx/kokoro.ts";
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
/** Speaks with a neural voice of Piper's format or of Kokoro, without network access. */
export async function createNeuralSpeaker(
  voice: Voice,
  models: Models,
): Promise<(chunk: Utterance) => Promise<Spoken>> {
  const { installed } = voice;
  if (!installed) throw new Error(`The voice "${voice.id}" has no model`);
  const setup: Setup = {
    run: (inputs) => models.run({ dataset: "voices", file: installed.model }, inputs),
    installed,
    phonemizer: await createPhonemizer(voice, installed),
    styles: await loadStyles(installed),
    hasDurations: false,
    gain: undefined,
  };
  return (chunk) => speakChunk(chunk, setup);
}

interface Setup {
  run(inputs: Readonly<Record<string, Tensor>>): Promise<Record<string, Tensor>>;
  installed: InstalledVoice;
  phonemizer: Phonemizer;
  /** The styles of a Kokoro voice. */
  styles: Float32Array | undefined;
  /** Whether the model returns the durations of phonemes. */
  hasDurations: boolean;
  /** Factor to the usual level, measured at the first sentence. */
  gain: number | undefined;
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
  return {
    sound: joinSounds(sounds, rate),
    ...(setup.hasDurations && { moments }),
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
  const outputs = await setup.run(
    setup.styles
      ? createKokoroInputs(ids, {
          length,
          styles: setup.styles,
          input: findSymbolInput(setup.installed.inputs),
        })
      : createPiperInputs(ids, { length, installed: setup.installed }),
  );
  const [first, second] = Object.values(outputs);
  setup.hasDurations = second !== undefined;
  const spoken = toSound(first?.data, config.rate);
  setup.gain ??= rmsWanted / Math.max(1, measureRms(spoken));
  const sound = stretch(
    amplify(spoken, setup.gain),
    Math.round((spoken.samples.length * wanted) / length),
  );
  const ends = sumDurations(second?.data, ids.length);
  const total = ends.at(-1) ?? 0;
  const heard = starts.map(({ place, index }) => {
    const before = ends[index - 1] ?? 0;
    return { place, at: total === 0 ? 0 : (before / total) * sound.samples.length };
  });
  return { sound, heard };
}

function createPiperInputs(
  ids: readonly number[],
  { length, installed }: { length: number; installed: InstalledVoice },
): Record<string, Tensor> {
  const { config, speaker } = installed;
  const integers = (numbers: readonly number[], dims: readonly number[]): Tensor => ({
    type: "int64",
    data: BigInt64Array.from(numbers, BigInt),
    dims,
  });
  const scales = Float32Array.of(config.noise, length, config.durationNoise);
  return {
    input: integers(ids, [1, ids.length]),
    input_lengths: integers([ids.length], [1]),
    scales: { type: "float32", data: scales, dims: [3] },
    ...(speaker !== undefined && { sid: integers([speaker], [1]) }),
  };
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
