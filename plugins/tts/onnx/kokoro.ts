import type { Models, Tensor } from "hub";
import { openTexts } from "hub/data-file";
import { listInputs } from "hub/models";
import type { Gender } from "../request.ts";
import type { VoiceConfig } from "../voices/voice-config.ts";

/** The name of Kokoro's model in the dataset, which all its voices share. */
export const kokoroModel = "kokoro.onnx";

/** The inputs of Kokoro's model. Exports name the one for symbols differently. */
export const kokoroInputs = ["style", "speed"] as const;
const symbolInputs = ["input_ids", "tokens"] as const;
type SymbolInput = (typeof symbolInputs)[number];

/** The npm package with Kokoro's voices (Apache-2.0). It has no model, and none of its code runs. */
export const kokoroPackage = {
  file: "kokoro-js-1.2.1.tgz",
  url: "https://registry.npmjs.org/kokoro-js/-/kokoro-js-1.2.1.tgz",
  sha512:
    "oq0HZJWis3t8lERkMJh84WLU86dpYD0EuBPtqYnLlQzyFP1OkyBRDcweAqCfhNOpltyN9j/azp1H6uuC47gShw==",
  bytesMax: 40_000_000,
} as const;

/** A version of Kokoro's model with 8-bit weights, 92 MB (Apache-2.0). */
export const kokoroModelUrl =
  "https://huggingface.co/onnx-community/Kokoro-82M-v1.0-ONNX/resolve/main/onnx/model_quantized.onnx";

/** Numbers of a style, and styles of a voice: one for each length of the input. */
const styleSize = 256;
const stylesMax = 510;

/** The most symbols of a sentence. */
export const kokoroSymbolsMax = stylesMax;

const { locales, grades, symbols, rewrites, ...own } = openTexts(
  new URL("./kokoro.txt", import.meta.url),
  ["locales", "grades", "symbols", "rewrites", "english", "en-US", "en-GB"],
)();

/** The voices with a grade of their publisher, best first. */
const graded = Object.values(grades).flatMap((names) => names.split(" "));

/** The input starts and ends with 0, and has no pads in between. */
const ids: VoiceConfig["ids"] = new Map<string, readonly number[]>([
  ["^", [0]],
  ["$", [0]],
  ["_", []],
  ...Object.entries(symbols).flatMap(([first, row]) =>
    Array.from(row, (symbol, index): [string, number[]] => [symbol, [Number(first) + index]]),
  ),
]);

/** Whether a model has Kokoro's inputs. */
export function isKokoroModel(model: Uint8Array): boolean {
  const inputs = listInputs(model);
  return [findSymbolInput(inputs), ...kokoroInputs].every((name) => inputs.includes(name));
}

/** Returns the name of the input for symbols. */
export function findSymbolInput(inputs: readonly string[] = []): SymbolInput {
  return symbolInputs.find((name) => inputs.includes(name)) ?? "input_ids";
}

/** Returns the name of a voice from its file, such as `af_heart.bin`, or undefined for other files. */
export function parseKokoroFile(file: string): string | undefined {
  const [, name] = /^([a-z][fm]_[a-z]{1,30})\.bin$/.exec(file) ?? [];
  return name !== undefined && Object.hasOwn(locales, name.charAt(0)) ? name : undefined;
}

/** Throws if a file doesn't have the styles of a voice. */
export function checkStyles(file: string, bytes: Uint8Array): void {
  const wanted = stylesMax * styleSize * 4;
  if (bytes.length !== wanted)
    throw new Error(`Cannot use "${file}": it must have ${wanted} bytes, and has ${bytes.length}`);
  if (!readStyles(bytes).every(Number.isFinite))
    throw new Error(`Cannot use "${file}": it must have finite numbers only`);
}

/** Returns the description of a voice. */
export function describeKokoroVoice(name: string): VoiceConfig & { gender: Gender } {
  const locale = locales[name.charAt(0)] ?? "en-US";
  const [quality = null] =
    Object.entries(grades).find(([, names]) => names.split(" ").includes(name)) ?? [];
  return {
    locale,
    gender: name.charAt(1) === "f" ? "female" : "male",
    espeakVoice: locale,
    rate: 24_000,
    ids,
    noise: 0,
    durationNoise: 0,
    length: 1,
    speakers: [],
    quality,
    licence: "Apache-2.0",
  };
}

/** Compares voices by grade, so that the best one is the default of its language. */
export function compareVoices(a: string, b: string): number {
  const [first, second] = [a, b].map((name) => (graded.indexOf(name) + 1 || 100) as number);
  return (first ?? 0) - (second ?? 0) || (a < b ? -1 : 1);
}

/** Returns the styles of a voice as numbers. */
export function readStyles(bytes: Uint8Array): Float32Array {
  return new Float32Array(Uint8Array.from(bytes).buffer);
}

/** Creates the model's inputs. The style depends on the number of symbols, without the 0 at both ends. */
export function createKokoroInputs(
  ids: readonly number[],
  { length, styles, input }: { length: number; styles: Float32Array; input: SymbolInput },
): Record<string, Tensor> {
  const row = Math.min(ids.length - 2, stylesMax - 1);
  const style = styles.slice(row * styleSize, (row + 1) * styleSize);
  return {
    [input]: { type: "int64", data: BigInt64Array.from(ids, BigInt), dims: [1, ids.length] },
    style: { type: "float32", data: style, dims: [1, styleSize] },
    speed: { type: "float32", data: Float32Array.of(1 / length), dims: [1] },
  };
}

/** Throws if a model doesn't speak a word. */
export async function tryKokoroModel(
  run: (inputs: Record<string, Tensor>) => ReturnType<Models["run"]>,
  inputs: readonly string[],
): Promise<void> {
  const styles = new Float32Array(stylesMax * styleSize);
  const outputs = await run(
    createKokoroInputs([0, 50, 25, 0], { length: 1, styles, input: findSymbolInput(inputs) }),
  ).catch((cause) => {
    throw new Error("The model cannot speak", { cause });
  });
  const sound = Object.values(outputs)[0]?.data;
  if (!(sound instanceof Float32Array) || sound.length === 0)
    throw new Error("The first output must be sound");
}

/** Writes eSpeak NG's phonemes in the model's symbols. Phonemes are separated by `_` and spaces. */
export function writeKokoroPhonemes(phonemes: string, locale: string): string {
  const steps = [...(ownRewrites.get(locale) ?? []), ...commonRewrites];
  return phonemes.replaceAll(/[^\s_|]+/g, (phoneme) => {
    // The name of a language that eSpeak NG switches to.
    if (phoneme.startsWith("(")) return phoneme;
    return steps.reduce((text, [from, to]) => text.replaceAll(from, to), phoneme.normalize("NFD"));
  });
}

const commonRewrites = Object.entries(rewrites);

/** The first rewrites of English, which differ by country. */
const ownRewrites = new Map(
  (["en-US", "en-GB"] as const).map((locale) => [
    locale as string,
    [own[locale], rewrites, own.english].flatMap((texts) => Object.entries(texts)),
  ]),
);
