import { type Doors, getOwner } from "../doors.ts";
import { deleteLink } from "../link/delete.ts";
import type { Link } from "../link/link.ts";
import type { ClicksDoors } from "../stats/clicks.ts";
import { getMemory } from "./memory.ts";

/** Deletes a link of the caller with its statistics. Throws `not_found`, `link_gone` or `not_link_owner`. */
export async function removeLink(
  code: string,
  doors: ClicksDoors & Pick<Doors, "caller">,
): Promise<Link> {
  const { clicks, hot } = getMemory(doors);
  // A click that is written later would restore a part of the statistics.
  await clicks.flush();
  const link = await deleteLink(code, { kv: doors.kv, owner: getOwner(doors.caller) });
  hot.clear();
  return link;
}
