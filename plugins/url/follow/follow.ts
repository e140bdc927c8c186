import type { redirect } from "hub";
import type { Doors } from "../doors.ts";
import { memoryOf } from "./memory.ts";

/** An answer to a visitor: a redirect or a page. */
export type Answer = ReturnType<typeof redirect>;
export type Query = Record<string, string>;
export type FollowDoors = Pick<
  Doors,
  "kv" | "random" | "log" | "later" | "clock" | "caller" | "env"
>;

/** Sends a visitor on, or says why not. At once where the link is in memory. */
export function follow(code: string, query: Query, doors: FollowDoors): Answer | Promise<Answer> {
  const { clicks, hot } = memoryOf(doors);
  const now = doors.clock();
  const link = hot.find(code, now);
  if (!link) return lookUp(code, query, doors);
  const { caller } = doors;
  if (!caller.looksAhead) clicks.count(link.key, caller, now);
  return link.redirect;
}

async function lookUp(code: string, query: Query, doors: FollowDoors): Promise<Answer> {
  const { lookUp } = await import("./look-up.ts");
  return lookUp(code, query, doors);
}
