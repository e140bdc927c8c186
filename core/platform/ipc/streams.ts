import { chunkBytesMax } from "./chunks.ts";
import { toWireError, type WireError } from "./wire-error.ts";

const remoteStreams = new WeakSet<ReadableStream>();

/** Returns whether the chunks of a stream come from another process, so that only its reader uses them. */
export function isRemote(stream: ReadableStream): boolean {
  return remoteStreams.has(stream);
}

/** A stream whose chunks are sent by another process, one per request. */
export class RemoteReadable {
  readonly stream: ReadableStream<Uint8Array>;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #pull = Promise.withResolvers<void>();
  #isDone = false;

  /** `more` requests a chunk. `cancelled` is called when the reader cancels. */
  constructor({ more, cancelled }: { more: () => void; cancelled: () => void }) {
    this.stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => {
          this.#pull = Promise.withResolvers();
          more();
          return this.#pull.promise;
        },
        cancel: () => {
          this.#isDone = true;
          cancelled();
        },
      },
      { highWaterMark: 1 },
    );
    remoteStreams.add(this.stream);
  }

  pushChunk(bytes: Uint8Array): void {
    if (this.#isDone) return;
    this.#controller.enqueue(bytes);
    this.#pull.resolve();
  }

  /** Closes the stream, or fails it with the given error. */
  end(failure?: Error): void {
    if (this.#isDone) return;
    this.#isDone = true;
    if (failure) this.#controller.error(failure);
    else this.#controller.close();
    this.#pull.resolve();
  }
}

/** Sends a stream to another process in chunks, one per request. */
export class StreamSender {
  readonly #send: (id: number, bytes: Uint8Array) => void;
  #request = Promise.withResolvers<void>();
  /** The id of the stream that is being sent. */
  #id: number | undefined;

  constructor(send: (id: number, bytes: Uint8Array) => void) {
    this.#send = send;
  }

  /** Handles a request for a chunk. The stream may already have ended. */
  more(id: number): void {
    if (id === this.#id) this.#request.resolve();
  }

  /** Sends the whole stream. Returns the error if it failed. */
  async run(
    id: number,
    stream: ReadableStream<Uint8Array>,
    signal: AbortSignal,
  ): Promise<WireError | undefined> {
    this.#id = id;
    const reader = stream.getReader();
    const stop = () => this.#request.resolve();
    signal.addEventListener("abort", stop, { once: true });
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return undefined;
        for (let at = 0; at < value.byteLength; at += chunkBytesMax) {
          await this.#request.promise;
          if (signal.aborted) {
            await reader.cancel().catch(() => {});
            return undefined;
          }
          this.#request = Promise.withResolvers();
          // A copy with its own memory: a Buffer's slice would share it.
          const bytes = new Uint8Array(value.subarray(at, at + chunkBytesMax));
          this.#send(id, bytes);
          // The collector would free the memory much later.
          bytes.buffer.transfer(0);
        }
      }
    } catch (error) {
      return toWireError(error);
    } finally {
      signal.removeEventListener("abort", stop);
      this.#request = Promise.withResolvers();
      this.#id = undefined;
    }
  }
}
