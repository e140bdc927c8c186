import { chunkBytesMax } from "./chunks.ts";
import { toWireError, type WireError } from "./wire-error.ts";

/** A stream whose parts another process sends, each when it is asked for. */
export class RemoteReadable {
  readonly stream: ReadableStream<Uint8Array>;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #wanted = Promise.withResolvers<void>();
  #isOver = false;

  /** Asks for a part by `more`; `cancelled` when nobody reads on. */
  constructor({ more, cancelled }: { more: () => void; cancelled: () => void }) {
    this.stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => {
          this.#wanted = Promise.withResolvers();
          more();
          return this.#wanted.promise;
        },
        cancel: () => {
          this.#isOver = true;
          cancelled();
        },
      },
      { highWaterMark: 1 },
    );
  }

  part(bytes: Uint8Array): void {
    if (this.#isOver) return;
    this.#controller.enqueue(bytes);
    this.#wanted.resolve();
  }

  /** Ends it, by a failure if there was one. */
  end(failure?: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (failure) this.#controller.error(failure);
    else this.#controller.close();
    this.#wanted.resolve();
  }
}

/** Sends a stream to another process part by part, each when that one asks for it. */
export class StreamSender {
  readonly #send: (id: number, bytes: Uint8Array) => void;
  #asked = Promise.withResolvers<void>();
  /** The stream that is being sent. */
  #id: number | undefined;

  constructor(send: (id: number, bytes: Uint8Array) => void) {
    this.#send = send;
  }

  /** The other side wants another part of a stream, which may have ended before it heard of that. */
  more(id: number): void {
    if (id === this.#id) this.#asked.resolve();
  }

  /** Sends all of a stream, and answers what cut it short. */
  async run(
    id: number,
    stream: ReadableStream<Uint8Array>,
    signal: AbortSignal,
  ): Promise<WireError | undefined> {
    this.#id = id;
    const reader = stream.getReader();
    const stop = () => this.#asked.resolve();
    signal.addEventListener("abort", stop, { once: true });
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return undefined;
        for (let at = 0; at < value.byteLength; at += chunkBytesMax) {
          await this.#asked.promise;
          if (signal.aborted) {
            await reader.cancel().catch(() => {});
            return undefined;
          }
          this.#asked = Promise.withResolvers();
          const bytes = new Uint8Array(value.slice(at, at + chunkBytesMax));
          this.#send(id, bytes);
        }
      }
    } catch (error) {
      return toWireError(error);
    } finally {
      signal.removeEventListener("abort", stop);
      this.#asked = Promise.withResolvers();
      this.#id = undefined;
    }
  }
}
