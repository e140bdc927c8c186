import type { Access } from "../../accounts/access.ts";
import type { Call } from "../../accounts/call.ts";
import type { Caller } from "../../contract/caller.ts";
import type { CallFacts } from "./handler-input.ts";

/** Returns the caller and the base URL of the hub: the configured `baseUrl`, if any. */
export function callFacts(access: Access, baseUrl: string | undefined): CallFacts {
  return {
    sign: (call, owner, path) => access.sign(call, owner, path),
    charge: (call, units) => access.charge(call, units),
    recheck: (call, target) => access.recheck(call, target),
    watch: (call, target) => access.watch(call, target),
    getOrigin: ({ request }) => baseUrl ?? new URL(request.url).origin,
    identifyCaller(call) {
      const { headers } = call.request;
      const { id, address, tier } = access.identify(call);
      const userAgent = headers.get("user-agent") ?? "";
      const referrer = headers.get("referer") ?? "";
      const acceptLanguage = headers.get("accept-language") ?? undefined;
      const looksAhead = getLooksAhead(call);
      return {
        id,
        address,
        userAgent,
        referrer,
        acceptLanguage,
        ...(tier && { tier }),
        ...(call.retryKey !== undefined && { retryKey: call.retryKey }),
        ...(looksAhead && { looksAhead }),
      };
    },
  };
}

function getLooksAhead({ request: { method, headers } }: Call): Caller["looksAhead"] {
  if (method === "HEAD") return "head";
  // Chrome and Firefox send `Sec-Purpose`, and older browsers one of the other two.
  const purpose = headers.get("sec-purpose") ?? headers.get("purpose") ?? headers.get("x-moz");
  return purpose?.trim().toLowerCase().startsWith("prefetch") ? "prefetch" : undefined;
}
