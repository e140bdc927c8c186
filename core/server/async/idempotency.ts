import { HubError } from "../../contract/errors.ts";
import type { Bodies } from "../../platform/store/bodies.ts";
import type {
  BeginResult,
  IdempotencyRecords,
  KeyedRequest,
} from "../../platform/store/idempotency-records.ts";
import type { KeptBounds } from "../../platform/store/remove-beyond.ts";
import type { AnswerSeal } from "./answer-seal.ts";
import type { HeldRequest } from "./held-call.ts";
import { headersToKeep, type KeptAnswer } from "./kept-answer.ts";
import { readUpTo } from "./read-up-to.ts";

interface IdempotencyOptions {
  records: IdempotencyRecords;
  bodies: Bodies;
  /** The ID of this hub among those that share the store. */
  holder: string;
  now(): number;
  /** Registers work to finish before shutdown. */
  later(work: Promise<unknown>): void;
  /** The maximum total size of stored responses in bytes. */
  totalBytesMax: number;
  /** The lease of a hub: without renewal, its requests are considered abandoned after this time. */
  leaseMs?: number;
}

/** The retention period of a stored response. */
export const keptMs = 86_400_000;
/** The maximum size of a stored response. Larger responses are sent but not stored. */
export const keptBytesMax = 32 * 2 ** 20;
/** The limits per account: stored responses and bytes. The oldest are evicted. */
export const keptPerAccount = { count: 10_000, bytes: 256 * 2 ** 20 };

/**
 * The outcome of a request with a key. `answer` is a complete response: `isReplay` if an earlier request created
 * it, `isKept` if a retry gets the same. `response` is passed on unchanged, because it is a stream, or because a
 * retry may end differently.
 */
export type Outcome =
  | { answer: KeptAnswer; isReplay: boolean; isKept: boolean }
  | { response: Response };

/** Options for storing the response to a request. */
interface OnceOptions {
  /** The Idempotency-Key as sent. */
  name: string;
  /** Encrypts the stored response. Default: not encrypted. */
  seal?: AnswerSeal | undefined;
}

type Work = () => Promise<{ response: Response; isFlowing: boolean }>;

/**
 * Runs requests with an `Idempotency-Key` once across all hubs that share the store, and replays the response
 * to retries (draft-ietf-httpapi-idempotency-key-header-07).
 */
export class Idempotency {
  readonly #options: Required<IdempotencyOptions>;
  readonly #running = new Set<string>();
  #renewTimer: Timer | undefined;

  constructor(options: IdempotencyOptions) {
    this.#options = { leaseMs: 10_000, ...options };
  }

  /**
   * Replays the stored response or runs the work. Throws `idempotency_key_reused` and
   * `idempotency_in_progress`. `isFlowing` is true if the response is a stream.
   */
  async once(request: KeyedRequest, work: Work, { name, seal }: OnceOptions): Promise<Outcome> {
    const { records, holder, now, leaseMs } = this.#options;
    for (;;) {
      const run = Bun.randomUUIDv7("hex");
      const time = now();
      const leaseUntil = time + leaseMs;
      const started = await records.begin(request, { run, holder, now: time, leaseUntil });
      switch (started.outcome) {
        case "other":
          throw new HubError(
            "idempotency_key_reused",
            `The Idempotency-Key "${name}" was already used for a request with another method, path, query or body: use a new key for each request`,
            { at: keyPlace },
          );
        case "running":
          throw new HubError(
            "idempotency_in_progress",
            `A request with the Idempotency-Key "${name}" is still in progress: try again in a moment`,
            { headers: { "retry-after": "1" } },
          );
        case "finished": {
          const answer = await this.#read(started, seal);
          if (answer) return { answer, isReplay: true, isKept: true };
          // The file was deleted: treats the response as never stored.
          await records.forget(started.run);
          break;
        }
        case "begun":
          return this.#run(run, work, seal);
      }
    }
  }

  /** Finds the stored response to a request without running it. */
  async find(request: KeyedRequest, seal: AnswerSeal): Promise<KeptAnswer | undefined> {
    const { records, now } = this.#options;
    const found = await records.find(request, now());
    return found?.outcome === "finished" ? this.#read(found, seal) : undefined;
  }

  async #read(
    { run, answer }: Extract<BeginResult, { outcome: "finished" }>,
    seal: AnswerSeal | undefined,
  ): Promise<KeptAnswer | undefined> {
    const body = await this.#options.bodies.get(run, answer.bytes);
    if (!body || !seal) return body && { ...answer, body };
    const opened = seal.open(run, body);
    return opened && { status: answer.status, ...opened };
  }

  /** Removes expired responses and those over the limits. */
  async sweep(): Promise<void> {
    const { records, bodies, now, totalBytesMax } = this.#options;
    const { count: countMax, bytes: bytesMax } = keptPerAccount;
    const bounds: KeptBounds = { countMax, bytesMax, totalBytesMax };
    await bodies.remove(...(await records.sweep(now(), bounds)));
    // Removes orphaned files of killed hubs, by the clock of the file system.
    await bodies.sweep(Date.now() - 2 * keptMs);
  }

  async #run(run: string, work: Work, seal: AnswerSeal | undefined): Promise<Outcome> {
    const { records } = this.#options;
    this.#addRun(run);
    try {
      const { response, isFlowing } = await work();
      if (!isLasting(response)) {
        await this.#forget(run);
        return { response };
      }
      if (isFlowing && response.body) return this.#storeStream(run, response, seal);
      const body = (await response.bytes()) as Uint8Array<ArrayBuffer>;
      const answer = { status: response.status, headers: headersToKeep(response), body };
      const isKept = await this.#store(run, answer, seal);
      return { answer, isReplay: false, isKept };
    } catch (error) {
      this.#removeRun(run);
      await records.forget(run);
      throw error;
    }
  }

  /** Streams a response to the caller, and stores a copy when it has ended. */
  #storeStream(run: string, response: Response, seal: AnswerSeal | undefined): Outcome {
    const { status } = response;
    const headers = headersToKeep(response);
    const [sent, copied] = response.body?.tee() ?? [];
    const storeCopy = async () => {
      const body = copied && (await readUpTo(copied, keptBytesMax));
      if (body) await this.#store(run, { status, headers, body }, seal);
      else await this.#forget(run);
    };
    // If the stream fails or can't be stored, the next retry runs the request again.
    this.#options.later(storeCopy().catch(() => this.#forget(run)));
    const streamed = new Response(sent ?? null, { status, headers: response.headers });
    return { response: streamed };
  }

  async #store(run: string, answer: KeptAnswer, seal: AnswerSeal | undefined): Promise<boolean> {
    const { records, bodies, now } = this.#options;
    if (answer.body.length > keptBytesMax) {
      await this.#forget(run);
      return false;
    }
    const body = seal ? seal.close(run, answer) : answer.body;
    const headers = seal ? {} : answer.headers;
    const bytes = body.length;
    if (bytes > 0) await bodies.put(run, body);
    const isKept = await records.finish(
      run,
      { status: answer.status, headers, bytes },
      { expiresAt: now() + keptMs },
    );
    this.#removeRun(run);
    if (!isKept) await bodies.remove(run);
    return isKept;
  }

  async #forget(run: string): Promise<void> {
    this.#removeRun(run);
    await this.#options.records.forget(run);
  }

  /** Renews the lease of this hub while requests run. */
  #addRun(run: string): void {
    const { records, holder, now, leaseMs } = this.#options;
    this.#running.add(run);
    this.#renewTimer ??= setInterval(() => {
      // A failed renewal is retried before the lease expires.
      records.renew(holder, now() + leaseMs).catch(() => {});
    }, leaseMs / 3).unref();
  }

  #removeRun(run: string): void {
    this.#running.delete(run);
    if (this.#running.size > 0) return;
    clearInterval(this.#renewTimer);
    this.#renewTimer = undefined;
  }
}

/** Returns whether a retry would get the same response. False for 5xx, 401, 429 and 499. */
function isLasting({ status }: Response): boolean {
  return status < 500 && status !== 401 && status !== 429 && status !== 499;
}

/** The location of the header in error messages. */
export const keyPlace = "header.Idempotency-Key";
const keyLengthMax = 255;
/** The minimum length without an API key, because the response is encrypted with it. */
export const keylessLengthMin = 16;

/** Parses the header: an RFC 8941 string, or the same without quotes, as many clients send it. */
export function readIdempotencyKey(text: string): string {
  const key = quoted.test(text)
    ? text.slice(1, -1).replace(/\\(["\\])/g, "$1")
    : bare.test(text)
      ? text
      : "";
  if (key.length < 1 || key.length > keyLengthMax)
    throw new HubError(
      "invalid_input",
      `The header Idempotency-Key must be a string of 1 to ${keyLengthMax} ASCII characters, in double quotes or, without spaces and commas, bare`,
      { at: keyPlace },
    );
  return key;
}

const quoted = /^"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"$/;
const bare = /^[\w!#$%&'*+.^`|~:/=@-]+$/;

/** Computes the fingerprint of a request from its method, path, query and body, without headers. */
export function computeRequestFingerprint({ method, url, headers, body }: HeldRequest): string {
  const hash = new Bun.CryptoHasher("sha256");
  hash.update(`${method} ${url.slice(url.indexOf("/", 8))}\n`);
  // Identical forms differ in the boundary, which clients choose for each request.
  const boundary = parseBoundary(headers["content-type"] ?? "");
  for (const part of boundary ? splitAt(body, boundary) : [body]) hash.update(part).update("\n");
  return hash.digest("base64");
}

function parseBoundary(contentType: string): string | undefined {
  const found = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType);
  return found?.[1] ?? found?.[2];
}

function* splitAt(bytes: Uint8Array, boundary: string): Generator<Uint8Array> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let start = 0;
  for (;;) {
    const at = buffer.indexOf(boundary, start);
    yield buffer.subarray(start, at === -1 ? undefined : at);
    if (at === -1) return;
    start = at + boundary.length;
  }
}
