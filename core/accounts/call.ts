import { addressOf, type RequestAddress } from "../platform/http/address.ts";
import type { Body } from "../platform/http/compress.ts";
import type { Limits } from "./limit-headers.ts";

interface Server {
  requestIP(request: Request): { address: string } | null;
  /** Sets after how many idle seconds the connection of a request is closed: 0 for never. */
  timeout?(request: Request, seconds: number): void;
}

/** Seconds that a connection may be idle before it is closed, so that slow clients hold nothing up. */
export const idleSeconds = 60;

/** One request on its way through the hub: what the gate found out about it. */
export class Call {
  /** What answers and logs name the request by: the caller's own `X-Request-Id`, where it is sound. */
  readonly id: string;
  readonly request: Request;
  readonly address: RequestAddress;
  /** When it came, by the clock of `performance.now()`. */
  readonly begunAt = performance.now();
  /** Set by the gate where a key let the request in: what it must remember of that. */
  admission: object | undefined;
  /** What the answer says about limits, a refusal included. */
  limits: Limits | undefined;
  /** Set by the gate where caches may keep the answer for everybody: for so many seconds at most. */
  publicSeconds: number | undefined;
  /** The body of the answer, where it is sent as it is. */
  sent: Body | ReadableStream | undefined;
  readonly #server: Server | null;

  constructor(request: Request, server: Server | null) {
    const given = request.headers.get("x-request-id");
    this.id = given !== null && soundId.test(given) ? given : nextId();
    this.request = request;
    this.address = addressOf(request);
    this.#server = server;
  }

  get pathname(): string {
    return this.address.pathname;
  }

  /** Keeps the connection open during work that may take longer than a connection may be idle. */
  async keepOpenDuring<Result>(work: Promise<Result>): Promise<Result> {
    this.#server?.timeout?.(this.request, 0);
    try {
      return await work;
    } finally {
      this.#server?.timeout?.(this.request, idleSeconds);
    }
  }

  /** The other end of the connection, which may be a proxy. */
  get peer(): string {
    const sender = senders.get(this.request);
    return sender?.peer ?? this.#server?.requestIP(this.request)?.address ?? "127.0.0.1";
  }
}

/** The calls that requests were made for which came over no connection. */
const senders = new WeakMap<Request, Call>();

/** The same request, which has the peer of a call: its limits and restrictions are that one's. */
export function sentBy(call: Call, request: Request): Request {
  senders.set(request, call);
  return request;
}

/** Nothing that could break a line of a log or pass for another header. */
const soundId = /^[\w.:+/=@-]{1,128}$/;

const origin = `${Date.now().toString(36)}${process.pid.toString(36)}`;
let count = 0;

/** Unique over processes and restarts, and cheap: every request has one. */
function nextId(): string {
  return `${origin}-${(count++).toString(36)}`;
}
