import { HubError, redirect } from "hub";
import type { Caller } from "../doors.ts";
import { consumeClick, countClicksLeft, createClickLimitError } from "../link/click-limit.ts";
import { findLink, type Link, toStoreKey } from "../link/link.ts";
import { isPassword } from "../link/password.ts";
import { isBlocked } from "../link/target.ts";
import url from "../plugin.ts";
import { isCrawler } from "../stats/agents.ts";
import type { Clicks } from "../stats/clicks.ts";
import {
  type FollowDoors,
  getMemory,
  type Visit,
  type VisitorQuery,
  type VisitorResponse,
} from "./memory.ts";
import { renderPasswordPage, renderPreviewPage } from "./pages.ts";

/** Links with longer targets stay in the store, because ten thousand of them would need a lot of memory. */
const targetMax = 4096;

/** Redirects a visitor with a link from the store, or shows the preview page. */
export async function followStoredLink(
  code: string,
  query: VisitorQuery,
  doors: FollowDoors,
): Promise<VisitorResponse> {
  if (code.endsWith("+")) return showPreview(await findLivingLink(code.slice(0, -1), doors), doors);
  const link = await findLink(code, doors.kv);
  const gone = findEnd(link, doors);
  if (gone) return sendAway(link, gone, doors);
  if (link.password !== null) return renderPasswordPage();
  const { clicks, hot } = getMemory(doors);
  const visit = prepareVisit(link, clicks);
  const targets = [link, ...(link.rules ?? [])];
  if (targets.reduce((sum, { url }) => sum + url.length, 0) <= targetMax)
    hot.set(code, visit, { now: doors.clock(), end: link.expires_at });
  return visit(query, doors);
}

/** Prepares what all visitors of a link have in common. */
function prepareVisit(link: Link, clicks: Clicks): Visit {
  const clicked = describeClicked(link);
  const status = link.permanent ? 301 : 302;
  const isFixed = !link.forward_query && !link.rules?.length;
  const fixed = isFixed ? sendOn(link, { query: {}, status }) : undefined;
  return (query, doors) => {
    const { caller } = doors;
    if (fixed === undefined || link.max_clicks !== null) return visitEach(caller, query, doors);
    if (!caller.looksAhead) clicks.count(clicked, caller, doors.clock(), { utm: listUtm(query) });
    return fixed;
  };

  /** Redirects a visitor who must be counted first, or whose target isn't that of all others. */
  async function visitEach(caller: Caller, query: VisitorQuery, doors: FollowDoors) {
    const isLimited = link.max_clicks !== null;
    const asks = isLimited && (caller.looksAhead || isCrawler(caller.userAgent));
    const aimed = await aim(link, caller, doors);
    const refusal = asks
      ? undefined
      : (findEnd(aimed, doors) ?? (await tryToConsume(link, doors.kv)));
    if (refusal) return sendAway(link, refusal, doors);
    const preview = asks ? await showPreview(link, doors) : undefined;
    if (!caller.looksAhead) clicks.count(clicked, caller, doors.clock(), { utm: listUtm(query) });
    return preview ?? fixed ?? sendOn(aimed, { query, status });
  }
}

/** Returns a link with its target for a visitor. */
async function aim(link: Link, caller: Caller, { clock }: FollowDoors): Promise<Link> {
  if (!link.rules?.length) return link;
  const { chooseTarget } = await import("./choose-target.ts");
  return { ...link, url: await chooseTarget(link, caller, clock()) };
}

const utmNames = ["source", "medium", "campaign", "term", "content"].map((name) => `utm_${name}`);
const utmMax = 100;

/** Returns the campaign parameters of a short URL. */
function listUtm(query: VisitorQuery): string[] {
  return utmNames.flatMap((name) => {
    const value = query[name]?.[0];
    return value ? [`${name}=${value.slice(0, utmMax)}`] : [];
  });
}

/** Redirects a visitor with the right password. Otherwise, shows the password form again. */
export async function unlock(
  code: string,
  { query, password }: { query: VisitorQuery; password: string },
  doors: FollowDoors,
): Promise<VisitorResponse> {
  const link = await findLink(code, doors.kv);
  const gone = findEnd(link, doors);
  if (gone) return sendAway(link, gone, { env: doors.env, status: 303 });
  if (link.password !== null && !(await isPassword(password, link.password)))
    return renderPasswordPage({ isWrong: true });
  const { caller, clock } = doors;
  const aimed = await aim(link, caller, doors);
  const refusal = findEnd(aimed, doors) ?? (await tryToConsume(link, doors.kv));
  if (refusal) return sendAway(link, refusal, { env: doors.env, status: 303 });
  const details = { isPerson: true, utm: listUtm(query) };
  getMemory(doors).clicks.count(describeClicked(link), caller, clock(), details);
  // The next request must be a GET, and must not carry the password.
  return sendOn(aimed, { query, status: 303 });
}

function describeClicked({ code, owner, max_clicks, webhook }: Link) {
  const notified = webhook ? { code, webhook } : undefined;
  return { key: toStoreKey(code), owner, isLimited: max_clicks !== null, notified };
}

/** Shows the preview page without using up a click. */
async function showPreview(link: Link, { kv, caller }: FollowDoors): Promise<VisitorResponse> {
  if ((await countClicksLeft(link, kv)) === 0) throw createClickLimitError(link);
  // A browser would reuse a prefetched page for the click. After a 403, it sends a new request.
  return renderPreviewPage(link, { status: caller.looksAhead === "prefetch" ? 403 : 200 });
}

/** Finds an active link. Throws `not_found` or `link_gone`. */
export async function findLivingLink(
  code: string,
  doors: Pick<FollowDoors, "kv" | "clock" | "env">,
): Promise<Link> {
  const link = await findLink(code, doors.kv);
  const gone = findEnd(link, doors);
  if (gone) throw gone.error;
  return link;
}

/** Why a link is no longer active. */
interface LinkEnd {
  error: HubError;
  /** Whether it has expired, and so leads to its `expired_url`. */
  isExpired: boolean;
}

/** Returns why a link is no longer active, or undefined if it is. Ignores the click limit. */
function findEnd(
  link: Link,
  { clock, env }: Pick<FollowDoors, "clock" | "env">,
): LinkEnd | undefined {
  const end = (why: string, isExpired = false): LinkEnd => {
    const error = url.error("link_gone", `The short link "${link.code}" ${why}`);
    return { error, isExpired };
  };
  if (!link.enabled) return end("was disabled by its owner");
  if (isBlocked(new URL(link.url), env.HUB_URL_BLOCKED))
    return end("points to a host that the operator of this hub has blocked");
  const hasExpired = link.expires_at !== null && link.expires_at <= clock();
  return hasExpired ? end("has expired", true) : undefined;
}

/** Uses up one click. Returns the click limit as the reason if it is reached. */
async function tryToConsume(link: Link, kv: FollowDoors["kv"]): Promise<LinkEnd | undefined> {
  try {
    await consumeClick(link, kv);
    return undefined;
  } catch (error) {
    if (!(error instanceof HubError && error.code === "link_gone")) throw error;
    return { error, isExpired: true };
  }
}

/** Redirects a visitor of an expired link to its `expired_url`. Otherwise, throws the error. */
function sendAway(
  { expired_url }: Link,
  { error, isExpired }: LinkEnd,
  { env, status = 302 }: Pick<FollowDoors, "env"> & { status?: 302 | 303 },
): VisitorResponse {
  if (!isExpired || !expired_url) throw error;
  if (isBlocked(new URL(expired_url), env.HUB_URL_BLOCKED)) throw error;
  return redirect(expired_url, { status, headers: { "cache-control": "no-store", ...headers } });
}

const forwardedMax = 4096;

/** Headers of every redirect. */
const headers = { "referrer-policy": "no-referrer", "x-robots-tag": "noindex" };

function sendOn(
  { url, forward_query, expires_at, max_clicks, password, rules }: Link,
  { query, status }: { query: VisitorQuery; status: 301 | 302 | 303 },
): VisitorResponse {
  // A redirect cached by the browser is neither counted nor limited.
  const isCacheable =
    expires_at === null && max_clicks === null && password === null && !rules?.length;
  return redirect(forward_query ? addQuery(url, query) : url, {
    status,
    headers: {
      "cache-control": isCacheable ? "private, max-age=90" : "no-store",
      ...headers,
    },
  });
}

/** Adds query parameters. Visitors cannot change those of the target. */
function addQuery(address: string, query: VisitorQuery): string {
  const target = new URL(address);
  const own = new Set(target.searchParams.keys());
  const added = new URLSearchParams(
    Object.entries(query).flatMap(([name, values]) =>
      own.has(name) ? [] : values.map((value): [string, string] => [name, value]),
    ),
  );
  if (added.size === 0 || `${added}`.length > forwardedMax) return address;
  target.search = target.search === "" ? `${added}` : `${target.search}&${added}`;
  return target.href;
}
