import type { Call } from "../../accounts/call.ts";
import type { Limits } from "../../accounts/limit-headers.ts";
import type { Route } from "../../contract/plugin.ts";
import { none } from "../../contract/reply.ts";
import { jsonType } from "../../platform/http/accept.ts";

/**
 * What an answer lets others do with it. Browsers on other origins may read all headers, as no answer depends
 * on cookies: but for what steers the hub, which no other page is to reach and nobody to keep.
 */
export function sharingOf({ pathname, request }: Call): Readonly<Record<string, string>> {
  if (isOperators(pathname)) return unshared;
  // Nobody else asks, and headers cost more than most work.
  return request.headers.has("origin") ? shared : none;
}

/** The same for what a cache may keep, and give to a page of another origin later. */
export function sharingOfKept(pathname: string): Readonly<Record<string, string>> {
  return isOperators(pathname) ? unshared : shared;
}

function isOperators(pathname: string): boolean {
  return pathname === "/admin" || pathname.startsWith("/admin/");
}

const shared = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" };
const unshared = { "cache-control": "no-store" };

/**
 * The headers of a route's answers under one policy. A dozen headers cost more to write than a key
 * does to check, so they are put into one object, and only what has changed since the last answer
 * is put in anew. A Response copies them when it is made, and until then nothing else runs: so one
 * object serves all.
 */
export class PreparedHeaders {
  readonly headers: Headers;
  /** What they tell of limits, and let others do: they are for answers that do the same. */
  readonly policy: object;
  readonly sharing: object;
  #limits: Limits | undefined;
  #etag = "";

  constructor(headers: Headers, { policy, sharing }: Record<"policy" | "sharing", object>) {
    this.headers = headers;
    this.policy = policy;
    this.sharing = sharing;
  }

  /** Those of a route's answers under a policy. */
  static of(route: Route, { policy, sharing }: Said): PreparedHeaders {
    const headers = new Headers({
      ...sharing,
      "content-type": jsonType,
      ...policy,
      ...(route.plain && { vary: "Accept" }),
      ...(route.cache === "never" && { "cache-control": "no-store" }),
      ...(route.cache === "forever" && { "cache-control": "private, max-age=31536000, immutable" }),
    });
    return new PreparedHeaders(headers, { policy, sharing });
  }

  /** Whether they say this of limits, and let others do this. */
  isFor(policy: object, sharing: object): boolean {
    return this.policy === policy && this.sharing === sharing;
  }

  /** The headers of an answer to a call, until the next one asks. */
  for({ id, limits }: Call): Headers {
    const { headers } = this;
    headers.set("x-request-id", id);
    if (limits && limits !== this.#limits) {
      this.#limits = limits;
      // Under one policy it is always the same ones that are said.
      const { ratelimit, remaining, reset } = limits;
      if (ratelimit !== undefined) headers.set("ratelimit", ratelimit);
      if (remaining !== undefined) headers.set("x-ratelimit-remaining", remaining);
      if (reset !== undefined) headers.set("x-ratelimit-reset", reset);
    }
    return headers;
  }

  /** Marks the answer with what its bytes are known by. */
  setEtag(etag: string): void {
    if (etag === this.#etag) return;
    this.#etag = etag;
    this.headers.set("etag", etag);
  }
}

/** What answers say of limits, and let others do. */
type Said = Record<"policy" | "sharing", Readonly<Record<string, string>>>;

/** Those of a route: the last that were asked for, and all by policy and by what they let others do. */
interface RouteHeaders {
  last: PreparedHeaders | undefined;
  readonly all: WeakMap<object, Map<object, PreparedHeaders>>;
}

const known = new WeakMap<Route, RouteHeaders>();

/** The headers that a route's answer to a call begins with. */
export function headersFor(call: Call, route: Route): PreparedHeaders {
  const policy = call.limits?.policy ?? none;
  const isKept = call.publicSeconds !== undefined || hasEtags(route);
  const sharing = isKept ? sharingOfKept(call.pathname) : sharingOf(call);
  const own = known.get(route) ?? begin(route);
  // Most callers have one tier, and none of them has an Origin.
  if (own.last?.isFor(policy, sharing)) return own.last;
  const bySharing = own.all.get(policy) ?? new Map<object, PreparedHeaders>();
  const prepared = bySharing.get(sharing) ?? PreparedHeaders.of(route, { policy, sharing });
  own.all.set(policy, bySharing.set(sharing, prepared));
  own.last = prepared;
  return prepared;
}

/** Whether answers may be kept, and are known by their ETags then. */
export function hasEtags({ cache }: Route): boolean {
  return cache === "forever" || cache === "etag";
}

function begin(route: Route): RouteHeaders {
  const own: RouteHeaders = { last: undefined, all: new WeakMap() };
  known.set(route, own);
  return own;
}
