import type plugin from "./plugin.ts";

/** What a handler of this service is handed. */
export type Doors = Parameters<Parameters<typeof plugin.route>[0]["handler"]>[0];

export type Kv = Doors["kv"];
export type Net = Doors["net"];
export type Random = Doors["random"];
export type Caller = Doors["caller"];
