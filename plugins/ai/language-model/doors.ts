import type plugin from "../plugin.ts";

/** The input of this plugin's handlers. */
export type Doors = Parameters<Parameters<typeof plugin.route>[0]["handler"]>[0];

/** The capabilities that calling a language model needs. */
export type ModelDoors = Pick<Doors, "net" | "env" | "kv" | "clock" | "random" | "log" | "caller">;
