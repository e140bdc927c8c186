import { peakOf } from "../audio/level.ts";
import { stretch } from "../audio/stretch.ts";
import { timeWords } from "../captions/timed-words.ts";
import tts from "../plugin.ts";
import type { Voice } from "../voices/voice.ts";
import { chooseLanguage } from "./cast.ts";
import type { Spoken } from "./engine.ts";
import type { SpeechRequest } from "./speech-request.ts";

/** Sound whose loudest sample is below this says nothing. */
const silentPeak = 64;

/** Does what the engine could not do of the speed, and finds the moments of the words. */
export function timeSpeech(
  request: SpeechRequest,
  { voice, spoken }: { voice: Voice; spoken: Spoken },
) {
  const { script, speed } = request;
  const factor = speed / spoken.speed;
  const { samples } = spoken.sound;
  const isAlike = Math.abs(factor - 1) < 0.01;
  const length = isAlike ? samples.length : Math.round(samples.length / factor);
  checkLength(length / spoken.sound.rate);
  if (peakOf(spoken.sound) < silentPeak)
    throw tts.error("nothing_to_say", "The engine finds nothing in the text that can be spoken", {
      at: script.at ?? "body.text",
    });
  const sound = stretch(spoken.sound, length);
  const moments = spoken.moments?.map(({ place, ms }) => ({
    place,
    ms: isAlike ? ms : ms / factor,
  }));
  const tag = chooseLanguage(voice, request);
  const words = timeWords(script.text, { sound, moments, language: tag });
  const timing = moments ? ("engine" as const) : ("estimated" as const);
  return { text: script.text, language: tag, sound, words, timing };
}

/** Refuses speech that is too long. */
export function checkLength(seconds: number): void {
  const { audioSecondsMax } = tts.limits;
  if (seconds > audioSecondsMax)
    throw tts.error(
      "audio_too_long",
      `The speech would be longer than ${audioSecondsMax / 60} minutes: shorten the text or raise the speed`,
    );
}
