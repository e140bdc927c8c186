import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runModelWork } from "../../../core/host/models/model-work.ts";
import { runtimeDataset } from "../../../core/host/models/runtime.ts";
import { classify, listTexts } from "../../../plugins/ai/classify/classify.ts";
import { rankSimilar } from "../../../plugins/ai/similarity/similarity.ts";
import { compareVectors } from "../../../plugins/ai/text/sentence-vectors.ts";
import { readIntents } from "./kit/read-intents.ts";
import type { Measurement, Row } from "./kit/row.ts";

type Embed = (texts: readonly string[]) => Promise<Float32Array[]>;

const without = "without a model";
const aim = "the aim";

/** The gain from a model of sentences, with the weights that an operator downloads. */
export default {
  engine: "ai/text",
  ours: ["plugins/ai/text/sentence-*.ts"],
  theirs: [
    { name: without, licence: "MIT" },
    { name: aim, licence: "MIT" },
  ],
  async measure({ find }) {
    const folder = mkdtempSync(join(tmpdir(), "utilhub-lab-models-"));
    try {
      const archive = await Bun.file(find("models/onnxruntime-web-1.30.0.tgz")).bytes();
      const files = await runtimeDataset.unpack?.(
        { name: "", bytes: archive },
        { kept: undefined },
      );
      const runtime: Record<string, string> = {};
      for (const [name, bytes] of Object.entries(files ?? {})) {
        runtime[name] = join(folder, name);
        await Bun.write(join(folder, name), bytes);
      }
      const [model, tokenizer] = [
        find("models/model_quantized.onnx"),
        find("models/tokenizer.json"),
      ];
      const embed: Embed = async (texts) => {
        const result = await runModelWork({ runtime, model, tokenizer, texts });
        return "vectors" in result ? result.vectors : [];
      };
      return [
        await measureParaphrases(embed),
        await measureIntents(embed, find("intents/banking77-train.csv")),
        await measureTime(embed),
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
} satisfies Row;

/** Ranks the paraphrase of each sentence among those of nine others. No paraphrase shares a word with its sentence. */
async function measureParaphrases(embed: Embed): Promise<Measurement> {
  const pairs = readFileSync(join(import.meta.dir, "../meaning/paraphrases.tsv"), "utf8")
    .trimEnd()
    .split("\n")
    .slice(3)
    .map((line) => line.split("\t"));
  const texts = pairs.map(([text = ""]) => text);
  const paraphrases = pairs.map(([, paraphrase = ""]) => paraphrase);
  const [own, others] = [await embed(texts), await embed(paraphrases)];
  const count = (hasModel: boolean) =>
    texts.filter((text, index) => {
      const chosen = Array.from({ length: 10 }, (_, step) => (index + step) % texts.length);
      const vectors = [own[index], ...chosen.map((at) => others[at])] as Float32Array[];
      const options = { language: "en", method: "blend", duplicate_threshold: 0.9 } as const;
      const { results } = rankSimilar(
        text,
        chosen.map((at) => paraphrases[at] ?? ""),
        { ...options, diff: false, ...(hasModel && { sentences: { model: "", vectors } }) },
      );
      const [first, second] = results;
      return first?.index === 0 && first.score > (second?.score ?? 0);
    }).length;
  return {
    set: "paraphrases without a shared word, written for this project",
    inputs: texts.length,
    figure: "ranked first among ten",
    ours: count(true),
    theirs: { [without]: count(false) },
  };
}

/** Classifies customers' questions by ten examples of each of ten intents. */
async function measureIntents(embed: Embed, path: string): Promise<Measurement> {
  let [inputs, ours, theirs] = [0, 0, 0];
  for (const chosen of readIntents(path)) {
    const labels = chosen.map(({ name, questions }) => ({
      name,
      description: "",
      keywords: [],
      examples: questions.slice(0, 10),
    }));
    const options = { language: "en", labels, multi: false } as const;
    const described: Float32Array[][] = [];
    for (const texts of listTexts({ ...options, text: "" }).labels)
      described.push(await embed(texts));
    for (const { name, questions } of chosen)
      for (const text of questions.slice(10, 16)) {
        const [vector = new Float32Array()] = await embed([text]);
        const likeness = described.map((vectors) =>
          Math.max(...vectors.map((one) => compareVectors(vector, one))),
        );
        inputs++;
        if (classify({ ...options, text }, likeness).best === name) ours++;
        if (classify({ ...options, text }).best === name) theirs++;
      }
  }
  return {
    set: "banking77: ten intents with ten examples, seven times",
    inputs,
    figure: "right intents",
    ours,
    theirs: { [without]: theirs },
  };
}

/** Measures the median time of a text with 128 tokens in milliseconds. */
async function measureTime(embed: Embed): Promise<Measurement> {
  const text = Array.from({ length: 126 }, () => "time").join(" ");
  const times: number[] = [];
  for (let round = 0; round < 15; round++) {
    const begin = process.cpuUsage();
    await embed([text]);
    const { user, system } = process.cpuUsage(begin);
    times.push((user + system) / 1000);
  }
  return {
    set: "a text with 128 tokens",
    inputs: times.length,
    figure: "ms of processor time",
    ours: Math.round(times.toSorted((a, b) => a - b)[7] ?? 0),
    theirs: { [aim]: 60 },
    fewerIsBetter: true,
  };
}
