import { asTable } from "hub";

/**
 * ONNX Runtime for WebAssembly (MIT), which speaks with neural voices. It isn't part of the hub: an operator downloads or
 * imports the package. The native package is three times as large, and would be machine code in the data folder.
 */
export const runtimePackage = {
  file: "onnxruntime-web-1.30.0.tgz",
  url: "https://registry.npmjs.org/onnxruntime-web/-/onnxruntime-web-1.30.0.tgz",
  /** SHA-512 of the package, in Base64, as the registry publishes it. */
  sha512:
    "q0y+JrrtukXSzsBWEMccVfqX25LRmosXHF+CaRJmg8pZClzcV7svNc4rKY3jL02Vb7QmRMDs1SigqR4CXAfKYQ==",
  bytesMax: 60_000_000,
} as const;

const entryFile = "ort.wasm.min.mjs";

/** SHA-256 of the files that run, in hexadecimal. Nothing else from the data folder is ever run. */
const runtimeFiles: Readonly<Record<string, string>> = asTable({
  [entryFile]: "219e6a1fc8a9938268d18efca3c91d310bd2f4a59bbd13744df5b2b7fc6cee3b",
  "ort-wasm-simd-threaded.mjs": "e13f7f94fc51b4ca72b12faeb1ee95f4ace6dfbc8939bc718aabdc0a27c4299b",
  "ort-wasm-simd-threaded.wasm": "3398c10d07d229bd91b364548e130e0e51a8e5704b88c7c083ebbeb78842dee2",
});

/** Whether a file belongs to the runtime. */
export function isRuntimeFile(name: string): boolean {
  return Object.hasOwn(runtimeFiles, name);
}

/** Whether a collection of files contains the runtime. */
export function hasRuntime(names: readonly string[]): boolean {
  return Object.keys(runtimeFiles).every((name) => names.includes(name));
}

/** Takes the files of the runtime out of its npm package. Throws if it is another package or version. */
export async function unpackRuntime(archive: Uint8Array): Promise<Record<string, Uint8Array>> {
  checkPackage(archive, runtimePackage);
  const files = await new Bun.Archive(archive).files();
  const taken: Record<string, Uint8Array> = {};
  for (const name of Object.keys(runtimeFiles)) {
    const file = files.get(`package/dist/${name}`);
    if (!file) throw new Error(`Cannot import the package: it lacks "${name}"`);
    taken[name] = await file.bytes();
  }
  return taken;
}

/** Throws if an archive differs from a package in the npm registry. */
export function checkPackage(
  archive: Uint8Array,
  { file, sha512 }: { file: string; sha512: string },
): void {
  if (hash("sha512", archive, "base64") !== sha512)
    throw new Error(
      `Cannot import the package: its SHA-512 differs from that of "${file}" in the npm registry`,
    );
}

/** Throws if a file differs from that of the package. */
export function checkRuntimeFile(name: string, bytes: Uint8Array): void {
  if (hash("sha256", bytes, "hex") !== runtimeFiles[name])
    throw new Error(`Cannot use "${name}": it differs from the file of "${runtimePackage.file}"`);
}

/** A tensor of ONNX Runtime. */
interface Tensor {
  data: Float32Array | BigInt64Array;
  dims: readonly number[];
}

/** A loaded model. */
export interface Session {
  inputNames: readonly string[];
  outputNames: readonly string[];
  run(feeds: Readonly<Record<string, Tensor>>): Promise<Record<string, Tensor>>;
  release(): Promise<void>;
}

/** The part of ONNX Runtime's module that the plugin uses. */
export interface Runtime {
  InferenceSession: { create(model: Uint8Array): Promise<Session> };
  Tensor: new (
    type: "float32" | "int64",
    data: Float32Array | BigInt64Array,
    dims: readonly number[],
  ) => Tensor;
  env: { wasm: { numThreads: number; wasmPaths: string }; logLevel: string };
}

/** Loads the runtime from the folder of its files, once per process. */
export async function loadRuntime(paths: Readonly<Record<string, string>>): Promise<Runtime> {
  const path = paths[entryFile] ?? "";
  const runtime: Runtime = await import(path);
  runtime.env.wasm.numThreads = 1;
  runtime.env.wasm.wasmPaths = new URL(".", Bun.pathToFileURL(path)).href;
  runtime.env.logLevel = "error";
  return runtime;
}

function hash(
  algorithm: "sha256" | "sha512",
  bytes: Uint8Array,
  encoding: "base64" | "hex",
): string {
  return new Bun.CryptoHasher(algorithm).update(bytes).digest(encoding);
}
