import { parseAddress } from "../../lib/ip-address.ts";

/**
 * Whether a request comes from a web page of an origin that is not the hub's. The Host is not asked: by
 * DNS rebinding a page has its own name lead to the hub, and then both are the page's. Pages of this
 * machine are let in, and programs, which name no origin.
 */
export function isForeignOrigin(origin: string | null, baseUrl: string | undefined): boolean {
  if (origin === null) return false;
  if (!URL.canParse(origin)) return true;
  if (baseUrl !== undefined && origin === new URL(baseUrl).origin) return false;
  return !local.has(new URL(origin).hostname);
}

const local = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Returns whether a web page of another origin sent a request, as browsers report it. The hub's own pages are
 * those at `baseUrl`, or at the request's own address.
 */
export function isForeignPage({ headers, url }: Request, baseUrl: string | undefined): boolean {
  // Browsers send it to HTTPS and to this machine.
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  const origin = headers.get("origin");
  if (origin === null) return false;
  if (!URL.canParse(origin)) return true;
  // Without the scheme: a proxy may have ended TLS.
  const { host, hostname } = new URL(origin);
  if (baseUrl === undefined) return host !== new URL(url).host;
  if (host === new URL(baseUrl).host) return false;
  // By DNS rebinding a page may be at the request's own name, but not at its own address.
  const isAddress =
    local.has(hostname) || parseAddress(hostname.replace(/[[\]]/g, "")) !== undefined;
  return !isAddress || host !== new URL(url).host;
}
