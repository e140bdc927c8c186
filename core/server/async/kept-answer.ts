import type { Call } from "../../accounts/call.ts";
import { isCompressible, sendCompressed } from "../../platform/http/compress.ts";
import { commonHeaders } from "../http/respond.ts";

/** A stored response. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The response headers that describe the content, not the call. */
export function headersToKeep({ headers }: Response): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !ofTheCall.test(name)));
}

const ofTheCall =
  /^(?:access-control-.*|connection|content-encoding|content-length|date|transfer-encoding|(?:x-)?ratelimit.*|x-request-id)$/;

/** Sends a stored response, optionally with more headers. */
export function answerAgain(
  call: Call,
  { status, headers, body }: KeptAnswer,
  more: Readonly<Record<string, string>> = {},
): Response | Promise<Response> {
  const said = new Headers({ ...commonHeaders(call), ...headers, ...more });
  const mayCompress = said.get("cache-control") !== "no-store";
  if (mayCompress && isCompressible(body, said))
    return sendCompressed(call.request, body, { status, headers: said });
  call.sent = body;
  return new Response(body.length > 0 ? body : null, { status, headers: said });
}
