import { writeSync } from "node:fs";
import { createLog, type Log, type LogFormat, type LogOutput } from "./log.ts";
import { secretsOf } from "./redact.ts";

/** Most that waits to be written: behind it lines are dropped, and counted. */
const waitingMax = 4 * 2 ** 20;

/** How long lines that may wait are gathered. */
const gatherMs = 200;

/** Something that takes text in its own time, such as the writer of a pipe. */
interface Sink {
  write(text: string): unknown;
  flush(): unknown;
}

/**
 * Writes lines in batches and never makes anybody wait: whoever reads too slowly loses lines and is
 * told how many.
 */
export class Output implements LogOutput {
  readonly #sink: Sink;
  readonly #reportDropped: (count: number) => string;
  #lines: string[] = [];
  #waiting = 0;
  #lost = 0;
  #timer: Timer | undefined;
  #writing: Promise<void> | undefined;

  constructor(
    sink: Sink,
    {
      reportDropped = (count: number) => `${count} lines were dropped`,
    }: { reportDropped?: (count: number) => string } = {},
  ) {
    this.#sink = sink;
    this.#reportDropped = reportDropped;
  }

  write(line: string, { later = false }: { later?: boolean } = {}): void {
    if (this.#waiting + line.length > waitingMax) {
      this.#lost++;
      return;
    }
    this.#lines.push(line);
    this.#waiting += line.length;
    if (this.#writing) return;
    if (!later) this.#start();
    else this.#timer ??= setTimeout(() => this.#start(), gatherMs).unref();
  }

  /** Waits until what was said is written. */
  async flush(): Promise<void> {
    while (this.#lines.length > 0 || this.#writing) {
      this.#start();
      await this.#writing;
    }
  }

  /** Writes what waits at once, before the process ends. */
  flushSync(fd: number): void {
    const text = this.#take();
    if (text) writeSync(fd, text);
  }

  #start(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing ??= this.#run().finally(() => {
      this.#writing = undefined;
    });
  }

  async #run(): Promise<void> {
    // What is said in the same turn goes out together.
    await undefined;
    for (let text = this.#take(); text; text = this.#take()) {
      try {
        this.#sink.write(text);
        await this.#sink.flush();
      } catch {
        // Nobody reads any more. The hub goes on without a log.
      }
    }
  }

  #take(): string {
    if (this.#lost > 0 && this.#waiting < waitingMax / 2) {
      this.#lines.push(this.#reportDropped(this.#lost));
      this.#lost = 0;
    }
    const text = this.#lines.map((line) => `${line}\n`).join("");
    this.#lines = [];
    this.#waiting = 0;
    return text;
  }
}

/** The log of a process that serves: everything goes to standard output. */
export interface OpenLog {
  log: Log;
  output: Output;
}

/** Opens the log as `HUB_LOG` wants it. */
export function openLog(
  format: LogFormat,
  env: Readonly<Record<string, string | undefined>>,
): OpenLog {
  const output: Output = new Output(Bun.stdout.writer(), {
    reportDropped(count) {
      const message = "Lines of the log were dropped, as they are read too slowly";
      const lines: string[] = [];
      const told = createLog({ format, output: { write: (line) => void lines.push(line) } });
      told.warn(message, { count });
      return lines.join("");
    },
  });
  return { log: createLog({ output, format, secrets: secretsOf(env) }), output };
}

/** The log of a program that people run: lines for them on standard error. */
export function scriptLog(): Log {
  return createLog({ format: "text", output: { write: (line) => console.error(line) } });
}
