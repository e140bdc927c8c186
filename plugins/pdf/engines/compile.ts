/** What an engine's code calls of its loader. */
type Imports = Bun.WebAssembly.Imports;
type Receive = (instance: WebAssembly.Instance, module: WebAssembly.Module) => void;
type Bytes = Uint8Array<ArrayBuffer>;

/** What most of Emscripten's loaders take, to be given an instance in the place of making one. */
export interface Instantiation {
  instantiateWasm(imports: Imports, receive: Receive): object;
}

interface Code {
  bytes: Bytes;
  module: WebAssembly.Module;
}

/**
 * An engine's file, compiled at its first use in a process, which takes longer than most of what the
 * engine is then asked for: every instance has the same code, and nothing else of another one.
 */
export class EngineCode {
  readonly #file: string;
  #code: Promise<Code> | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** Gives a loader an instance. */
  async instantiation(): Promise<Instantiation> {
    const { module } = await this.#compile();
    return {
      instantiateWasm(imports, receive) {
        const instance = new WebAssembly.Instance(module, imports);
        receive(instance, module);
        return instance.exports;
      },
    };
  }

  /** Starts an engine whose loader takes none: what it would compile anew each time is handed to it. */
  async start<Engine>(start: () => Promise<Engine>): Promise<Engine> {
    const { bytes, module } = await this.#compile();
    return inTurn(async () => {
      WebAssembly.instantiate = (async (source: Bytes | WebAssembly.Module, imports: Imports) =>
        // Something else of the process may be started at the same time.
        source instanceof Uint8Array && Buffer.compare(source, bytes) === 0
          ? { module, instance: new WebAssembly.Instance(module, imports) }
          : instantiate(source as Bytes, imports)) as typeof instantiate;
      try {
        return await start();
      } finally {
        WebAssembly.instantiate = instantiate;
      }
    });
  }

  #compile(): Promise<Code> {
    this.#code ??= compile(this.#file);
    return this.#code;
  }
}

async function compile(file: string): Promise<Code> {
  const bytes = await Bun.file(file).bytes();
  return { bytes, module: await WebAssembly.compile(bytes) };
}

const { instantiate } = WebAssembly;
let before: Promise<unknown> = Promise.resolve();

/** One after the other, as each stands in the place of what all of them call. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const done = before.then(work);
  // Nothing is kept of what it was: an instance has someone's file.
  const forget = () => undefined;
  before = done.then(forget, forget);
  return done;
}
