import { encode } from "../../../plugins/tts/audio/encode.ts";
import { getDurationMs, joinSounds } from "../../../plugins/tts/audio/wav.ts";
import { createEmbedded } from "../../../plugins/tts/engines/embedded.ts";
import { openEspeak, usualManner } from "../../../plugins/tts/engines/espeak-module.ts";
import { createScript } from "../../../plugins/tts/text/script.ts";
import { listEspeakVoices } from "../../../plugins/tts/voices/espeak.ts";
import { compare, wallMs } from "./compare.ts";
import { median } from "./load.ts";
import { needPrograms } from "./need-programs.ts";
import { measureLightDuring } from "./pool.ts";

const rounds = 7;
const sentence = "The quick brown fox jumps over the lazy dog, and then it sleeps. ";

/**
 * Measures speech synthesis as a multiple of playback speed, including MP3, and the processor time left to other work.
 */
export async function benchSpeech(): Promise<Record<string, string>> {
  needPrograms({ "espeak-ng": "espeak-ng", lame: "lame" });
  const voice = listEspeakVoices().find(({ id }) => id === "espeak-en-us")!;
  // eSpeak NG needs no models.
  const embedded = createEmbedded({ models: undefined as never });
  const make = async (text: string) => {
    const utterance = { script: createScript(text), speed: 1, pitch: 1 };
    const begin = performance.now();
    const { sound } = await embedded.synthesise(utterance, { voice, timeoutMs: 60_000 });
    await encode(sound, { format: "mp3", quality: "standard" });
    return { ms: performance.now() - begin, soundMs: getDurationMs(sound) };
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
  const text = sentence.repeat(15);
  const [ours, theirs, engines] = await compare(
    [() => make(text), () => byPrograms(text), () => byEngines(text)],
    { rounds, clock: wallMs },
  );
  figures["espeak-ng and lame programs / ours (at least 1)"] = (theirs / ours).toFixed(2);
  figures["espeak-ng and lame programs / their WebAssembly alone"] = (theirs / engines).toFixed(2);
  const body = { text: sentence.repeat(5), voice: voice.id };
  return { ...figures, ...(await measureLightDuring({ path: "/api/tts/speak", body })) };
}

/** Synthesises with the engines alone, without the timings of a script. */
async function byEngines(text: string): Promise<void> {
  const synthesizer = await openEspeak();
  synthesizer.reset({ ...usualManner, voice: "en-US", secondsMax: 600 });
  const { blocks } = synthesizer.synthesiseSsml(`<speak>${text}</speak>`);
  const { rate } = synthesizer;
  const sounds = blocks.map((samples) => ({ samples, rate }));
  await encode(joinSounds(sounds, rate), { format: "mp3", quality: "standard" });
}

async function byPrograms(text: string): Promise<void> {
  const command = 'espeak-ng -v en-us --stdout "$1" | lame --quiet -V 2 - -';
  const child = Bun.spawn(["sh", "-c", command, "sh", text], { stdout: "pipe" });
  const { length } = await child.stdout.bytes();
  if (length === 0) throw new Error("The programs produced no output");
}
