import type { Kv } from "../doors.ts";
import { type Link, toStoreKey } from "./link.ts";

/** Adds a link to the list of its owner. */
export async function addOwnedLink(link: Link, kv: Kv): Promise<void> {
  const account = link.owner;
  await kv.set(`${buildOwnerPrefix(account)}${buildSortKey(link)}`, toStoreKey(link.code), {
    account,
  });
}

/** Removes a link from the list of its owner. */
export async function removeOwnedLink(link: Link, kv: Kv): Promise<void> {
  await kv.delete(`${buildOwnerPrefix(link.owner)}${buildSortKey(link)}`);
}

export interface ListOptions {
  kv: Kv;
  limit: number;
  before: string | undefined;
  /** Only links with this tag. */
  tag?: string | undefined;
  /** Only links with this text in their code, target, title or tags. */
  q?: string | undefined;
}

/** Returns the number of links of an owner. */
export async function countLinks(owner: string, kv: Kv): Promise<number> {
  return (await kv.keys(buildOwnerPrefix(owner))).length;
}

interface LinkPage {
  links: Link[];
  /** Cursor of the next page. */
  next: string | null;
}

/** Maximum number of links that a search looks through per call. */
const searchedMax = 2000;

/**
 * Returns a page of an owner's links, newest first, and the cursor of the next page. A search can return fewer links than
 * the limit, because it looks through a limited number.
 */
export async function listLinks(owner: string, options: ListOptions): Promise<LinkPage> {
  const { limit, tag, q } = options;
  if (tag === undefined && q === undefined) return readLinks(owner, options);
  const matches = (link: Link) => hasTag(link, tag) && hasText(link, q);
  const links: Link[] = [];
  let { before } = options;
  for (let searched = 0; searched < searchedMax; searched += limit) {
    const page = await readLinks(owner, { ...options, before });
    for (const link of page.links.filter(matches)) {
      links.push(link);
      // The next page starts after this link, even in the middle of a page of the store.
      if (links.length === limit) return { links, next: buildSortKey(link) };
    }
    if (page.next === null) return { links, next: null };
    before = page.next;
  }
  return { links, next: before ?? null };
}

function hasTag({ tags }: Link, tag: string | undefined): boolean {
  return tag === undefined || tags.some((one) => one.toLowerCase() === tag.toLowerCase());
}

function hasText({ code, url, title, tags }: Link, q: string | undefined): boolean {
  const text = q?.toLowerCase() ?? "";
  return [code, url, title ?? "", ...tags].some((field) => field.toLowerCase().includes(text));
}

async function readLinks(
  owner: string,
  { kv, limit, before }: Pick<ListOptions, "kv" | "limit" | "before">,
): Promise<LinkPage> {
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
