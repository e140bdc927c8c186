import type plugin from "../plugin.ts";

/** What a handler of this service is handed. */
export type Doors = Parameters<Parameters<typeof plugin.route>[0]["handler"]>[0];

/** What is needed to ask a language model. */
export type ModelDoors = Pick<Doors, "net" | "env" | "kv" | "clock" | "random" | "log" | "caller">;
