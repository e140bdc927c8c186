import { amplify } from "../audio/level.ts";
import { shiftPitch, stretch } from "../audio/stretch.ts";
import { createSilence, joinSounds, type Sound } from "../audio/wav.ts";
import tts from "../plugin.ts";
import { parseIpa, writeEspeakPhones } from "../text/ipa.ts";
import { isPause, type Pause, type Say, splitPhrases } from "../text/script.ts";
import { writeSsml } from "../text/write-ssml.ts";
import type { Voice } from "../voices/voice.ts";
import { checkLength, type Spoken, type Utterance } from "./engine.ts";
import { openEspeak, type Synthesizer, usualManner } from "./espeak-module.ts";
import { createPitchMapper, type Pitch } from "./espeak-pitch.ts";
import {
  createReader,
  prepareText,
  probeCharacters,
  type Reader,
  type Unread,
} from "./espeak-reading.ts";

/** The range of rates in words per minute at which eSpeak NG speaks well. */
const slowest = 80;
const fastest = 450;
const usualPitch: Pitch = { pitch: usualManner.pitch, range: usualManner.range, left: 1 };

/** Speaks with eSpeak NG (https://github.com/espeak-ng/espeak-ng), in the job process and without network access. */
export async function createEspeakSpeaker(
  voice: Voice,
  utterance: Utterance,
): Promise<(chunk: Utterance) => Spoken> {
  const synthesizer = await openEspeak();
  const name = voice.engineName ?? "en-US";
  const isOther = listSays(utterance).some((part) => part.pitch * utterance.pitch !== 1);
  const mapPitch = isOther ? createPitchMapper(name, synthesizer) : () => usualPitch;
  synthesizer.reset({ ...usualManner, voice: name, secondsMax: 0 });
  const reader = probeCharacters(createReader(voice), synthesizer.toPhonemes);
  // Characters are probed before it speaks, because probing in between would change its state.
  for (const { start, end, spoken } of listSays(utterance))
    prepareText(spoken ?? utterance.script.text.slice(start, end), { reader });
  return (chunk) => synthesiseUtterance(chunk, { synthesizer, name, reader, pitchOf: mapPitch });
}

interface EngineSetup {
  synthesizer: Synthesizer;
  name: string;
  reader: Reader;
  pitchOf(factor: number): Pitch;
}

/**
 * Speaks an utterance. The engine follows a rate only approximately, differently in each language, and its pitch
 * and volume are limited. So it first speaks at its default rate, to measure the length of each part. The
 * remaining difference is applied to the sound.
 */
function synthesiseUtterance(utterance: Utterance, setup: EngineSetup): Spoken {
  const { rate } = setup.synthesizer;
  const phrases = splitPhrases(utterance.script);
  const lengths = measureLengths(phrases, utterance, setup);
  const sounds: Sound[] = [];
  const moments: NonNullable<Spoken["moments"]> = [];
  const unread: Unread[] = [];
  let offset = 0;
  for (const [index, phrase] of phrases.entries()) {
    if (isPause(phrase)) sounds.push(createSilence(phrase.ms, rate));
    else {
      const speech = synthesisePhrase(phrase, utterance, setup);
      const shaped = shapeSound(speech, phrase, { utterance, setup, lengths: lengths[index] });
      for (const { place, at } of shaped.heard)
        moments.push({ place, ms: (1000 * (offset + at)) / rate });
      unread.push(...speech.unread);
      sounds.push(shaped.sound);
    }
    offset += sounds.at(-1)?.samples.length ?? 0;
  }
  return { sound: joinSounds(sounds, rate), moments, speed: utterance.speed, unread };
}

/** Returns the number of samples that each part of each phrase needs, or an empty list at the default rate. */
function measureLengths(
  phrases: readonly (Say[] | Pause)[],
  utterance: Utterance,
  setup: EngineSetup,
): ReadonlyMap<number, number>[] {
  const { synthesizer, name: voice } = setup;
  const restart = (speed: number, secondsMax: number) =>
    synthesizer.reset({ ...computeManner(utterance.pitch, speed, setup), voice, secondsMax });
  const factors = listSays(utterance).map((part) => part.rate * utterance.speed);
  restart(1, tts.limits.audioSecondsMax * Math.max(1, ...factors));
  if (factors.every((factor) => factor === 1)) return [];
  const lengths = phrases.map((phrase) =>
    isPause(phrase) ? new Map<number, number>() : computeLengths(phrase, utterance, setup),
  );
  const all = lengths.flatMap((those) => [...those.values()]);
  checkLength(all.reduce((sum, length) => sum + length, 0) / synthesizer.rate);
  restart(utterance.speed, Number.POSITIVE_INFINITY);
  return lengths;
}

/** The speech of one phrase. */
interface PhraseSpeech {
  sound: Sound;
  /** The samples at which positions of the text are spoken. */
  heard: { place: number; at: number }[];
  /** The first sample of each part. Parts without a word belong to the previous one. */
  starts: number[];
  unread: Unread[];
}

function synthesisePhrase(
  parts: readonly Say[],
  utterance: Utterance,
  setup: EngineSetup,
): PhraseSpeech {
  const { synthesizer } = setup;
  const { ssml, places, unread } = writePhrase(parts, utterance, setup);
  // A tag after the last word would cause a pause, as if more text followed.
  const { blocks, heard } = synthesizer.synthesiseSsml(
    ssml.replace(/(?:<\/[a-z-]{1,10}>){1,2}$/, ""),
  );
  const { rate } = synthesizer;
  const sound = joinSounds(
    blocks.map((samples) => ({ samples, rate })),
    rate,
  );
  const words = heard.flatMap(({ place, ms }) => {
    const at = places[place - 1];
    return at === undefined ? [] : [{ place: at, at: Math.round((ms * rate) / 1000) }];
  });
  const starts = parts.map(({ start, end, continues }, index) => {
    if (index === 0) return 0;
    if (continues) return -1;
    return words.find(({ place }) => place >= start && place < end)?.at ?? -1;
  });
  return { sound, heard: words, starts, unread };
}

/** Writes a phrase in the engine's notation, and collects the text it can't read. */
function writePhrase(
  parts: readonly Say[],
  { script: { text }, speed, pitch }: Utterance,
  setup: EngineSetup,
) {
  const usual = computeManner(pitch, speed, setup);
  const unread: Unread[] = [];
  const lengths = { run: 0, clause: 0 };
  const written = writeSsml(parts, {
    text,
    formatProsody(part) {
      const own = computeManner(part.pitch * pitch, part.rate * speed, setup);
      const isOther = own.pitch !== usual.pitch || own.range !== usual.range;
      return {
        ...(own.rate !== usual.rate && { rate: `${Math.round((100 * own.rate) / usual.rate)}%` }),
        ...(isOther && { pitch: String(own.pitch), range: String(own.range) }),
      };
    },
    splitPieces(stretch, { start, end, spoken, spelled = false, ipa }) {
      const phones = ipa === undefined ? undefined : parseIpa(ipa);
      if (phones) return [{ piece: ` [[${writeEspeakPhones(phones)}]] `, at: 0 }];
      const reading = prepareText(stretch, {
        reader: setup.reader,
        isSpelled: spelled,
        lengths,
      });
      for (const one of reading.unread)
        unread.push(
          spoken === undefined
            ? { ...one, start: start + one.start, end: start + one.end }
            : { ...one, start, end },
        );
      return reading.pieces;
    },
  });
  return { ...written, unread };
}

/** Returns the engine settings for a pitch and a speed, within its limits. */
function computeManner(height: number, speed: number, { pitchOf: mapPitch }: EngineSetup) {
  const { pitch, range } = mapPitch(height);
  const rate = Math.min(fastest, Math.max(slowest, Math.round(usualManner.rate * speed)));
  return { pitch, range, rate };
}

/** Returns the target number of samples of each part, by its index. */
function computeLengths(
  parts: readonly Say[],
  utterance: Utterance,
  setup: EngineSetup,
): ReadonlyMap<number, number> {
  const plain = parts.map((part) => ({ ...part, rate: 1 }));
  const speech = synthesisePhrase(plain, { ...utterance, speed: 1 }, setup);
  return new Map(
    listStretches(speech).map(({ index, from, to }) => [
      index,
      Math.round((to - from) / ((parts[index]?.rate ?? 1) * utterance.speed)),
    ]),
  );
}

/** Returns the sample range of each part. */
function listStretches({ starts, sound }: PhraseSpeech) {
  const known = starts.flatMap((from, index) => (from < 0 ? [] : [{ index, from }]));
  return known.map((one, next) => ({
    ...one,
    to: known[next + 1]?.from ?? sound.samples.length,
  }));
}

/** Applies the remaining changes to the sound of each part. */
function shapeSound(
  speech: PhraseSpeech,
  parts: readonly Say[],
  {
    utterance,
    setup,
    lengths,
  }: { utterance: Utterance; setup: EngineSetup; lengths: ReadonlyMap<number, number> | undefined },
): { sound: Sound; heard: PhraseSpeech["heard"] } {
  const { rate } = setup.synthesizer;
  const heard: PhraseSpeech["heard"] = [];
  const sounds: Sound[] = [];
  let offset = 0;
  for (const { index, from, to } of listStretches(speech)) {
    const { volume, pitch } = parts[index] ?? { volume: 1, pitch: 1 };
    const length = lengths?.get(index) ?? to - from;
    const own = { samples: speech.sound.samples.slice(from, to), rate };
    const { left } = setup.pitchOf(pitch * utterance.pitch);
    const higher = left === 1 ? own : shiftPitch(own, left);
    sounds.push(amplify(stretch(higher, length), volume));
    const factor = to > from ? length / (to - from) : 1;
    for (const { place, at } of speech.heard)
      if (at >= from && at < to) heard.push({ place, at: offset + (at - from) * factor });
    offset += length;
  }
  return { sound: joinSounds(sounds, rate), heard };
}

function listSays({ script: { parts } }: Utterance): Say[] {
  return parts.filter((part): part is Say => part.kind === "say");
}
