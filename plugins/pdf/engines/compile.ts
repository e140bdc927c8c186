/** What the engine's code calls of its loader. */
type Imports = Bun.WebAssembly.Imports;
type Receive = (instance: WebAssembly.Instance, module: WebAssembly.Module) => void;

/** What most of Emscripten's loaders take, to be given an instance in the place of making one. */
interface Instantiation {
  instantiateWasm(imports: Imports, receive: Receive): object;
}

/**
 * Compiles an engine at its first use in a process, which takes longer than most of what it is then
 * asked for, and gives every instance the same code. `start` starts an engine as its package does.
 */
export function compileOnce(start: () => Promise<unknown>): () => Promise<Instantiation> {
  let compiled: Promise<WebAssembly.Module> | undefined;
  return async () => {
    compiled ??= listenTo(start).then(({ code }) => code.module);
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
 * The same for an engine whose loader takes no instance, and would compile it at every start: what is
 * answered starts one, and gives its loader what was compiled for the first.
 */
export function startCompiled<Engine>(): (start: () => Promise<Engine>) => Promise<Engine> {
  let known: Code | undefined;
  return async (start) => {
    const { engine, code } = await listenTo(start, () => known);
    known ??= code;
    return engine;
  };
}

/** What a loader has read of its file, and what that was compiled to. */
interface Code {
  source: Uint8Array;
  module: WebAssembly.Module;
}

interface Started<Engine> {
  engine: Engine;
  code: Code;
}

let before: Promise<unknown> = Promise.resolve();

/** Starts an engine once no other one is listened to: two at once must not be. */
function listenTo<Engine>(
  start: () => Promise<Engine>,
  known: () => Code | undefined = () => undefined,
): Promise<Started<Engine>> {
  const started = before.then(() => captureCode(start, known()));
  // Nothing is kept of an engine that is to see someone's file.
  const forget = () => undefined;
  before = started.then(forget, forget);
  return started;
}

/** The package reads its file by itself, and keeps to itself what it has compiled: so we listen. */
async function captureCode<Engine>(
  start: () => Promise<Engine>,
  known: Code | undefined,
): Promise<Started<Engine>> {
  const { instantiate } = WebAssembly;
  let code = known;
  WebAssembly.instantiate = (async (source: Uint8Array<ArrayBuffer>, imports: Imports) => {
    // Something else may be started meanwhile, from other bytes or from what is no array of them.
    if (code && source instanceof Uint8Array && Buffer.compare(code.source, source) === 0)
      return { module: code.module, instance: new WebAssembly.Instance(code.module, imports) };
    const result = await instantiate(source, imports);
    code ??= { source, module: result.module };
    return result;
  }) as typeof instantiate;
  try {
    const engine = await start();
    if (!code) throw new Error("The engine was started without being compiled");
    return { engine, code };
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}
