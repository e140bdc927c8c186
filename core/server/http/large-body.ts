import { HubError } from "../../contract/errors.ts";
import { bareType } from "../../contract/schema.ts";
import { StoredUpload } from "../../contract/upload.ts";
import { Spool } from "../../platform/http/spool.ts";
import { discardRest } from "../../platform/http/unread-body.ts";
import { parseBoundary } from "./form.ts";

/** The size in bytes from which content is in a temporary file instead of memory. */
const spoolBytesMin = 1_048_576;

interface ReadOptions {
  max: number;
  /** The folder of the temporary file. */
  dir: string | undefined;
  createTooLargeError: (max: number) => Error;
  /** The time in which the whole body must arrive. */
  msMax?: number;
}

/** Enough for 50 MB at 0.7 Mbit/s. */
const bodyMsMax = 600_000;

/** Reads a body to its end: into memory if it is small, otherwise into a temporary file. */
export async function readOrSpool(
  request: Request,
  { max, dir, createTooLargeError, msMax = bodyMsMax }: ReadOptions,
): Promise<Uint8Array<ArrayBuffer> | Spool> {
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
      if (content.size + value.byteLength > max) {
        await discardRest(request, reader);
        throw createTooLargeError(max);
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

  async end(): Promise<Uint8Array<ArrayBuffer> | Spool> {
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

/** Returns a spooled body, or a part of it, as the value of a file field. */
export function createUpload(
  spool: Spool,
  { name, type, start = 0, end = spool.size }: UploadPart,
): StoredUpload {
  return new StoredUpload({
    name,
    type,
    size: end - start,
    readAt: (from, to) => spool.readAt(start + from, start + to),
    close: () => spool.close(),
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

/** The maximum number of parts. Each takes two reads of the file. */
const partsMax = 1000;

/** The maximum size of a part's headers. */
const partHeadMax = 8192;

/** A form in a file, with a token in the place of each large file's content. */
interface FormOutline {
  rest: Uint8Array<ArrayBuffer>;
  /** The position of a file's content by its token. */
  parts: ReadonlyMap<string, { start: number; end: number }>;
}

/** The length of the tokens. */
export const tokenLength = 36;

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
  const parts = new Map<string, { start: number; end: number }>();
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
    parts.set(token, { start: start + headLength, end });
    pieces.push(head.subarray(0, headLength), Buffer.from(token));
  }
  // The line break before the first delimiter isn't part of the form.
  return { rest: Buffer.concat(pieces).subarray(2), parts };
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
      if (found.length === partsMax)
        throw new HubError(
          "invalid_input",
          `A form of more than ${spoolBytesMin} bytes must have at most ${partsMax} parts`,
          { at: "body" },
        );
      found.push(at + next);
    }
    // The collector would free the memory much later.
    bytes.buffer.transfer(0);
  }
  return found;
}
