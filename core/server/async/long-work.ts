import type { Access } from "../../accounts/access.ts";
import type { Call } from "../../accounts/call.ts";
import { readApiKey } from "../../accounts/credentials.ts";
import type { Gate } from "../../accounts/gate.ts";
import { HubError } from "../../contract/errors.ts";
import type { Values } from "../../host/handler/handler-input.ts";
import { getQueueAccount } from "../../host/jobs/fair-queue.ts";
import type { Log } from "../../platform/log/log.ts";
import { readEmail } from "../../platform/mail/email-address.ts";
import type { Endpoint } from "../http/endpoint.ts";
import { AnswerSeal } from "./answer-seal.ts";
import type { Answerer } from "./answerer.ts";
import type { AsyncJobs } from "./async-jobs.ts";
import {
  getHeldBytes,
  HeldBodies,
  type HeldRequest,
  holdRequest,
  restoreCall,
} from "./held-call.ts";
import {
  computeRequestFingerprint,
  type Idempotency,
  keylessLengthMin,
  keyPlace,
  type Outcome,
  readIdempotencyKey,
} from "./idempotency.ts";
import { answerAgain } from "./kept-answer.ts";

interface LongWorkOptions {
  access: Pick<Access, "identify" | "recheck" | "refundInFull"> & Pick<Gate, "findSender">;
  /** Returns the ID under which responses to sign-ups of an email address are stored. */
  getSignUpScope(address: { folded: string }): string;
  pepper: Uint8Array;
  idempotency: Idempotency;
  jobs: AsyncJobs;
  log: Log;
}

/** A call for idempotent or background work. */
interface LongWorkRequest {
  endpoint: Endpoint;
  params: Record<string, string>;
  sender: SenderKind;
}

/**
 * How the sender of a call is authenticated. `key`: the gate has admitted its API key. `operator`: by the
 * operator's token. `any`: the endpoint itself requires a key, or none.
 */
export type SenderKind = "key" | "operator" | "any";

/** The owner of a stored response and how it is stored. */
interface Scope {
  account: string;
  /** The stored form of the Idempotency-Key. */
  key: string;
  /** The secret that encrypts the response. */
  secret: string;
  isReplaced: boolean;
}

/** Creates a response and reports whether it is a stream. */
type Work = () => Promise<{ response: Response; isFlowing: boolean }>;

const keyHeader = "idempotency-key";
const preferHeader = "prefer";

/** Handles calls with `Idempotency-Key` or `Prefer: respond-async`. Other calls bypass it. */
export class LongWork {
  readonly #options: LongWorkOptions;
  readonly #bodies = new HeldBodies();

  constructor(options: LongWorkOptions) {
    this.#options = options;
  }

  /** Sets the endpoints that run the jobs. */
  serve(endpoints: ReadonlyMap<string, Endpoint>, by: Answerer): void {
    this.#options.jobs.serve(endpoints, by);
  }

  /** Removes expired jobs and responses, and those over the limits. */
  async sweep(): Promise<void> {
    const { idempotency, jobs, log } = this.#options;
    try {
      await Promise.all([idempotency.sweep(), jobs.sweep()]);
    } catch (cause) {
      log.error("Cannot delete old results", { cause });
    }
  }

  /** Returns the headers that an endpoint supports, if any. */
  listSupportedHeaders({ loaded, mayBeHeavy }: Endpoint, sender: SenderKind): string[] {
    return [
      ...(loaded.method === "POST" ? [keyHeader] : []),
      ...(mayBeHeavy && sender === "key" && loaded.route.background !== false
        ? [preferHeader]
        : []),
    ];
  }

  /** Handles a call with one of these headers and counts it. */
  async answer(call: Call, request: LongWorkRequest, by: Answerer): Promise<Response> {
    const { endpoint } = request;
    let response: Response;
    try {
      const account = getQueueAccount(this.#options.access.identify(call));
      const bytes = getHeldBytes(call.request, endpoint.getHeldBytesMax(call));
      response = await this.#bodies.hold({ account, bytes }, () =>
        request.sender === "key"
          ? this.#answer(call, request, by)
          : this.#answerSealed(call, request, by),
      );
    } catch (error) {
      response = by.refuse(call, endpoint, error);
    }
    return by.settle(call, endpoint, response);
  }

  async #answer(
    call: Call,
    { endpoint, params }: LongWorkRequest,
    by: Answerer,
  ): Promise<Response> {
    const { method, headers, signal } = call.request;
    const key = method === "POST" ? headers.get(keyHeader) : null;
    const held = await holdRequest(call, endpoint.getHeldBytesMax(call));
    // With a key the work continues after a disconnect, so that a retry gets the response.
    const work = restoreCall(held, key === null ? signal : new AbortController().signal);
    if (key !== null)
      work.retryKey = `key_${new Bun.CryptoHasher("sha256").update(key).digest("hex")}`;
    work.admission = call.admission;
    work.limits = call.limits;
    // An invalid request doesn't use up the key and doesn't create a job.
    const values = await endpoint.readAndCheck(work, params);
    const isJob =
      method !== "HEAD" &&
      prefersAsync(headers.get(preferHeader)) &&
      endpoint.isHeavy(values) &&
      endpoint.isStorable(values);
    const run: Work = async () => {
      if (isJob) {
        const request = { endpoint, params, values, held, work };
        return { response: await this.#options.jobs.accept(call, request), isFlowing: false };
      }
      const response = await perform(work, { endpoint, values }, by);
      call.limits = work.limits;
      // Such a response isn't stored.
      const fault = await this.#options.access.recheck(call, endpoint.target);
      if (fault) {
        void response.body?.cancel().catch(() => {});
        throw fault;
      }
      const isFlowing = work.sent instanceof ReadableStream;
      if (isFlowing) call.sent = work.sent;
      return { response, isFlowing };
    };
    return key === null ? (await run()).response : this.#once(call, { key, held }, run);
  }

  async #once(
    call: Call,
    { key, held }: { key: string; held: HeldRequest },
    work: Work,
  ): Promise<Response> {
    const { access, idempotency } = this.#options;
    const name = readIdempotencyKey(key);
    const account = access.identify(call).id ?? "";
    const request = { account, key: name, fingerprint: computeRequestFingerprint(held) };
    const outcome = await idempotency.once(request, work, { name });
    if ("answer" in outcome && outcome.isReplay) await access.refundInFull(call);
    return sendAnswer(call, outcome);
  }

  /** Handles a POST without an admitted API key. Its response may contain secrets and is encrypted. */
  async #answerSealed(
    call: Call,
    { endpoint, params, sender }: LongWorkRequest,
    by: Answerer,
  ): Promise<Response> {
    const { idempotency, pepper } = this.#options;
    const name = readIdempotencyKey(call.request.headers.get(keyHeader) ?? "");
    const credentials = getCredentials(call, sender);
    const scope = await this.#findScope(call, { name, sender });
    const held = await holdRequest(call, endpoint.getHeldBytesMax(call));
    const work = restoreCall(
      { ...held, headers: { ...held.headers, ...credentials } },
      new AbortController().signal,
    );
    work.isKeyed = call.isKeyed;
    work.limits = call.limits;
    const values = await endpoint.readAndCheck(work, params);
    const run: Work = async () => {
      const response = await perform(work, { endpoint, values }, by);
      call.limits = work.limits;
      return { response, isFlowing: work.sent instanceof ReadableStream };
    };
    if (!scope) return (await run()).response;
    const { account, key, secret } = scope;
    // A plain hash would allow guessing the text of the request.
    const fingerprint = this.#hash(`fingerprint ${computeRequestFingerprint(held)}`);
    const request = { account, key, fingerprint, owner: this.#findOwner(values) };
    const seal = new AnswerSeal({ secret, pepper });
    if (!scope.isReplaced)
      return sendAnswer(call, await idempotency.once(request, run, { name, seal }));
    const isRotation = endpoint.target.route === rotation;
    const answer = isRotation ? await idempotency.find(request, seal) : undefined;
    if (!answer) return (await run()).response;
    return sendAnswer(call, { answer, isReplay: true, isKept: true });
  }

  /** Returns the owner of the response to a call, or undefined if the call is refused. */
  async #findScope(
    call: Call,
    { name, sender }: { name: string; sender: SenderKind },
  ): Promise<Scope | undefined> {
    if (sender === "operator") {
      const secret = call.request.headers.get("authorization") ?? "";
      return { account: "operator", key: name, secret, isReplaced: false };
    }
    const found = await this.#options.access.findSender(call);
    if (found === undefined) return undefined;
    if (found !== "keyless") return { ...found, key: `${found.keyId} ${name}` };
    if (name.length < keylessLengthMin)
      throw new HubError(
        "invalid_input",
        `Without an API key the header Idempotency-Key must be unguessable and have at least ${keylessLengthMin} characters: it has ${name.length}`,
        { at: keyPlace },
      );
    // The key itself encrypts the response, so it is not stored.
    const account = `keyless_${this.#hash(`key ${name}`)}`;
    return { account, key: "", secret: name, isReplaced: false };
  }

  /** Returns the owner of the response if the request contains an email address. */
  #findOwner({ body }: Values): string | undefined {
    const { email } = (body ?? {}) as { email?: unknown };
    if (typeof email !== "string") return undefined;
    try {
      return this.#options.getSignUpScope(readEmail(email));
    } catch {
      return undefined;
    }
  }

  #hash(text: string): string {
    const hmac = new Bun.CryptoHasher("sha256", this.#options.pepper);
    return hmac.update(`idempotency: ${text}`).digest("base64url");
  }
}

/** The only request whose response can be fetched with the key that it replaced. */
const rotation = "POST /api-key/rotate";

/** Returns the credentials header of a call. Throws `conflicting_credentials`. */
function getCredentials(call: Call, sender: SenderKind): Record<string, string> {
  if (sender === "operator")
    return { authorization: call.request.headers.get("authorization") ?? "" };
  const key = readApiKey(call);
  if (key instanceof HubError) throw key;
  return key === undefined ? {} : { "x-api-key": key };
}

/** Sends the response to an idempotent request. */
function sendAnswer(call: Call, outcome: Outcome): Response | Promise<Response> {
  if ("response" in outcome) return outcome.response;
  const { answer, isReplay, isKept } = outcome;
  return answerAgain(call, answer, {
    ...(isReplay && { "idempotency-replayed": "true" }),
    ...(!isKept && { "idempotency-kept": "false" }),
  });
}

/** Returns whether a `Prefer` header (RFC 7240) contains `respond-async`. */
function prefersAsync(prefer: string | null): boolean {
  const preferences = (prefer ?? "").split(/[,;]/);
  return preferences.some((one) => one.trim().toLowerCase() === "respond-async");
}

/** Runs an endpoint like any other call, without counting the response. */
async function perform(
  call: Call,
  { endpoint, values }: { endpoint: Endpoint; values: Values },
  by: Answerer,
): Promise<Response> {
  try {
    return await by.respond(call, endpoint, await endpoint.work(values, call));
  } catch (error) {
    return by.refuse(call, endpoint, error);
  }
}
