import type { Reply } from "../../contract/reply.ts";
import type { Access } from "../access/access.ts";
import type { Call } from "../http/call.ts";
import type { Endpoint } from "../http/endpoint.ts";
import type { Values } from "../http/handler-input.ts";
import type { Log } from "../log/log.ts";
import { callOf, type HeldRequest, holdRequest } from "./held-call.ts";
import { fingerprintOf, type Idempotency, readIdempotencyKey } from "./idempotency.ts";
import { answerAgain } from "./kept-answer.ts";

/** How answers become HTTP, and are counted. */
export interface Answerer {
  respond(call: Call, endpoint: Endpoint, reply: Reply): Response | Promise<Response>;
  refuse(call: Call, endpoint: Endpoint, error: unknown): Response;
  settle(call: Call, endpoint: Endpoint, response: Response): Response;
}

export interface LongWorkOptions {
  access: Pick<Access, "identify" | "giveBack">;
  idempotency: Idempotency;
  log: Log;
}

/**
 * Answers the calls that ask for more than an answer at once: that their work is done once, whoever
 * asks again. No other call comes here.
 */
export class LongWork {
  readonly #options: LongWorkOptions;

  constructor(options: LongWorkOptions) {
    this.#options = options;
  }

  /** Removes what is kept for too long, or is too much. */
  async sweep(): Promise<void> {
    try {
      await this.#options.idempotency.sweep();
    } catch (cause) {
      this.#options.log.error("Cannot remove answers that were kept", { cause });
    }
  }

  /** The headers by which a call to an endpoint asks for it; none where it cannot. */
  headersOf({ loaded: { method } }: Endpoint): string[] {
    return method === "POST" ? [keyHeader] : [];
  }

  /** Answers a call that has one of these headers, and sees that it is counted. */
  async answer(
    call: Call,
    { endpoint, params }: { endpoint: Endpoint; params: Record<string, string> },
    by: Answerer,
  ): Promise<Response> {
    let response: Response;
    try {
      const key = call.request.headers.get(keyHeader);
      const held = await holdRequest(call, endpoint.bodyBytesMax);
      // Whatever becomes of the caller, the work goes on to its end: the next one who asks gets it.
      const work = callOf(held, new AbortController().signal);
      work.admission = call.admission;
      work.limits = call.limits;
      // What is no request of this endpoint's uses up no key.
      const values = await endpoint.read(work, params);
      response = await this.#once(call, { key: key ?? "", held }, async () => {
        const response = await perform(work, { endpoint, values }, by);
        call.limits = work.limits;
        const isFlowing = work.sent instanceof ReadableStream;
        if (isFlowing) call.sent = work.sent;
        return { response, isFlowing };
      });
    } catch (error) {
      response = by.refuse(call, endpoint, error);
    }
    return by.settle(call, endpoint, response);
  }

  async #once(
    call: Call,
    { key, held }: { key: string; held: HeldRequest },
    work: () => Promise<{ response: Response; isFlowing: boolean }>,
  ): Promise<Response> {
    const { access, idempotency } = this.#options;
    const request = {
      account: access.identify(call).id ?? "",
      key: readIdempotencyKey(key),
      fingerprint: fingerprintOf(held),
    };
    const outcome = await idempotency.once(request, work);
    if ("response" in outcome) return outcome.response;
    const { answer, isReplay, isKept } = outcome;
    if (isReplay) access.giveBack(call);
    return answerAgain(call, answer, {
      ...(isReplay && { "idempotency-replayed": "true" }),
      ...(!isKept && { "idempotency-kept": "false" }),
    });
  }
}

const keyHeader = "idempotency-key";

/** Does the work of an endpoint as for any call, and counts nothing. */
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
