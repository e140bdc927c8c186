import { type FollowDoors, getMemory, type VisitorQuery, type VisitorResponse } from "./memory.ts";

/** Redirects a visitor. Synchronous if the link is in memory. */
export function follow(
  code: string,
  query: VisitorQuery,
  doors: FollowDoors,
): VisitorResponse | Promise<VisitorResponse> {
  const visit = getMemory(doors).hot.get(code, doors.clock());
  return visit ? visit(query, doors) : followUncached(code, query, doors);
}

async function followUncached(
  code: string,
  query: VisitorQuery,
  doors: FollowDoors,
): Promise<VisitorResponse> {
  const { followStoredLink } = await import("./look-up.ts");
  return followStoredLink(code, query, doors);
}
