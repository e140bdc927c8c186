/** The content of a `file({ streamed: true })` field: a `File`, or an upload that isn't in memory. */
export interface Upload {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** Reads the content from its beginning. Can be called several times. */
  stream(): ReadableStream<Uint8Array>;
  /** Loads the whole content into memory. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
}

interface UploadSource {
  name: string;
  type: string;
  size: number;
  /** Reads part of the content. */
  readAt(start: number, end: number): Promise<Uint8Array>;
  /** Frees the content. */
  close?(): void;
}

/** The number of bytes that a stream reads at once. */
export const uploadChunkBytes = 262_144;

/** Reads content in chunks, when the reader requests them. Calls `onEnd` after the last byte, or if the reader cancels. */
export function streamContent(
  { size, readAt }: Pick<UploadSource, "size" | "readAt">,
  onEnd = () => {},
): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const end = Math.min(at + uploadChunkBytes, size);
        if (end > at) controller.enqueue(await readAt(at, end));
        at = end;
        if (at < size) return;
        onEnd();
        controller.close();
      },
      cancel: onEnd,
    },
    { highWaterMark: 0 },
  );
}

/** An upload whose content is outside the memory of this process. */
export class StoredUpload implements Upload {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly readAt: UploadSource["readAt"];
  readonly close: () => void;

  constructor({ name, type, size, readAt, close = () => {} }: UploadSource) {
    this.name = name;
    this.type = type;
    this.size = size;
    this.readAt = readAt;
    this.close = close;
  }

  stream(): ReadableStream<Uint8Array> {
    return streamContent(this);
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const content = new Uint8Array(this.size);
    let at = 0;
    for await (const chunk of this.stream()) {
      content.set(chunk, at);
      at += chunk.length;
    }
    return content;
  }
}
