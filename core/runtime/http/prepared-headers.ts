import type { Route } from "../../contract/plugin.ts";
import { none } from "../../contract/reply.ts";
import type { Limits } from "../access/limit-headers.ts";
import type { Call } from "./call.ts";

/**
 * What an answer lets others do with it. Browsers on other origins may read all headers, as no answer depends
 * on cookies: but for what steers the hub, which no other page is to reach and nobody to keep.
 */
export function sharingOf(pathname: string): Record<string, string> {
  const isAdmin = pathname === "/admin" || pathname.startsWith("/admin/");
  return isAdmin ? { "cache-control": "no-store" } : shared;
}

const shared = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" };

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
    { pathname, policy }: { pathname: string; policy: Readonly<Record<string, string>> },
  ) {
    this.headers = new Headers({
      ...sharingOf(pathname),
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

const known = new WeakMap<Route, WeakMap<object, PreparedHeaders>>();

/** The headers that a route's answer to a call begins with. */
export function headersFor(call: Call, route: Route): PreparedHeaders {
  const policy = call.limits?.policy ?? none;
  return known.get(route)?.get(policy) ?? prepare(call, route, policy);
}

function prepare(
  { pathname }: Call,
  route: Route,
  policy: Readonly<Record<string, string>>,
): PreparedHeaders {
  const prepared = new PreparedHeaders(route, { pathname, policy });
  const byPolicy = known.get(route) ?? new WeakMap<object, PreparedHeaders>();
  known.set(route, byPolicy.set(policy, prepared));
  return prepared;
}
