import { HubError } from "../../contract/errors.ts";
import type { Bodies } from "../../platform/store/bodies.ts";
import type {
  Begun,
  IdempotencyRecords,
  KeyedRequest,
} from "../../platform/store/idempotency-records.ts";
import type { KeptBounds } from "../../platform/store/remove-beyond.ts";
import type { AnswerSeal } from "./answer-seal.ts";
import type { HeldRequest } from "./held-call.ts";
import { headersToKeep, type KeptAnswer } from "./kept-answer.ts";
import { readUpTo } from "./read-up-to.ts";

export interface IdempotencyOptions {
  records: IdempotencyRecords;
  bodies: Bodies;
  /** What tells this hub from others of its store. */
  holder: string;
  now(): number;
  /** What the hub waits for before it stops. */
  later(work: Promise<unknown>): void;
  /** How many bytes of answers all accounts may keep. */
  totalBytesMax: number;
  /** How long a hub that no longer says so is taken to be at work. */
  leaseMs?: number;
}

/** For how long an answer is kept. */
export const keptMs = 86_400_000;
/** An answer with more bytes is given, and not kept. */
export const keptBytesMax = 32 * 2 ** 20;
/** How many answers an account may keep, and of how many bytes. The oldest go. */
export const keptPerAccount = { count: 10_000, bytes: 256 * 2 ** 20 };

/**
 * What came of a request with a key: an answer, whether the work had been done before, and whether the
 * next one gets the same; or what is sent on as it is, as it flows or the next try may end otherwise.
 */
export type Outcome =
  | { answer: KeptAnswer; isReplay: boolean; isKept: boolean }
  | { response: Response };

/** What is done with the answer to a request. */
export interface OnceOptions {
  /** The Idempotency-Key as its sender wrote it. */
  name: string;
  /** Encrypts the answer. Default: it is kept as it is. */
  seal?: AnswerSeal | undefined;
}

type Work = () => Promise<{ response: Response; isFlowing: boolean }>;

/**
 * Does the work of requests that come with an `Idempotency-Key` once, whichever hub of the store they
 * come to, and gives its answer again to whoever asks again: after
 * draft-ietf-httpapi-idempotency-key-header-07.
 */
export class Idempotency {
  readonly #options: Required<IdempotencyOptions>;
  readonly #running = new Set<string>();
  #heart: Timer | undefined;

  constructor(options: IdempotencyOptions) {
    this.#options = { leaseMs: 10_000, ...options };
  }

  /**
   * Answers with what the work answered before, or does it. Throws `idempotency_key_reused` and
   * `idempotency_in_progress`. `isFlowing` tells whether the answer is a stream.
   */
  async once(request: KeyedRequest, work: Work, { name, seal }: OnceOptions): Promise<Outcome> {
    const { records, holder, now, leaseMs } = this.#options;
    for (;;) {
      const run = Bun.randomUUIDv7("hex");
      const time = now();
      const leaseUntil = time + leaseMs;
      const begun = await records.begin(request, { run, holder, now: time, leaseUntil });
      switch (begun.outcome) {
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
          const answer = await this.#read(begun, seal);
          if (answer) return { answer, isReplay: true, isKept: true };
          // Somebody has removed the file: it is as if it had never been kept.
          await records.forget(begun.run);
          break;
        }
        case "begun":
          return this.#run(run, work, seal);
      }
    }
  }

  /** Finds the answer to a request that was answered before, and does no work. */
  async find(request: KeyedRequest, seal: AnswerSeal): Promise<KeptAnswer | undefined> {
    const { records, now } = this.#options;
    const found = await records.find(request, now());
    return found?.outcome === "finished" ? this.#read(found, seal) : undefined;
  }

  async #read(
    { run, answer }: Extract<Begun, { outcome: "finished" }>,
    seal: AnswerSeal | undefined,
  ): Promise<KeptAnswer | undefined> {
    const body = await this.#options.bodies.get(run, answer.bytes);
    if (!body || !seal) return body && { ...answer, body };
    const opened = seal.open(run, body);
    return opened && { status: answer.status, ...opened };
  }

  /** Removes what is too old or too much. */
  async sweep(): Promise<void> {
    const { records, bodies, now, totalBytesMax } = this.#options;
    const { count: countMax, bytes: bytesMax } = keptPerAccount;
    const bounds: KeptBounds = { countMax, bytesMax, totalBytesMax };
    await bodies.remove(...(await records.sweep(now(), bounds)));
    // What a killed hub wrote and never told of. By the clock of the file system, which is the machine's.
    await bodies.sweep(Date.now() - 2 * keptMs);
  }

  async #run(run: string, work: Work, seal: AnswerSeal | undefined): Promise<Outcome> {
    const { records } = this.#options;
    this.#begin(run);
    try {
      const { response, isFlowing } = await work();
      if (!isLasting(response)) {
        await this.#forget(run);
        return { response };
      }
      if (isFlowing && response.body) return this.#keepFlowing(run, response, seal);
      const body = (await response.bytes()) as Uint8Array<ArrayBuffer>;
      const answer = { status: response.status, headers: headersToKeep(response), body };
      const isKept = await this.#keep(run, answer, seal);
      return { answer, isReplay: false, isKept };
    } catch (error) {
      this.#end(run);
      await records.forget(run);
      throw error;
    }
  }

  /** Gives a stream to the caller as it comes, and keeps a copy of what came once it has ended. */
  #keepFlowing(run: string, response: Response, seal: AnswerSeal | undefined): Outcome {
    const { status } = response;
    const headers = headersToKeep(response);
    const [given, copied] = response.body?.tee() ?? [];
    const keeping = async () => {
      const body = copied && (await readUpTo(copied, keptBytesMax));
      if (body) await this.#keep(run, { status, headers, body }, seal);
      else await this.#forget(run);
    };
    // Where the stream breaks off, or nothing can be written, the next try begins anew.
    this.#options.later(keeping().catch(() => this.#forget(run)));
    const flowing = new Response(given ?? null, { status, headers: response.headers });
    return { response: flowing };
  }

  async #keep(run: string, answer: KeptAnswer, seal: AnswerSeal | undefined): Promise<boolean> {
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
    this.#end(run);
    if (!isKept) await bodies.remove(run);
    return isKept;
  }

  async #forget(run: string): Promise<void> {
    this.#end(run);
    await this.#options.records.forget(run);
  }

  /** Says while anything runs that this hub is still there. */
  #begin(run: string): void {
    const { records, holder, now, leaseMs } = this.#options;
    this.#running.add(run);
    this.#heart ??= setInterval(() => {
      // What cannot be written now is tried again before the lease ends.
      records.renew(holder, now() + leaseMs).catch(() => {});
    }, leaseMs / 3).unref();
  }

  #end(run: string): void {
    this.#running.delete(run);
    if (this.#running.size > 0) return;
    clearInterval(this.#heart);
    this.#heart = undefined;
  }
}

/** Whether the next try would be answered alike: not if the hub failed, had no time, or knew no sender. */
function isLasting({ status }: Response): boolean {
  return status < 500 && status !== 401 && status !== 429 && status !== 499;
}

/** Where the header stands, as messages name it. */
export const keyPlace = "header.Idempotency-Key";
const keyLengthMax = 255;
/** How long it is at least without an API key: the answer is encrypted under it. */
export const keylessLengthMin = 16;

/** Reads the header: a string of RFC 8941, or the same without its quotes, as many clients send it. */
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

/** What tells a request from others of its account: method, path, query and body, and no header. */
export function fingerprintOf({ method, url, headers, body }: HeldRequest): string {
  const hash = new Bun.CryptoHasher("sha256");
  hash.update(`${method} ${url.slice(url.indexOf("/", 8))}\n`);
  // Forms that say the same differ in this, which clients choose anew for each request.
  const boundary = boundaryOf(headers["content-type"] ?? "");
  for (const part of boundary ? split(body, boundary) : [body]) hash.update(part).update("\n");
  return hash.digest("base64");
}

function boundaryOf(contentType: string): string | undefined {
  const found = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType);
  return found?.[1] ?? found?.[2];
}

function* split(bytes: Uint8Array, boundary: string): Generator<Uint8Array> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let start = 0;
  for (;;) {
    const at = buffer.indexOf(boundary, start);
    yield buffer.subarray(start, at === -1 ? undefined : at);
    if (at === -1) return;
    start = at + boundary.length;
  }
}
