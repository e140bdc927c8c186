import type { HubView } from "../own-routes.ts";

/** The address the hub is reached at: what the operator says, or what this request was sent to. */
export function baseOf(hub: HubView, request: Request): string {
  return hub.baseUrl() ?? new URL(request.url).origin;
}
