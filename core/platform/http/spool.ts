import { close, openSync, read, unlinkSync, write } from "node:fs";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import { HubError } from "../../contract/errors.ts";
import { streamContent } from "../../contract/upload.ts";

const readFrom = promisify(read);
const writeTo = promisify(write);

/** Bytes in a temporary file without a name: it vanishes with this object or its process. */
export class Spool {
  size = 0;
  readonly #fd: number;
  #isClosed = false;

  constructor(dir: string = tmpdir()) {
    const path = `${dir}/.utilhub-spool-${crypto.randomUUID()}`;
    try {
      this.#fd = openSync(path, "wx+", 0o600);
      unlinkSync(path);
    } catch (cause) {
      throw spoolError(cause);
    }
    abandoned.register(this, this.#fd, this);
  }

  async append(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const written = await writeTo(this.#open, bytes, at, bytes.length - at, this.size).catch(
        (cause) => {
          throw spoolError(cause);
        },
      );
      at += written.bytesWritten;
      this.size += written.bytesWritten;
    }
  }

  async readAt(start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(end - start);
    for (let at = 0; at < bytes.length; ) {
      const { bytesRead } = await readFrom(this.#open, bytes, at, bytes.length - at, start + at);
      if (bytesRead === 0) throw new RangeError(`Cannot read bytes ${start} to ${end} of a spool`);
      at += bytesRead;
    }
    return bytes;
  }

  /** Reads everything, and closes the file after the last byte or if the reader cancels. */
  drain(): ReadableStream<Uint8Array> {
    const { size } = this;
    return streamContent({ size, readAt: (start, end) => this.readAt(start, end) }, () =>
      this.close(),
    );
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    abandoned.unregister(this);
    release(this.#fd);
  }

  get #open(): number {
    // The system may have assigned the number to another file.
    if (this.#isClosed) throw new TypeError("Cannot use a closed spool");
    return this.#fd;
  }
}

/** Closes the files of spools that nothing refers to any more. */
const abandoned = new FinalizationRegistry<number>(release);

/** Closes a file in the background: the system takes 100 ms to discard one of 45 MB. */
function release(fd: number): void {
  close(fd, () => {});
}

function spoolError(cause: unknown): HubError {
  return new HubError("store_unavailable", "Cannot write the content to a temporary file", {
    cause,
  });
}
