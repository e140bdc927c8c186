import type { Kv } from "../doors.ts";
import { findOwnLink, type Link, toStoreKey } from "./link.ts";
import { removeOwnedLink } from "./own-links.ts";
import { buildIdentityKey } from "./shorten.ts";

/**
 * Deletes a link of its owner with its statistics. Its code stays reserved, because printed links must not lead somewhere
 * else. Throws `not_found`, `link_gone` or `not_link_owner`.
 */
export async function deleteLink(
  code: string,
  { kv, owner }: { kv: Kv; owner: string },
): Promise<Link> {
  const link = await findOwnLink(code, { kv, owner });
  const key = toStoreKey(link.code);
  // First, so that nothing leads to the target any more if a later step fails.
  await kv.delete(`link:${key}`);
  await removeOwnedLink(link, kv);
  const identity = buildIdentityKey(link);
  if ((await kv.get<string>(identity)) === key) await kv.delete(identity);
  await kv.delete(`used:${key}`);
  for (const shard of await kv.keys(`clicks:${key}:`)) await kv.delete(shard);
  return link;
}
