import type { IncomingMessage, ServerResponse } from "node:http";

/** Network faults, which apply to any response of a stand-in. */
export const WIRE_FAULTS = [
  "slow",
  "rate-limited",
  "error",
  "unavailable",
  "hang",
  "reset",
  "html",
  "truncated",
  "bad-gzip",
  "huge",
  "redirect-loop",
  "redirect-private",
] as const;

/** Data faults: well-formed responses with impossible values. */
export const DATA_FAULTS = [
  "future-date",
  "zero-rate",
  "nan",
  "missing-currency",
  "duplicate-day",
] as const;

/** Faults of models and translators: responses that a client must not accept. */
export const MODEL_FAULTS = [
  "malformed-json",
  "schema-drift",
  "obeyed-injection",
  "lost-placeholders",
] as const;

export type WireFault = (typeof WIRE_FAULTS)[number];
export type DataFault = (typeof DATA_FAULTS)[number];
export type ModelFault = (typeof MODEL_FAULTS)[number];
export type Fault = WireFault | DataFault | ModelFault;

/** Returns true if a text is the name of a fault. */
export function isFault(text: string): text is Fault {
  return [...WIRE_FAULTS, ...DATA_FAULTS, ...MODEL_FAULTS].some((fault) => fault === text);
}

/** The response of a stand-in without a fault. */
export interface StandInResponse {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

export const slowMs = 2000;
export const retryAfterSeconds = 7;
const hugeBytes = 50 * 1024 * 1024;
const chunk = Buffer.alloc(64 * 1024, " ");

type Misbehave = (
  said: StandInResponse,
  exchange: { request: IncomingMessage; response: ServerResponse },
) => void;

/** Applies a network fault to a response. */
export const misbehave: Record<WireFault, Misbehave> = {
  slow(said, { response }) {
    const timer = setTimeout(() => send(response, said), slowMs);
    response.on("close", () => clearTimeout(timer));
  },
  "rate-limited"(_, { response }) {
    const headers = { "retry-after": String(retryAfterSeconds) };
    send(response, { status: 429, headers, body: '{"error":"Too many invented requests"}' });
  },
  error(_, { response }) {
    send(response, { status: 500, headers: {}, body: "Internal error of the stand-in" });
  },
  unavailable(_, { response }) {
    const headers = { "retry-after": String(retryAfterSeconds) };
    send(response, { status: 503, headers, body: "The stand-in is closed" });
  },
  hang() {},
  reset(_, { request }) {
    request.socket.destroy();
  },
  html(_, { response }) {
    const headers = { "content-type": "text/html; charset=utf-8" };
    send(response, { status: 200, headers, body: "<!doctype html><title>Be right back</title>" });
  },
  truncated({ status, headers, body }, { request, response }) {
    const bytes = Buffer.from(body);
    response.writeHead(status, { ...headers, "content-length": bytes.length + 1 });
    response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => request.socket.destroy());
  },
  "bad-gzip"(said, { response }) {
    send(response, { ...said, headers: { ...said.headers, "content-encoding": "gzip" } });
  },
  huge({ headers }, { response }) {
    response.writeHead(200, headers);
    pour(response, hugeBytes);
  },
  "redirect-loop"(_, { request, response }) {
    send(response, { status: 302, headers: { location: request.url ?? "/" }, body: "" });
  },
  "redirect-private"(_, { response }) {
    const headers = { location: "http://169.254.169.254/latest/meta-data/" };
    send(response, { status: 302, headers, body: "" });
  },
};

/** Sends a response. */
export function send(response: ServerResponse, { status, headers, body }: StandInResponse): void {
  response.writeHead(status, headers);
  response.end(body);
}

/** Writes as fast as the client reads, and stops when the client does. */
function pour(response: ServerResponse, left: number): void {
  while (left > 0 && !response.destroyed) {
    left -= chunk.length;
    if (response.write(chunk)) continue;
    response.once("drain", () => pour(response, left));
    return;
  }
  if (!response.destroyed) response.end();
}
