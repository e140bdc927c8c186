import { HubError } from "../errors.ts";
import type { Access } from "./access.ts";

/** Takes whatever is passed as a key, and counts nothing. For tests. */
export const anyKey: Access = {
  gate(call) {
    const isKeyed = call.pathname.startsWith("/api/") && call.request.headers.has("x-api-key");
    if (isKeyed) call.admission = {};
    return undefined;
  },
  challenge: () => new HubError("missing_api_key", "Pass an API key as X-API-Key or api_key"),
  gateByAddress: () => undefined,
  gateByKey(call) {
    const { headers } = call.request;
    if (!headers.has("x-api-key") && !headers.has("authorization")) return anyKey.challenge();
    call.admission = {};
    return undefined;
  },
  identify: ({ admission, request: { headers } }) => ({
    id: (admission && (headers.get("x-api-key") ?? headers.get("authorization"))) ?? undefined,
    address: headers.get("x-forwarded-for") ?? "192.0.2.1",
  }),
  settle() {},
};
