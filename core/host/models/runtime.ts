import type { DatasetDefinition } from "../../contract/dataset.ts";
import type { DatasetVersion } from "../../contract/dataset-version.ts";
import type { Tensor } from "../../contract/models-door.ts";
import { asTable } from "../../lib/as-table.ts";
import { checkPackage } from "../../lib/models/pinned-package.ts";

/** The dataset with ONNX Runtime, which all plugins share. */
export const runtimeId = "hub/model-runtime";

/**
 * ONNX Runtime for WebAssembly (MIT), which runs models. It isn't part of the hub: an operator downloads or
 * imports the package. The native package is three times as large, and would be machine code in the data folder.
 */
const runtimePackage = {
  file: "onnxruntime-web-1.30.0.tgz",
  url: "https://registry.npmjs.org/onnxruntime-web/-/onnxruntime-web-1.30.0.tgz",
  /** SHA-512 of the package, in Base64, as the registry publishes it. */
  sha512:
    "q0y+JrrtukXSzsBWEMccVfqX25LRmosXHF+CaRJmg8pZClzcV7svNc4rKY3jL02Vb7QmRMDs1SigqR4CXAfKYQ==",
  bytesMax: 60_000_000,
} as const;

const downloadMs = 50_000;
const entryFile = "ort.wasm.min.mjs";

/** SHA-256 of the files that run, in hexadecimal. Nothing else from the data folder is ever run. */
const runtimeFiles: Readonly<Record<string, string>> = asTable({
  [entryFile]: "219e6a1fc8a9938268d18efca3c91d310bd2f4a59bbd13744df5b2b7fc6cee3b",
  "ort-wasm-simd-threaded.mjs": "e13f7f94fc51b4ca72b12faeb1ee95f4ace6dfbc8939bc718aabdc0a27c4299b",
  "ort-wasm-simd-threaded.wasm": "3398c10d07d229bd91b364548e130e0e51a8e5704b88c7c083ebbeb78842dee2",
});

/** The instructions to install the runtime. */
export const runtimeMissing = `ONNX Runtime is not installed: run "bun run data refresh ${runtimeId}", or "bun run data import ${runtimeId} ${runtimePackage.file}"`;

/** Whether a version of the dataset contains the runtime. */
export function hasRuntime(version: DatasetVersion | undefined): boolean {
  return Object.keys(runtimeFiles).every((name) => version?.paths[name] !== undefined);
}

/** The dataset with the runtime. */
export const runtimeDataset: DatasetDefinition<{ net: readonly ["registry.npmjs.org"] }> = {
  title: "ONNX Runtime, which runs the models of services",
  licence: "MIT",
  attribution: "ONNX Runtime by Microsoft",
  homepage: "https://onnxruntime.ai",
  // An operator chooses it, with the first model.
  isDue: () => false,
  embedded: () => ({ build_date: "2026-01-01", paths: {} }),
  async download({ net, kept }) {
    if (hasRuntime(kept)) return undefined;
    const { url, bytesMax } = runtimePackage;
    const response = await net(url, { bodyBytesMax: bytesMax, timeoutMs: downloadMs });
    if (!response.ok) throw new Error(`Cannot download ${url}: the status is ${response.status}`);
    return unpackRuntime(await response.bytes());
  },
  unpack: ({ bytes }) => unpackRuntime(bytes),
  check(files, { now }) {
    for (const [name, bytes] of Object.entries(files)) checkRuntimeFile(name, bytes);
    const build_date = new Date(now).toISOString().slice(0, 10);
    return { build_date, entries: Object.keys(files).length };
  },
};

/** Takes the files of the runtime out of its npm package. Throws if it is another package or version. */
async function unpackRuntime(archive: Uint8Array): Promise<Record<string, Uint8Array>> {
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

/** Throws if a file differs from that of the package. */
function checkRuntimeFile(name: string, bytes: Uint8Array): void {
  if (new Bun.CryptoHasher("sha256").update(bytes).digest("hex") !== runtimeFiles[name])
    throw new Error(`Cannot use "${name}": it differs from the file of "${runtimePackage.file}"`);
}

/** A loaded model. */
interface Session {
  outputNames: readonly string[];
  run(feeds: Readonly<Record<string, Tensor>>): Promise<Record<string, Tensor>>;
  release(): Promise<void>;
}

/** The part of ONNX Runtime's module that the hub uses. */
interface Runtime {
  InferenceSession: { create(model: Uint8Array): Promise<Session> };
  Tensor: new (type: Tensor["type"], data: Tensor["data"], dims: readonly number[]) => Tensor;
  env: { wasm: { numThreads: number; wasmPaths: string }; logLevel: string };
}

/** Loads the runtime from the folder of its files, once per process. */
async function loadRuntime(paths: Readonly<Record<string, string>>): Promise<Runtime> {
  const path = paths[entryFile] ?? "";
  const runtime: Runtime = await import(path);
  runtime.env.wasm.numThreads = 1;
  runtime.env.wasm.wasmPaths = new URL(".", Bun.pathToFileURL(path)).href;
  runtime.env.logLevel = "error";
  return runtime;
}

/** A model in memory. */
export interface LoadedModel {
  /** Runs it. Returns its outputs by name, in the model's order. */
  run(inputs: Readonly<Record<string, Tensor>>): Promise<Record<string, Tensor>>;
  release(): Promise<void>;
}

/** Loads a model with a version of the runtime. */
export async function loadModel(
  { paths }: Pick<DatasetVersion, "paths">,
  bytes: Uint8Array,
): Promise<LoadedModel> {
  const runtime = await loadRuntime(paths);
  const session = await runtime.InferenceSession.create(bytes);
  return {
    async run(inputs) {
      const feeds = Object.entries(inputs).map(([name, { type, data, dims }]) => [
        name,
        new runtime.Tensor(type, data, dims),
      ]);
      const outputs = await session.run(Object.fromEntries(feeds));
      return Object.fromEntries(
        session.outputNames.flatMap((name) => {
          const { type, data, dims } = outputs[name] ?? {};
          // A copy: the original is part of the runtime's whole memory.
          return type && data && dims
            ? [[name, { type, data: data.slice(), dims: [...dims] }]]
            : [];
        }),
      );
    },
    release: () => session.release(),
  };
}
