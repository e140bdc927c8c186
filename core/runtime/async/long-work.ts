import type { Access } from "../access/access.ts";
import type { Call } from "../http/call.ts";
import type { Endpoint } from "../http/endpoint.ts";
import type { Values } from "../http/handler-input.ts";
import type { Log } from "../log/log.ts";
import type { Answerer } from "./answerer.ts";
import type { AsyncJobs } from "./async-jobs.ts";
import { callOf, type HeldRequest, holdRequest } from "./held-call.ts";
import { fingerprintOf, type Idempotency, readIdempotencyKey } from "./idempotency.ts";
import { answerAgain } from "./kept-answer.ts";

export interface LongWorkOptions {
  access: Pick<Access, "identify" | "giveBack">;
  idempotency: Idempotency;
  jobs: AsyncJobs;
  log: Log;
}

/** What a call comes with that comes here. */
interface Asked {
  endpoint: Endpoint;
  params: Record<string, string>;
}

/** Makes an answer, and tells whether it flows. */
type Work = () => Promise<{ response: Response; isFlowing: boolean }>;

const keyHeader = "idempotency-key";
const preferHeader = "prefer";

/**
 * Answers the calls that ask for more than an answer at once: that their work is done once, whoever
 * asks again, or that it is done without them. No other call comes here.
 */
export class LongWork {
  readonly #options: LongWorkOptions;

  constructor(options: LongWorkOptions) {
    this.#options = options;
  }

  /** Works on jobs by these endpoints from now on. */
  serve(endpoints: ReadonlyMap<string, Endpoint>, by: Answerer): void {
    this.#options.jobs.serve(endpoints, by);
  }

  /** Removes what is kept for too long, or is too much. */
  async sweep(): Promise<void> {
    const { idempotency, jobs, log } = this.#options;
    try {
      await Promise.all([idempotency.sweep(), jobs.sweep()]);
    } catch (cause) {
      log.error("Cannot remove answers that were kept", { cause });
    }
  }

  /** The headers by which a call to an endpoint asks for it; none where it cannot. */
  headersOf({ loaded: { method }, mayBeHeavy }: Endpoint): string[] {
    return [...(method === "POST" ? [keyHeader] : []), ...(mayBeHeavy ? [preferHeader] : [])];
  }

  /** Answers a call that has one of these headers, and sees that it is counted. */
  async answer(call: Call, asked: Asked, by: Answerer): Promise<Response> {
    const { endpoint } = asked;
    let response: Response;
    try {
      response = await this.#answer(call, asked, by);
    } catch (error) {
      response = by.refuse(call, endpoint, error);
    }
    return by.settle(call, endpoint, response);
  }

  async #answer(call: Call, { endpoint, params }: Asked, by: Answerer): Promise<Response> {
    const { method, headers, signal } = call.request;
    const key = method === "POST" ? headers.get(keyHeader) : null;
    const held = await holdRequest(call, endpoint.bodyBytesMax);
    // With a key the work goes on to its end though its caller goes: whoever asks next gets the answer.
    const work = callOf(held, key === null ? signal : new AbortController().signal);
    work.admission = call.admission;
    work.limits = call.limits;
    // What is no request of this endpoint's uses up no key and is no job.
    const values = await endpoint.read(work, params);
    const isJob =
      method !== "HEAD" && prefersAsync(headers.get(preferHeader)) && endpoint.isHeavy(values);
    const run: Work = async () => {
      if (isJob) {
        const wish = { endpoint, params, values, held, work };
        return { response: await this.#options.jobs.accept(call, wish), isFlowing: false };
      }
      const response = await perform(work, { endpoint, values }, by);
      call.limits = work.limits;
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
    const request = {
      account: access.identify(call).id ?? "",
      key: readIdempotencyKey(key),
      fingerprint: fingerprintOf(held),
    };
    const outcome = await idempotency.once(request, work);
    if ("response" in outcome) return outcome.response;
    const { answer, isReplay, isKept } = outcome;
    if (isReplay) await access.giveBack(call);
    return answerAgain(call, answer, {
      ...(isReplay && { "idempotency-replayed": "true" }),
      ...(!isKept && { "idempotency-kept": "false" }),
    });
  }
}

/** Whether a header of RFC 7240 asks for an answer without waiting. */
function prefersAsync(prefer: string | null): boolean {
  const preferences = (prefer ?? "").split(/[,;]/);
  return preferences.some((one) => one.trim().toLowerCase() === "respond-async");
}

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
