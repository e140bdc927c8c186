/** The imports that an engine's code requires from its loader. */
type Imports = Bun.WebAssembly.Imports;
type Receive = (instance: WebAssembly.Instance, module: WebAssembly.Module) => void;

/** The hook that most Emscripten loaders accept to receive an instance instead of creating one. */
interface Instantiation {
  instantiateWasm(imports: Imports, receive: Receive): object;
}

/**
 * Compiles an engine when a process first uses it, and reuses the code for every instance.
 * Compiling takes longer than most of the requests that follow. `start` starts an engine as its
 * package does.
 */
export function compileOnce(start: () => Promise<unknown>): () => Promise<Instantiation> {
  let compiled: Promise<WebAssembly.Module> | undefined;
  return async () => {
    compiled ??= captureInTurn(start).then(({ code }) => code.module);
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

/**
 * Does the same for an engine whose loader accepts no instance and would compile at every start.
 * The returned function starts an engine and gives its loader the module compiled for the first
 * one.
 */
export function startCompiled<Engine>(): (start: () => Promise<Engine>) => Promise<Engine> {
  let cached: Code | undefined;
  return async (start) => {
    const { engine, code } = await captureInTurn(start, () => cached);
    cached ??= code;
    return engine;
  };
}

/** The bytes that a loader read from its file, and the module compiled from them. */
interface Code {
  source: Uint8Array;
  module: WebAssembly.Module;
}

interface Started<Engine> {
  engine: Engine;
  code: Code;
}

let previous: Promise<unknown> = Promise.resolve();

/** Starts an engine after the previous capture has ended: two captures must not overlap. */
function captureInTurn<Engine>(
  start: () => Promise<Engine>,
  cached: () => Code | undefined = () => undefined,
): Promise<Started<Engine>> {
  const started = previous.then(() => captureCode(start, cached()));
  // Keeps no reference to an engine that will process a caller's file.
  const forget = () => undefined;
  previous = started.then(forget, forget);
  return started;
}

/**
 * Intercepts `WebAssembly.instantiate`, because the package loads and compiles its file internally.
 */
async function captureCode<Engine>(
  start: () => Promise<Engine>,
  cached: Code | undefined,
): Promise<Started<Engine>> {
  const { instantiate } = WebAssembly;
  let code = cached;
  WebAssembly.instantiate = (async (source: Uint8Array<ArrayBuffer>, imports: Imports) => {
    // Other code may be started meanwhile, from other bytes or from a value that isn't an array.
    if (code && source instanceof Uint8Array && Buffer.compare(code.source, source) === 0)
      return { module: code.module, instance: new WebAssembly.Instance(code.module, imports) };
    const result = await instantiate(source, imports);
    code ??= { source, module: result.module };
    return result;
  }) as typeof instantiate;
  try {
    const engine = await start();
    if (!code) throw new Error("Cannot capture the engine's code: it started without compiling");
    return { engine, code };
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}
