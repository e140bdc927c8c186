import { encode } from "../../plugins/tts/audio/encode.ts";
import { durationMs } from "../../plugins/tts/audio/wav.ts";
import { espeak } from "../../plugins/tts/engines/espeak.ts";
import { scriptOf } from "../../plugins/tts/text/script.ts";
import { espeakVoices } from "../../plugins/tts/voices/espeak.ts";
import { median } from "./load.ts";
import { lightWhile } from "./pool.ts";

const rounds = 7;
const sentence = "The quick brown fox jumps over the lazy dog, and then it sleeps. ";

/** How many times as fast as it is heard speech is made, MP3 included, and what it leaves to others. */
export async function benchSpeech(): Promise<Record<string, string>> {
  const voice = espeakVoices().find(({ id }) => id === "espeak-en-us")!;
  const make = async (text: string) => {
    const utterance = { script: scriptOf(text), speed: 1, pitch: 1 };
    const begin = performance.now();
    const { sound } = await espeak.speak(utterance, { voice, timeoutMs: 60_000 });
    await encode(sound, { format: "mp3", quality: "standard" });
    return { ms: performance.now() - begin, soundMs: durationMs(sound) };
  };
  await make(sentence);
  const figures: Record<string, string> = {};
  for (const sentences of [1, 15, 76]) {
    const made: { ms: number; soundMs: number }[] = [];
    for (let round = 0; round < rounds; round++) made.push(await make(sentence.repeat(sentences)));
    const ms = median(made.map((one) => one.ms));
    figures[`${sentences * sentence.length} characters`] =
      `${ms.toFixed(0)} ms, ${(made[0]!.soundMs / ms).toFixed(0)} times real time (at least 20)`;
  }
  const body = { text: sentence.repeat(5), voice: voice.id };
  return { ...figures, ...(await lightWhile({ path: "/api/tts/speak", body })) };
}
