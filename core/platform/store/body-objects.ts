import { HubError } from "../../contract/errors.ts";
import { within } from "../../lib/within.ts";
import { type FailureClass, findFailureClass, objectFailures } from "../health/failure-classes.ts";
import type { Health } from "../health/health.ts";
import type { Bodies } from "./bodies.ts";
import type { ObjectSettings } from "./object-settings.ts";

/** The time limit for a request, and the extra time per kilobyte of its body. */
const defaultRequestMs = 10_000;
const kilobyteMs = 1;
/** The number of objects that are removed concurrently. */
const removeBatch = 32;
/** The number of attempts for a request, and the pause after the first one. */
const tries = 3;
const defaultPauseMs = 200;
/**
 * The interval between checks while the storage fails, as a multiple of the usual interval: each check
 * writes an object.
 */
const probeEvery = 5;

/** Stores bodies as objects of a bucket, shared by hubs on several machines. */
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
      requestMs = defaultRequestMs,
      probeMs = probeEvery * health.checkMs,
      pauseMs = defaultPauseMs,
    }: {
      health: Health;
      /** For tests, which need shorter times. */
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

  /** Returns the stored bytes, complete or not, or nothing if the object is missing. */
  async read(name: string, size = 0): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const file = this.#client.file(this.#prefix + name);
    const bytes = await this.#attempt(() => file.bytes().catch(rethrowUnlessMissing), size);
    return bytes as Uint8Array<ArrayBuffer> | undefined;
  }

  async remove(...names: string[]): Promise<void> {
    for (let from = 0; from < names.length; from += removeBatch)
      await Promise.all(
        names
          .slice(from, from + removeBatch)
          .map((name) =>
            this.#attempt(() =>
              this.#client.delete(this.#prefix + name).catch(rethrowUnlessMissing),
            ),
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

  /**
   * Runs a request with a time limit, and retries if that can help. Throws an error for callers, with the
   * cause for the log.
   */
  async #attempt<Result>(work: () => Promise<Result>, size = 0): Promise<Result> {
    const ms = this.#requestMs + (size / 1024) * kilobyteMs;
    for (let attempt = 1; ; attempt++) {
      try {
        return await within(ms, work(), createTimeoutError);
      } catch (cause) {
        const failure = (await this.#classify(cause)) ?? objectFailures.unexpected;
        const canRetry = failure.policy === "back_off";
        if (attempt < tries && canRetry) {
          await Bun.sleep(this.#pauseMs * 2 ** (attempt - 1) * (0.5 + Math.random()));
          continue;
        }
        this.#health.fail(failure, describeReason(cause));
        this.#probeLater();
        throw new HubError("store_unavailable", "The hub cannot reach its objects at the moment", {
          headers: canRetry ? { "retry-after": "5" } : {},
          cause: `The object storage failed: ${describeReason(cause)}`,
        });
      }
    }
  }

  /** Returns the class of a failure, or undefined if the storage works again. */
  async #classify(cause: unknown): Promise<FailureClass | undefined> {
    const code = getErrorCode(cause);
    const reason = code === unknownCode ? await this.#getWriteStatus() : code;
    if (reason === "200") return undefined;
    return findFailureClass("objects", reason) ?? objectFailures.unexpected;
  }

  /** Returns the status of a test write. Bun doesn't report the status of a response without S3's XML. */
  async #getWriteStatus(): Promise<string> {
    const url = this.#client.presign(this.#prefix + probeName, { method: "PUT", expiresIn: 60 });
    const signal = AbortSignal.timeout(this.#requestMs);
    const answer = await fetch(url, { method: "PUT", body: "probe", signal }).catch(
      () => undefined,
    );
    return String(answer?.status);
  }

  /**
   * Schedules a test write, repeated until one succeeds. A full storage can still be read, so a read would
   * not detect it.
   */
  #probeLater(): void {
    this.#probing ??= setTimeout(() => void this.#probe(), this.#probeMs).unref();
  }

  async #probe(): Promise<void> {
    try {
      const writing = this.#client.write(this.#prefix + probeName, "probe");
      await within(this.#requestMs, writing, createTimeoutError);
      this.#recover();
    } catch (cause) {
      const failure = await this.#classify(cause);
      if (!failure) return this.#recover();
      this.#health.fail(failure, describeReason(cause));
      this.#probing = undefined;
      this.#probeLater();
    }
  }

  #recover(): void {
    this.#health.recover("objects");
    this.#probing = undefined;
  }
}

/** The name of the test object. */
const probeName = "probe";

/** Bun's error code for a response without S3's XML. */
const unknownCode = "UnknownError";

function rethrowUnlessMissing(cause: unknown): undefined {
  if ((cause as { code?: string }).code !== "NoSuchKey") throw cause;
}

/** Returns the server's error code, or else Bun's. */
function getErrorCode(cause: unknown): string {
  if (isTimeOut(cause)) return "TimeoutError";
  return (cause as { code?: string }).code ?? "";
}

/** Returns the error code as text for the log. */
function describeReason(cause: unknown): string {
  if (isTimeOut(cause)) return "it does not answer";
  const { code, message } = cause as { code?: string; message: string };
  return code ?? message;
}

function isTimeOut(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === "TimeoutError";
}

function createTimeoutError(): Error {
  return new DOMException("The object storage does not answer", "TimeoutError");
}
