import { locationOf } from "hub/net";
import type { Doors } from "../doors.ts";
import url from "../plugin.ts";

/** What a host answered at the end of its redirects. */
export interface Visit {
  /** Where the answer came from. */
  address: URL;
  redirects: { url: string; status: number }[];
  status: number;
  headers: Headers;
  /** The body, where it is a page. */
  bytes: Uint8Array | undefined;
  /** Whether the page goes on behind that. */
  truncated: boolean;
}

/** The media types of pages. */
const pageTypes = ["text/html", "application/xhtml+xml"];

/** Fetches a page hop by hop, so that it can be told which way it went. The time is for all of them. */
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
      throw url.error("address_timeout", `"${address.host}" did not answer in ${timeoutMs} ms`);
    const response = await net(address.href, {
      headers: { accept: "text/html,application/xhtml+xml;q=0.9", "user-agent": userAgent },
      timeoutMs: leftMs,
      redirectsMax: 0,
      bodyTypes: pageTypes,
      bodyBytesMax: pageBytesMax,
      tooLarge: "cut",
    });
    const { status, headers } = response;
    const next = nextOf(response, address);
    if (!next) {
      const isPage = pageTypes.includes(mediaType(headers) ?? "");
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

/** The media type of an answer, without its parameters. */
export function mediaType(headers: Headers): string | undefined {
  return headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() || undefined;
}

const userAgent = "Mozilla/5.0 (compatible; utilhub; link preview)";

function nextOf(response: Response, from: URL): URL | undefined {
  if (response.status < 300 || response.status > 399) return undefined;
  const next = locationOf(response, from);
  if (next === null) throw url.error("address_failed", `"${from.host}" redirects to no address`);
  return next;
}
