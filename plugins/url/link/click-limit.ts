import type { Kv } from "../doors.ts";
import url from "../plugin.ts";
import { type Link, toStoreKey } from "./link.ts";

/**
 * Uses up one click of a link with a limit. The store's counter decides, so that two visitors in
 * different processes never share the last one. Throws `link_gone`.
 */
export async function consumeClick(link: Link, kv: Kv): Promise<void> {
  const { code, max_clicks: max, owner } = link;
  if (max === null) return;
  const counter = `used:${toStoreKey(code)}`;
  // An exhausted link isn't worth a write.
  if (((await kv.get<number>(counter)) ?? 0) < max) {
    if ((await kv.increment(counter, 1, { account: owner })) <= max) return;
    // Undo the increment, because the owner can raise the limit.
    await kv.increment(counter, -1);
  }
  throw createClickLimitError(link);
}

/** Creates the error for a link that has reached its click limit. */
export function createClickLimitError({ code, max_clicks }: Link) {
  return url.error(
    "link_gone",
    `The short link "${code}" has reached its click limit: ${max_clicks}`,
  );
}

/** Returns the number of clicks left, or null if there is no limit. */
export async function countClicksLeft(
  { code, max_clicks: max }: Link,
  kv: Kv,
): Promise<number | null> {
  if (max === null) return null;
  return Math.max(0, max - ((await kv.get<number>(`used:${toStoreKey(code)}`)) ?? 0));
}
