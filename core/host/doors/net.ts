import { HubError } from "../../contract/errors.ts";
import type { NetInit } from "../../contract/net-door.ts";
import {
  followRedirect,
  getRedirectTarget,
  isRedirect,
  type OutgoingRequest,
} from "../../lib/http-redirect.ts";
import type { Reach } from "./grant.ts";
import { areAllowed, getHostname, type HostAddressOptions, resolveByOs } from "./host-addresses.ts";
import type { OutboundProxy } from "./outbound-proxy.ts";

export interface ReachOptions extends HostAddressOptions {
  /** Whether connections to other machines are forbidden. */
  offline?: boolean;
  /** The proxy for outgoing connections. */
  proxy?: OutboundProxy | undefined;
}

const timeoutMsDefault = 10_000;
const bodyBytesDefault = 10 * 1024 * 1024;
const redirectsDefault = 5;

/**
 * Creates the hub's only function for outgoing requests. With `"public"`, a plugin can reach all public
 * addresses and no others: each name is resolved, all its addresses are checked, and the connection goes to
 * the checked ones. The same applies to each redirect.
 *
 * Throws `address_not_allowed`, `address_failed` and `address_timeout` for hosts named by a caller, and
 * `upstream_unavailable`, `upstream_timeout` and `upstream_failed` for hosts of the manifest.
 */
export function createReach({
  offline = false,
  resolve = resolveByOs,
  isAllowed,
  proxy,
}: ReachOptions = {}): Reach {
  return async (start, init, hosts) => {
    if (offline) throw offlineError();
    const signal = AbortSignal.timeout(init.timeoutMs ?? timeoutMsDefault);
    let url = start;
    let request = createRequest(init);
    for (let redirects = init.redirectsMax ?? redirectsDefault; ; redirects--) {
      checkUrl(url, hosts);
      const response = await convertErrors(url, hosts, async () => {
        const addresses = await untilAborted(resolveHost(url, { hosts, resolve }), signal);
        if (addresses.length === 0) throw new Error(`Cannot find the host "${url.hostname}"`);
        if (hosts === "public" && !areAllowed(addresses, isAllowed))
          throw notAllowedError(url, "it is not on the public internet");
        const { bodyBytesMax = bodyBytesDefault, bodyTypes, tooLarge, lenient = false } = init;
        const cut = tooLarge === "cut";
        // Loaded on first use, because most hubs start without anything to fetch.
        const { exchange } = await import("./exchange.ts");
        const limits = { bodyBytesMax, bodyTypes, cut, lenient };
        return exchange({ url, ...request, addresses, proxy, ...limits, signal });
      });
      const next = isRedirect(response.status) ? getRedirectTarget(response, url) : undefined;
      if (next === undefined || init.redirectsMax === 0) return response;
      if (redirects === 0)
        throw createError(hosts, "failed", `"${start.host}" redirects too often`);
      if (!next)
        throw createError(hosts, "failed", `"${url.host}" redirects to an invalid address`);
      request = followRedirect(request, { from: url, to: next, status: response.status });
      url = next;
    }
  };
}

/**
 * Creates a check for addresses that callers name, which runs before anything is sent. The request itself
 * checks them again. Throws `address_not_allowed`, `address_failed` and `upstream_unavailable`.
 */
export function createAddressCheck({
  offline = false,
  resolve = resolveByOs,
  isAllowed,
}: ReachOptions = {}): (url: URL) => Promise<void> {
  return async (url) => {
    if (offline) throw offlineError();
    checkUrl(url, "public");
    const addresses = await untilAborted(
      resolve(getHostname(url)).catch(() => []),
      AbortSignal.timeout(timeoutMsDefault),
    ).catch(() => []);
    if (addresses.length === 0) throw createError("public", "failed", `Cannot find "${url.host}"`);
    if (!areAllowed(addresses, isAllowed))
      throw notAllowedError(url, "it is not on the public internet");
  };
}

function offlineError(): HubError {
  return new HubError(
    "upstream_unavailable",
    "This hub has no network access because of HUB_OFFLINE=1",
  );
}

function createRequest({ method = "GET", headers = {}, body }: NetInit): OutgoingRequest {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { method, headers: Object.fromEntries(lower), body };
}

type Hosts = "public" | readonly string[];

function checkUrl(url: URL, hosts: Hosts): void {
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw notAllowedError(url, "it must start with http:// or https://");
  if (url.username || url.password)
    throw notAllowedError(url, "it must not contain a user name or a password");
  if (hosts !== "public") {
    if (hosts.includes(url.host)) return;
    throw new HubError("upstream_failed", `Cannot follow a redirect to "${url.host}"`);
  }
  // Ports below 1024 are for mail, SSH and so on, whose servers understand enough HTTP to be abused.
  if (url.port && Number(url.port) < 1024 && url.port !== "80" && url.port !== "443")
    throw notAllowedError(url, "its port must be 80, 443 or at least 1024");
}

function notAllowedError(url: URL, why: string): HubError {
  return new HubError("address_not_allowed", `Cannot reach "${url.protocol}//${url.host}": ${why}`);
}

/** Waits for work until the signal aborts. The operating system's resolver can take half a minute. */
function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  return Promise.race([work, promise]);
}

/**
 * Resolves a host. Falls back to this machine's resolver for hosts of the manifest, which only it may know.
 */
async function resolveHost(
  url: URL,
  { hosts, resolve }: { hosts: Hosts; resolve: typeof resolveByOs },
) {
  const host = getHostname(url);
  if (hosts === "public" || resolve === resolveByOs) return resolve(host);
  const addresses = await resolve(host).catch(() => []);
  return addresses.length > 0 ? addresses : resolveByOs(host);
}

/**
 * Creates the error for a host. Hosts of the manifest are the operator's concern. Hosts named by callers are
 * not, so those errors aren't logged as the hub's own.
 */
function createError(
  hosts: Hosts,
  what: "failed" | "unavailable" | "timeout",
  message: string,
  cause?: unknown,
): HubError {
  if (hosts !== "public") return new HubError(`upstream_${what}`, message, { cause });
  return new HubError(what === "timeout" ? "address_timeout" : "address_failed", message);
}

/** Converts connection errors to the errors for callers. */
async function convertErrors(
  url: URL,
  hosts: Hosts,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof HubError)
      throw hosts === "public" && cause.code === "upstream_failed"
        ? createFailure(cause.message)
        : cause;
    const { name, code } = cause as Error & { code?: string };
    if (name === "TimeoutError" || name === "AbortError" || code === "ABORT_ERR")
      throw createError(hosts, "timeout", `"${url.host}" did not answer in time`, cause);
    // zlib: the body isn't encoded as its header says.
    if (code?.startsWith("Z_"))
      throw createFailure(`Cannot decompress the response of "${url.host}"`, cause);
    throw createError(hosts, "unavailable", `Cannot reach "${url.host}"`, cause);
  }

  function createFailure(message: string, cause?: unknown): HubError {
    return createError(hosts, "failed", message, cause);
  }
}
