import { FAILURES, type Failure, type SharedCode } from "../../contract/errors.ts";
import type { LoadedPlugin, LoadedRoute } from "../../host/plugin/loaded-plugin.ts";

/** A failure code and who answers with it. */
export interface FailureEntry extends Failure {
  code: string;
  /** The service whose own it is; none for the codes that all share. */
  service: string | undefined;
}

/** Lists every code the hub may answer with: the shared ones, then each service's own. */
export function failuresOf(plugins: readonly LoadedPlugin[]): FailureEntry[] {
  const shared = Object.entries(FAILURES).map(([code, failure]) => entry(code, failure));
  const own = plugins.flatMap(({ name, plugin }) =>
    Object.entries(plugin.manifest.errors ?? {}).map(([code, failure]) =>
      entry(code, failure, name),
    ),
  );
  return [...shared, ...own];
}

/** The shared codes that a route may answer with. */
export function sharedFailuresOf(
  loadedPlugin: LoadedPlugin,
  loaded: LoadedRoute,
  { keyed }: { keyed: boolean },
): FailureEntry[] {
  const { plugin, isolated } = loadedPlugin;
  const { route } = loaded;
  const { permissions = {} } = plugin.manifest;
  const { once, later } = wishesOf(loadedPlugin, loaded);
  const isJob = Boolean(route.heavy) || isolated;
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
 * What callers of a route may ask for besides its answer: that its work is done once, whoever asks again,
 * and that it is done later.
 */
export function wishesOf(
  { isolated, name }: LoadedPlugin,
  { route, method, path, folder }: LoadedRoute,
): { once: boolean; later: boolean } {
  const isKeyed = name !== ownName && (folder === "aliases" || path.startsWith("/api/"));
  return {
    once: method === "POST",
    later: isKeyed && (isolated || Boolean(route.heavy)),
  };
}

/** What the hub's own routes are loaded as, none of which is done later. */
const ownName = "hub";

/** What a caller can do about a failure of this status. */
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
const IDEMPOTENCY_CODES = ["idempotency_in_progress", "idempotency_key_reused"] as const;
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
  "The request fails again unless it is changed. `detail` says what was wrong, and `errors` names each place in the request.";
const HUB_FAULT =
  "The fault is not in the request. Try again later; if it stays, give the `request_id` to the hub's operator, whose log has the cause.";
const ADVICE: Readonly<Record<number, string>> = {
  401: "Pass a valid key in the header `X-API-Key`, as `Authorization: Bearer`, or as `api_key` in the query. [Get one](/signup) if you have none.",
  404: "Check the path: [the documentation](/documentation) lists all of them.",
  405: "Use one of the methods that the header `Allow` names.",
  413: "Send less: [the limits](/documentation/limits) and the endpoint's own page say how much.",
  429: "Wait as many seconds as `Retry-After` says. Without it no wait helps: the call costs more than a whole day has, and has to be split. The header `RateLimit` tells beforehand how much is left.",
  501: "Nothing that a caller can change: the hub's operator has to install or configure what `detail` names.",
  503: "Wait as many seconds as `Retry-After` says, if it is there, and try again.",
};

function entry(code: string, { status, title }: Failure, service?: string): FailureEntry {
  return { code, status, title, service };
}
