import { HubError } from "../../contract/errors.ts";
import { within } from "../../lib/within.ts";
import type { Bodies } from "./bodies.ts";
import type { ObjectSettings } from "./object-settings.ts";

/** How long one request may take, and for each kilobyte of its body. */
const usualMs = 10_000;
const kilobyteMs = 1;
/** How many objects are removed at the same time. */
const removedAtOnce = 32;
/** How often a request is made that fails, and how long after the one before. */
const tries = 3;
const pauseMs = 200;

/** Bodies as objects of a bucket, which hubs on several machines share. */
export class BodyObjects implements Bodies {
  readonly #client: Bun.S3Client;
  readonly #prefix: string;

  readonly #requestMs: number;

  constructor(
    { prefix, ...settings }: ObjectSettings,
    /** For tests that cannot wait for as long. */
    { requestMs = usualMs }: { requestMs?: number } = {},
  ) {
    this.#client = new Bun.S3Client(settings);
    this.#prefix = prefix;
    this.#requestMs = requestMs;
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    await this.#attempt(() => this.#client.write(this.#prefix + name, bytes), bytes.length);
  }

  async get(name: string, size: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    if (size === 0) return new Uint8Array();
    const bytes = await this.read(name, size);
    return bytes?.length === size ? bytes : undefined;
  }

  /** What was kept, whole or not; nothing where there is nothing. */
  async read(name: string, size = 0): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const file = this.#client.file(this.#prefix + name);
    const bytes = await this.#attempt(() => file.bytes().catch(unlessMissing), size);
    return bytes as Uint8Array<ArrayBuffer> | undefined;
  }

  async remove(...names: string[]): Promise<void> {
    for (let from = 0; from < names.length; from += removedAtOnce)
      await Promise.all(
        names
          .slice(from, from + removedAtOnce)
          .map((name) =>
            this.#attempt(() => this.#client.delete(this.#prefix + name).catch(unlessMissing)),
          ),
      );
  }

  async sweep(before: number): Promise<void> {
    let startAfter: string | undefined;
    do {
      const page = await this.#attempt(() =>
        this.#client.list({ prefix: this.#prefix, ...(startAfter && { startAfter }) }),
      );
      const old = (page.contents ?? []).filter(
        ({ lastModified }) => lastModified !== undefined && Date.parse(lastModified) < before,
      );
      await this.remove(...old.map(({ key }) => key.slice(this.#prefix.length)));
      startAfter = page.isTruncated ? page.contents?.at(-1)?.key : undefined;
    } while (startAfter !== undefined);
  }

  /** Does it again where it fails, each time within a time. Throws what callers are told, with the cause for the log. */
  async #attempt<Result>(work: () => Promise<Result>, size = 0): Promise<Result> {
    const ms = this.#requestMs + (size / 1024) * kilobyteMs;
    for (let made = 1; ; made++) {
      try {
        return await within(ms, work(), silence);
      } catch (cause) {
        if (made < tries && !isTimeOut(cause)) {
          await Bun.sleep(pauseMs);
          continue;
        }
        throw new HubError("store_unavailable", "The hub cannot reach its objects at the moment", {
          cause: `The object storage failed: ${reasonOf(cause)}`,
        });
      }
    }
  }
}

function unlessMissing(cause: unknown): undefined {
  if ((cause as { code?: string }).code !== "NoSuchKey") throw cause;
}

/** The code that the server gives, or Bun for want of an answer. */
function reasonOf(cause: unknown): string {
  if (isTimeOut(cause)) return "it does not answer";
  const { code, message } = cause as { code?: string; message: string };
  return code ?? message;
}

function isTimeOut(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === "TimeoutError";
}

function silence(): Error {
  return new DOMException("The object storage does not answer", "TimeoutError");
}
