import { getRedirectTarget } from "hub/net";
import type { Doors } from "../doors.ts";
import url from "../plugin.ts";
import { Cookies } from "./cookies.ts";
import { isHtml } from "./sniff.ts";

/** Response of a host after all redirects. */
export interface PageVisit {
  /** Final URL. */
  address: URL;
  redirects: Redirect[];
  status: number;
  headers: Headers;
  /** Body, if it is an HTML page. */
  bytes: Uint8Array | undefined;
  /** Whether the page is longer than `bytes`. */
  truncated: boolean;
  /** Whether the connection ended before the page did. */
  incomplete: boolean;
}

interface Redirect {
  url: string;
  status: number;
  via: "http" | "refresh";
}

interface VisitOptions extends Pick<Doors, "net" | "clock"> {
  timeoutMs: number;
  /** Returns the URL to which a page redirects by a tag, if any. */
  findRefresh(page: {
    address: URL;
    headers: Headers;
    bytes: Uint8Array;
  }): Promise<URL | undefined>;
}

/** Media types of HTML pages. */
const pageTypes = ["text/html", "application/xhtml+xml"];

/**
 * Fetches a page and records each redirect. The timeout covers all of them. Cookies that a redirect sets are sent along
 * with the next requests, because many sites redirect again until they get one.
 */
export async function visit(start: URL, options: VisitOptions): Promise<PageVisit> {
  const { clock, timeoutMs, findRefresh } = options;
  const { redirectsMax } = url.limits;
  const deadline = clock() + timeoutMs;
  const cookies = new Cookies();
  const redirects: Redirect[] = [];
  for (let address = start; ; ) {
    const leftMs = deadline - clock();
    if (leftMs <= 0)
      throw url.error(
        "address_timeout",
        `"${address.host}" did not respond within ${timeoutMs} ms`,
      );
    const response = await send(address, { ...options, leftMs, cookies });
    const { status, headers } = response;
    cookies.store(headers, address);
    let next = findNextUrl(response, address);
    const page = next ? undefined : await readPage(response);
    const via = next ? "http" : "refresh";
    if (page?.bytes) next = await findRefresh({ address, headers, bytes: page.bytes });
    if (page && !next) return { address, redirects, status, headers, ...page };
    redirects.push({ url: address.href, status, via });
    if (redirects.length > redirectsMax)
      throw url.error(
        "address_failed",
        `"${start.host}" redirects more than ${redirectsMax} times`,
      );
    address = next ?? address;
  }
}

function send(
  address: URL,
  { net, leftMs, cookies }: Pick<Doors, "net"> & { leftMs: number; cookies: Cookies },
): Promise<Response> {
  const cookie = cookies.header(address);
  return net(address.href, {
    headers: {
      accept: "text/html,application/xhtml+xml;q=0.9",
      "user-agent": userAgent,
      ...(cookie !== undefined && { cookie }),
    },
    timeoutMs: leftMs,
    redirectsMax: 0,
    bodyTypes: [...pageTypes, ""],
    bodyBytesMax: url.limits.pageBytesMax,
    tooLarge: "cut",
    lenient: true,
  });
}

async function readPage(
  response: Response,
): Promise<Pick<PageVisit, "bytes" | "truncated" | "incomplete">> {
  const type = getMediaType(response.headers);
  const mayBePage = type === undefined || pageTypes.includes(type);
  const body = mayBePage ? await response.bytes() : undefined;
  // Without a type, browsers look at the content.
  const bytes = body && (type !== undefined || isHtml(body)) ? body : undefined;
  const truncated = bytes?.length === url.limits.pageBytesMax;
  return { bytes, truncated, incomplete: response.headers.has("x-hub-incomplete") };
}

/** Returns the media type of a response, without parameters. */
export function getMediaType(headers: Headers): string | undefined {
  return headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() || undefined;
}

const userAgent = "Mozilla/5.0 (compatible; utilhub; link preview)";

function findNextUrl(response: Response, from: URL): URL | undefined {
  if (response.status < 300 || response.status > 399) return undefined;
  const next = getRedirectTarget(response, from);
  if (next === null)
    throw url.error("address_failed", `"${from.host}" redirects to an invalid URL`);
  return next;
}
