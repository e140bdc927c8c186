import { zip } from "hub";
import { encode } from "../audio/encode.ts";
import { amplify, normalizeLevel } from "../audio/level.ts";
import { resample } from "../audio/resample.ts";
import { getDurationMs, type Sound } from "../audio/wav.ts";
import { type Cue, cutCues, writeCaptions } from "../captions/cues.ts";
import { loadCatalogue } from "../catalogue/catalogue.ts";
import type { SpeechDoors } from "../engines/engine.ts";
import tts from "../plugin.ts";
import { type DialogueRequest, mediaTypes, type Segment } from "../request.ts";
import { formatUnread, type Speech } from "../response.ts";
import { checkText, createScript, getTextMax, removeUnspeakable } from "../text/script.ts";
import type { Voice } from "../voices/voice.ts";
import { synthesiseSpeech } from "./speak.ts";

const cut = { granularity: "phrase", max_chars: 42, max_lines: 2 } as const;

/** Synthesises a dialogue as one file: a recording, or a ZIP with its captions or segments. */
export async function synthesiseDialogue(request: DialogueRequest, doors: SpeechDoors) {
  const { segments, format, captions, output } = request;
  const textMax = getTextMax(doors.caller);
  checkText(segments.map(({ text }) => text).join(" "), "body.segments", textMax);
  const voices = await loadCatalogue(doors);
  const speeches: Speech[] = [];
  for (const [index, segment] of segments.entries())
    speeches.push(await synthesiseSegment(segment, { index, request, voices, doors }));
  const { sound, placed } = joinSegments(matchRates(speeches, request), {
    ...request,
    pausesMs: segments.map(({ pause_before_ms }) => pause_before_ms),
  });
  if (getDurationMs(sound) > tts.limits.audioSecondsMax * 1000)
    throw tts.error(
      "audio_too_long",
      `The dialogue would be longer than ${tts.limits.audioSecondsMax / 60} minutes`,
    );
  const headers = buildHeaders(speeches, getDurationMs(sound));
  const whole = await encode(sound, request);
  if (output === "single" && captions === "none")
    return { bytes: whole, type: mediaTypes[format], headers };
  const files: Record<string, Uint8Array> = { [`dialogue.${format}`]: whole };
  if (captions !== "none") {
    const cues = placed.flatMap((one, index) => buildCues(one, segments[index]?.speaker));
    files[`dialogue.${captions}`] = new TextEncoder().encode(writeCaptions(cues, captions));
  }
  if (output === "zip")
    for (const [index, { speech }] of placed.entries())
      files[`${String(index + 1).padStart(2, "0")}.${format}`] = await encode(
        speech.sound,
        request,
      );
  return { bytes: await zip(files), type: "application/zip", headers };
}

function synthesiseSegment(
  { text, voice, speed, pitch }: Segment,
  {
    index,
    request,
    voices,
    doors,
  }: { index: number; request: DialogueRequest; voices: readonly Voice[]; doors: SpeechDoors },
): Promise<Speech> {
  const at = `body.segments.${index}`;
  const plain = removeUnspeakable(text);
  checkText(plain, `${at}.text`, getTextMax(doors.caller));
  const { provider, fallback } = request;
  const script = { ...createScript(plain), at: `${at}.text` };
  const asked = { script, speed, pitch, provider, fallback, voices, at: `${at}.voice` };
  return synthesiseSpeech(voice === undefined ? asked : { ...asked, voice }, doors);
}

/** Resamples all speeches to the highest rate, because engines have different ones. */
function matchRates(speeches: readonly Speech[], { normalize }: DialogueRequest): Speech[] {
  const rate = Math.max(...speeches.map(({ sound }) => sound.rate));
  return speeches.map((speech) => {
    const sound = resample(speech.sound, rate);
    return { ...speech, sound: normalize ? normalizeLevel(sound) : amplify(sound, 1) };
  });
}

function buildCues({ speech, startMs }: PlacedSpeech, speaker: string | undefined): Cue[] {
  const { text, language, words } = speech;
  return cutCues(words, { text, language, ...cut }).map((cue) => ({
    ...cue,
    start_ms: startMs + cue.start_ms,
    end_ms: startMs + cue.end_ms,
    ...(speaker !== undefined && {
      speaker: removeUnspeakable(speaker).split(/\s+/).join(" ").trim(),
    }),
  }));
}

function buildHeaders(speeches: readonly Speech[], duration: number): Record<string, string> {
  const each = (value: (speech: Speech) => string | undefined) =>
    [...new Set(speeches.map(value))].filter((one) => one !== undefined).join(", ");
  const substituted = each((speech) => speech.substituted);
  const degraded = each((speech) => speech.degraded);
  return {
    "x-engine": each(({ engine }) => engine),
    "x-voice": each(({ voice }) => voice.id),
    "x-duration-ms": String(duration),
    ...(substituted && { "x-voice-substituted": substituted }),
    ...(degraded && { "x-degraded": degraded }),
    ...formatUnread(speeches),
  };
}

interface PlacedSpeech {
  speech: Speech;
  startMs: number;
}

/** The spacing of segments. */
interface Spacing {
  gap_ms: number;
  crossfade_ms: number;
  /** The silence before each segment, if it differs from the gap. */
  pausesMs: readonly (number | undefined)[];
}

/** Joins segments of the same rate, with silence or a crossfade between them. */
export function joinSegments(
  speeches: readonly Speech[],
  { gap_ms, crossfade_ms, pausesMs }: Spacing,
): { sound: Sound; placed: PlacedSpeech[] } {
  const rate = speeches[0]?.sound.rate ?? 24_000;
  const countSamples = (ms: number) => Math.round((ms * rate) / 1000);
  let end = 0;
  const places = speeches.map((speech, index) => {
    const { samples } = speech.sound;
    const pause = pausesMs[index];
    const before = speeches[index - 1]?.sound.samples.length ?? 0;
    // At most half of either, so that a segment with two crossfades also has a part of its own.
    const most = Math.floor(Math.min(before, samples.length) / 2);
    const blend = pause === undefined ? Math.min(countSamples(crossfade_ms), most) : 0;
    const silence = pause ?? (index === 0 || crossfade_ms > 0 ? 0 : gap_ms);
    const start = Math.max(0, end - blend) + countSamples(silence);
    end = start + samples.length;
    return { speech, start, blend };
  });
  const samples = new Int16Array(end);
  for (const [index, { speech, start, blend }] of places.entries()) {
    const next = places[index + 1]?.blend ?? 0;
    addSegment(samples, speech.sound.samples, { start, blend, next });
  }
  const placed = places.map(({ speech, start }) => ({
    speech,
    startMs: Math.round((1000 * start) / rate),
  }));
  return { sound: { samples, rate }, placed };
}

/** Adds a segment. In a crossfade the weights add up to 1, so that the volume stays constant. */
function addSegment(
  out: Int16Array,
  own: Int16Array,
  { start, blend, next }: { start: number; blend: number; next: number },
): void {
  for (let i = 0; i < own.length; i++) {
    const rising = i < blend ? i / blend : 1;
    const left = own.length - i;
    const falling = left < next ? left / next : 1;
    out[start + i] = (out[start + i] ?? 0) + Math.round((own[i] ?? 0) * rising * falling);
  }
}
