import type plugin from "./plugin.ts";

/** Input of a handler of this service. */
export type RouteDoors = Parameters<Parameters<typeof plugin.route>[0]["handler"]>[0];

/** Capabilities needed to read the rates. */
export type RateDoors = Pick<RouteDoors, "data" | "clock">;
