import type plugin from "./plugin.ts";

/** Input of a handler of this service. */
type RouteDoors = Parameters<Parameters<typeof plugin.route>[0]["handler"]>[0];

/** Capabilities needed to query the providers. */
export type MarketDoors = Pick<RouteDoors, "net" | "kv" | "env" | "data" | "clock" | "later">;
