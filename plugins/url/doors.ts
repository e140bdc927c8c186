import type plugin from "./plugin.ts";

/** What a handler of this service is handed. */
export type Doors = Parameters<Parameters<typeof plugin.route>[0]["handler"]>[0];

export type Kv = Doors["kv"];
export type Random = Doors["random"];
export type Caller = Doors["caller"];

/** The account whose links are meant: none of these endpoints answers without a key. */
export function ownerOf({ id }: Caller): string {
  if (id === undefined) throw new Error("A link needs an owner");
  return id;
}
