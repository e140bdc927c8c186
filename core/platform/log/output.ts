import { writeSync } from "node:fs";
import { createLog, type Log, type LogFormat, type LogOutput } from "./log.ts";
import { listSecrets } from "./redact.ts";

/** The maximum number of buffered characters. Further lines are dropped and counted. */
const waitingMax = 4 * 2 ** 20;

/** The delay for batching lines marked `later`. */
const batchMs = 200;

/** An asynchronous destination of text, such as the writer of a pipe. */
interface Sink {
  write(text: string): unknown;
  flush(): unknown;
}

/**
 * Writes lines in batches without ever blocking. If the reader is too slow, lines are dropped and their
 * number is reported.
 */
export class Output implements LogOutput {
  readonly #sink: Sink;
  readonly #reportDropped: (count: number) => string;
  #lines: string[] = [];
  #bufferedLength = 0;
  #droppedCount = 0;
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
    if (this.#bufferedLength + line.length > waitingMax) {
      this.#droppedCount++;
      return;
    }
    this.#lines.push(line);
    this.#bufferedLength += line.length;
    if (this.#writing) return;
    if (!later) this.#start();
    else this.#timer ??= setTimeout(() => this.#start(), batchMs).unref();
  }

  /** Waits until all lines are written. */
  async flush(): Promise<void> {
    while (this.#lines.length > 0 || this.#writing) {
      this.#start();
      await this.#writing;
    }
  }

  /** Writes all buffered lines synchronously, before the process exits. */
  flushSync(fd: number): void {
    const text = this.#takeBuffered();
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
    // Batches all lines of the same tick.
    await undefined;
    for (let text = this.#takeBuffered(); text; text = this.#takeBuffered()) {
      try {
        this.#sink.write(text);
        await this.#sink.flush();
      } catch {
        // The reader is gone. The hub continues without a log.
      }
    }
  }

  #takeBuffered(): string {
    if (this.#droppedCount > 0 && this.#bufferedLength < waitingMax / 2) {
      this.#lines.push(this.#reportDropped(this.#droppedCount));
      this.#droppedCount = 0;
    }
    const text = this.#lines.map((line) => `${line}\n`).join("");
    this.#lines = [];
    this.#bufferedLength = 0;
    return text;
  }
}

/** The log of a server process. Writes to standard output. */
export interface OpenLog {
  log: Log;
  output: Output;
}

/** Opens the log in the format of `HUB_LOG`. */
export function openLog(
  format: LogFormat,
  env: Readonly<Record<string, string | undefined>>,
): OpenLog {
  const output: Output = new Output(Bun.stdout.writer(), {
    reportDropped(count) {
      const message = "Log lines were dropped, because they are read too slowly";
      const lines: string[] = [];
      const dropLog = createLog({ format, output: { write: (line) => void lines.push(line) } });
      dropLog.warn(message, { count });
      return lines.join("");
    },
  });
  return { log: createLog({ output, format, secrets: listSecrets(env) }), output };
}

/** Returns the log of a command-line script: text on standard error. */
export function scriptLog(): Log {
  return createLog({ format: "text", output: { write: (line) => console.error(line) } });
}
