import type plugin from "./plugin.ts";

/** What a handler of this service is handed. */
export type Doors = Parameters<Parameters<typeof plugin.route>[0]["handler"]>[0];

/** What is needed to have the rates, and to bring them up to date. */
export type RateDoors = Pick<Doors, "net" | "kv" | "read" | "clock" | "log" | "later">;
