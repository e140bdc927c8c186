import type { Call } from "../../accounts/call.ts";
import type { Limits } from "../../accounts/limit-headers.ts";
import { buildDeprecationHeaders } from "../../contract/deprecation.ts";
import type { Route } from "../../contract/plugin.ts";
import { none } from "../../contract/reply.ts";
import { jsonType } from "../../platform/http/accept.ts";

/**
 * Returns the CORS and caching headers of a response. Other origins can read all headers, because no
 * response depends on cookies. The operator's endpoints are an exception: they are neither shared nor
 * cached.
 */
export function getSharingHeaders({ pathname, request }: Call): Readonly<Record<string, string>> {
  if (isPrivate(pathname)) return unshared;
  // Only sent to browsers, because headers cost more than most of the work.
  return request.headers.has("origin") ? shared : none;
}

/** Returns the CORS headers of a cacheable response, which a cache can serve to pages of other origins. */
export function getCachedSharingHeaders(pathname: string): Readonly<Record<string, string>> {
  return isPrivate(pathname) ? unshared : shared;
}

/** Returns whether pages of other origins have no access: to the operator's paths, and to tools without a key. */
function isPrivate(pathname: string): boolean {
  return pathname === "/admin" || pathname.startsWith("/admin/") || pathname.startsWith("/tools");
}

const shared = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" };
const unshared = { "cache-control": "no-store" };

/**
 * The headers of a route's responses under one policy. Writing a dozen headers costs more than checking a
 * key, so one object is reused and only changed values are updated. This is safe, because a Response copies
 * its headers synchronously.
 */
export class PreparedHeaders {
  readonly headers: Headers;
  /** The rate limit policy and CORS headers that this object is for. */
  readonly policy: object;
  readonly sharing: object;
  #limits: Limits | undefined;
  #etag = "";

  constructor(headers: Headers, { policy, sharing }: Record<"policy" | "sharing", object>) {
    this.headers = headers;
    this.policy = policy;
    this.sharing = sharing;
  }

  /** Creates the headers of a route's responses under a policy. */
  static of(route: Route, { policy, sharing }: HeaderSets): PreparedHeaders {
    const headers = new Headers({
      ...sharing,
      "content-type": jsonType,
      ...policy,
      ...(route.deprecated && buildDeprecationHeaders(route.deprecated)),
      ...(route.plain && { vary: "Accept" }),
      ...(route.cache === "never" && { "cache-control": "no-store" }),
      ...(route.cache === "forever" && { "cache-control": "private, max-age=31536000, immutable" }),
    });
    return new PreparedHeaders(headers, { policy, sharing });
  }

  /** Returns whether the headers match a rate limit policy and CORS headers. */
  isFor(policy: object, sharing: object): boolean {
    return this.policy === policy && this.sharing === sharing;
  }

  /** Returns the headers of a response. Valid until the next call. */
  for({ id, limits }: Call): Headers {
    const { headers } = this;
    headers.set("x-request-id", id);
    if (limits && limits !== this.#limits) {
      this.#limits = limits;
      // Under one policy the header names are always the same.
      const { ratelimit, remaining, reset } = limits;
      if (ratelimit !== undefined) headers.set("ratelimit", ratelimit);
      if (remaining !== undefined) headers.set("x-ratelimit-remaining", remaining);
      if (reset !== undefined) headers.set("x-ratelimit-reset", reset);
    }
    return headers;
  }

  /** Sets the ETag of a response. */
  setEtag(etag: string): void {
    if (etag === this.#etag) return;
    this.#etag = etag;
    this.headers.set("etag", etag);
  }
}

/** The rate limit policy and CORS headers of responses. */
type HeaderSets = Record<"policy" | "sharing", Readonly<Record<string, string>>>;

/** The prepared headers of a route: the last used ones, and all by policy and CORS headers. */
interface RouteHeaders {
  last: PreparedHeaders | undefined;
  readonly all: WeakMap<object, Map<object, PreparedHeaders>>;
}

const headersByRoute = new WeakMap<Route, RouteHeaders>();

/** Returns the prepared headers for a route's response to a call. */
export function headersFor(call: Call, route: Route): PreparedHeaders {
  const policy = call.limits?.policy ?? none;
  const isKept = call.publicSeconds !== undefined || hasEtags(route);
  const sharing = isKept ? getCachedSharingHeaders(call.pathname) : getSharingHeaders(call);
  const own = headersByRoute.get(route) ?? createRouteHeaders(route);
  // The fast path: most callers share a tier and send no Origin.
  if (own.last?.isFor(policy, sharing)) return own.last;
  const bySharing = own.all.get(policy) ?? new Map<object, PreparedHeaders>();
  const prepared = bySharing.get(sharing) ?? PreparedHeaders.of(route, { policy, sharing });
  own.all.set(policy, bySharing.set(sharing, prepared));
  own.last = prepared;
  return prepared;
}

/** Returns whether responses can be cached and have ETags. */
export function hasEtags({ cache }: Route): boolean {
  return cache === "forever" || cache === "etag";
}

function createRouteHeaders(route: Route): RouteHeaders {
  const own: RouteHeaders = { last: undefined, all: new WeakMap() };
  headersByRoute.set(route, own);
  return own;
}
