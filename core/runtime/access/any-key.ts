import { HubError } from "../../contract/errors.ts";
import type { Access } from "./access.ts";

/** Takes whatever is passed as a key, and counts nothing. For tests. */
export const anyKey: Access = {
  gateByKey(call, { bearer = false } = {}) {
    const { headers } = call.request;
    if (!headers.has("x-api-key") && !(bearer && headers.has("authorization")))
      return new HubError("missing_api_key", "Pass an API key as X-API-Key or api_key");
    call.admission = {};
    return undefined;
  },
  gateByAddress: () => undefined,
  gateUnknown: () => undefined,
  identify: ({ admission, request: { headers } }) => ({
    id: (admission && (headers.get("x-api-key") ?? headers.get("authorization"))) ?? undefined,
    address: headers.get("x-forwarded-for") ?? "192.0.2.1",
  }),
  settle() {},
};
