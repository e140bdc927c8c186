import { HubError } from "../../contract/errors.ts";
import type { Net, NetInit } from "../../contract/net-door.ts";

/** A request to a network provider. */
export interface Question
  extends Omit<NetInit, "body" | "cache" | "refused" | "redirectsMax" | "own"> {
  /** The body, sent as JSON. */
  json?: unknown;
  /** The body, sent unchanged. */
  body?: string | Uint8Array;
  /**
   * Converts a 4xx response to an error if its body says more than its status. Returns undefined otherwise.
   */
  refusal?(response: Response): Promise<HubError | undefined>;
}

/**
 * Sends a request to a network provider, by POST if it has a body, and returns its 2xx response. Doesn't
 * follow redirects, so that a key is only sent to its own host.
 *
 * Throws `upstream_unavailable` if a retry or another provider may help (408, 425, 429, 5xx). Throws
 * `upstream_refused` for other 4xx, and `upstream_failed` for a redirect. The cause is the status.
 */
export async function ask<Address extends string>(
  net: Net<Address>,
  url: Address,
  { json, headers, refusal, ...init }: Question = {},
): Promise<Response> {
  const body = json === undefined ? init.body : JSON.stringify(json);
  const response = await net(url, {
    ...init,
    ...(body !== undefined && { method: init.method ?? "POST", body }),
    headers: { ...(json !== undefined && { "content-type": "application/json" }), ...headers },
    redirectsMax: 0,
    own: true,
  });
  if (response.ok) return response;
  const isRefusal = response.status >= 400 && response.status < 500;
  throw (isRefusal && (await refusal?.(response))) || createError(response, new URL(url).host);
}

function createError(response: Response, host: string): HubError {
  const { status } = response;
  // Only the status, because the body may repeat the request.
  const cause = status;
  if (status >= 500 || [408, 425, 429].includes(status)) {
    const retryAfter = response.headers.get("retry-after");
    return new HubError(
      "upstream_unavailable",
      `"${host}" is unavailable: it responded with ${status}`,
      {
        cause,
        headers:
          retryAfter !== null && /^\d+$/.test(retryAfter) ? { "retry-after": retryAfter } : {},
      },
    );
  }
  const reasons: Record<number, string> = {
    401: "the API key in the settings of this hub is not accepted",
    403: "the API key in the settings of this hub does not allow this",
    404: "the model or the address in the settings of this hub does not exist",
  };
  if (status < 400)
    return new HubError("upstream_failed", `"${host}" redirects to another address`, { cause });
  return new HubError(
    "upstream_refused",
    `"${host}" rejected the request with ${status}${reasons[status] ? `: ${reasons[status]}` : ""}`,
    { cause },
  );
}
