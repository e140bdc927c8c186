import { amplify } from "../audio/level.ts";
import { stretch } from "../audio/stretch.ts";
import { getDurationMs } from "../audio/wav.ts";
import type { SpeechDoors, SpeechRequest } from "../engines/engine.ts";
import tts from "../plugin.ts";
import type { SpeechOptions } from "../request.ts";
import type { Speech } from "../response.ts";
import { readText, type TextRequest } from "../text/read-text.ts";
import { getTextMax } from "../text/script.ts";
import { synthesiseSpeakers } from "./speakers.ts";

/** A request of the routes that speak one text. */
export interface ProductionRequest
  extends TextRequest,
    Omit<SpeechRequest, "script" | "whole" | "pauseMs" | "isChunk">,
    Pick<SpeechOptions, "volume" | "target_duration_ms"> {}

/** Maximum factor for stretching the sound. Larger changes are left to the engine. */
const stretchMax = 1.25;

/** Parses a text, synthesises it, and applies the requested volume and duration. */
export async function produceSpeech(
  request: ProductionRequest,
  doors: SpeechDoors,
): Promise<Speech> {
  const script = await readText(request, getTextMax(doors.caller));
  const { target_duration_ms: target, volume } = request;
  const speechRequest = { ...request, script };
  let speech = await synthesiseSpeakers(speechRequest, doors);
  if (target !== undefined) {
    const factor = getDurationMs(speech.sound) / target;
    const speed = request.speed * factor;
    checkSpeed(speed, { usualMs: getDurationMs(speech.sound) * request.speed, target });
    // Speaks again, because a faster engine sounds better than compressed audio.
    if (speech.engine === "embedded" && (factor > stretchMax || factor < 1 / stretchMax))
      speech = await synthesiseSpeakers({ ...speechRequest, speed }, doors);
    speech = fitToDuration(speech, target);
  }
  const { marks = [], notes } = script;
  return {
    ...speech,
    sound: amplify(speech.sound, 1 + volume / 100),
    notes: speech.notes ?? notes ?? [],
    marks: marks.map(({ name, place }) => ({ name, start_ms: findTime(speech, place) })),
  };
}

/** Returns the start of the first word at or after a position, or the end. */
function findTime({ words, sound }: Speech, place: number): number {
  return words.find(({ start }) => start >= place)?.start_ms ?? getDurationMs(sound);
}

function checkSpeed(speed: number, { usualMs, target }: { usualMs: number; target: number }): void {
  if (speed < 0.25 || speed > 4)
    throw tts.error(
      "duration_unreachable",
      `body.target_duration_ms must be a quarter to four times the duration at speed 1, which is ${Math.round(usualMs)} ms: it is ${target}`,
      { at: "body.target_duration_ms" },
    );
}

function fitToDuration(speech: Speech, target: number): Speech {
  const factor = target / getDurationMs(speech.sound);
  const sound = stretch(speech.sound, Math.round((target * speech.sound.rate) / 1000));
  const words = speech.words.map((word) => ({
    ...word,
    start_ms: Math.round(word.start_ms * factor),
    end_ms: Math.min(target, Math.round(word.end_ms * factor)),
  }));
  return { ...speech, sound, words };
}
