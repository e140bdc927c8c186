import { Call } from "../../accounts/call.ts";
import { isKeyParameter } from "../../accounts/credentials.ts";
import { HubError } from "../../contract/errors.ts";
import { readBytes } from "../http/body.ts";

/** The stored parts of a request, without its connection. */
export interface HeldRequest {
  readonly method: string;
  /** The URL without the API key in its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
  /** The request ID. */
  readonly id: string;
  /** The IP address of the peer. */
  readonly peer: string;
}

/** Reads the complete request, so that it can run even if its caller disconnects. */
export async function holdRequest(call: Call, bytesMax: number): Promise<HeldRequest> {
  const { request, id, peer } = call;
  const body = request.body ? await readHeldBytes(request, bytesMax) : new Uint8Array();
  const headers = Object.fromEntries(
    [...request.headers].filter(([name]) => {
      const lower = name.toLowerCase();
      return !omittedHeaders.has(lower) && !call.keyHeaders?.includes(lower);
    }),
  );
  return { method: request.method, url: removeKey(call), headers, body, id, peer };
}

/** The maximum size of all bodies that one process holds, and of those of one account. */
export const heldBytesMax = { total: 128 * 2 ** 20, account: 64 * 2 ** 20 };

/** Bounds the memory of the bodies that are held until their requests end. */
export class HeldBodies {
  readonly #bytes = new Map<string, number>();

  /**
   * Runs work while the body of its request is held. Throws `busy` if an account, or all together, would exceed the maximum.
   * A single body is held at any size.
   */
  async hold<Result>(
    { account, bytes }: { account: string; bytes: number },
    work: () => Promise<Result>,
  ): Promise<Result> {
    const own = this.#bytes.get(account) ?? 0;
    const total = [...this.#bytes.values()].reduce((sum, one) => sum + one, 0);
    const isFull = own + bytes > heldBytesMax.account && own > 0;
    if (isFull || (total + bytes > heldBytesMax.total && total > 0)) throw heldBytesError();
    this.#bytes.set(account, own + bytes);
    try {
      return await work();
    } finally {
      const rest = (this.#bytes.get(account) ?? 0) - bytes;
      if (rest > 0) this.#bytes.set(account, rest);
      else this.#bytes.delete(account);
    }
  }
}

function heldBytesError(): HubError {
  const message =
    "Other requests with Idempotency-Key or Prefer: respond-async hold too many bytes: call again in 1 s";
  return new HubError("busy", message, { headers: { "retry-after": "1" } });
}

/** Returns the size of a request's body. If it is unknown until the body is read, its maximum. */
export function getHeldBytes({ headers, body }: Request, bytesMax: number): number {
  if (!body) return 0;
  const length = headers.has("content-encoding") ? null : headers.get("content-length");
  return Math.min(bytesMax, length === null ? bytesMax : Number(length));
}

async function readHeldBytes(request: Request, max: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await readBytes(request, max);
  } catch (cause) {
    if (!(cause instanceof HubError && cause.code === "payload_too_large")) throw cause;
    throw new HubError(
      "payload_too_large",
      `A body with Idempotency-Key or Prefer: respond-async must have at most ${max} bytes`,
      { members: { max_bytes: max }, cause },
    );
  }
}

/** Restores a call from a stored request. */
export function restoreCall(
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

/** The headers about transport, credentials and response delivery, which are not stored. */
const omittedHeaders = new Set([
  "accept-encoding",
  "authorization",
  "connection",
  // The body is stored decoded.
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

/** Returns the URL of a call without the API key in its query. */
function removeKey({ request: { url }, keyParameter }: Call): string {
  const start = url.indexOf("?");
  if (start === -1) return url;
  const pairs = url.slice(start + 1).split("&");
  const remaining = pairs.filter(
    (pair) =>
      ![...new URLSearchParams(pair).keys()].some((name) => isKeyParameter(name, keyParameter)),
  );
  if (remaining.length === pairs.length) return url;
  return remaining.length > 0
    ? `${url.slice(0, start)}?${remaining.join("&")}`
    : url.slice(0, start);
}
