import type { Writable } from "node:stream";
import type { Log } from "./log.ts";

/** The longest line that is logged. Longer lines are split. */
const lineMax = 4096;
/** The maximum number of lines that are logged per process. */
const linesMax = 1000;

/** The output stream of a program. */
type StreamName = "stdout" | "stderr";

/** Splits chunks of output into lines. */
class Lines {
  readonly #onLine: (text: string) => void;
  readonly #decoder = new TextDecoder();
  #rest = "";

  constructor(onLine: (text: string) => void) {
    this.#onLine = onLine;
  }

  add(bytes: Uint8Array | string): void {
    const text = typeof bytes === "string" ? bytes : this.#decoder.decode(bytes, { stream: true });
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#emit(line);
    while (this.#rest.length >= lineMax) {
      this.#emit(this.#rest.slice(0, lineMax));
      this.#rest = this.#rest.slice(lineMax);
    }
  }

  end(): void {
    this.#emit(this.#rest);
    this.#rest = "";
  }

  #emit(line: string): void {
    const text = line.trimEnd();
    if (text) this.#onLine(text);
  }
}

/** Logs the output of a child process line by line. Keeps reading when it exceeds the limit. */
export async function logChildOutput(
  stream: ReadableStream<Uint8Array>,
  name: StreamName,
  { log, fields }: { log: Log; fields: () => Record<string, unknown> },
): Promise<void> {
  let count = 0;
  const lines = new Lines((text) => {
    if (count++ < linesMax) logStray(log, name, { ...fields(), text });
    else if (count === linesMax + 2)
      log.warn(`A process printed ${linesMax} lines: further lines are dropped`, fields());
  });
  try {
    for await (const bytes of stream) lines.add(bytes);
  } catch {
    // The process was killed while writing.
  }
  lines.end();
}

/** The delay before the process's streams are replaced, so that it doesn't slow the start. */
const streamsAfterMs = 1000;

/**
 * Redirects output of code in this process to the log, so that a library's `console.log` doesn't break the
 * log format. Output of native code isn't captured. Neither are direct writes to the streams in the first
 * second, because loading the streams takes ten milliseconds. The console is loaded on the first output.
 */
export function capturePrints(
  log: Log,
  findFields: (stack: string | undefined) => Record<string, unknown>,
): void {
  let replacement: Record<string, unknown> | undefined;
  // Copies all methods of this runtime's console, by name. The types have no index signature.
  const own = console as unknown as Record<string, unknown>;
  for (const name of Object.keys(own)) {
    // Skips "Console": reading it would load the module.
    if (!/^[a-z]/.test(name)) continue;
    const native = own[name];
    if (typeof native !== "function") continue;
    own[name] = (...values: unknown[]) => {
      replacement ??= openConsole();
      const method = replacement[name];
      return typeof method === "function" ? method(...values) : native(...values);
    };
  }
  setTimeout(replaceStreams, streamsAfterMs).unref();

  function openConsole(): Record<string, unknown> {
    const { Console } = process.getBuiltinModule("node:console");
    const streams = { stdout: createStream("stdout"), stderr: createStream("stderr") };
    return new Console(streams) as unknown as Record<string, unknown>;
  }

  function replaceStreams(): void {
    for (const name of ["stdout", "stderr"] as const) {
      const lines = createLines(name);
      process[name].write = ((chunk: Uint8Array | string, ...rest: unknown[]) => {
        lines.add(chunk);
        const done = rest.findLast((part) => typeof part === "function");
        if (done) queueMicrotask(done as () => void);
        return true;
      }) as typeof process.stdout.write;
    }
  }

  function createStream(name: StreamName): Writable {
    const lines = createLines(name);
    const { Writable } = process.getBuiltinModule("node:stream");
    return new Writable({
      write(chunk: Uint8Array, _encoding, done) {
        lines.add(chunk);
        done();
      },
    });
  }

  function createLines(name: StreamName): Lines {
    return new Lines((text) => logStray(log, name, { ...findFields(new Error().stack), text }));
  }
}

function logStray(log: Log, stream: StreamName, fields: { text: string }): void {
  const entry = { ...fields, stream };
  if (stream === "stdout") log.info("Code printed output", entry);
  else log.warn("Code printed output", entry);
}
