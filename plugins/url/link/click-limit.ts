import type { Kv } from "../doors.ts";
import url from "../plugin.ts";
import { type Link, toStoreKey } from "./link.ts";

/**
 * Uses up one click of a link with a limit. The store's counter decides, so that two visitors in
 * different processes never share the last one. Throws `link_gone`.
 */
export async function consumeClick(link: Link, kv: Kv): Promise<void> {
  const { code, max_clicks, owner, used_before = 0 } = link;
  if (max_clicks === null) return;
  const counter = buildCounterKey(code);
  const max = used_before + max_clicks;
  // An exhausted link isn't worth a write.
  if ((await readUsedClicks(code, kv)) < max) {
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
  { code, max_clicks, used_before = 0 }: Link,
  kv: Kv,
): Promise<number | null> {
  if (max_clicks === null) return null;
  return Math.max(0, used_before + max_clicks - (await readUsedClicks(code, kv)));
}

/** Returns the number of clicks on a link while it had a limit. */
export async function readUsedClicks(code: string, kv: Kv): Promise<number> {
  return (await kv.get<number>(buildCounterKey(code))) ?? 0;
}

function buildCounterKey(code: string): string {
  return `used:${toStoreKey(code)}`;
}
