import { statSync } from "node:fs";
import type { Tensor } from "../../contract/models-door.ts";
import { type LoadedModel, loadModel } from "./runtime.ts";

/** The files of a model, and what to do with it. */
export interface ModelWork {
  /** Paths of the runtime's files. */
  runtime: Readonly<Record<string, string>>;
  /** Path of the model. */
  model: string;
  /** Inputs of the model, to get its outputs. */
  inputs?: Readonly<Record<string, Tensor>>;
  /** Texts, to get their vectors, and the path of the tokenizer. */
  texts?: readonly string[];
  tokenizer?: string;
}

/** The result of a work: outputs by name, or vectors and the number of tokens. */
export type ModelResult =
  | { outputs: Record<string, Tensor> }
  | { vectors: Float32Array[]; tokens: number };

/** The size of all loaded models together, above which the least recently used ones are unloaded. */
const loadedBytesUsual = 256_000_000;
/** The most tokens of a text, and the most characters that they come from. */
const tokensMax = 256;
const charactersMax = 4000;

const loaded = new Map<string, { bytes: number; model: Promise<LoadedModel> }>();
const tokenizers = new Map<string, Promise<Tokenize>>();

/** Does a work in this process. Runs of a process must not overlap. */
export async function runModelWork(
  work: ModelWork,
  loadedBytesMax = loadedBytesUsual,
): Promise<ModelResult> {
  const model = await openModel(work, loadedBytesMax);
  if (work.inputs) return { outputs: await model.run(work.inputs) };
  const path = work.tokenizer ?? "";
  const opening = tokenizers.get(path) ?? openTokenizer(path);
  tokenizers.set(path, opening);
  opening.catch(() => tokenizers.delete(path));
  const tokenize = await opening;
  const vectors: Float32Array[] = [];
  let tokens = 0;
  for (const text of work.texts ?? []) {
    const ids = tokenize(text);
    tokens += ids.length;
    vectors.push(await embedTokens(ids, model));
  }
  return { vectors, tokens };
}

/** Loads a model, or returns it from memory. */
async function openModel(
  { runtime, model: path }: ModelWork,
  loadedBytesMax: number,
): Promise<LoadedModel> {
  const bytes = statSync(path).size;
  const known = loaded.get(path);
  loaded.delete(path);
  await unloadModels(loadedBytesMax - bytes);
  const opening =
    known?.model ??
    Bun.file(path)
      .bytes()
      .then((file) => loadModel({ paths: runtime }, file));
  loaded.set(path, { bytes, model: opening });
  opening.catch(() => loaded.delete(path));
  return opening;
}

/** Unloads the least recently used models until the others have at most this size. */
async function unloadModels(bytesMax: number): Promise<void> {
  let total = 0;
  for (const [path, { bytes, model }] of [...loaded].reverse()) {
    total += bytes;
    if (total <= bytesMax) continue;
    loaded.delete(path);
    await (await model.catch(() => undefined))?.release();
  }
}

/** Returns the paths of the models in memory, the least recently used one first. */
export function listLoadedModels(): string[] {
  return [...loaded.keys()];
}

type Tokenize = (text: string) => number[];

async function openTokenizer(path: string): Promise<Tokenize> {
  const { Tokenizer } = await import("@huggingface/tokenizers");
  const tokenizer = new Tokenizer(await Bun.file(path).json(), {});
  return (text) => {
    const { ids } = tokenizer.encode(text.slice(0, charactersMax).toWellFormed());
    // The last token marks the end.
    return ids.length <= tokensMax ? ids : [...ids.slice(0, tokensMax - 1), ...ids.slice(-1)];
  };
}

/** Returns the mean of the tokens' vectors, with a length of 1. */
async function embedTokens(ids: readonly number[], model: LoadedModel): Promise<Float32Array> {
  const dims = [1, ids.length];
  const tensor = (data: BigInt64Array): Tensor => ({ type: "int64", data, dims });
  const outputs = await model.run({
    input_ids: tensor(BigInt64Array.from(ids, BigInt)),
    attention_mask: tensor(new BigInt64Array(ids.length).fill(1n)),
    token_type_ids: tensor(new BigInt64Array(ids.length)),
  });
  const [hidden] = Object.values(outputs);
  const size = hidden?.dims.at(-1) ?? 0;
  if (!(hidden?.data instanceof Float32Array) || hidden.data.length !== ids.length * size)
    throw new Error("The model must return a vector for each token");
  const vector = new Float32Array(size);
  for (const [at, value] of hidden.data.entries()) vector[at % size]! += value;
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
