import type { Caller } from "./doors.ts";

/** The account whose links are meant: none of these endpoints answers without a key. */
export function ownerOf({ id }: Caller): string {
  if (id === undefined) throw new Error("A link needs an owner");
  return id;
}
