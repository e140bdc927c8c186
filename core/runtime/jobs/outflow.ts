import { chunkBytesMax } from "../ipc/chunks.ts";
import { type Fault, toFault } from "../ipc/failures.ts";
import type { Upward } from "./messages.ts";

/** Sends the parts of a stream out of a job process, each when the hub asks for it. */
export class Outflow {
  readonly #send: (message: Upward) => void;
  #asked = Promise.withResolvers<void>();

  constructor(send: (message: Upward) => void) {
    this.#send = send;
  }

  /** The hub wants another part. */
  more(): void {
    this.#asked.resolve();
  }

  /** Sends all of a stream, and answers what cut it short. */
  async run(
    id: number,
    stream: ReadableStream<Uint8Array>,
    signal: AbortSignal,
  ): Promise<Fault | undefined> {
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
          this.#send({ kind: "part", id, bytes });
        }
      }
    } catch (error) {
      return toFault(error);
    } finally {
      signal.removeEventListener("abort", stop);
      this.#asked = Promise.withResolvers();
    }
  }
}
