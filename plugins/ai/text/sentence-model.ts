import type { DatasetDefinition, DatasetVersion, ModelFacts, Net } from "hub";
import { openTable } from "hub/data-file";
import { checkModel } from "hub/models";

type Files = Readonly<Record<string, Uint8Array>>;
type Load = Parameters<DatasetDefinition["check"]>[1]["load"];
type Download = Net<`https://huggingface.co/${string}`>;

/** The models that operators can download. */
const readModels = openTable(new URL("../datasets/models.tsv", import.meta.url), {
  name: "text",
  url: "text",
  sha256: "text",
  tokenizer: "text",
  tokenizer_sha256: "text",
  licence: "text",
  quality: "text",
});

/** The name of the tokenizer in the dataset. */
export const tokenizerFile = "tokenizer.json";
const inputs = ["input_ids", "attention_mask", "token_type_ids"];
const fileBytesMax = 400_000_000;

/** Downloads a model and its tokenizer. Throws if a file isn't the published one. */
export async function downloadModel(
  [name]: readonly string[],
  net: Download,
): Promise<Files | undefined> {
  if (name === undefined) return undefined;
  const known = readModels().find((model) => model.name === name);
  if (!known) {
    const names = readModels().map((model) => model.name);
    throw new Error(`Cannot download the model "${name}": it must be ${names.join(" or ")}`);
  }
  const read = async (url: string, sha256: string) => {
    const address = url as `https://huggingface.co/${string}`;
    const response = await net(address, { bodyBytesMax: fileBytesMax, timeoutMs: 50_000 });
    if (!response.ok) throw new Error(`Cannot download ${url}: the status is ${response.status}`);
    const bytes = await response.bytes();
    const own = hash(bytes);
    if (own !== sha256)
      throw new Error(`Cannot use ${url}: its SHA-256 is ${own}, and must be ${sha256}`);
    return bytes;
  };
  return {
    [`${name}.onnx`]: await read(known.url, known.sha256),
    [tokenizerFile]: await read(known.tokenizer, known.tokenizer_sha256),
  };
}

/** Adds a file that an operator imports. A model replaces the previous one. */
export async function addModelFile(
  { name, bytes }: { name: string; bytes: Uint8Array },
  kept: DatasetVersion | undefined,
): Promise<Files> {
  const isModel = /^[A-Za-z0-9][\w.-]{0,79}\.onnx$/.test(name);
  if (!isModel && !name.endsWith(tokenizerFile))
    throw new Error(
      `Cannot import "${name}": it must be a model of sentences such as "all-minilm-l6-v2.onnx", or its "${tokenizerFile}"`,
    );
  const files: Record<string, Uint8Array> = {};
  for (const file of Object.keys(kept?.paths ?? {}))
    if (kept && (file === tokenizerFile) === isModel) files[file] = await kept.bytes(file);
  const known = readModels().find(({ sha256 }) => sha256 === hash(bytes));
  return { ...files, [isModel ? (known ? `${known.name}.onnx` : name) : tokenizerFile]: bytes };
}

/** Checks the files of the dataset, and returns its model. Throws if a file can't be used. */
export async function checkModelFiles(files: Files, load: Load): Promise<ModelFacts[]> {
  const models: ModelFacts[] = [];
  for (const [file, bytes] of Object.entries(files)) {
    if (file === tokenizerFile) checkTokenizer(bytes);
    else {
      const facts = await checkModel(file, { bytes, inputs, load, attempt: tryModel });
      const known = readModels().find(({ sha256 }) => sha256 === facts.sha256);
      models.push({ ...facts, licence: known?.licence ?? null, quality: known?.quality ?? null });
    }
  }
  return models;
}

async function tryModel(run: Parameters<Parameters<NonNullable<Load>>[1]>[0]): Promise<void> {
  const input = { type: "int64" as const, data: BigInt64Array.of(0n, 0n), dims: [1, 2] };
  const outputs = await run(Object.fromEntries(inputs.map((name) => [name, input])));
  const dims = Object.values(outputs)[0]?.dims ?? [];
  if (dims.length !== 3 || dims[1] !== 2)
    throw new Error("The first output must have a vector for each token");
}

function checkTokenizer(bytes: Uint8Array): void {
  const refuse = (cause?: unknown) =>
    new Error(`Cannot use "${tokenizerFile}": it must be a tokenizer in Hugging Face's format`, {
      cause,
    });
  let tokenizer: { model?: { vocab?: unknown } } | null;
  try {
    tokenizer = JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw refuse(cause);
  }
  if (typeof tokenizer?.model?.vocab !== "object") throw refuse();
}

function hash(bytes: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
}
