/** A chunk of bytes that are too large for one message. */
export interface Chunk {
  kind: "chunk";
  load: number;
  /** The size of the complete transfer, in bytes. */
  size: number;
  offset: number;
  bytes: Uint8Array;
}

/** Acknowledges a chunk and requests the next one. */
export interface Receipt {
  kind: "receipt";
  load: number;
}

/** The chunk size, in bytes: one message of 10 MB would block the hub for 10 ms. */
export const chunkBytesMax = 256 * 1024;

/** The number of transferred bytes after which a garbage collection pays off. */
const gcThresholdBytes = 8 * 2 ** 20;

/** Transfers large byte arrays between two processes, in both directions. */
export class ChunkedTransfers {
  readonly #send: (message: Chunk | Receipt) => void;
  readonly #pendingReceipts = new Map<number, PromiseWithResolvers<void>>();
  readonly #received = new Map<number, Uint8Array>();
  #nextId = 0;
  #failure: Error | undefined;
  /** The number of bytes transferred since the last garbage collection. */
  #moved = 0;

  constructor(send: (message: Chunk | Receipt) => void) {
    this.#send = send;
  }

  /**
   * Sends bytes in chunks and returns the transfer id after the last receipt. Throws the error passed to
   * `fail`.
   */
  async send(source: Blob | Uint8Array): Promise<number> {
    const load = this.#nextId++;
    const size = source instanceof Blob ? source.size : source.byteLength;
    for (let offset = 0; offset < size; offset += chunkBytesMax) {
      const slice = source.slice(offset, offset + chunkBytesMax);
      // `slice` copies, except for a Buffer, whose whole memory would be serialised.
      const bytes = slice instanceof Blob ? await slice.bytes() : new Uint8Array(slice);
      if (this.#failure) throw this.#failure;
      const receipt = Promise.withResolvers<void>();
      this.#pendingReceipts.set(load, receipt);
      this.#send({ kind: "chunk", load, size, offset, bytes });
      // Waits for the receipt: chunks sent faster than they are read pile up in a buffer. Enlarging that
      // gets ever more expensive.
      await receipt.promise;
      this.#release(bytes);
    }
    this.#pendingReceipts.delete(load);
    return load;
  }

  /** Receives a chunk or a receipt from the other process. */
  receive(message: Chunk | Receipt): void {
    const { kind, load } = message;
    if (kind === "receipt") {
      this.#pendingReceipts.get(load)?.resolve();
      return;
    }
    const content = this.#received.get(load) ?? new Uint8Array(message.size);
    content.set(message.bytes, message.offset);
    this.#received.set(load, content);
    this.#release(message.bytes);
    this.#send({ kind: "receipt", load });
  }

  /** Returns the bytes of a complete transfer and forgets it. */
  take(load: number): Uint8Array {
    const content = this.#received.get(load);
    if (!content) throw new TypeError(`Cannot read transfer ${load}: it was not received`);
    this.#received.delete(load);
    return content;
  }

  /** Frees the memory of a chunk. The garbage collector would do so much later. */
  #release(bytes: Uint8Array): void {
    this.#moved += bytes.byteLength;
    (bytes.buffer as ArrayBuffer).transfer(0);
    if (this.#moved < gcThresholdBytes) return;
    this.#moved = 0;
    // The collector underestimates large buffers. This takes a fraction of a millisecond here: it collects
    // on its own thread.
    Bun.gc(false);
  }

  /** Discards received transfers that were not read. */
  clear(): void {
    this.#received.clear();
  }

  /** Fails pending and future transfers, because the other process has exited. */
  fail(failure: Error): void {
    this.#failure = failure;
    for (const { reject } of this.#pendingReceipts.values()) reject(failure);
    this.#pendingReceipts.clear();
    this.clear();
  }
}
