import { parseAddress } from "../../lib/ip-address.ts";

/**
 * Returns whether a request comes from a web page of another origin. The `Host` header is not checked. With
 * DNS rebinding an attacker's page points its own name at the hub, so that both headers match. Pages of
 * this machine are allowed, and so are programs, which send no origin.
 */
export function isForeignOrigin(origin: string | null, baseUrl: string | undefined): boolean {
  if (origin === null) return false;
  if (!URL.canParse(origin)) return true;
  if (baseUrl !== undefined && origin === new URL(baseUrl).origin) return false;
  return !local.has(new URL(origin).hostname);
}

const local = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Returns whether a web page of another origin sent a request, as reported by browsers. The hub's own pages
 * are those at `baseUrl`, or at the request's own URL.
 */
export function isForeignPage({ headers, url }: Request, baseUrl: string | undefined): boolean {
  // Browsers send it over HTTPS and to this machine.
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  const origin = headers.get("origin");
  if (origin === null) return false;
  if (!URL.canParse(origin)) return true;
  // Compares hosts without the scheme, because a proxy may have terminated TLS.
  const { host, hostname } = new URL(origin);
  if (baseUrl === undefined) return host !== new URL(url).host;
  if (host === new URL(baseUrl).host) return false;
  // With DNS rebinding a page can share the request's host name, but not its IP address.
  const isAddress =
    local.has(hostname) || parseAddress(hostname.replace(/[[\]]/g, "")) !== undefined;
  return !isAddress || host !== new URL(url).host;
}
