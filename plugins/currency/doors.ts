import type plugin from "./plugin.ts";

/** Input of a handler of this service. */
export type Doors = Parameters<Parameters<typeof plugin.route>[0]["handler"]>[0];

/** Capabilities needed to read the rates. */
export type RateDoors = Pick<Doors, "data" | "clock">;
