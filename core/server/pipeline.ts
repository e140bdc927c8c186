import type { Access } from "../accounts/access.ts";
import type { Call } from "../accounts/call.ts";
import { HubError } from "../contract/errors.ts";
import type { Reply } from "../contract/reply.ts";
import type { LoadedRoute } from "../host/plugin/loaded-plugin.ts";
import type { MaybePromise } from "../lib/maybe-promise.ts";
import { prefixPage } from "../platform/http/base-path.ts";
import type { AccessLog } from "../platform/log/access-log.ts";
import type { Target } from "../platform/metrics/answers.ts";
import type { Answerer } from "./async/answerer.ts";
import type { LongWork, SenderKind } from "./async/long-work.ts";
import type { Endpoint, Trial } from "./http/endpoint.ts";
import { allowCaches } from "./http/public-answer.ts";
import { isHubContent, type RefusalOptions, refuse, respond, toHubError } from "./http/respond.ts";
import type { Tracing } from "./tracing/tracing.ts";

/** A path of the router with its endpoint and access check. */
export interface Stop {
  readonly path: string;
  readonly work: Endpoint | Trial;
  readonly endpoint: Endpoint;
  /** Admits a call or returns an error. Absent if the path is public. */
  readonly admit: ((call: Call) => MaybePromise<HubError | undefined>) | undefined;
  /** The headers for idempotent or background requests, and who can send them. */
  readonly longWork: { sender: SenderKind; headers: readonly string[] } | undefined;
}

/** A request without anything that its caller sent. */
export interface ObservedRequest {
  readonly requestId: string;
  /** The account, such as `account_12`. Null without a key. */
  readonly account: string | null;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}

/** Receives failed and slow requests. */
export interface RequestObserver {
  /** Duration from which a request is slow. */
  readonly slowMs: number;
  recordFailure(request: ObservedRequest, failure: HubError): void;
  recordSlow(request: ObservedRequest): void;
}

interface PipelineOptions {
  access: Access;
  /** Logs each response. */
  accessLog?: Pick<AccessLog, "recordCall" | "recordResponse"> | undefined;
  /** Traces each call. */
  tracing?: Pick<Tracing, "annotateSpan"> | undefined;
  observer?: RequestObserver | undefined;
  /** Handles `Idempotency-Key` and `Prefer: respond-async`. Both headers are ignored by default. */
  longWork?: LongWork | undefined;
  refusing: RefusalOptions;
  /** The base path of the hub. */
  basePath: string;
}

type Params = Record<string, string>;

/**
 * Runs the steps of a call with a route. A cheap call with a cached key runs synchronously. Everything else
 * is plain `async`.
 */
export class Pipeline implements Answerer {
  readonly #options: PipelineOptions;

  constructor(options: PipelineOptions) {
    this.#options = options;
  }

  /** Runs access check and rate limits. `Call` has already parsed the request id and URL. */
  answer(call: Call, params: Params, stop: Stop): MaybePromise<Response> {
    const refusal = stop.admit?.(call);
    if (refusal instanceof Promise)
      return this.#awaitAdmission(call, params, { stop, admission: refusal });
    return refusal ? this.#reject(call, stop, refusal) : this.#work(call, params, stop);
  }

  async #awaitAdmission(
    call: Call,
    params: Params,
    { stop, admission }: { stop: Stop; admission: Promise<HubError | undefined> },
  ): Promise<Response> {
    try {
      const refusal = await admission;
      return refusal ? this.#reject(call, stop, refusal) : await this.#work(call, params, stop);
    } catch (error) {
      return this.refuse(call, stop.endpoint, error);
    }
  }

  /** Runs idempotency, validation, handler, response, compression and accounting. */
  #work(call: Call, params: Params, stop: Stop): MaybePromise<Response> {
    const { endpoint, work } = stop;
    const { accessLog, tracing, longWork } = this.#options;
    if (accessLog || tracing) this.#recordCall(call, stop);
    if (longWork && stop.longWork && asksForLongWork(call, stop.longWork.headers))
      return longWork.answer(call, { endpoint, params, sender: stop.longWork.sender }, this);
    try {
      const reply = work.answer(call, params);
      if (reply instanceof Promise) return this.#finish(call, endpoint, reply);
      const response = this.respond(call, endpoint, reply);
      if (response instanceof Promise) return this.#finish(call, endpoint, response);
      return this.settle(call, endpoint, response);
    } catch (error) {
      return this.settle(call, endpoint, this.refuse(call, endpoint, error));
    }
  }

  /** Completes the same steps for an asynchronous reply or response. */
  async #finish(
    call: Call,
    endpoint: Endpoint,
    pending: Promise<Reply> | Promise<Response>,
  ): Promise<Response> {
    let response: Response | undefined;
    let failure: unknown;
    try {
      const result = await pending;
      response = result instanceof Response ? result : await this.respond(call, endpoint, result);
    } catch (error) {
      failure = error;
    }
    const fault = await this.#options.access.recheck(call, endpoint.target);
    if (response && !fault) return this.settle(call, endpoint, response);
    void response?.body?.cancel().catch(() => {});
    return this.settle(call, endpoint, this.refuse(call, endpoint, fault ?? failure));
  }

  /** Converts a reply to a response, compressed if that pays off. */
  respond(call: Call, { loaded, outcome }: Endpoint, reply: Reply): MaybePromise<Response> {
    const { basePath } = this.#options;
    outcome.substitute = reply.headers["x-degraded"];
    if (basePath === "" || !isOwnPage(loaded, reply)) return respond(call, loaded, reply);
    return respond(call, loaded, prefixPage(reply, basePath));
  }

  refuse(call: Call, { target, plugin, loaded, outcome }: Endpoint, error: unknown): Response {
    const { access, refusing, observer } = this.#options;
    const failure = toHubError(error);
    const { code, status } = failure;
    access.refund(call, status);
    outcome.recordError(code, status);
    if (observer && status >= 500)
      observer.recordFailure(this.#describe(call, target, status), failure);
    call.sent = undefined;
    return refuse(call, error, { ...refusing, target, plugin, loaded });
  }

  /** Counts a response: for the endpoint, the key and the access log. */
  settle(call: Call, { answers, times, target, outcome }: Endpoint, given: Response): Response {
    const { access, accessLog, observer } = this.#options;
    const { status } = given;
    const isStreamOfKey = call.sent instanceof ReadableStream && call.admission !== undefined;
    const response = isStreamOfKey ? this.#endWithKey(call, target, given) : given;
    if (call.publicSeconds !== undefined) allowCaches(call, response);
    const statusClass = (status / 100) | 0;
    answers[statusClass] = (answers[statusClass] ?? 0) + 1;
    if (statusClass < 4) outcome.repliedTo = call.begunAt;
    const ms = performance.now() - call.begunAt;
    times.observe(ms);
    if (observer && ms >= observer.slowMs)
      observer.recordSlow(this.#describe(call, target, status));
    access.settle(call, target, status);
    accessLog?.recordResponse(call, response);
    return response;
  }

  #describe(call: Call, { route }: Target, status: number): ObservedRequest {
    const account = this.#options.access.identify(call).id ?? null;
    const ms = Math.round(performance.now() - call.begunAt);
    return { requestId: call.id, account, route, status, ms };
  }

  /** Fails a streamed response when its key ends. */
  #endWithKey(call: Call, target: Target, response: Response): Response {
    const { access } = this.#options;
    if (!response.body) return response;
    const signal = access.watch(call, target);
    const stream = failOnAbort(response.body, signal, () => {
      access.unwatch(call);
      // A stream that ends with its key costs nothing.
      if (signal.reason instanceof HubError) access.refund(call, signal.reason.status);
    });
    call.sent = stream;
    const { status, headers } = response;
    return new Response(stream, { status, headers });
  }

  #reject(call: Call, stop: Stop, refusal: HubError): Response {
    this.#recordCall(call, stop);
    return this.refuse(call, stop.endpoint, refusal);
  }

  #recordCall(call: Call, { path, endpoint }: Stop): void {
    const { access, accessLog, tracing } = this.#options;
    if (!accessLog && !tracing) return;
    const account = access.identify(call).id;
    accessLog?.recordCall(call.id, { route: path, account });
    tracing?.annotateSpan(endpoint.target, { path, account });
  }
}

/** Returns a stream that fails when a signal aborts. Calls `onEnd` when it ends. */
function failOnAbort(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  onEnd: () => void,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream({
    start(controller) {
      const fail = () => {
        onEnd();
        controller.error(signal.reason);
        void reader.cancel(signal.reason).catch(() => {});
      };
      if (signal.aborted) fail();
      else signal.addEventListener("abort", fail, { once: true });
    },
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (signal.aborted) return;
        if (!done) return controller.enqueue(value);
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      onEnd();
    },
    async cancel(reason) {
      onEnd();
      await reader.cancel(reason);
    },
  });
}

/**
 * Returns whether a call uses one of these headers. Public responses are excluded: their callers are
 * unknown, so none could fetch a stored response.
 */
function asksForLongWork({ publicSeconds, request }: Call, headers: readonly string[]): boolean {
  return publicSeconds === undefined && headers.some((name) => request.headers.has(name));
}

/**
 * Returns whether a reply is a page of the hub itself, rather than HTML that a service created for its
 * caller.
 */
function isOwnPage(loaded: LoadedRoute, { type = "" }: Reply): boolean {
  return isHubContent(loaded) && type.startsWith("text/html");
}
