import { zip } from "hub";
import { unreadHeader } from "../answer.ts";
import { encode, type Quality } from "../audio/encode.ts";
import { type Format, mediaTypes } from "../audio/formats.ts";
import { amplify, normalizeLevel } from "../audio/level.ts";
import { resample } from "../audio/resample.ts";
import { durationMs } from "../audio/wav.ts";
import { type Cue, cutCues } from "../captions/cues.ts";
import type { CaptionFormat } from "../captions/kinds.ts";
import { writeCaptions } from "../captions/write.ts";
import { type Speech, speak } from "../engines/speak.ts";
import type { SpeechDoors } from "../engines/speech-request.ts";
import tts from "../plugin.ts";
import { checkText, removeUnspeakable, scriptOf } from "../text/script.ts";
import { type Placed, placeSegments } from "./mix.ts";

/** Who says what. */
interface Segment {
  text: string;
  voice?: string;
  speaker?: string;
  speed: number;
  pitch: number;
  pause_before_ms?: number;
}

/** A dialogue, and how it is to be put together. */
export interface DialogueRequest {
  segments: Segment[];
  format: Format;
  quality: Quality;
  gap_ms: number;
  normalize: boolean;
  crossfade_ms: number;
  output: "single" | "zip";
  captions: "none" | Exclude<CaptionFormat, "json">;
  provider: string;
  fallback: boolean;
}

const cut = { granularity: "phrase", max_chars: 42, max_lines: 2 } as const;

/** Speaks a dialogue and writes it as one file: a recording, or a ZIP of it and what belongs to it. */
export async function speakDialogue(request: DialogueRequest, doors: SpeechDoors) {
  const { segments, format, captions, output } = request;
  checkText(segments.map(({ text }) => text).join(" "), "body.segments");
  const speeches: Speech[] = [];
  for (const [index, segment] of segments.entries())
    speeches.push(await speakSegment(segment, { index, request, doors }));
  const { sound, placed } = placeSegments(matchRates(speeches, request), {
    ...request,
    pausesMs: segments.map(({ pause_before_ms }) => pause_before_ms),
  });
  if (durationMs(sound) > tts.limits.audioSecondsMax * 1000)
    throw tts.error(
      "audio_too_long",
      `The dialogue would be longer than ${tts.limits.audioSecondsMax / 60} minutes`,
    );
  const headers = headersOf(speeches, durationMs(sound));
  const whole = await encode(sound, request);
  if (output === "single" && captions === "none")
    return { bytes: whole, type: mediaTypes[format], headers };
  const files: Record<string, Uint8Array> = { [`dialogue.${format}`]: whole };
  if (captions !== "none") {
    const cues = placed.flatMap((one, index) => cuesAt(one, segments[index]!));
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

function speakSegment(
  { text, voice, speed, pitch }: Segment,
  { index, request, doors }: { index: number; request: DialogueRequest; doors: SpeechDoors },
): Promise<Speech> {
  const at = `body.segments.${index}`;
  const plain = removeUnspeakable(text);
  checkText(plain, `${at}.text`);
  const { provider, fallback } = request;
  const script = { ...scriptOf(plain), at: `${at}.text` };
  return speak({ script, voice, speed, pitch, provider, fallback, at: `${at}.voice` }, doors);
}

/** Engines have different rates: the highest is good for all. */
function matchRates(speeches: readonly Speech[], { normalize }: DialogueRequest): Speech[] {
  const rate = Math.max(...speeches.map(({ sound }) => sound.rate));
  return speeches.map((speech) => {
    const sound = resample(speech.sound, rate);
    return { ...speech, sound: normalize ? normalizeLevel(sound) : amplify(sound, 1) };
  });
}

function cuesAt({ speech, beginMs }: Placed, { speaker }: Segment): Cue[] {
  const { text, language, words } = speech;
  return cutCues(words, { text, language, ...cut }).map((cue) => ({
    ...cue,
    start_ms: beginMs + cue.start_ms,
    end_ms: beginMs + cue.end_ms,
    ...(speaker !== undefined && {
      speaker: removeUnspeakable(speaker).split(/\s+/).join(" ").trim(),
    }),
  }));
}

function headersOf(speeches: readonly Speech[], duration: number): Record<string, string> {
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
    ...unreadHeader(speeches),
  };
}
