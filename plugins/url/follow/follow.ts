import type { FollowDoors, VisitorQuery, VisitorResponse } from "./look-up.ts";
import { getMemory } from "./memory.ts";

/** Redirects a visitor. Synchronous if the link is in memory. */
export function follow(
  code: string,
  query: VisitorQuery,
  doors: FollowDoors,
): VisitorResponse | Promise<VisitorResponse> {
  const { clicks, hot } = getMemory(doors);
  const now = doors.clock();
  const link = hot.get(code, now);
  if (!link) return followUncached(code, query, doors);
  const { caller } = doors;
  if (!caller.looksAhead) clicks.count(link.clicked, caller, now);
  return link.redirect;
}

async function followUncached(
  code: string,
  query: VisitorQuery,
  doors: FollowDoors,
): Promise<VisitorResponse> {
  const { followStoredLink } = await import("./look-up.ts");
  return followStoredLink(code, query, doors);
}
