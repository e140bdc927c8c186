import { Call } from "../../accounts/call.ts";
import { readBytes } from "../http/body.ts";

/** What a request says, apart from the connection that it came by. */
export interface HeldRequest {
  readonly method: string;
  /** Without a key in its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
  /** The request's id, which its answer names. */
  readonly id: string;
  /** The other end of the connection. */
  readonly peer: string;
}

/** Reads a call to its end, so that it can be worked on whether its caller stays or not. */
export async function holdRequest(call: Call, bytesMax: number): Promise<HeldRequest> {
  const { request, id, peer } = call;
  const body = request.body ? await readBytes(request, bytesMax) : new Uint8Array();
  const headers = Object.fromEntries(
    [...request.headers].filter(([name]) => !notHeld.has(name.toLowerCase())),
  );
  return { method: request.method, url: withoutKey(request.url), headers, body, id, peer };
}

/** The call of a request that was held. */
export function callOf(
  { method, url, headers, body, id, peer }: HeldRequest,
  signal: AbortSignal,
): Call {
  const length = body.length > 0 && { "content-length": String(body.length) };
  const request = new Request(url, {
    method,
    headers: { ...headers, ...length, "x-request-id": id },
    ...(body.length > 0 && { body }),
    signal,
  });
  return new Call(request, { requestIP: () => ({ address: peer }) });
}

/** What says how a request comes and whose it is, and what is done when its answer is sent. */
const notHeld = new Set([
  "accept-encoding",
  "authorization",
  "connection",
  // The body is held decoded.
  "content-encoding",
  "content-length",
  "cookie",
  "idempotency-key",
  "if-none-match",
  "prefer",
  "transfer-encoding",
  "x-api-key",
  "x-webhook-url",
]);

/** An address without the key that its query may hold. */
function withoutKey(url: string): string {
  const start = url.indexOf("?");
  if (start === -1 || !url.includes("api_key", start)) return url;
  const kept = url
    .slice(start + 1)
    .split("&")
    .filter((pair) => !new URLSearchParams(pair).has("api_key"));
  return kept.length > 0 ? `${url.slice(0, start)}?${kept.join("&")}` : url.slice(0, start);
}
