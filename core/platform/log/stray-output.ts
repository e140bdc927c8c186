import type { Writable } from "node:stream";
import type { Log } from "./log.ts";

/** Longest line that is logged whole; what goes on without an end is cut into such lines. */
const lineMax = 4096;
/** How many lines of one process are logged. */
const linesMax = 1000;

/** Where a program writes that was not asked to. */
type StreamName = "stdout" | "stderr";

/** Cuts what comes in pieces into lines. */
class Lines {
  readonly #line: (text: string) => void;
  readonly #decoder = new TextDecoder();
  #rest = "";

  constructor(line: (text: string) => void) {
    this.#line = line;
  }

  add(bytes: Uint8Array | string): void {
    const text = typeof bytes === "string" ? bytes : this.#decoder.decode(bytes, { stream: true });
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#tell(line);
    while (this.#rest.length >= lineMax) {
      this.#tell(this.#rest.slice(0, lineMax));
      this.#rest = this.#rest.slice(lineMax);
    }
  }

  end(): void {
    this.#tell(this.#rest);
    this.#rest = "";
  }

  #tell(line: string): void {
    const text = line.trimEnd();
    if (text) this.#line(text);
  }
}

/** Logs what a child process writes, line by line, and reads on when it is too much to log. */
export async function logOutputOf(
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
    // It was killed while it wrote.
  }
  lines.end();
}

/** How long after its start a hub takes the streams of its process over: a start costs no more for it. */
const streamsAfterMs = 1000;

/**
 * Has the log say what code in this process prints: a library's `console.log` must not stand between
 * the log's lines. What native code writes by itself cannot be caught here, nor what writes to the streams
 * themselves in the first second: these take ten milliseconds to load, as do what a console needs of them, which
 * is not before something is printed.
 */
export function capturePrints(
  log: Log,
  fieldsOf: (stack: string | undefined) => Record<string, unknown>,
): void {
  let replacement: Record<string, unknown> | undefined;
  // Copied by name, whichever methods this runtime has: the types have no index.
  const own = console as unknown as Record<string, unknown>;
  for (const name of Object.keys(own)) {
    // Not looked at: "Console" is loaded by that.
    if (!/^[a-z]/.test(name)) continue;
    const native = own[name];
    if (typeof native !== "function") continue;
    own[name] = (...values: unknown[]) => {
      replacement ??= openConsole();
      const method = replacement[name];
      return typeof method === "function" ? method(...values) : native(...values);
    };
  }
  setTimeout(takeStreams, streamsAfterMs).unref();

  function openConsole(): Record<string, unknown> {
    const { Console } = process.getBuiltinModule("node:console");
    const streams = { stdout: streamTo("stdout"), stderr: streamTo("stderr") };
    return new Console(streams) as unknown as Record<string, unknown>;
  }

  function takeStreams(): void {
    for (const name of ["stdout", "stderr"] as const) {
      const lines = linesTo(name);
      process[name].write = ((chunk: Uint8Array | string, ...rest: unknown[]) => {
        lines.add(chunk);
        const done = rest.findLast((part) => typeof part === "function");
        if (done) queueMicrotask(done as () => void);
        return true;
      }) as typeof process.stdout.write;
    }
  }

  function streamTo(name: StreamName): Writable {
    const lines = linesTo(name);
    const { Writable } = process.getBuiltinModule("node:stream");
    return new Writable({
      write(chunk: Uint8Array, _encoding, done) {
        lines.add(chunk);
        done();
      },
    });
  }

  function linesTo(name: StreamName): Lines {
    return new Lines((text) => logStray(log, name, { ...fieldsOf(new Error().stack), text }));
  }
}

function logStray(log: Log, stream: StreamName, fields: { text: string }): void {
  const said = { ...fields, stream };
  if (stream === "stdout") log.info("Code printed output", said);
  else log.warn("Code printed output", said);
}
