import { FAILURES, type Failure, type SharedCode } from "../../../contract/errors.ts";
import type { LoadedPlugin, LoadedRoute } from "../../../host/plugin/loaded-plugin.ts";

/** An error code and the service that uses it. */
export interface FailureEntry extends Failure {
  code: string;
  /** The service that defines it; undefined for shared codes. */
  service: string | undefined;
}

/** Lists all error codes: the shared ones, then those of each service. */
export function listFailures(plugins: readonly LoadedPlugin[]): FailureEntry[] {
  const shared = Object.entries(FAILURES).map(([code, failure]) => entry(code, failure));
  const own = plugins.flatMap(({ name, plugin }) =>
    Object.entries(plugin.manifest.errors ?? {}).map(([code, failure]) =>
      entry(code, failure, name),
    ),
  );
  return [...shared, ...own];
}

/** Lists the shared error codes that only some endpoints have: those that open pages or call other servers. */
export function listOwnFailures({ plugin }: LoadedPlugin): FailureEntry[] {
  const { net, browser } = plugin.manifest.permissions ?? {};
  const codes: SharedCode[] = [
    ...(net?.includes("public") || browser ? (["address_not_allowed"] as const) : []),
    ...(net?.includes("public") ? ADDRESS_CODES : []),
    ...(browser ? BROWSER_CODES : []),
    ...(net ? UPSTREAM_CODES : []),
  ];
  return codes.map((code) => entry(code, FAILURES[code])).toSorted((a, b) => a.status - b.status);
}

/**
 * Returns whether a route supports `Idempotency-Key` (`once`) and `Prefer: respond-async` (`later`).
 */
export function getSupportedPreferences(
  { isolated, name }: LoadedPlugin,
  { route, method, path, folder }: LoadedRoute,
): { once: boolean; later: boolean } {
  const isKeyed = name !== ownName && (folder === "aliases" || path.startsWith("/api/"));
  return {
    once: method === "POST",
    later: isKeyed && (isolated || Boolean(route.heavy)) && route.background !== false,
  };
}

/** Plugin name of the hub's own routes, none of which runs in the background. */
const ownName = "hub";

/** Returns advice for callers on errors with this status. */
export function adviceFor(status: number): string {
  return ADVICE[status] ?? (status < 500 ? OWN_FAULT : HUB_FAULT);
}

const BROWSER_CODES = [
  "selector_not_found",
  "navigation_failed",
  "browser_unavailable",
  "capture_timeout",
] as const;
const ADDRESS_CODES = ["address_failed", "address_timeout"] as const;
const UPSTREAM_CODES = ["upstream_failed", "upstream_unavailable", "upstream_timeout"] as const;

const OWN_FAULT =
  "The request fails again unless you change it. `detail` describes the problem, and `errors` lists each invalid field.";
const HUB_FAULT =
  "The request is not the cause. Try again later. If the error persists, send the `request_id` to the hub's operator, who can find the cause in the log.";
const ADVICE: Readonly<Record<number, string>> = {
  401: "Pass a valid key in the header `X-API-Key`, as `Authorization: Bearer`, or as `api_key` in the query. No key yet? [Get one](/signup).",
  404: "Check the path. [The documentation](/documentation) lists all endpoints.",
  405: "Use one of the methods in the `Allow` header.",
  413: "Send a smaller request. See [the limits](/documentation/limits) and the endpoint's page.",
  429: "Wait the number of seconds in `Retry-After`. If that header is missing, the call costs more than the whole daily quota: split it into smaller calls. The `RateLimit` header shows what is left.",
  501: "You cannot fix this yourself: the hub's operator has to install or configure what `detail` names.",
  503: "Try again after the number of seconds in `Retry-After`, if present.",
};

function entry(code: string, { status, title }: Failure, service?: string): FailureEntry {
  return { code, status, title, service };
}
