import { parseRequestAddress, type RequestAddress, repairQuery } from "../platform/http/address.ts";
import type { Body } from "../platform/http/compress.ts";
import type { Limits } from "./limit-headers.ts";

interface Server {
  requestIP(request: Request): { address: string } | null;
  /** Sets the idle timeout of a request's connection in seconds. 0 disables it. */
  timeout?(request: Request, seconds: number): void;
}

/** The idle timeout of a connection in seconds, so that slow clients don't block others. */
export const idleSeconds = 60;

/** A request with the results of its access checks. */
export class Call {
  /** The request ID in responses and logs: the caller's `X-Request-Id`, if it is valid. */
  readonly id: string;
  readonly request: Request;
  address: RequestAddress;
  /** The time of arrival, by `performance.now()`. */
  readonly begunAt = performance.now();
  /** The admission. Set by the gate if a key was used. */
  admission: object | undefined;
  /** The id of a visitor of the tools without a key. Set by their check. */
  visitor: string | undefined;
  /** Whether the gate has found a valid key, on a path that needs none. */
  isKeyed = false;
  /** The limits to report in the response, including errors. */
  limits: Limits | undefined;
  /** The query parameter for the API key in addition to `api_key`. Set by the route. */
  keyParameter: string | readonly string[] | undefined;
  /** The headers for the API key in addition to `X-API-Key` and `Authorization: Bearer`. Set by the route. */
  keyHeaders: readonly string[] | undefined;
  /** The API key of the body, if the route accepts one there. */
  bodyKey: string | undefined;
  /** The maximum lifetime in shared caches, in seconds. Set by the gate for public responses. */
  publicSeconds: number | undefined;
  /** Identifies the work across retries. Set for background jobs and for requests with an `Idempotency-Key`. */
  retryKey: string | undefined;
  /** Receives the progress of the handler. Set for background jobs. */
  onProgress: ((done: number, total: number) => void) | undefined;
  /** The response body, if it is sent unchanged. */
  sent: Body | ReadableStream | undefined;
  readonly #server: Server | null;

  constructor(request: Request, server: Server | null) {
    const given = request.headers.get("x-request-id");
    this.id = given !== null && soundId.test(given) ? given : nextId();
    this.request = request;
    this.address = parseRequestAddress(request);
    this.#server = server;
  }

  /** Repairs invalid percent-encoding in the query. */
  repairQuery(): void {
    const search = repairQuery(this.address.search);
    this.address = { ...this.address, search, fault: undefined };
  }

  get pathname(): string {
    return this.address.pathname;
  }

  /** Keeps the connection open during work that may exceed the idle timeout. */
  async keepOpenDuring<Result>(work: Promise<Result>): Promise<Result> {
    this.#server?.timeout?.(this.request, 0);
    try {
      return await work;
    } finally {
      this.#server?.timeout?.(this.request, idleSeconds);
    }
  }

  /** The IP address of the peer, which may be a proxy. */
  get peer(): string {
    const sender = senders.get(this.request);
    return sender?.peer ?? this.#server?.requestIP(this.request)?.address ?? "127.0.0.1";
  }
}

/** The calls on whose behalf internal requests were created. */
const senders = new WeakMap<Request, Call>();

/** Assigns the peer of a call to a request, so that the same limits and restrictions apply. */
export function sentBy(call: Call, request: Request): Request {
  senders.set(request, call);
  return request;
}

/** Excludes characters that could break log lines or inject headers. */
const soundId = /^[\w.:+/=@-]{1,128}$/;

const origin = `${Date.now().toString(36)}${process.pid.toString(36)}`;
let count = 0;

/** Creates a request ID that is unique across processes and restarts. Cheap, because every request needs one. */
function nextId(): string {
  return `${origin}-${(count++).toString(36)}`;
}
