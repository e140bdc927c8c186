import { asTable } from "hub";
import { amplify } from "../audio/level.ts";
import { shiftPitch, stretch } from "../audio/stretch.ts";
import { createSilence, joinSounds, type Sound } from "../audio/wav.ts";
import { isPause, type Say, splitPhrases } from "../text/script.ts";
import type { Voice } from "../voices/voice.ts";
import type { Spoken, Utterance } from "./engine.ts";
import { createReader, type Reader, type Unread } from "./espeak-reading.ts";
import { type Flite, fliteRate, openFlite } from "./flite-module.ts";
import { type Token, writeTokens } from "./flite-reading.ts";

/** Pitch statistics of the voices in hertz. `rms` has another model, whose pitch can't be set. */
const pitches: Readonly<Record<string, { mean: number; deviation: number }>> = asTable({
  slt: { mean: 172, deviation: 27 },
  awb: { mean: 132, deviation: 25 },
});
/** Factors that bring the voices to the loudness of the other offline voices. */
const gains: Readonly<Record<string, number>> = asTable({
  slt: 0.58,
  rms: 1.1,
  awb: 1,
  kal16: 2.1,
});
/** Within this factor, a stretched sound is as good as one that is spoken at another rate. */
const stretchMax = 1.25;
const pauseName = "pau";
/** Silence that stays before and after a phrase. */
const edgeMs = 30;

/** Speaks with Flite (http://cmuflite.org), in the job process and without network access. */
export async function createFliteSpeaker(voice: Voice): Promise<(chunk: Utterance) => Spoken> {
  const setup = {
    flite: await openFlite(),
    name: voice.engineName ?? "slt",
    reader: createReader(voice),
  };
  return (chunk) => speakChunk(chunk, setup);
}

interface Setup {
  flite: Flite;
  name: string;
  reader: Reader;
}

function speakChunk(utterance: Utterance, setup: Setup): Spoken {
  const sounds: Sound[] = [];
  const moments: NonNullable<Spoken["moments"]> = [];
  const unread: Unread[] = [];
  let offset = 0;
  for (const phrase of splitPhrases(utterance.script)) {
    if (isPause(phrase)) sounds.push(createSilence(phrase.ms, fliteRate));
    else {
      const speech = speakPhrase(phrase, utterance, setup);
      for (const { place, at } of speech.heard)
        moments.push({ place, ms: (1000 * (offset + at)) / fliteRate });
      unread.push(...speech.unread);
      sounds.push(speech.sound);
    }
    offset += sounds.at(-1)?.samples.length ?? 0;
  }
  return { sound: joinSounds(sounds, fliteRate), moments, speed: utterance.speed, unread };
}

/** A phrase as spoken with one rate and pitch, and the samples at which its tokens start. */
interface Take {
  sound: Sound;
  starts: number[];
}

function speakPhrase(
  parts: readonly Say[],
  { script: { text }, speed, pitch }: Utterance,
  setup: Setup,
): { sound: Sound; heard: { place: number; at: number }[]; unread: Unread[] } {
  const { tokens, unread, lexicon } = writeTokens(parts, { text, reader: setup.reader });
  if (tokens.length === 0) return { sound: createSilence(0, fliteRate), heard: [], unread };
  const takes = new Map<string, Take>();
  const take = (rate: number, height: number): Take => {
    const key = `${rate} ${height}`;
    const known = takes.get(key) ?? recordTake(tokens, { rate, height, lexicon, setup });
    takes.set(key, known);
    return known;
  };
  const sounds: Sound[] = [];
  const heard: { place: number; at: number }[] = [];
  let offset = 0;
  for (const { part, first, last } of groupTokens(tokens)) {
    const { rate, volume, pitch: own } = parts[part] ?? { rate: 1, volume: 1, pitch: 1 };
    const factor = rate * speed;
    const isNear = factor < stretchMax && factor > 1 / stretchMax;
    const height = own * pitch;
    const usual = take(1, height);
    const spoken = isNear ? usual : take(factor, height);
    const [from, to] = getRange(spoken, first, last);
    const [usualFrom, usualTo] = getRange(usual, first, last);
    const length = Math.round((usualTo - usualFrom) / factor);
    const slice = { samples: spoken.sound.samples.slice(from, to), rate: fliteRate };
    const raised = pitches[setup.name] || height === 1 ? slice : shiftPitch(slice, height);
    sounds.push(amplify(stretch(raised, length), volume * (gains[setup.name] ?? 1)));
    for (let index = first; index < last; index++) {
      const at = ((spoken.starts[index] ?? from) - from) * (length / Math.max(1, to - from));
      const { place } = tokens[index] ?? { place: 0 };
      heard.push({ place, at: offset + Math.max(0, at) });
    }
    offset += length;
  }
  return { sound: joinSounds(sounds, fliteRate), heard, unread };
}

/** Groups consecutive tokens of the same part. */
function groupTokens(tokens: readonly Token[]): { part: number; first: number; last: number }[] {
  const groups: { part: number; first: number; last: number }[] = [];
  for (const [index, { part }] of tokens.entries()) {
    const group = groups.at(-1);
    if (group?.part === part) group.last = index + 1;
    else groups.push({ part, first: index, last: index + 1 });
  }
  return groups;
}

/** Returns the samples of some tokens, with the silence around the phrase. */
function getRange({ sound, starts }: Take, first: number, last: number): [number, number] {
  const from = first === 0 ? 0 : (starts[first] ?? 0);
  return [from, starts[last] ?? sound.samples.length];
}

function recordTake(
  tokens: readonly Token[],
  {
    rate,
    height,
    lexicon,
    setup,
  }: { rate: number; height: number; lexicon: string | undefined; setup: Setup },
): Take {
  const { flite, name } = setup;
  const base = pitches[name];
  const args = [
    ...["-voice", name],
    ...(rate === 1 ? [] : ["--setf", `duration_stretch=${(1 / rate).toFixed(4)}`]),
    ...(height === 1 || !base
      ? []
      : [
          ...["--setf", `int_f0_target_mean=${(base.mean * height).toFixed(3)}`],
          ...["--setf", `int_f0_target_stddev=${(base.deviation * height).toFixed(3)}`],
        ]),
  ];
  const text = tokens.map((token) => token.text).join(" ");
  const { sound, phonemes } = flite.synthesise({
    args,
    text,
    ...(lexicon !== undefined && { lexicon }),
  });
  const counts = countPhonemes(tokens, flite);
  const starts = findStarts(phonemes, counts);
  return trimEdges({ sound, starts }, phonemes);
}

/** Returns the sample at which each token starts, from its number of phonemes. */
function findStarts(
  phonemes: readonly { name: string; end: number }[],
  counts: readonly number[],
): number[] {
  const begins = phonemes.flatMap(({ name }, index) =>
    name === pauseName ? [] : [Math.round((phonemes[index - 1]?.end ?? 0) * fliteRate)],
  );
  const total = counts.reduce((sum, count) => sum + count, 0);
  // Words may have other phonemes within a phrase than by themselves. The others then share the difference.
  const scale = total === 0 ? 0 : begins.length / total;
  let before = 0;
  return counts.map((count) => {
    const start = begins[Math.min(begins.length - 1, Math.round(before * scale))] ?? 0;
    before += count;
    return start;
  });
}

/** Numbers of phonemes of words. */
const known = new Map<string, number>();
const knownMax = 20_000;

function countPhonemes(tokens: readonly Token[], flite: Flite): number[] {
  const words = tokens.map(({ text, phonemes }) => (phonemes ? "" : getWord(text)));
  if (known.size > knownMax) known.clear();
  const missing = [...new Set(words)].filter((word) => word !== "" && !known.has(word));
  if (missing.length > 0) {
    // The smallest voice is fast, and has the same dictionary as the others.
    const lines = flite.listPhonemes({ args: ["-voice", "kal"], text: missing.join("\n\n") });
    for (const [index, word] of missing.entries())
      known.set(word, (lines[index] ?? []).filter((name) => name !== pauseName).length);
  }
  return words.map((word, index) => tokens[index]?.phonemes?.length ?? known.get(word) ?? 0);
}

/** Returns a token without the punctuation around it. */
function getWord(text: string): string {
  return text.replace(/^[^A-Za-z0-9]{1,20}/, "").replace(/[^A-Za-z0-9]{1,20}$/, "");
}

/** Cuts the silence before the first phoneme and after the last. Pauses between phrases have their own length. */
function trimEdges(
  { sound, starts }: Take,
  phonemes: readonly { name: string; end: number }[],
): Take {
  const last = phonemes.findLast(({ name }) => name !== pauseName)?.end ?? 0;
  const edge = (edgeMs * fliteRate) / 1000;
  const from = Math.max(0, (starts[0] ?? 0) - edge);
  const to = Math.min(sound.samples.length, Math.round(last * fliteRate) + edge);
  return {
    sound: { samples: sound.samples.slice(from, to), rate: fliteRate },
    starts: starts.map((start) => start - from),
  };
}
