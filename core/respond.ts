import type { Call } from "./call.ts";
import { FAILURES, type Failure, HubError, problem } from "./errors.ts";
import type { LoadedRoute } from "./load.ts";
import type { Reply } from "./plugin.ts";

/** What browsers on other origins may read of an answer. */
const exposed =
  "RateLimit, RateLimit-Policy, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, ETag";

/** The headers of every answer, whatever became of the request. */
export function commonHeaders(call: Call): Record<string, string> {
  return {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": exposed,
    "x-request-id": call.id,
    ...call.headers,
  };
}

/** Turns a handler's answer into HTTP. */
export function respond(call: Call, { route, method }: LoadedRoute, reply: Reply): Response {
  const headers: Record<string, string> = { ...commonHeaders(call), ...reply.headers };
  if (route.cache === "never") headers["cache-control"] = "no-store";
  const { body, type } = reply;
  if (route.plain && type === undefined && prefersText(call.request))
    return new Response(plainText(body, route.plain), {
      headers: { ...headers, "content-type": "text/plain; charset=utf-8", vary: "Accept" },
    });
  const bytes =
    type === undefined
      ? JSON.stringify(body)
      : (body as string | Uint8Array<ArrayBuffer> | ReadableStream);
  headers["content-type"] = type ?? "application/json;charset=utf-8";
  if (type !== undefined) headers["x-content-type-options"] = "nosniff";
  if (route.cache === "forever" && method === "GET" && !(bytes instanceof ReadableStream)) {
    headers.etag ??= `"${Bun.hash(bytes as string).toString(36)}"`;
    headers["cache-control"] ??= "private, max-age=31536000, immutable";
    if (matches(call.request.headers.get("if-none-match"), headers.etag)) {
      delete headers["content-type"];
      return new Response(null, { status: 304, headers });
    }
  }
  return new Response(bytes, { status: 200, headers });
}

/** Turns any failure into the one shape every failure has, and logs what is the hub's own fault. */
export function refuse(
  call: Call,
  error: unknown,
  failures: Readonly<Record<string, Failure>> = FAILURES,
): Response {
  const known = asHubError(error);
  if (known.status >= 500 && known.status !== 501 && known.status !== 503)
    console.error(`${call.id} ${call.request.method} ${call.pathname}:`, error);
  const title = failures[known.code]?.title ?? FAILURES.internal_error.title;
  return new Response(JSON.stringify(problem(known, { title, requestId: call.id })), {
    status: known.status,
    headers: {
      ...commonHeaders(call),
      "content-type": "application/problem+json",
      "cache-control": "no-store",
      ...known.headers,
    },
  });
}

function asHubError(error: unknown): HubError {
  if (error instanceof HubError) return error;
  return new HubError("internal_error", "Something went wrong on the side of the hub", {
    cause: error,
  });
}

function prefersText(request: Request): boolean {
  const accept = request.headers.get("accept");
  return accept?.includes("text/plain") === true && !accept.includes("application/json");
}

function plainText(body: unknown, field: string): string {
  const value = (body as Record<string, unknown>)[field];
  return typeof value === "string"
    ? value
    : Array.isArray(value)
      ? value.join("\n")
      : JSON.stringify(value);
}

function matches(header: string | null, etag: string): boolean {
  if (!header) return false;
  return header === "*" || header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
