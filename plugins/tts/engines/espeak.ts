import tts from "../plugin.ts";
import { type Pause, phrasesOf, type Say } from "../text/script.ts";
import { writeSsml } from "../text/write-ssml.ts";
import type { Engine, Spoken, Utterance } from "./engine.ts";
import { openEspeak, type Synthesizer } from "./espeak-module.ts";
import { readSpeech } from "./espeak-sound.ts";

/** Words a minute at the speed 1, and the range in which eSpeak NG speaks well. */
const wordsPerMinute = 175;
const slowest = 80;
const fastest = 450;

/** eSpeak NG (https://github.com/espeak-ng/espeak-ng), within the job process and without a network. */
export const espeak: Engine = {
  id: "embedded",
  kind: "embedded",
  missing: undefined,
  async speak(utterance, { voice }) {
    const synthesizer = await openEspeak();
    return speakAll(utterance, { synthesizer, name: voice.engineName ?? "en-US" });
  },
};

function speakAll(
  { script, speed, pitch }: Utterance,
  { synthesizer, name }: { synthesizer: Synthesizer; name: string },
): Spoken {
  const rate = Math.round(Math.min(fastest, Math.max(slowest, wordsPerMinute * speed)));
  // Its pitch is a scale of 0 to 99, of which 50 steps are an octave.
  const height = Math.round(Math.min(99, Math.max(0, 50 + 50 * Math.log2(pitch))));
  // How much faster the sound is made when it is there: silence must be as long as it is wanted then.
  const later = (speed * wordsPerMinute) / rate;
  const secondsMax = tts.limits.audioSecondsMax * later;
  synthesizer.reset({ voice: name, rate, pitch: height, secondsMax });
  const say = (parts: readonly Say[]) => {
    const { ssml, places } = writeSsml(parts, { text: script.text, rateOf: percent });
    // It would read what is between "[[" and "]]" as the names of sounds.
    return { places, ...synthesizer.say(ssml.replaceAll("[", "(")) };
  };
  const isPause = (phrase: Say[] | Pause): phrase is Pause => !Array.isArray(phrase);
  const phrases = phrasesOf(script).map((phrase) =>
    isPause(phrase) ? { silenceMs: phrase.ms * later } : say(phrase),
  );
  const { sound, moments } = readSpeech(phrases, synthesizer.rate);
  return { sound, moments, speed: rate / wordsPerMinute };
}

function percent(factor: number): string {
  return `${Math.round(factor * 100)}%`;
}
