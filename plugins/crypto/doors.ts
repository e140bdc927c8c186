import type plugin from "./plugin.ts";

/** What a handler of this service is handed. */
type Doors = Parameters<Parameters<typeof plugin.route>[0]["handler"]>[0];

/** What is needed to ask the providers. */
export type MarketDoors = Pick<Doors, "net" | "kv" | "env" | "data" | "clock" | "later">;
