/** A part of bytes that are too many for one message. */
export interface Chunk {
  kind: "chunk";
  load: number;
  /** Of the whole load. */
  size: number;
  offset: number;
  bytes: Uint8Array;
}

/** Says that a part has come, and that the next one may. */
export interface Receipt {
  kind: "receipt";
  load: number;
}

/** How many bytes are sent at once: ten megabytes in one message would hold up the hub for 10 ms. */
export const chunkBytesMax = 256 * 1024;

/** After how many bytes on their way it is worth to have the garbage collected. */
const tidyBytes = 8 * 2 ** 20;

/** Large bytes on their way between two processes: what was sent here, and what has come. */
export class ChunkedTransfers {
  readonly #send: (message: Chunk | Receipt) => void;
  readonly #awaited = new Map<number, PromiseWithResolvers<void>>();
  readonly #arrived = new Map<number, Uint8Array>();
  #count = 0;
  #failure: Error | undefined;
  /** How many bytes have come and gone since the garbage was last collected for it. */
  #moved = 0;

  constructor(send: (message: Chunk | Receipt) => void) {
    this.#send = send;
  }

  /** Sends bytes part by part, and answers their number when all have come. Throws what it was failed with. */
  async send(source: Blob | Uint8Array): Promise<number> {
    const load = this.#count++;
    const size = source instanceof Blob ? source.size : source.byteLength;
    for (let offset = 0; offset < size; offset += chunkBytesMax) {
      const part = source.slice(offset, offset + chunkBytesMax);
      // `slice` copies, but for a Buffer, of which the wire would carry the whole memory.
      const bytes = part instanceof Blob ? await part.bytes() : new Uint8Array(part);
      if (this.#failure) throw this.#failure;
      const come = Promise.withResolvers<void>();
      this.#awaited.set(load, come);
      this.#send({ kind: "chunk", load, size, offset, bytes });
      // What is sent faster than it is read piles up in a buffer, which costs ever more to enlarge.
      await come.promise;
      this.#release(bytes);
    }
    this.#awaited.delete(load);
    return load;
  }

  /** Takes a part, or the receipt of one, that the other side has sent. */
  receive(message: Chunk | Receipt): void {
    const { kind, load } = message;
    if (kind === "receipt") {
      this.#awaited.get(load)?.resolve();
      return;
    }
    const whole = this.#arrived.get(load) ?? new Uint8Array(message.size);
    whole.set(message.bytes, message.offset);
    this.#arrived.set(load, whole);
    this.#release(message.bytes);
    this.#send({ kind: "receipt", load });
  }

  /** The bytes of a load, of which all parts have come. */
  take(load: number): Uint8Array {
    const whole = this.#arrived.get(load);
    if (!whole) throw new TypeError(`Cannot take load ${load}: it has not come`);
    this.#arrived.delete(load);
    return whole;
  }

  /** Gives the memory of a part back, which the collector of garbage would come to much later. */
  #release(bytes: Uint8Array): void {
    this.#moved += bytes.byteLength;
    (bytes.buffer as ArrayBuffer).transfer(0);
    if (this.#moved < tidyBytes) return;
    this.#moved = 0;
    // It sees little of what is large. This takes a fraction of a millisecond here, on a thread of its own.
    Bun.gc(false);
  }

  /** Forgets what has come and was never taken. */
  clear(): void {
    this.#arrived.clear();
  }

  /** Fails what is on its way, and what is sent from now on: the other process is gone. */
  fail(failure: Error): void {
    this.#failure = failure;
    for (const { reject } of this.#awaited.values()) reject(failure);
    this.#awaited.clear();
    this.clear();
  }
}
