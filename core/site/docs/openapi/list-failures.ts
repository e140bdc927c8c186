import { FAILURES, type Failure, type SharedCode } from "../../../contract/errors.ts";
import { hasOnlyLargeJobs } from "../../../host/handler/handler-input.ts";
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

/** Lists the shared error codes that a route can return. */
export function listSharedFailures(
  loadedPlugin: LoadedPlugin,
  loaded: LoadedRoute,
  { keyed }: { keyed: boolean },
): FailureEntry[] {
  const { plugin, isolated } = loadedPlugin;
  const { route } = loaded;
  const { permissions = {} } = plugin.manifest;
  const { once, later } = getSupportedPreferences(loadedPlugin, loaded);
  const isJob = Boolean(route.heavy) || isolated || hasOnlyLargeJobs(loadedPlugin, loaded);
  const codes: SharedCode[] = [
    ...(route.params || route.query || route.body ? (["invalid_input"] as const) : []),
    ...(route.body ? BODY_CODES : []),
    ...(keyed ? KEY_CODES : []),
    ...(once ? IDEMPOTENCY_CODES : []),
    ...(later ? LATER_CODES : []),
    ...(permissions.net?.includes("public") || permissions.browser
      ? (["address_not_allowed"] as const)
      : []),
    ...(permissions.net?.includes("public") ? ADDRESS_CODES : []),
    ...(isJob ? JOB_CODES : []),
    ...(permissions.browser ? BROWSER_CODES : []),
    ...(permissions.net ? UPSTREAM_CODES : []),
  ];
  return [...new Set(codes)]
    .map((code) => entry(code, FAILURES[code]))
    .toSorted((a, b) => a.status - b.status);
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

const BODY_CODES = ["invalid_json", "payload_too_large", "unsupported_media_type"] as const;
const KEY_CODES = [
  "missing_api_key",
  "invalid_api_key",
  "key_expired",
  "key_revoked",
  "key_restricted",
  "key_suspended",
  "account_suspended",
  "invalid_signature",
  "signature_expired",
  "conflicting_credentials",
  "rate_limited",
  "quota_exceeded",
] as const;
const IDEMPOTENCY_CODES = ["idempotency_in_progress", "idempotency_key_reused", "busy"] as const;
const LATER_CODES = ["too_many_jobs", "address_not_allowed"] as const;
const JOB_CODES = ["job_memory", "job_crashed", "busy", "job_timeout"] as const;
const BROWSER_CODES = [
  "selector_not_found",
  "navigation_failed",
  "browser_unavailable",
  "busy",
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
