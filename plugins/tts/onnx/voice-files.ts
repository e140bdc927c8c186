import type { DatasetVersion, Net } from "hub";
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
import { addDurations } from "./model-file.ts";
import {
  checkPackage,
  checkRuntimeFile,
  hasRuntime,
  isRuntimeFile,
  loadRuntime,
  runtimePackage,
  unpackRuntime,
} from "./runtime-package.ts";

/** The files of the dataset by name: the runtime, and the model and description of each voice. */
type Files = Readonly<Record<string, Uint8Array>>;

/** Reaches the publishers of voices and of the runtime. */
type PublisherNet = Net<PublisherUrl>;
type PublisherUrl = `https://huggingface.co/${string}` | `https://registry.npmjs.org/${string}`;

const modelBytesMax = 400_000_000;
const descriptionBytesMax = 2_000_000;
const downloadMs = 50_000;

/** Returns the name of a voice from the name of its model or description, such as `en_US-amy-medium`. */
export function parseVoiceFile(
  file: string,
): { name: string; kind: "model" | "description" } | undefined {
  const [, name, suffix] = /^([A-Za-z0-9][\w.-]{0,79})\.onnx(\.json)?$/.exec(file) ?? [];
  return name === undefined ? undefined : { name, kind: suffix ? "description" : "model" };
}

/** Adds a file that an operator imports: the runtime's package, or a file of a voice. */
export async function addFile(
  { name, bytes }: { name: string; bytes: Uint8Array },
  kept: DatasetVersion | undefined,
): Promise<Files> {
  const files = await readFiles(kept);
  if (/^kokoro-js-.*\.tgz$/.test(name)) return { ...files, ...(await unpackStyles(bytes)) };
  if (name.endsWith(".tgz")) return { ...files, ...(await unpackRuntime(bytes)) };
  if (parseKokoroFile(name) !== undefined) return { ...files, [name]: bytes };
  const file = parseVoiceFile(name);
  if (!file)
    throw new Error(
      `Cannot import "${name}": it must be a voice such as "en_US-amy-medium.onnx" or its "en_US-amy-medium.onnx.json", a voice of Kokoro such as "af_heart.bin", "${kokoroPackage.file}" or "${runtimePackage.file}"`,
    );
  if (file.kind === "description") return { ...files, [name]: bytes };
  return isKokoroModel(bytes)
    ? { ...files, [kokoroModel]: bytes }
    : { ...files, [name]: addDurations(bytes) };
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
 * Downloads the runtime if it is missing, and the named voices: Kokoro's, such as `af_heart`, or those of
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
  const isLacking = !hasRuntime(Object.keys(files));
  if (!isLacking && chosen.length === 0) return undefined;
  const read = async (url: PublisherUrl, bodyBytesMax: number) => {
    const response = await net(url, { bodyBytesMax, timeoutMs: downloadMs });
    if (!response.ok) throw new Error(`Cannot download ${url}: the status is ${response.status}`);
    return response.bytes();
  };
  if (isLacking) {
    const archive = await read(runtimePackage.url, runtimePackage.bytesMax);
    files = { ...files, ...(await unpackRuntime(archive)) };
  }
  if (styles.length > 0) {
    const archive = await read(kokoroPackage.url, kokoroPackage.bytesMax);
    files = { ...files, ...(await unpackStyles(archive, styles)) };
    if (!Object.hasOwn(files, kokoroModel)) {
      const model = await read(kokoroModelUrl, modelBytesMax);
      if (!isKokoroModel(model))
        throw new Error(`Cannot use ${kokoroModelUrl}: it is not a model of Kokoro`);
      files = { ...files, [kokoroModel]: model };
    }
  }
  for (const { name, url } of urls)
    files = {
      ...files,
      [`${name}.onnx.json`]: await read(`${url}.onnx.json`, descriptionBytesMax),
      [`${name}.onnx`]: addDurations(await read(`${url}.onnx`, modelBytesMax)),
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
const requiredInputs = ["input", "input_lengths", "scales"];

/**
 * Checks the files of the dataset, and returns the number of voices. Loads the models that differ from those of the
 * version in use, if the runtime is there. Throws if a file can't be used.
 */
export async function checkFiles(files: Files, kept: DatasetVersion | undefined): Promise<number> {
  const known = Object.keys(kept?.paths ?? {});
  const names = Object.keys(files);
  for (const [file, bytes] of Object.entries(files)) {
    if (isRuntimeFile(file)) checkRuntimeFile(file, bytes);
    else if (parseKokoroFile(file) !== undefined) checkStyles(file, bytes);
    else if (parseVoiceFile(file)?.kind === "description")
      parseVoiceConfig(parseVoiceFile(file)?.name ?? "", bytes);
    else if (kept && hasRuntime(known) && !(await isKept(file, { bytes, kept })))
      await checkModel(file, { model: bytes, paths: kept.paths });
  }
  return names.filter(
    (file) =>
      parseKokoroFile(file) !== undefined ||
      (parseVoiceFile(file)?.kind === "model" && names.includes(`${file}.json`)),
  ).length;
}

/** Whether the version in use has the same file. */
async function isKept(
  file: string,
  { bytes, kept }: { bytes: Uint8Array; kept: DatasetVersion },
): Promise<boolean> {
  return Object.hasOwn(kept.paths, file) && Bun.hash(bytes) === Bun.hash(await kept.bytes(file));
}

async function checkModel(
  file: string,
  { model, paths }: { model: Uint8Array; paths: Readonly<Record<string, string>> },
): Promise<void> {
  const runtime = await loadRuntime(paths);
  const session = await runtime.InferenceSession.create(model).catch((cause) => {
    throw new Error(`Cannot use "${file}": ONNX Runtime cannot load the model`, { cause });
  });
  const [maker, inputs] =
    file === kokoroModel ? ["Kokoro", kokoroInputs] : ["Piper", requiredInputs];
  const missing = inputs.find((input) => !session.inputNames.includes(input));
  try {
    if (file === kokoroModel && missing === undefined) await tryKokoroModel(session, runtime);
  } finally {
    await session.release();
  }
  if (missing !== undefined)
    throw new Error(`Cannot use "${file}": a model of ${maker} must have the input "${missing}"`);
}
