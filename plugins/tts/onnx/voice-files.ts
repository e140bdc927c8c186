import type { DatasetDefinition, DatasetVersion, ModelFacts, Net } from "hub";
import { addOutput, checkModel, checkPackage } from "hub/models";
import { parseVoiceConfig } from "../voices/voice-config.ts";
import {
  checkStyles,
  isKokoroModel,
  kokoroInputs,
  kokoroModel,
  kokoroModelUrl,
  kokoroPackage,
  parseKokoroFile,
  tryKokoroModel,
} from "./kokoro.ts";

/** The files of the dataset by name: the model and description of each voice. */
type Files = Readonly<Record<string, Uint8Array>>;

/** Reaches the publishers of voices. */
type PublisherNet = Net<PublisherUrl>;
type PublisherUrl = `https://huggingface.co/${string}` | `https://registry.npmjs.org/${string}`;

const modelBytesMax = 400_000_000;
const descriptionBytesMax = 2_000_000;
const downloadMs = 50_000;
/**
 * The operator that computes the frames of each phoneme in Piper's models. The models have the numbers, but don't output
 * them.
 */
const durations = "Ceil";

/** Returns the name of a voice from the name of its model or description, such as `en_US-amy-medium`. */
export function parseVoiceFile(
  file: string,
): { name: string; kind: "model" | "description" } | undefined {
  const [, name, suffix] = /^([A-Za-z0-9][\w.-]{0,79})\.onnx(\.json)?$/.exec(file) ?? [];
  return name === undefined ? undefined : { name, kind: suffix ? "description" : "model" };
}

/** Adds a file that an operator imports. */
export async function addFile(
  { name, bytes }: { name: string; bytes: Uint8Array },
  kept: DatasetVersion | undefined,
): Promise<Files> {
  const files = await readFiles(kept);
  if (/^kokoro-js-.*\.tgz$/.test(name)) return { ...files, ...(await unpackStyles(bytes)) };
  if (parseKokoroFile(name) !== undefined) return { ...files, [name]: bytes };
  const file = parseVoiceFile(name);
  if (!file)
    throw new Error(
      `Cannot import "${name}": it must be a voice such as "en_US-amy-medium.onnx" or its "en_US-amy-medium.onnx.json", a voice of Kokoro such as "af_heart.bin", or "${kokoroPackage.file}"`,
    );
  if (file.kind === "description") return { ...files, [name]: bytes };
  try {
    return isKokoroModel(bytes)
      ? { ...files, [kokoroModel]: bytes }
      : { ...files, [name]: addOutput(bytes, durations) };
  } catch {
    // The check of the files refuses it with its hash.
    return { ...files, [name]: bytes };
  }
}

/** Takes the voices out of Kokoro's npm package: one of them, or all. Throws if it is another package or version. */
async function unpackStyles(
  archive: Uint8Array,
  chosen: readonly string[] = [],
): Promise<Record<string, Uint8Array>> {
  checkPackage(archive, kokoroPackage);
  const taken: Record<string, Uint8Array> = {};
  for (const [path, file] of await new Bun.Archive(archive).files()) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const voice = path.startsWith("package/voices/") ? parseKokoroFile(name) : undefined;
    if (voice !== undefined && (chosen.length === 0 || chosen.includes(voice)))
      taken[name] = await file.bytes();
  }
  const missing = chosen.find((voice) => !Object.hasOwn(taken, `${voice}.bin`));
  if (missing !== undefined)
    throw new Error(`Cannot download the voice "${missing}": "${kokoroPackage.file}" lacks it`);
  return taken;
}

/**
 * Downloads the named voices: Kokoro's, such as `af_heart`, or those of
 * https://huggingface.co/rhasspy/piper-voices.
 */
export async function downloadFiles(
  chosen: readonly string[],
  { net, kept }: { net: PublisherNet; kept: DatasetVersion | undefined },
): Promise<Files | undefined> {
  const styles = chosen.filter((name) => parseKokoroFile(`${name}.bin`) !== undefined);
  const urls = chosen
    .filter((name) => !styles.includes(name))
    .map((name) => ({ name, url: buildVoiceUrl(name) }));
  let files = await readFiles(kept);
  if (chosen.length === 0) return undefined;
  const read = async (url: PublisherUrl, bodyBytesMax: number) => {
    const response = await net(url, { bodyBytesMax, timeoutMs: downloadMs });
    if (!response.ok) throw new Error(`Cannot download ${url}: the status is ${response.status}`);
    return response.bytes();
  };
  if (styles.length > 0) {
    const archive = await read(kokoroPackage.url, kokoroPackage.bytesMax);
    files = { ...files, ...(await unpackStyles(archive, styles)) };
    if (!Object.hasOwn(files, kokoroModel))
      files = { ...files, [kokoroModel]: await read(kokoroModelUrl, modelBytesMax) };
  }
  for (const { name, url } of urls)
    files = {
      ...files,
      [`${name}.onnx.json`]: await read(`${url}.onnx.json`, descriptionBytesMax),
      [`${name}.onnx`]: addOutput(await read(`${url}.onnx`, modelBytesMax), durations),
    };
  return files;
}

/** Returns the address of a published voice, without the extension. Throws if the name isn't one. */
function buildVoiceUrl(name: string): `https://huggingface.co/${string}` {
  const [, code, language, voice, quality] =
    /^(([a-z]{2,3})_[A-Z]{2})-(\w{1,40})-(x_low|low|medium|high)$/.exec(name) ?? [];
  if (code === undefined)
    throw new Error(
      `Cannot download the voice "${name}": its name must be a language, a name and a quality, such as "en_US-amy-medium", or a voice of Kokoro such as "af_heart"`,
    );
  return `https://huggingface.co/rhasspy/piper-voices/resolve/main/${language}/${code}/${voice}/${quality}/${name}`;
}

async function readFiles(kept: DatasetVersion | undefined): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {};
  for (const file of Object.keys(kept?.paths ?? {})) if (kept) files[file] = await kept.bytes(file);
  return files;
}

/** Inputs of Piper's models. */
const piperInputs = ["input", "input_lengths", "scales"];

type CheckOptions = Parameters<DatasetDefinition["check"]>[1];

/** Checks the files of the dataset, and returns its voices and models. Throws if a file can't be used. */
export async function checkFiles(files: Files, { kept, load }: CheckOptions) {
  const names = Object.keys(files);
  const models: ModelFacts[] = [];
  for (const [file, bytes] of Object.entries(files)) {
    const voice = parseVoiceFile(file);
    if (parseKokoroFile(file) !== undefined) checkStyles(file, bytes);
    else if (voice?.kind === "description") parseVoiceConfig(voice.name, bytes);
    else if (voice) {
      const isKokoro = file === kokoroModel;
      const isKnown = kept?.about.models?.some((model) => model.file === file);
      const facts = await checkModel(file, {
        bytes,
        inputs: isKokoro ? kokoroInputs : piperInputs,
        // Loading takes seconds, and the other files haven't changed.
        load: isKnown && (await isKept(file, { bytes, kept })) ? undefined : load,
        ...(isKokoro && { attempt: tryKokoroModel }),
      });
      models.push({ ...facts, ...describeModel(file, files) });
    }
  }
  const entries = names.filter(
    (file) =>
      parseKokoroFile(file) !== undefined ||
      (parseVoiceFile(file)?.kind === "model" && names.includes(`${file}.json`)),
  ).length;
  return { entries, models };
}

/** Returns the licence and quality of a model, as its publisher states them. */
function describeModel(file: string, files: Files): Pick<ModelFacts, "licence" | "quality"> {
  if (file === kokoroModel) return { licence: "Apache-2.0", quality: null };
  const description = files[`${file}.json`];
  if (!description) return { licence: null, quality: null };
  const { licence, quality } = parseVoiceConfig(file, description);
  return { licence, quality };
}

/** Whether the version in use has the same file. */
async function isKept(
  file: string,
  { bytes, kept }: { bytes: Uint8Array; kept: DatasetVersion | undefined },
): Promise<boolean> {
  const old = kept?.paths[file] === undefined ? undefined : await kept.bytes(file);
  return old !== undefined && Bun.hash(bytes) === Bun.hash(old);
}
