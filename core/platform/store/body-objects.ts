import { HubError } from "../../contract/errors.ts";
import { within } from "../../lib/within.ts";
import { type FailureClass, findFailureClass, objectFailures } from "../health/failure-classes.ts";
import type { Health } from "../health/health.ts";
import type { Bodies } from "./bodies.ts";
import type { ObjectSettings } from "./object-settings.ts";

/** How long one request may take, and for each kilobyte of its body. */
const usualMs = 10_000;
const kilobyteMs = 1;
/** How many objects are removed at the same time. */
const removedAtOnce = 32;
/** How often a request is made that fails, and the pause after the first. */
const tries = 3;
const usualPauseMs = 200;
/** How many times rarer than other backends a storage that fails is checked: by a write. */
const probeEvery = 5;

/** Bodies as objects of a bucket, which hubs on several machines share. */
export class BodyObjects implements Bodies {
  readonly #client: Bun.S3Client;
  readonly #prefix: string;
  readonly #health: Health;
  readonly #requestMs: number;
  readonly #probeMs: number;
  readonly #pauseMs: number;
  #probing: Timer | undefined;

  constructor(
    { prefix, ...settings }: ObjectSettings,
    {
      health,
      requestMs = usualMs,
      probeMs = probeEvery * health.checkMs,
      pauseMs = usualPauseMs,
    }: {
      health: Health;
      /** All for tests that cannot wait for as long. */
      requestMs?: number;
      probeMs?: number;
      pauseMs?: number;
    },
  ) {
    this.#client = new Bun.S3Client(settings);
    this.#prefix = prefix;
    this.#health = health;
    this.#requestMs = requestMs;
    this.#probeMs = probeMs;
    this.#pauseMs = pauseMs;
    health.use("objects");
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

  /** Runs a request within a time, again if another try may help. Throws what callers are told, with the cause for the log. */
  async #attempt<Result>(work: () => Promise<Result>, size = 0): Promise<Result> {
    const ms = this.#requestMs + (size / 1024) * kilobyteMs;
    for (let made = 1; ; made++) {
      try {
        return await within(ms, work(), silence);
      } catch (cause) {
        const failure = (await this.#classify(cause)) ?? objectFailures.unexpected;
        const canRetry = failure.policy === "back_off";
        if (made < tries && canRetry) {
          await Bun.sleep(this.#pauseMs * 2 ** (made - 1) * (0.5 + Math.random()));
          continue;
        }
        this.#health.fail(failure, reasonOf(cause));
        this.#probeLater();
        throw new HubError("store_unavailable", "The hub cannot reach its objects at the moment", {
          headers: canRetry ? { "retry-after": "5" } : {},
          cause: `The object storage failed: ${reasonOf(cause)}`,
        });
      }
    }
  }

  /** Finds the class of a failure. Undefined if the storage works again. */
  async #classify(cause: unknown): Promise<FailureClass | undefined> {
    const code = codeOf(cause);
    const reason = code === unknownCode ? await this.#status() : code;
    if (reason === "200") return undefined;
    return findFailureClass("objects", reason) ?? objectFailures.unexpected;
  }

  /** Asks for the status of a write: Bun does not tell that of an answer without S3's XML. */
  async #status(): Promise<string> {
    const url = this.#client.presign(this.#prefix + probeName, { method: "PUT", expiresIn: 60 });
    const signal = AbortSignal.timeout(this.#requestMs);
    const answer = await fetch(url, { method: "PUT", body: "probe", signal }).catch(
      () => undefined,
    );
    return String(answer?.status);
  }

  /** Writes a small object after a while, again until that succeeds: one that is full can be read. */
  #probeLater(): void {
    this.#probing ??= setTimeout(() => void this.#probe(), this.#probeMs).unref();
  }

  async #probe(): Promise<void> {
    try {
      const writing = this.#client.write(this.#prefix + probeName, "probe");
      await within(this.#requestMs, writing, silence);
      this.#recover();
    } catch (cause) {
      const failure = await this.#classify(cause);
      if (!failure) return this.#recover();
      this.#health.fail(failure, reasonOf(cause));
      this.#probing = undefined;
      this.#probeLater();
    }
  }

  #recover(): void {
    this.#health.recover("objects");
    this.#probing = undefined;
  }
}

/** The name of the object that is written to find out whether the storage works. */
const probeName = "probe";

/** The code that Bun gives an answer without S3's XML. */
const unknownCode = "UnknownError";

function unlessMissing(cause: unknown): undefined {
  if ((cause as { code?: string }).code !== "NoSuchKey") throw cause;
}

/** Returns the code that the server gives, or else Bun. */
function codeOf(cause: unknown): string {
  if (isTimeOut(cause)) return "TimeoutError";
  return (cause as { code?: string }).code ?? "";
}

/** The code as text for the log. */
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
