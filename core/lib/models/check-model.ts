import { listInputs } from "./onnx-file.ts";

/** A tensor: its numbers row by row, and the length of each dimension. */
interface Tensor {
  type: "float32" | "int64";
  data: Float32Array | BigInt64Array;
  dims: readonly number[];
}

/** Runs a model that is loaded for a check. */
type RunModel = (feeds: Readonly<Record<string, Tensor>>) => Promise<Record<string, Tensor>>;

/** Loads a model for a check, passes it on, and frees its memory. */
export type LoadModel = (bytes: Uint8Array, use: (run: RunModel) => Promise<void>) => Promise<void>;

/** The facts of a model file. */
export interface CheckedModel {
  file: string;
  bytes: number;
  /** SHA-256 of the file, in hexadecimal. */
  sha256: string;
  /** Names of its inputs. */
  inputs: string[];
}

/**
 * Returns the facts of a model file. Loads and tries it if the runtime is there. Throws if the file can't be used, with
 * its SHA-256.
 */
export async function checkModel(
  file: string,
  {
    bytes,
    inputs,
    load,
    attempt,
  }: {
    bytes: Uint8Array;
    /** The inputs that it must have. */
    inputs: readonly string[];
    load: LoadModel | undefined;
    /** Throws if the outputs of the model can't be used. */
    attempt?: (run: RunModel, inputs: readonly string[]) => Promise<void>;
  },
): Promise<CheckedModel> {
  const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
  const refuse = (why: string, cause?: unknown) =>
    new Error(`Cannot use "${file}" (SHA-256 ${sha256}): ${why}`, { cause });
  let own: string[] = [];
  try {
    own = listInputs(bytes);
  } catch (cause) {
    throw refuse("it is damaged or not a model in ONNX's format", cause);
  }
  const missing = inputs.find((input) => !own.includes(input));
  if (missing !== undefined) throw refuse(`it must have the input "${missing}"`);
  let isLoaded = false;
  try {
    await load?.(bytes, async (run) => {
      isLoaded = true;
      await attempt?.(run, own);
    });
  } catch (cause) {
    throw refuse(
      isLoaded ? `it fails at a test: ${(cause as Error).message}` : "ONNX Runtime cannot load it",
      cause,
    );
  }
  return { file, bytes: bytes.length, sha256, inputs: own };
}
