import { amplify } from "../audio/level.ts";
import { stretch } from "../audio/stretch.ts";
import { durationMs } from "../audio/wav.ts";
import tts from "../plugin.ts";
import { readText, type TextRequest } from "../text/read-text.ts";
import { type Speech, speak } from "./speak.ts";
import type { SpeechDoors, SpeechRequest } from "./speech-request.ts";

/** What the routes that speak one text are asked for. */
export interface ProductionRequest extends TextRequest, Omit<SpeechRequest, "script" | "opening"> {
  /** What engines on the network speak of the text for now, where others speak all of it. */
  opening?: string;
  volume: number;
  target_duration_ms?: number;
}

/** How much of a speed is left to what only moves the sound's windows. */
const stretchMax = 1.25;

/** Reads a text, has it spoken, and brings it to the volume and the length that are wanted. */
export async function produceSpeech(
  request: ProductionRequest,
  doors: SpeechDoors,
): Promise<Speech> {
  const script = await readText(request);
  const opening =
    request.opening === undefined
      ? undefined
      : await readText({ ...request, text: request.opening, clean: "none" });
  const { target_duration_ms: target, volume } = request;
  let speech = await speak({ ...request, script, opening }, doors);
  if (target !== undefined) {
    const factor = durationMs(speech.sound) / target;
    const speed = request.speed * factor;
    if (speed < 0.25 || speed > 4)
      throw tts.error(
        "duration_unreachable",
        `Spoken at speed 1 it takes ${Math.round(durationMs(speech.sound) * request.speed)} ms, and body.target_duration_ms must be a quarter to four times of that: it is ${target}`,
        { at: "body.target_duration_ms" },
      );
    // Once more, as an engine speaks faster better than sound is pressed together.
    if (speech.engine === "embedded" && (factor > stretchMax || factor < 1 / stretchMax))
      speech = await speak({ ...request, script, opening, speed }, doors);
    speech = fitToDuration(speech, target);
  }
  return { ...speech, sound: amplify(speech.sound, 1 + volume / 100) };
}

function fitToDuration(speech: Speech, target: number): Speech {
  const factor = target / durationMs(speech.sound);
  const sound = stretch(speech.sound, Math.round((target * speech.sound.rate) / 1000));
  const words = speech.words.map((word) => ({
    ...word,
    start_ms: Math.round(word.start_ms * factor),
    end_ms: Math.min(target, Math.round(word.end_ms * factor)),
  }));
  return { ...speech, sound, words };
}
