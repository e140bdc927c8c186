/** What the engine's code calls of its loader. */
type Imports = Bun.WebAssembly.Imports;
type Receive = (instance: WebAssembly.Instance, module: WebAssembly.Module) => void;

/** What Emscripten's loaders take, to be given an instance in the place of making one. */
export interface Instantiation {
  instantiateWasm(imports: Imports, receive: Receive): object;
}

let before: Promise<unknown> = Promise.resolve();

/**
 * Compiles an engine at its first use in a process, which takes longer than most of what it is then
 * asked for, and gives every instance the same code. `start` starts an engine as its package does.
 */
export function compileOnce(start: () => Promise<unknown>): () => Promise<Instantiation> {
  let compiled: Promise<WebAssembly.Module> | undefined;
  return async () => {
    if (!compiled) {
      compiled = before.then(() => captureModule(start));
      // Two engines must not be listened to at once.
      before = compiled.catch(() => undefined);
    }
    const module = await compiled;
    return {
      instantiateWasm(imports, receive) {
        const instance = new WebAssembly.Instance(module, imports);
        receive(instance, module);
        return instance.exports;
      },
    };
  };
}

/** The package reads its file by itself, and keeps to itself what it has compiled: so we listen. */
async function captureModule(start: () => Promise<unknown>): Promise<WebAssembly.Module> {
  const { instantiate } = WebAssembly;
  let module: WebAssembly.Module | undefined;
  WebAssembly.instantiate = (async (source: Uint8Array<ArrayBuffer>, imports: Imports) => {
    const result = await instantiate(source, imports);
    module = result.module;
    return result;
  }) as typeof instantiate;
  try {
    await start();
  } finally {
    WebAssembly.instantiate = instantiate;
  }
  if (!module) throw new Error("The engine was started without being compiled");
  return module;
}
