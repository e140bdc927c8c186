import type { Call } from "../../accounts/call.ts";
import { buildLimitHeaders } from "../../accounts/limit-headers.ts";
import { HubError } from "../../contract/errors.ts";
import type { Route } from "../../contract/plugin.ts";
import { none, type Reply } from "../../contract/reply.ts";
import { problemEverywhere, type ShapeFinder } from "../../host/handler/error-shape.ts";
import type { LoadedRoute } from "../../host/plugin/loaded-plugin.ts";
import { jsonType, preferType } from "../../platform/http/accept.ts";
import {
  type Body,
  type CodedBody,
  isCompressible,
  lengthMin,
  sendCompressed,
  vary,
} from "../../platform/http/compress.ts";
import { formatErrorChain, type Log } from "../../platform/log/log.ts";
import type { Refusals, Target } from "../../platform/metrics/answers.ts";
import { sandboxContent } from "./content-sandbox.ts";
import { describeUnknownPath, type KnownPaths, matchesRoute } from "./nearest-path.ts";
import {
  getCachedSharingHeaders,
  getSharingHeaders,
  hasEtags,
  headersFor,
  PreparedHeaders,
} from "./prepared-headers.ts";
import { addRightCall, isMiswritten, type MeantEndpoint, type TeachOptions } from "./teach.ts";

/** Returns the headers that every response has. */
export function commonHeaders(call: Call): Record<string, string> {
  return {
    ...getSharingHeaders(call),
    "x-request-id": call.id,
    ...(call.limits && buildLimitHeaders(call.limits)),
  };
}

/** Converts a handler's result to a response. Synchronous unless the body is compressed. */
export function respond(
  call: Call,
  loaded: LoadedRoute,
  reply: Reply,
): Response | Promise<Response> {
  const { route, method } = loaded;
  const { body, type, status } = reply;
  // A redirect that doesn't depend on the caller.
  if (body === undefined && reply.prepared instanceof PreparedHeaders && !call.limits)
    return new Response(null, { status, headers: reply.prepared.for(call) });
  const shared = headersFor(call, route);
  const other = chooseAlternative(call.request, route, reply);
  if (other) {
    const headers = mergeReply(call, shared, { loaded, reply });
    const isText = typeof other.body === "string";
    headers.set("content-type", isText ? `${other.type}; charset=utf-8` : other.type);
    if (!isText) headers.set("x-content-type-options", "nosniff");
    if (!isHubContent(loaded)) sandboxContent(headers);
    return send(call, route, { bytes: other.body as Body, headers, status });
  }
  const bytes =
    type === undefined ? (reply.text ?? JSON.stringify(body)) : (body as Body | ReadableStream);
  const isPlain =
    type === undefined &&
    reply.headers === none &&
    status === 200 &&
    reply.alternatives === undefined;
  const prepared =
    isPlain && !reply.isKept ? shared : getPrepared(call, shared, { loaded, reply, bytes });
  const headers = prepared ? prepared.for(call) : mergeReply(call, shared, { loaded, reply });
  const hasEtag = hasEtags(route) && method === "GET" && status === 200;
  if (hasEtag && !(bytes instanceof ReadableStream)) {
    const etag = getEtag(reply, bytes);
    if (prepared) prepared.setEtag(etag);
    else headers.set("etag", etag);
    if (matches(call.request.headers.get("if-none-match"), etag)) {
      const headers304 = new Headers(headers);
      headers304.delete("content-type");
      if (isCompressible(bytes, headers)) vary(headers304, "Accept-Encoding");
      return new Response(null, { status: 304, headers: headers304 });
    }
  }
  if (reply.isKept) reply.coded ??= new Map();
  return send(call, route, { bytes, headers, status, coded: reply.coded });
}

interface ResponseParts {
  bytes: Body | ReadableStream;
  headers: Headers;
  status: number;
  coded?: CodedBody | undefined;
}

/** Returns whether bytes are worth compressing and contain no secret (BREACH). */
function mayCompress(
  { cache }: Route,
  bytes: Body | ReadableStream,
  headers: Headers,
): bytes is Body {
  // Most answers are short, which is decided here.
  if (typeof bytes === "string" && bytes.length < lengthMin) return false;
  // A no-store response may contain a secret next to attacker-controlled text.
  return cache !== "never" && isCompressible(bytes, headers) && !headers.has("content-encoding");
}

/** Sends bytes, compressed if useful and safe. */
function send(
  call: Call,
  route: Route,
  { bytes, headers, status, coded }: ResponseParts,
): Response | Promise<Response> {
  if (mayCompress(route, bytes, headers))
    return sendCompressed(call.request, bytes, { headers, status, coded });
  if (bytes instanceof ReadableStream && call.request.method === "HEAD") {
    // Elysia would read the stream to determine its length. Event streams never end.
    void bytes.cancel().catch(() => {});
    return new Response(null, { status, headers });
  }
  call.sent = bytes;
  return status === 200
    ? new Response(bytes, { headers })
    : new Response(bytes, { status, headers });
}

/** Returns the headers of a cached response that are the same for every caller. */
function getPrepared(
  call: Call,
  shared: PreparedHeaders,
  { loaded, reply, bytes }: SentReply & { bytes: Body | ReadableStream },
): PreparedHeaders | undefined {
  const isRedirect = reply.body === undefined && !call.limits;
  if (!reply.isKept && !isRedirect) return undefined;
  const known = reply.prepared;
  if (known instanceof PreparedHeaders && known.isFor(shared.policy, shared.sharing)) return known;
  const headers = mergeReply(call, shared, { loaded, reply });
  if (mayCompress(loaded.route, bytes, headers)) vary(headers, "Accept-Encoding");
  const prepared = new PreparedHeaders(headers, shared);
  reply.prepared = prepared;
  return prepared;
}

function getEtag(reply: Reply, bytes: Body): string {
  const etag = reply.etag ?? `"${Bun.hash(bytes).toString(36)}"`;
  if (reply.isKept) reply.etag = etag;
  return etag;
}

/** A reply and the route that returned it. */
interface SentReply {
  loaded: LoadedRoute;
  reply: Reply;
}

/** Merges the prepared headers of a route with those of the handler. */
function mergeReply(call: Call, shared: PreparedHeaders, { loaded, reply }: SentReply): Headers {
  const { body, type, headers: own, alternatives } = reply;
  const { pathname } = call;
  const copy = new Headers(shared.for(call));
  // Cached responses and redirects can reach pages of any origin.
  if (own["cache-control"] !== undefined || body === undefined)
    for (const [name, value] of Object.entries(getCachedSharingHeaders(pathname)))
      copy.set(name, value);
  copy.delete("etag");
  if (body === undefined) copy.delete("content-type");
  if (type !== undefined) {
    copy.set("content-type", type);
    copy.set("x-content-type-options", "nosniff");
  }
  for (const [name, value] of Object.entries(own)) copy.set(name, value);
  if (alternatives) vary(copy, "Accept");
  if (!isHubContent(loaded)) sandboxContent(copy);
  return copy;
}

/** Returns whether a route has content of the hub itself: pages and assets, which a service can't change. */
export function isHubContent({ folder, path }: LoadedRoute): boolean {
  return folder === "routes" && !path.startsWith("/api/");
}

/** Options for error responses. */
export interface RefusalOptions extends TeachOptions {
  log: Log;
  /** Returns the error format of a path. Default: problem details. */
  findShape?: ShapeFinder;
  target?: Target | undefined;
  plugin?: MeantEndpoint["plugin"] | undefined;
  /** The route that failed. The log names its file, because a stack can lack the line of a function that returns a call. */
  loaded?: LoadedRoute | undefined;
  /** Counts the errors. */
  refusals?: Refusals | undefined;
}

/** Converts an error to a response in the format of its path. Logs internal errors. */
export function refuse(call: Call, error: unknown, options: RefusalOptions): Response {
  const { log, findShape = problemEverywhere, target, plugin, loaded, refusals } = options;
  const given = toHubError(error);
  const meant = plugin && loaded && isMiswritten(given) ? { plugin, loaded } : undefined;
  const known = meant ? addRightCall(given, call, meant, options) : given;
  refusals?.count(known.code, target?.service);
  if (known.status >= 500) logError(log, { call, error: known, target, loaded });
  const shape = findShape(call.pathname);
  const body = shape.write(known, call.id);
  failures.set(call.request, body);
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const headers = new Headers({
    ...commonHeaders(call),
    "content-type": shape.mediaType,
    "cache-control": "no-store",
    ...known.headers,
  });
  // Services choose the format of their errors, and messages quote their callers.
  sandboxContent(headers);
  const status = shape.statusOf?.(known) ?? known.status;
  const response = new Response(text, { status, headers });
  if (text.length >= lengthMin) longFailures.add(response);
  return response;
}

/** The errors sent per request, because the response to a HEAD has no body to read them from. */
const failures = new WeakMap<Request, object | string>();

/** Returns the error that was sent for a request, as text or before serialisation. */
export function getFailure(request: Request): object | string | undefined {
  return failures.get(request);
}

/** Responses with long errors. They can still become pages, so they are not compressed here. */
const longFailures = new WeakSet<Response>();

/** Returns whether an error is worth compressing. */
export function isLong(failure: Response): boolean {
  return longFailures.has(failure);
}

/** Logs an error: internal errors with full details, rejected requests in one line. */
function logError(
  log: Log,
  {
    call,
    error,
    target,
    loaded,
  }: { call: Call; error: HubError } & Pick<RefusalOptions, "target" | "loaded">,
): void {
  const { status, code, message, cause } = error;
  const fields = {
    request_id: call.id,
    plugin: target?.service,
    // Logs the route instead of the path, which may contain personal data.
    route: target?.route ?? call.request.method,
    file: loaded && `${loaded.folder}/${loaded.file}`,
    status,
    code,
    cause: cause === undefined ? undefined : formatErrorChain(cause),
  };
  if (status === 500 || cause !== undefined) log.error(message, fields);
  else log.warn(message, fields);
}

/** Returns an error for callers. Those that are no HubError are internal. */
export function toHubError(error: unknown): HubError {
  if (error instanceof HubError) return error;
  // The image "slim" has no packages for OCR and voices.
  const [, missing] = /^Cannot find package '([^']+)'/.exec((error as Error)?.message ?? "") ?? [];
  if (missing !== undefined)
    return new HubError(
      "capability_unavailable",
      `This hub was installed without "${missing}", which this call needs`,
      { cause: error },
    );
  return new HubError("internal_error", "Internal error: the cause is in the log of the hub", {
    cause: error,
  });
}

/** Returns the response in the alternative media type that the caller prefers, if any. */
function chooseAlternative(
  { headers }: Request,
  { plain }: Route,
  { body, type, alternatives }: Reply,
): { type: string; body: string | Uint8Array } | undefined {
  if (plain === undefined && alternatives === undefined) return undefined;
  const accept = headers.get("accept");
  // The fast path: most callers accept everything.
  if (!accept || accept === "*/*") return undefined;
  const types = Object.keys(alternatives ?? {});
  if (plain !== undefined && type === undefined) types.push("text/plain");
  const own = type ?? jsonType;
  const chosen = preferType(
    accept,
    namesMarkdown(accept, own) ? ["text/markdown", own] : [own, ...types],
  );
  if (chosen === own) return undefined;
  const text = alternatives?.[chosen]?.() ?? (plain && getPlainText(body, plain));
  if (text instanceof ReadableStream)
    throw new Error(`Only a buffered reply can have a stream as ${chosen}`);
  return text === undefined ? undefined : { type: chosen, body: text };
}

/**
 * Returns whether the caller accepts Markdown instead of HTML. Browsers never do, so it is a language
 * model.
 */
function namesMarkdown(accept: string, own: string): boolean {
  return own.startsWith("text/html") && accept.toLowerCase().includes("text/markdown");
}

/** Returns the plain value of a single field, or undefined if it is null, because JSON is clearer then. */
function getPlainText(body: unknown, field: string): string | undefined {
  const value = (body as Record<string, unknown>)[field];
  if (value === null) return undefined;
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.join("\n") : JSON.stringify(value);
}

function matches(header: string | null, etag: string): boolean {
  if (!header) return false;
  if (header === "*") return true;
  // Compares weakly, so that a tag matches with any content coding.
  const strong = (tag: string) => (tag.startsWith("W/") ? tag.slice(2) : tag);
  return header.split(",").some((tag) => strong(tag.trim()) === strong(etag));
}

/** Handles requests without a route: preflights, unsupported methods and unknown paths. */
export function withoutRoute(
  call: Call,
  methods: readonly string[],
  { known, ...options }: RefusalOptions & { known: KnownPaths },
): Response {
  const { pathname, request } = call;
  const allow = [...methods, "OPTIONS"].join(", ");
  if (request.method === "OPTIONS") return answerPreflight(call, allow);
  if (methods.length === 0) {
    const { detail, meant } = describeUnknownPath(pathname, request.method, known);
    const error = new HubError(
      "not_found",
      `Unknown path ${JSON.stringify(pathname.slice(0, 200))}${detail}`,
    );
    return refuse(call, addRightCall(error, call, meant, options), options);
  }
  const detail = `${pathname} does not support ${request.method}: allowed methods are ${allow}`;
  const error = new HubError("method_not_allowed", detail, { headers: { allow } });
  const meant = known.find(
    (one) => methods.includes(one.loaded.method) && matchesRoute(one.loaded.path, pathname),
  );
  return refuse(call, addRightCall(error, call, meant, options), options);
}

function answerPreflight(call: Call, allow: string): Response {
  const common: Record<string, string> = {
    ...commonHeaders(call),
    ...getCachedSharingHeaders(call.pathname),
    allow,
  };
  if (common["access-control-allow-origin"] === undefined)
    return new Response(null, { status: 204, headers: common });
  return new Response(null, {
    status: 204,
    headers: {
      ...common,
      "access-control-allow-methods": allow,
      // The asterisk allows all other headers, but does not include Authorization.
      "access-control-allow-headers": "X-API-Key, Content-Type, If-None-Match, Authorization, *",
      "access-control-max-age": "86400",
    },
  });
}
