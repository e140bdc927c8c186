import { uploadChunkBytes } from "../../contract/upload.ts";

/** A chunk of bytes that are too large for one message. */
interface Chunk {
  kind: "chunk";
  load: number;
  /** The size of the complete transfer, in bytes. */
  size: number;
  offset: number;
  bytes: Uint8Array;
}

/** Acknowledges a chunk and requests the next one. */
interface Receipt {
  kind: "receipt";
  load: number;
}

/** Requests part of shared content. */
export interface PieceRequest {
  kind: "pieceRequest";
  id: number;
  share: number;
  start: number;
  end: number;
}

/** Part of shared content, or null if it can't be read. */
export interface SharedChunk {
  kind: "piece";
  id: number;
  /** The id for its receipt. */
  load: number;
  bytes: Uint8Array | null;
}

/** A message between the two ends of transfers. */
export type TransferMessage = Chunk | Receipt | PieceRequest | SharedChunk;

/** Returns whether a message belongs to transfers. */
export function isTransfer(message: { kind: string }): message is TransferMessage {
  return /^(?:chunk|receipt|piece|pieceRequest)$/.test(message.kind);
}

/** Content that the other process reads on demand. */
interface SharedContent {
  size: number;
  readAt(start: number, end: number): Promise<Uint8Array>;
}

/** The chunk size, in bytes: one message of 10 MB would block the hub for 10 ms. */
export const chunkBytesMax = 256 * 1024;

/** The maximum number of requests that wait for their piece. */
const queuedPiecesMax = 1000;

/** The number of transferred bytes after which a garbage collection pays off. */
const gcThresholdBytes = 8 * 2 ** 20;

/** Transfers large byte arrays between two processes, in both directions. */
export class ChunkedTransfers {
  readonly #send: (message: TransferMessage) => void;
  readonly #pendingReceipts = new Map<number, PromiseWithResolvers<void>>();
  readonly #received = new Map<number, Uint8Array>();
  readonly #shared = new Map<number, SharedContent>();
  readonly #pendingPieces = new Map<number, PromiseWithResolvers<Uint8Array>>();
  /** Settles when all queued pieces are sent. */
  #lastPiece: Promise<void> = Promise.resolve();
  #queuedPieces = 0;
  #nextId = 0;
  #failure: Error | undefined;
  /** The number of bytes transferred since the last garbage collection. */
  #moved = 0;

  constructor(send: (message: TransferMessage) => void) {
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

  /** Lets the other process read content until `clear` is called. Returns its id. */
  share(content: SharedContent): number {
    const id = this.#nextId++;
    this.#shared.set(id, content);
    return id;
  }

  /** Reads part of content that the other process shares. */
  request(share: number, start: number, end: number): Promise<Uint8Array> {
    const id = this.#nextId++;
    const piece = Promise.withResolvers<Uint8Array>();
    this.#pendingPieces.set(id, piece);
    this.#send({ kind: "pieceRequest", id, share, start, end });
    return piece.promise;
  }

  /** Sends one piece after the other: a process that requests without reading gets only one. */
  #queuePiece(request: PieceRequest): void {
    if (this.#queuedPieces === queuedPiecesMax)
      throw new RangeError(`Cannot queue more than ${queuedPiecesMax} requests for pieces`);
    this.#queuedPieces++;
    const send = async () => {
      await this.#sendPiece(request);
      this.#queuedPieces--;
    };
    this.#lastPiece = this.#lastPiece.then(send).catch(() => {});
  }

  async #sendPiece({ id, share, start, end }: PieceRequest): Promise<void> {
    const content = this.#shared.get(share);
    const isValid =
      content !== undefined &&
      [start, end].every(Number.isSafeInteger) &&
      start >= 0 &&
      end >= start &&
      end <= content.size &&
      end - start <= uploadChunkBytes;
    const bytes = isValid ? await content.readAt(start, end).catch(() => null) : null;
    if (this.#failure) throw this.#failure;
    const load = this.#nextId++;
    const receipt = Promise.withResolvers<void>();
    this.#pendingReceipts.set(load, receipt);
    this.#send({ kind: "piece", id, load, bytes });
    if (bytes) this.#release(bytes);
    await receipt.promise;
    this.#pendingReceipts.delete(load);
  }

  #receivePiece({ id, load, bytes }: SharedChunk): void {
    this.#send({ kind: "receipt", load });
    const pending = this.#pendingPieces.get(id);
    this.#pendingPieces.delete(id);
    if (!bytes) {
      pending?.reject(new TypeError("Cannot read the upload: the request has ended"));
      return;
    }
    pending?.resolve(bytes);
    this.#count(bytes.byteLength);
  }

  /** Receives a message of the other process. */
  receive(message: TransferMessage): void {
    if (message.kind === "pieceRequest") this.#queuePiece(message);
    else if (message.kind === "piece") this.#receivePiece(message);
    else this.#receiveChunk(message);
  }

  #receiveChunk(message: Chunk | Receipt): void {
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
    const { byteLength } = bytes;
    (bytes.buffer as ArrayBuffer).transfer(0);
    this.#count(byteLength);
  }

  /** Collects garbage after many transferred bytes. */
  #count(bytes: number): void {
    this.#moved += bytes;
    if (this.#moved < gcThresholdBytes) return;
    this.#moved = 0;
    // The collector underestimates large buffers. This takes a fraction of a millisecond here: it collects
    // on its own thread.
    Bun.gc(false);
  }

  /** Discards received transfers that were not read, and ends the sharing. */
  clear(): void {
    this.#received.clear();
    this.#shared.clear();
  }

  /** Fails pending and future transfers, because the other process has exited. */
  fail(failure: Error): void {
    this.#failure = failure;
    for (const { reject } of this.#pendingReceipts.values()) reject(failure);
    this.#pendingReceipts.clear();
    for (const { reject } of this.#pendingPieces.values()) reject(failure);
    this.#pendingPieces.clear();
    this.clear();
  }
}
