import type { Caller } from "./caller.ts";

/** A tensor: its numbers row by row, and the length of each dimension. */
export interface Tensor {
  type: "float32" | "int64";
  data: Float32Array | BigInt64Array;
  dims: readonly number[];
}

/** Loads a model for a check, passes a function that runs it, and frees its memory. */
export type LoadModel = (
  bytes: Uint8Array,
  use: (
    run: (inputs: Readonly<Record<string, Tensor>>) => Promise<Record<string, Tensor>>,
  ) => Promise<void>,
) => Promise<void>;

/** A model in ONNX's format: a dataset as in `data.get`, and the name of its file. */
export interface ModelFile {
  dataset: string;
  file: string;
}

/** The call that a model works for. Jobs need not pass it. */
export interface ModelCall {
  caller?: Caller;
  signal?: AbortSignal;
}

/** Runs models of datasets in a process of their own. It loads each once, and unloads the least recently used. */
export interface Models {
  /** Returns what the hub lacks to run models, or undefined. */
  missing(): Promise<string | undefined>;
  /** Runs a model. Returns its outputs by name, in the model's order. */
  run(
    model: ModelFile,
    inputs: Readonly<Record<string, Tensor>>,
    call?: ModelCall,
  ): Promise<Record<string, Tensor>>;
  /**
   * Returns the vectors of texts, each with a length of 1: the mean of the tokens' vectors. `tokenizer` is the file of a
   * tokenizer in Hugging Face's format. Longer texts are cut.
   */
  embed(
    model: ModelFile & { tokenizer: string },
    texts: readonly string[],
    call?: ModelCall,
  ): Promise<{ vectors: Float32Array[]; tokens: number }>;
}
