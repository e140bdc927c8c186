import type { Kv } from "../doors.ts";
import { keyOf, type Link } from "./link.ts";

/** Notes whose a link is, so that its owner can list it. */
export async function noteOwner(link: Link, kv: Kv): Promise<void> {
  const account = link.owner;
  await kv.set(`${ownPrefix(account)}${placeOf(link)}`, keyOf(link.code), { account });
}

/** A part of somebody's links, the newest first, and where the next part begins. */
export async function listLinks(
  owner: string,
  { kv, limit, before }: { kv: Kv; limit: number; before: string | undefined },
): Promise<{ links: Link[]; next: string | null }> {
  const prefix = ownPrefix(owner);
  const keys = await kv.keys(prefix, {
    limit: limit + 1,
    before: before === undefined ? undefined : prefix + before,
  });
  const isMore = keys.length > limit;
  const shown = keys.slice(isMore ? 1 : 0).reverse();
  const links = await Promise.all(
    shown.map(async (key) => kv.get<Link>(`link:${await kv.get<string>(key)}`)),
  );
  return {
    links: links.filter((link) => link !== undefined),
    next: isMore ? (shown.at(-1)?.slice(prefix.length) ?? null) : null,
  };
}

function ownPrefix(owner: string): string {
  return `own:${owner}:`;
}

/** By which links stand in the order in which they were made. */
function placeOf({ created_at, code }: Link): string {
  return `${String(created_at).padStart(15, "0")}-${keyOf(code)}`;
}
