import type { Kv } from "../doors.ts";
import { keyOf, type Link } from "../link/link.ts";
import url from "../plugin.ts";

/**
 * Takes one of the redirects that a link still gives. The store's counter decides, so that no two
 * visitors get the last one, in whatever processes they are. Throws `link_gone`.
 */
export async function takeClick(link: Link, kv: Kv): Promise<void> {
  const { code, max_clicks: max, owner } = link;
  if (max === null) return;
  const counter = `used:${keyOf(code)}`;
  // A link that is used up is not worth a write.
  if (((await kv.get<number>(counter)) ?? 0) < max) {
    if ((await kv.increment(counter, 1, { account: owner })) <= max) return;
    // Given back, as its owner may raise the limit.
    await kv.increment(counter, -1);
  }
  throw usedUpError(link);
}

/** The failure of a link that gives no more redirects. */
export function usedUpError({ code, max_clicks }: Link) {
  return url.error(
    "link_gone",
    `The short link "${code}" has been used as often as it may be: ${max_clicks}`,
  );
}

/** How many redirects a link still gives; null where there is no limit. */
export async function clicksLeft({ code, max_clicks: max }: Link, kv: Kv): Promise<number | null> {
  if (max === null) return null;
  return Math.max(0, max - ((await kv.get<number>(`used:${keyOf(code)}`)) ?? 0));
}
