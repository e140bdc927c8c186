import type { Call } from "../../accounts/call.ts";
import { isCompressible, sendCompressed } from "../../platform/http/compress.ts";
import { commonHeaders } from "../http/respond.ts";

/** An answer that is given apart from the call that it was made for. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The headers of an answer that are about what it says, and not about the call that it went to. */
export function headersToKeep({ headers }: Response): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !ofTheCall.test(name)));
}

const ofTheCall =
  /^(?:access-control-.*|connection|content-encoding|content-length|date|transfer-encoding|(?:x-)?ratelimit.*|x-request-id)$/;

/** Gives a kept answer to a call, with more headers where there is more to say of it. */
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
