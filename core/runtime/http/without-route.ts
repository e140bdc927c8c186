import { HubError } from "../../contract/errors.ts";
import type { Call } from "./call.ts";
import { commonHeaders, type RefusalOptions, refuse } from "./respond.ts";

/** Answers where no route does: a preflight, a method the path does not have, or nothing at all. */
export function withoutRoute(
  call: Call,
  methods: readonly string[],
  options: RefusalOptions,
): Response {
  const { pathname, request } = call;
  const allow = [...methods, "OPTIONS"].join(", ");
  if (request.method === "OPTIONS") return preflight(call, allow);
  if (methods.length === 0)
    return refuse(
      call,
      new HubError("not_found", `There is nothing at ${JSON.stringify(pathname.slice(0, 200))}`),
      options,
    );
  const detail = `${pathname} answers to ${allow}, not to ${request.method}`;
  return refuse(call, new HubError("method_not_allowed", detail, { headers: { allow } }), options);
}

function preflight(call: Call, allow: string): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...commonHeaders(call),
      allow,
      "access-control-allow-methods": allow,
      // Whatever else clients send besides. The star does not stand for Authorization.
      "access-control-allow-headers": "X-API-Key, Content-Type, If-None-Match, Authorization, *",
      "access-control-max-age": "86400",
    },
  });
}
