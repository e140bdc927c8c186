import type { LoadedPlugin, LoadedRoute } from "../load/loaded-plugin.ts";
import type { Values } from "./handler-input.ts";

/**
 * How many bytes the request line and the headers may have together: room for every query that the
 * services take, percent-encoded. Bun itself refuses what is larger, by a 431 without a body.
 */
export const headBytesMax = 1_048_576;
/** How many headers a request may have: Bun refuses more of them in the same way. */
export const headersMax = 198;
/** The largest body where neither route nor manifest says. */
export const bodyBytesDefault = 1_048_576;
/** How long a handler may take where neither its route nor its plugin says so. */
export const timeoutMsDefault = 30_000;

/** How long a route's handler may take for a request, in milliseconds. */
export function timeoutMsOf(
  { plugin }: LoadedPlugin,
  { route: { timeoutMs } }: LoadedRoute,
  values: Values,
): number {
  if (typeof timeoutMs === "function") return timeoutMs(values);
  return timeoutMs ?? plugin.manifest.limits?.timeoutMs ?? timeoutMsDefault;
}
