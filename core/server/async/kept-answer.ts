import type { Call } from "../../accounts/call.ts";
import { isCompressible, sendCompressed } from "../../platform/http/compress.ts";
import { commonHeaders } from "../http/respond.ts";

/** A stored response. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Returns the response headers that describe the content, without those of the call. */
export function headersToKeep({ headers }: Response): Record<string, string> {
  return Object.fromEntries(
    [...headers].filter(([name]) => !callHeaders.test(name) && !otherCallHeaders.test(name)),
  );
}

const callHeaders = /^(?:connection|content-encoding|content-length|transfer-encoding)$/;
const otherCallHeaders = /^(?:access-control-|(?:x-)?ratelimit)|^(?:date|x-request-id)$/;

/** Sends a stored response, optionally with more headers. */
export function answerAgain(
  call: Call,
  { status, headers, body }: KeptAnswer,
  more: Readonly<Record<string, string>> = {},
): Response | Promise<Response> {
  const allHeaders = new Headers({ ...commonHeaders(call), ...headers, ...more });
  const mayCompress = allHeaders.get("cache-control") !== "no-store";
  if (mayCompress && isCompressible(body, allHeaders))
    return sendCompressed(call.request, body, { status, headers: allHeaders });
  call.sent = body;
  return new Response(body.length > 0 ? body : null, { status, headers: allHeaders });
}
