import type { Route } from "../../contract/plugin.ts";
import { none } from "../../contract/reply.ts";
import type { Limits } from "../access/limit-headers.ts";
import type { Call } from "./call.ts";

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

/** The media type of what is answered as JSON. */
export const jsonType = "application/json;charset=utf-8";

/**
 * The headers of a route's answers under one policy. A dozen headers cost more to write than a key
 * does to check, so they are put into one object, and only what has changed since the last answer
 * is put in anew. A Response copies them when it is made, and until then nothing else runs: so one
 * object serves all.
 */
export class PreparedHeaders {
  readonly headers: Headers;
  #limits: Limits | undefined;
  #etag = "";

  constructor(
    route: Route,
    { policy, sharing }: Record<"policy" | "sharing", Readonly<Record<string, string>>>,
  ) {
    this.headers = new Headers({
      ...sharing,
      "content-type": jsonType,
      ...policy,
      ...(route.plain && { vary: "Accept" }),
      ...(route.cache === "never" && { "cache-control": "no-store" }),
      ...(route.cache === "forever" && { "cache-control": "private, max-age=31536000, immutable" }),
    });
  }

  /** The headers of an answer to a call, until the next one asks. */
  of({ id, limits }: Call): Headers {
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

type ByPolicy = WeakMap<object, PreparedHeaders>;

/** By what they let others do, of which there are few, and by route. */
const known = new Map<object, WeakMap<Route, ByPolicy>>();

/** The headers that a route's answer to a call begins with. */
export function headersFor(call: Call, route: Route): PreparedHeaders {
  const policy = call.limits?.policy ?? none;
  const isKept = call.publicSeconds !== undefined || hasEtags(route);
  const sharing = isKept ? sharingOfKept(call.pathname) : sharingOf(call);
  return known.get(sharing)?.get(route)?.get(policy) ?? prepare(route, { policy, sharing });
}

/** Whether answers may be kept, and are known by their ETags then. */
export function hasEtags({ cache }: Route): boolean {
  return cache === "forever" || cache === "etag";
}

function prepare(
  route: Route,
  { policy, sharing }: Record<"policy" | "sharing", Readonly<Record<string, string>>>,
): PreparedHeaders {
  const prepared = new PreparedHeaders(route, { policy, sharing });
  const byRoute = known.get(sharing) ?? new WeakMap<Route, ByPolicy>();
  const byPolicy: ByPolicy = byRoute.get(route) ?? new WeakMap();
  known.set(sharing, byRoute.set(route, byPolicy.set(policy, prepared)));
  return prepared;
}
