import type plugin from "./plugin.ts";

/** Input of a handler of this service. */
export type Doors = Parameters<Parameters<typeof plugin.route>[0]["handler"]>[0];

export type Kv = Doors["kv"];
export type Random = Doors["random"];
export type Caller = Doors["caller"];

/** Returns the caller's account. All of these endpoints require a key. */
export function getOwner({ id }: Caller): string {
  if (id === undefined) throw new Error("A link needs an owner");
  return id;
}
