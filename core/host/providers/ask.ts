import { HubError } from "../../contract/errors.ts";
import type { Net, NetInit } from "../../contract/net-door.ts";

/** What is asked of a provider on the network. */
export interface Question
  extends Omit<NetInit, "body" | "cache" | "refused" | "redirectsMax" | "own"> {
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is. */
  body?: string | Uint8Array;
  /** What a refusal (4xx) means, where its body says more than its status; nothing where it does not. */
  refusal?(response: Response): Promise<HubError | undefined>;
}

/**
 * Asks a provider on the network, by POST where there is something to send, and answers what is 2xx. A
 * redirect is not followed, so that a key stays with the host it belongs to. Throws
 * `upstream_unavailable` where another time or another provider may help (408, 425, 429, 5xx),
 * `upstream_refused` for all else that is 4xx, and `upstream_failed` for a redirect, each with the status
 * as its cause.
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
  throw (isRefusal && (await refusal?.(response))) || failureOf(response, new URL(url).host);
}

function failureOf(response: Response, host: string): HubError {
  const { status } = response;
  // Not what it says, which may repeat what it was sent.
  const cause = status;
  if (status >= 500 || [408, 425, 429].includes(status)) {
    const after = response.headers.get("retry-after");
    return new HubError("upstream_unavailable", `"${host}" cannot answer now: it said ${status}`, {
      cause,
      headers: after !== null && /^\d+$/.test(after) ? { "retry-after": after } : {},
    });
  }
  const why: Record<number, string> = {
    401: "the key that the operator has set is not accepted",
    403: "the key that the operator has set may not do this",
    404: "there is no such model or path at the address that the operator has set",
  };
  if (status < 400)
    return new HubError("upstream_failed", `"${host}" redirects to another address`, { cause });
  return new HubError(
    "upstream_refused",
    `"${host}" refused the request with ${status}${why[status] ? `: ${why[status]}` : ""}`,
    { cause },
  );
}
