import { headersOf } from "../access/limit-headers.ts";
import { HubError, problem } from "../errors.ts";
import type { LoadedRoute } from "../load.ts";
import type { Route } from "../plugin.ts";
import { none, type Reply } from "../reply.ts";
import { prefers } from "./accept.ts";
import type { Call } from "./call.ts";
import { exposed, preparedFor } from "./prepared-headers.ts";

/** The headers of every answer, whatever became of the request. */
export function commonHeaders(call: Call): Record<string, string> {
  return {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": exposed,
    "x-request-id": call.id,
    ...(call.limits && headersOf(call.limits)),
  };
}

/** Turns a handler's answer into HTTP. */
export function respond(call: Call, { route, method }: LoadedRoute, reply: Reply): Response {
  const { body, type, status } = reply;
  if (reply.prepared && !call.limits) return sendOnAgain(call, reply.prepared, status);
  const prepared = preparedFor(call, route);
  const shared = prepared.of(call);
  const other = alternativeOf(call.request, route, reply);
  if (other) {
    const headers = withReply(shared, reply);
    const isText = typeof other.body === "string";
    headers.set("content-type", isText ? `${other.type}; charset=utf-8` : other.type);
    if (!isText) headers.set("x-content-type-options", "nosniff");
    headers.set("vary", "Accept");
    return new Response(other.body as string | Uint8Array<ArrayBuffer>, { status, headers });
  }
  const bytes =
    type === undefined
      ? (reply.text ?? JSON.stringify(body))
      : (body as string | Uint8Array<ArrayBuffer> | ReadableStream);
  const isPlain = type === undefined && reply.headers === none && status === 200;
  const headers = isPlain ? shared : withReply(shared, reply);
  if (body === undefined && !call.limits) reply.prepared = headers;
  const hasEtag = route.cache === "forever" || reply.headers.etag !== undefined;
  const isKept = hasEtag && method === "GET" && status === 200;
  if (isKept && !(bytes instanceof ReadableStream)) {
    const etag = reply.headers.etag ?? `"${Bun.hash(bytes).toString(36)}"`;
    if (isPlain) prepared.setEtag(etag);
    else headers.set("etag", etag);
    if (matches(call.request.headers.get("if-none-match"), etag)) {
      const kept = new Headers(headers);
      kept.delete("content-type");
      return new Response(null, { status: 304, headers: kept });
    }
  }
  return status === 200
    ? new Response(bytes, { headers })
    : new Response(bytes, { status, headers });
}

/** A redirect that was given before: only the request is another. */
function sendOnAgain({ id }: Call, headers: Headers, status: number): Response {
  headers.set("x-request-id", id);
  return new Response(null, { status, headers });
}

/** A copy with what the handler said itself. */
function withReply(headers: Headers, { body, type, headers: own }: Reply): Headers {
  const copy = new Headers(headers);
  copy.delete("etag");
  if (body === undefined) copy.delete("content-type");
  if (type !== undefined) {
    copy.set("content-type", type);
    copy.set("x-content-type-options", "nosniff");
  }
  for (const [name, value] of Object.entries(own)) copy.set(name, value);
  return copy;
}

/** Turns any failure into the one shape every failure has, and logs what is the hub's own fault. */
export function refuse(call: Call, error: unknown, route?: string): Response {
  const known = asHubError(error);
  if (known.status >= 500) log(call, known, route);
  return new Response(JSON.stringify(problem(known, call.id)), {
    status: known.status,
    headers: {
      ...commonHeaders(call),
      "content-type": "application/problem+json",
      "cache-control": "no-store",
      ...known.headers,
    },
  });
}

/** What is wrong with the hub, with all there is to know; what it had to refuse, in a line. */
function log(call: Call, { status, code, message, cause }: HubError, route?: string): void {
  // The route and not the path, which may hold what a caller would not want to be written down.
  const line = `${call.id} ${route ?? call.request.method}: ${status} ${code}: ${message}`;
  if (status === 500 || cause !== undefined) console.error(line, cause ?? "");
  else console.warn(line);
}

function asHubError(error: unknown): HubError {
  if (error instanceof HubError) return error;
  return new HubError("internal_error", "Something went wrong on the side of the hub", {
    cause: error,
  });
}

/** The answer in a media type that the caller accepts, where that is neither JSON nor all types. */
function alternativeOf(
  { headers }: Request,
  { plain }: Route,
  { body, alternatives }: Reply,
): { type: string; body: string | Uint8Array } | undefined {
  if (plain === undefined && alternatives === undefined) return undefined;
  const accept = headers.get("accept");
  for (const [type, write] of Object.entries(alternatives ?? {}))
    if (prefers(accept, type)) return { type, body: write() };
  if (plain === undefined || !prefers(accept, "text/plain")) return undefined;
  const text = plainText(body, plain);
  return text === undefined ? undefined : { type: "text/plain", body: text };
}

/** The value of one field, bare. Nothing where it is null: then JSON says more. */
function plainText(body: unknown, field: string): string | undefined {
  const value = (body as Record<string, unknown>)[field];
  if (value === null) return undefined;
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.join("\n") : JSON.stringify(value);
}

function matches(header: string | null, etag: string): boolean {
  if (!header) return false;
  return header === "*" || header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
