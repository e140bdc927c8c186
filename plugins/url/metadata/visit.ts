import { getRedirectTarget } from "hub/net";
import type { Doors } from "../doors.ts";
import url from "../plugin.ts";

/** Response of a host after all redirects. */
export interface Visit {
  /** Final URL. */
  address: URL;
  redirects: { url: string; status: number }[];
  status: number;
  headers: Headers;
  /** Body, if it is an HTML page. */
  bytes: Uint8Array | undefined;
  /** Whether the page is longer than `bytes`. */
  truncated: boolean;
}

/** Media types of HTML pages. */
const pageTypes = ["text/html", "application/xhtml+xml"];

/** Fetches a page and records each redirect. The timeout covers all of them. */
export async function visit(
  start: URL,
  { net, clock, timeoutMs }: Pick<Doors, "net" | "clock"> & { timeoutMs: number },
): Promise<Visit> {
  const { pageBytesMax, redirectsMax } = url.limits;
  const deadline = clock() + timeoutMs;
  const redirects: Visit["redirects"] = [];
  for (let address = start; ; ) {
    const leftMs = deadline - clock();
    if (leftMs <= 0)
      throw url.error(
        "address_timeout",
        `"${address.host}" did not respond within ${timeoutMs} ms`,
      );
    const response = await net(address.href, {
      headers: { accept: "text/html,application/xhtml+xml;q=0.9", "user-agent": userAgent },
      timeoutMs: leftMs,
      redirectsMax: 0,
      bodyTypes: pageTypes,
      bodyBytesMax: pageBytesMax,
      tooLarge: "cut",
    });
    const { status, headers } = response;
    const next = findNextUrl(response, address);
    if (!next) {
      const isPage = pageTypes.includes(getMediaType(headers) ?? "");
      const bytes = isPage ? await response.bytes() : undefined;
      return {
        address,
        redirects,
        status,
        headers,
        bytes,
        truncated: bytes?.length === pageBytesMax,
      };
    }
    redirects.push({ url: address.href, status });
    if (redirects.length > redirectsMax)
      throw url.error(
        "address_failed",
        `"${start.host}" redirects more than ${redirectsMax} times`,
      );
    address = next;
  }
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
