import { HubError } from "../../contract/errors.ts";
import { bareType } from "../../contract/schema.ts";
import { StoredUpload } from "../../contract/upload.ts";
import { createPartsError, formPartsMax, parseBoundary } from "../../host/handler/form.ts";
import { Spool } from "../../platform/http/spool.ts";
import { discardRest } from "../../platform/http/unread-body.ts";

/** The size in bytes from which content is in a temporary file instead of memory. */
const spoolBytesMin = 1_048_576;

/** The content of a body: in memory, or in a temporary file if it is large. */
export type BodyContent = Uint8Array<ArrayBuffer> | Spool;

export interface ReadOptions {
  max: number;
  /** The folder of the temporary file. */
  dir: string | undefined;
  createTooLargeError: (max: number) => Error;
  /** Returns why a chunk of the body makes it unacceptable, if it does. */
  findFault?: ((chunk: Uint8Array) => Error | undefined) | undefined;
  /** The time in which the whole body must arrive. */
  msMax?: number;
}

/** Enough for 50 MB at 0.7 Mbit/s. */
const bodyMsMax = 600_000;

/** Reads a body to its end: into memory if it is small, otherwise into a temporary file. */
export async function readOrSpool(
  request: Request,
  { max, dir, createTooLargeError, findFault, msMax = bodyMsMax }: ReadOptions,
): Promise<BodyContent> {
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  const content = new Accumulator({ dir, ownsChunks: true });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    void reader.cancel();
  }, msMax);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (isLate) throw createTimeoutError(msMax);
      if (done) return await content.end();
      const fault =
        content.size + value.byteLength > max ? createTooLargeError(max) : findFault?.(value);
      if (fault) {
        await discardRest(request, reader);
        throw fault;
      }
      await content.add(value);
    }
  } catch (error) {
    content.discard();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function createTimeoutError(msMax: number): HubError {
  return new HubError(
    "request_timeout",
    `The body must arrive within ${msMax / 1000} s: send it faster, or in smaller parts`,
    { headers: { connection: "close" } },
  );
}

/** Collects chunks in memory, and moves them to a temporary file when they become many. */
export class Accumulator {
  size = 0;
  readonly #dir: string | undefined;
  /** Whether only it uses the chunks. */
  readonly #ownsChunks: boolean;
  #chunks: Uint8Array[] = [];
  #chunksSize = 0;
  #spool: Spool | undefined;

  constructor({ dir, ownsChunks }: { dir: string | undefined; ownsChunks: boolean }) {
    this.#dir = dir;
    this.#ownsChunks = ownsChunks;
  }

  async add(chunk: Uint8Array): Promise<void> {
    this.size += chunk.byteLength;
    this.#chunks.push(chunk);
    this.#chunksSize += chunk.byteLength;
    if (this.#chunksSize >= spoolBytesMin) await this.#flush();
  }

  async end(): Promise<BodyContent> {
    if (!this.#spool) return Buffer.concat(this.#chunks);
    await this.#flush();
    return this.#spool;
  }

  discard(): void {
    this.#spool?.close();
    this.#chunks = [];
  }

  async #flush(): Promise<void> {
    this.#spool ??= new Spool(this.#dir);
    const chunks = this.#chunks;
    this.#chunks = [];
    this.#chunksSize = 0;
    for (const chunk of chunks) {
      await this.#spool.append(chunk);
      // The collector would free the memory much later.
      if (this.#ownsChunks) (chunk.buffer as ArrayBuffer).transfer(0);
    }
  }
}

/** Returns a body, or a part of a spooled one, as an upload. */
export function createUpload(
  content: BodyContent,
  { name, type, ...part }: UploadPart,
): StoredUpload {
  if (!(content instanceof Spool)) {
    // The receiver owns what it reads, so this copies. A slice of a Buffer would share its memory.
    const readAt = async (from: number, to: number) => new Uint8Array(content.subarray(from, to));
    return new StoredUpload({ name, type, size: content.length, readAt });
  }
  const { start = 0, end = content.size } = part;
  return new StoredUpload({
    name,
    type,
    size: end - start,
    readAt: (from, to) => content.readAt(start + from, start + to),
    close: () => content.close(),
  });
}

interface UploadPart {
  name: string;
  type: string;
  start?: number;
  end?: number;
}

/** Parts of at least this many bytes stay in the file. */
const partBytesMin = 65_536;

/** The maximum size of a part's headers. */
const partHeadMax = 8192;

/** A form in a file, with a token in the place of each large file's content. */
interface FormOutline {
  rest: Uint8Array<ArrayBuffer>;
  /** The content of large files by their tokens. */
  files: Record<string, StoredUpload>;
}

/** Reads a form in a file, except for the content of large files. Returns nothing if it isn't multipart. */
export async function outlineForm(spool: Spool, type: string): Promise<FormOutline | undefined> {
  const boundary = parseBoundary(type);
  if (bareType(type).toLowerCase() !== "multipart/form-data" || !boundary) return undefined;
  const marker = Buffer.from(`\r\n--${boundary}`);
  const marks = await findDelimiters(spool, marker);
  const first = Buffer.from(await spool.readAt(0, Math.min(marker.length - 2, spool.size)));
  // The first line has no line break before it.
  if (first.equals(marker.subarray(2))) marks.unshift(-2);
  const pieces: Uint8Array[] = [];
  const files: Record<string, StoredUpload> = {};
  for (const [index, mark] of marks.entries()) {
    const start = mark + marker.length;
    const end = marks[index + 1] ?? spool.size;
    const head = Buffer.from(await spool.readAt(start, Math.min(start + partHeadMax, end)));
    const headLength = head.indexOf("\r\n\r\n") + 4;
    const isFile =
      headLength >= 4 && /;\s*filename\*?=/i.test(head.toString("latin1", 0, headLength));
    pieces.push(marker);
    if (!isFile || end - start < headLength + partBytesMin) {
      pieces.push(await spool.readAt(start, end));
      continue;
    }
    const token = crypto.randomUUID();
    files[token] = createUpload(spool, { name: "", type: "", start: start + headLength, end });
    pieces.push(head.subarray(0, headLength), Buffer.from(token));
  }
  // The line break before the first delimiter isn't part of the form.
  return { rest: Buffer.concat(pieces).subarray(2), files };
}

/** Returns the positions of the lines between parts. */
async function findDelimiters(spool: Spool, marker: Buffer): Promise<number[]> {
  const found: number[] = [];
  const lineLength = marker.length + 2;
  for (let at = 0; at < spool.size; at += spoolBytesMin) {
    const end = Math.min(at + spoolBytesMin + lineLength - 1, spool.size);
    const bytes = Buffer.from((await spool.readAt(at, end)).buffer);
    for (let next = bytes.indexOf(marker); next >= 0; next = bytes.indexOf(marker, next + 1)) {
      const after = bytes.toString("latin1", next + marker.length, next + lineLength);
      if (next >= spoolBytesMin || (after !== "\r\n" && after !== "--")) continue;
      // One delimiter more than parts.
      if (found.length > formPartsMax) throw createPartsError();
      found.push(at + next);
    }
    // The collector would free the memory much later.
    bytes.buffer.transfer(0);
  }
  return found;
}
