import { HubError } from "../../contract/errors.ts";
import type { NetInit } from "../../contract/net-door.ts";
import { followRedirect, isRedirect, locationOf, type Sent } from "../../lib/http-redirect.ts";
import type { Reach } from "./grant.ts";
import { areAllowed, type HostAddressOptions, hostOf, resolveByOs } from "./host-addresses.ts";

export interface ReachOptions extends HostAddressOptions {
  /** Whether nothing may leave this machine. */
  offline?: boolean;
}

const timeoutMsDefault = 10_000;
const bodyBytesDefault = 10 * 1024 * 1024;
const redirectsDefault = 5;

/**
 * Makes the one way out of the hub. Whoever may reach `"public"` may reach every public address and
 * no other: each name is resolved, all its addresses are checked, and the connection goes to the
 * checked ones; so again at each redirect. Throws `address_not_allowed`, `address_failed` and
 * `address_timeout` for what a user named, `upstream_unavailable`, `upstream_timeout` and
 * `upstream_failed` for a host of the manifest.
 */
export function createReach({
  offline = false,
  resolve = resolveByOs,
  isAllowed,
}: ReachOptions = {}): Reach {
  return async (start, init, hosts) => {
    if (offline) throw isOffline();
    const signal = AbortSignal.timeout(init.timeoutMs ?? timeoutMsDefault);
    let url = start;
    let request = requestOf(init);
    for (let redirects = init.redirectsMax ?? redirectsDefault; ; redirects--) {
      checkUrl(url, hosts);
      const response = await answerOf(url, hosts, async () => {
        const addresses = await inTime(addressesOf(url, { hosts, resolve }), signal);
        if (addresses.length === 0) throw new Error(`There is no host "${url.hostname}"`);
        if (hosts === "public" && !areAllowed(addresses, isAllowed))
          throw notAllowed(url, "it is not on the public internet");
        const { bodyBytesMax = bodyBytesDefault, bodyTypes, tooLarge } = init;
        const cut = tooLarge === "cut";
        // Loaded at its first use: most hubs start without anything to fetch.
        const { exchange } = await import("./exchange.ts");
        return exchange({ url, ...request, addresses, bodyBytesMax, bodyTypes, cut, signal });
      });
      const next = isRedirect(response.status) ? locationOf(response, url) : undefined;
      if (next === undefined || init.redirectsMax === 0) return response;
      if (redirects === 0) throw failure(hosts, "failed", `"${start.host}" redirects too often`);
      if (!next) throw failure(hosts, "failed", `"${url.host}" redirects to no address`);
      request = followRedirect(request, { from: url, to: next, status: response.status });
      url = next;
    }
  };
}

/**
 * Makes what says before anything is sent whether a user may name an address: a public one, as the way out
 * checks it again. Throws `address_not_allowed`, `address_failed` and `upstream_unavailable`.
 */
export function createAddressCheck({
  offline = false,
  resolve = resolveByOs,
  isAllowed,
}: ReachOptions = {}): (url: URL) => Promise<void> {
  return async (url) => {
    if (offline) throw isOffline();
    checkUrl(url, "public");
    const addresses = await inTime(
      resolve(hostOf(url)).catch(() => []),
      AbortSignal.timeout(timeoutMsDefault),
    ).catch(() => []);
    if (addresses.length === 0) throw failure("public", "failed", `Cannot find "${url.host}"`);
    if (!areAllowed(addresses, isAllowed))
      throw notAllowed(url, "it is not on the public internet");
  };
}

function isOffline(): HubError {
  return new HubError(
    "upstream_unavailable",
    "This hub has no network access because of HUB_OFFLINE=1",
  );
}

function requestOf({ method = "GET", headers = {}, body }: NetInit): Sent {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { method, headers: Object.fromEntries(lower), body };
}

type Hosts = "public" | readonly string[];

function checkUrl(url: URL, hosts: Hosts): void {
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw notAllowed(url, "it must begin with http:// or https://");
  if (url.username || url.password) throw notAllowed(url, "it must not hold a user or a password");
  if (hosts !== "public") {
    if (hosts.includes(url.host)) return;
    throw new HubError("upstream_failed", `Cannot follow a redirect to "${url.host}"`);
  }
  // Below 1024 live mail, shells and the like, which understand enough of HTTP to be abused.
  if (url.port && Number(url.port) < 1024 && url.port !== "80" && url.port !== "443")
    throw notAllowed(url, "its port must be 80, 443 or one from 1024 up");
}

function notAllowed(url: URL, why: string): HubError {
  return new HubError("address_not_allowed", `Cannot reach "${url.protocol}//${url.host}": ${why}`);
}

/** The operating system's resolver takes its own time, which may be half a minute. */
function inTime<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  return Promise.race([work, promise]);
}

/** The addresses of a host: those of a manifest's may be known to this machine alone. */
async function addressesOf(
  url: URL,
  { hosts, resolve }: { hosts: Hosts; resolve: typeof resolveByOs },
) {
  const host = hostOf(url);
  if (hosts === "public" || resolve === resolveByOs) return resolve(host);
  const found = await resolve(host).catch(() => []);
  return found.length > 0 ? found : resolveByOs(host);
}

/**
 * A failure of a host of the manifest, on which the endpoint depends, or of one that a user named:
 * that is his to know of, and no error for the operator to look into.
 */
function failure(
  hosts: Hosts,
  what: "failed" | "unavailable" | "timeout",
  message: string,
  cause?: unknown,
): HubError {
  if (hosts !== "public") return new HubError(`upstream_${what}`, message, { cause });
  return new HubError(what === "timeout" ? "address_timeout" : "address_failed", message);
}

/** Turns what a connection may fail of into the failures that callers know. */
async function answerOf(url: URL, hosts: Hosts, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof HubError)
      throw hosts === "public" && cause.code === "upstream_failed"
        ? describeFailure(cause.message)
        : cause;
    const { name, code } = cause as Error & { code?: string };
    if (name === "TimeoutError" || name === "AbortError" || code === "ABORT_ERR")
      throw failure(hosts, "timeout", `"${url.host}" did not answer in time`, cause);
    // What zlib says of bytes that are not packed as the answer tells.
    if (code?.startsWith("Z_"))
      throw describeFailure(`Cannot unpack the answer of "${url.host}"`, cause);
    throw failure(hosts, "unavailable", `Cannot reach "${url.host}"`, cause);
  }

  function describeFailure(message: string, cause?: unknown): HubError {
    return failure(hosts, "failed", message, cause);
  }
}
