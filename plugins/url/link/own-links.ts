import type { Kv } from "../doors.ts";
import { type Link, toStoreKey } from "./link.ts";

/** Adds a link to the list of its owner. */
export async function addOwnedLink(link: Link, kv: Kv): Promise<void> {
  const account = link.owner;
  await kv.set(`${buildOwnerPrefix(account)}${buildSortKey(link)}`, toStoreKey(link.code), {
    account,
  });
}

/** Returns a page of an owner's links, newest first, and the cursor of the next page. */
export async function listLinks(
  owner: string,
  { kv, limit, before }: { kv: Kv; limit: number; before: string | undefined },
): Promise<{ links: Link[]; next: string | null }> {
  const prefix = buildOwnerPrefix(owner);
  const keys = await kv.keys(prefix, {
    limit: limit + 1,
    before: before === undefined ? undefined : prefix + before,
  });
  const hasMore = keys.length > limit;
  const shown = keys.slice(hasMore ? 1 : 0).reverse();
  const links = await Promise.all(
    shown.map(async (key) => kv.get<Link>(`link:${await kv.get<string>(key)}`)),
  );
  return {
    links: links.filter((link) => link !== undefined),
    next: hasMore ? (shown.at(-1)?.slice(prefix.length) ?? null) : null,
  };
}

function buildOwnerPrefix(owner: string): string {
  return `own:${owner}:`;
}

/** Returns a key that sorts links by time of creation. */
function buildSortKey({ created_at, code }: Link): string {
  return `${String(created_at).padStart(15, "0")}-${toStoreKey(code)}`;
}
