import { resample } from "../audio/resample.ts";
import { joinSounds } from "../audio/wav.ts";
import { findVoice, loadCatalogue } from "../catalogue/catalogue.ts";
import type { SpeechDoors, SpeechRequest } from "../engines/engine.ts";
import type { Speech } from "../response.ts";
import type { Script, Speaker } from "../text/script.ts";
import { getLanguage, type Voice } from "../voices/voice.ts";
import { synthesiseSpeech } from "./speak.ts";

/** Whether parts of a script have their own voices or languages. */
export function hasSpeakers({ parts }: Script): boolean {
  return parts.some((part) => part.kind === "say" && part.speaker !== undefined);
}

/** Speaks a script whose parts may have their own voices or languages. */
export async function synthesiseSpeakers(
  request: SpeechRequest,
  doors: SpeechDoors,
): Promise<Speech> {
  const { script, voice } = request;
  // The language of SSML is only a default.
  const language = request.language ?? (voice === undefined ? script.language : undefined);
  const own = { ...request, ...(language !== undefined && { language }) };
  if (!hasSpeakers(script)) return synthesiseSpeech(own, doors);
  const speeches: PlacedSpeech[] = [];
  const notes = new Set(script.notes);
  const voices = own.voices ?? (await loadCatalogue(doors));
  const runs = splitSpeakers(script);
  for (const [index, { speaker, from, script: part }] of runs.entries()) {
    const { whole: _, pauseMs = 0, ...rest } = own;
    const chosen = chooseSpeaker(rest, speaker, { notes, voices });
    const speech = await synthesiseSpeech(
      {
        ...chosen,
        script: part,
        whole: part,
        voices,
        pauseMs: index === runs.length - 1 ? pauseMs : 0,
      },
      doors,
    );
    speeches.push({ speech, from });
  }
  return { ...joinSpeeches(speeches, script), notes: [...notes] };
}

interface PlacedSpeech {
  speech: Speech;
  /** The position of its text in the whole. */
  from: number;
}

/** Splits a script at changes of the speaker. Pauses belong to the part before them. */
function splitSpeakers(script: Script) {
  const runs: { speaker: Speaker | undefined; parts: Script["parts"] }[] = [];
  let opening: Script["parts"] = [];
  for (const part of script.parts) {
    const last = runs.at(-1);
    if (part.kind === "pause") (last?.parts ?? opening).push(part);
    else if (last && Bun.deepEquals(last.speaker, part.speaker)) last.parts.push(part);
    else {
      runs.push({ speaker: part.speaker, parts: [...opening, part] });
      opening = [];
    }
  }
  return runs.map(({ speaker, parts }) => {
    const says = parts.filter((part) => part.kind === "say");
    const from = says[0]?.start ?? 0;
    const shifted = parts.map((part) =>
      part.kind === "say" ? { ...part, start: part.start - from, end: part.end - from } : part,
    );
    const text = script.text.slice(from, says.at(-1)?.end);
    return { speaker, from, script: { at: "body.ssml", text, parts: shifted } };
  });
}

type Choice = Omit<SpeechRequest, "whole" | "pauseMs">;

/** Returns the request for a speaker. Unknown voices are replaced by one of their language. */
function chooseSpeaker(
  request: Choice,
  speaker: Speaker | undefined,
  { notes, voices }: { notes: Set<string>; voices: readonly Voice[] },
): Choice {
  if (!speaker) return request;
  const { voice: _, gender: usual, ...rest } = request;
  const requested = request.voice === undefined ? undefined : findVoice(request.voice, voices);
  const gender = speaker.gender ?? usual ?? getGender(requested);
  const other = { ...rest, ...(gender && { gender }) };
  if (speaker.voice !== undefined) {
    if (findVoice(speaker.voice, voices)) return { ...other, voice: speaker.voice };
    notes.add(`The voice "${speaker.voice}" does not exist: another one speaks`);
  }
  // Names such as "en-US-Wavenet-D" begin with their language.
  const [named] = /^[a-z]{2,3}-[A-Z]{2}(?=-)/.exec(speaker.voice ?? "") ?? [];
  const language = speaker.language ?? named;
  if (language === undefined) return speaker.gender ? other : request;
  const isSame = requested && getLanguage(requested.locale) === getLanguage(language);
  return isSame && !speaker.gender ? request : { ...other, language };
}

function getGender(voice: Voice | undefined): "female" | "male" | undefined {
  return voice === undefined || voice.gender === "neutral" ? undefined : voice.gender;
}

/** Joins the speeches of a script's speakers, at the highest of their rates. */
function joinSpeeches(speeches: readonly PlacedSpeech[], { text }: Script): Speech {
  const [first] = speeches;
  if (!first) throw new Error("Cannot join the speeches of no speaker");
  const rate = Math.max(...speeches.map(({ speech }) => speech.sound.rate));
  let ms = 0;
  const joined = speeches.map(({ speech, from }) => {
    const sound = resample(speech.sound, rate);
    const words = speech.words.map((word) => ({
      ...word,
      start: word.start + from,
      end: word.end + from,
      start_ms: Math.round(word.start_ms + ms),
      end_ms: Math.round(word.end_ms + ms),
    }));
    const unread = speech.unread?.map((one) => ({
      ...one,
      start: one.start + from,
      end: one.end + from,
    }));
    ms += (1000 * sound.samples.length) / rate;
    return { sound, words, unread };
  });
  const all = speeches.map(({ speech }) => speech);
  const substituted = all.flatMap((speech) => speech.substituted ?? []);
  const degraded = all.find((speech) => speech.degraded !== undefined)?.degraded;
  const unread = joined.flatMap((one) => one.unread ?? []);
  return {
    ...first.speech,
    text,
    sound: joinSounds(
      joined.map(({ sound }) => sound),
      rate,
    ),
    words: joined.flatMap(({ words }) => words),
    timing: all.every(({ timing }) => timing === "engine") ? "engine" : "estimated",
    voices: [...new Set(all.map(({ voice }) => voice.id))],
    ...(all.every((speech) => speech.unread) && { unread }),
    ...(substituted.length > 0 && { substituted: [...new Set(substituted)].join(", ") }),
    ...(degraded !== undefined && { degraded }),
  };
}
