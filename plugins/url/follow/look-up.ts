import { redirect } from "hub";
import type { Doors } from "../doors.ts";
import { findLink, type Link, toStoreKey } from "../link/link.ts";
import { isPassword } from "../link/password.ts";
import { isBlocked } from "../link/target.ts";
import url from "../plugin.ts";
import { isPreviewer } from "../stats/agents.ts";
import { getMemory } from "./memory.ts";
import { renderPasswordPage, renderPreviewPage } from "./pages.ts";
import { consumeClick, countClicksLeft, createClickLimitError } from "./take-click.ts";

/** Response to a visitor: a redirect or a page. */
export type Answer = ReturnType<typeof redirect>;
export type Query = Record<string, string>;
export type FollowDoors = Pick<
  Doors,
  "kv" | "random" | "log" | "later" | "clock" | "caller" | "env"
>;

/** Redirects a visitor with a link from the store, or shows the preview page. */
export async function followStoredLink(
  code: string,
  query: Query,
  doors: FollowDoors,
): Promise<Answer> {
  if (code.endsWith("+")) return showPreview(await findLivingLink(code.slice(0, -1), doors), doors);
  const { clicks, hot } = getMemory(doors);
  const { caller } = doors;
  const link = await findLivingLink(code, doors);
  if (link.password !== null) return renderPasswordPage();
  const isLooking = caller.looksAhead !== undefined || isPreviewer(caller.userAgent);
  if (link.max_clicks !== null && isLooking) return showPreview(link, doors);
  await consumeClick(link, doors.kv);
  const now = doors.clock();
  const clicked = { key: toStoreKey(link.code), owner: link.owner };
  if (!caller.looksAhead) clicks.count(clicked, caller, now);
  const answer = sendOn(link, { query });
  if (link.max_clicks === null && !link.forward_query)
    hot.set(code, { clicked, redirect: answer }, { now, end: link.expires_at });
  return answer;
}

/** Redirects a visitor with the right password. Otherwise, shows the password form again. */
export async function unlock(
  code: string,
  { query, password }: { query: Query; password: string },
  doors: FollowDoors,
): Promise<Answer> {
  const link = await findLivingLink(code, doors);
  if (link.password !== null && !(await isPassword(password, link.password)))
    return renderPasswordPage({ isWrong: true });
  await consumeClick(link, doors.kv);
  const clicked = { key: toStoreKey(link.code), owner: link.owner };
  getMemory(doors).clicks.count(clicked, doors.caller, doors.clock());
  // The next request must be a GET, and must not carry the password.
  return sendOn(link, { query, status: 303 });
}

/** Shows the preview page without using up a click. */
async function showPreview(link: Link, { kv, caller }: FollowDoors): Promise<Answer> {
  if ((await countClicksLeft(link, kv)) === 0) throw createClickLimitError(link);
  // A browser would reuse a prefetched page for the click. After a 403, it sends a new request.
  return renderPreviewPage(link, { status: caller.looksAhead === "prefetch" ? 403 : 200 });
}

/** Finds an active link. Throws `not_found` or `link_gone`. */
export async function findLivingLink(
  code: string,
  { kv, clock, env }: Pick<FollowDoors, "kv" | "clock" | "env">,
): Promise<Link> {
  const link = await findLink(code, kv);
  const refuseGone = (why: string) =>
    url.error("link_gone", `The short link "${link.code}" ${why}`);
  if (!link.enabled) throw refuseGone("was disabled by its owner");
  if (link.expires_at !== null && link.expires_at <= clock()) throw refuseGone("has expired");
  if (isBlocked(new URL(link.url), env.HUB_URL_BLOCKED))
    throw refuseGone("points to a host that the operator of this hub has blocked");
  return link;
}

const forwardedMax = 4096;

function sendOn(
  { url, forward_query, expires_at, max_clicks, password }: Link,
  { query, status = 302 }: { query: Query; status?: 302 | 303 },
): Answer {
  // A redirect cached by the browser is neither counted nor limited.
  const isCacheable = expires_at === null && max_clicks === null && password === null;
  return redirect(forward_query ? addQuery(url, query) : url, {
    status,
    headers: {
      "cache-control": isCacheable ? "private, max-age=90" : "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
    },
  });
}

/** Adds query parameters. Visitors cannot change those of the target. */
function addQuery(address: string, query: Query): string {
  const target = new URL(address);
  const own = new Set(target.searchParams.keys());
  const added = new URLSearchParams(Object.entries(query).filter(([name]) => !own.has(name)));
  if (added.size === 0) return address;
  target.search = target.search === "" ? `${added}` : `${target.search}&${added}`;
  return target.href.length <= forwardedMax ? target.href : address;
}
