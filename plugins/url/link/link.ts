import type { Kv } from "../doors.ts";
import url from "../plugin.ts";

/** A short link as it is kept. Times are milliseconds since 1970. */
export interface Link {
  /** As it is spelled in the short address. */
  code: string;
  /** Whether its owner chose the code: then capitals do not matter in it. */
  custom: boolean;
  /** The account that made it. */
  owner: string;
  url: string;
  title: string | null;
  tags: string[];
  forward_query: boolean;
  expires_at: number | null;
  /** How many redirects it gives, counted from when that was set. */
  max_clicks: number | null;
  /** Argon2id, as a PHC string. */
  password: string | null;
  enabled: boolean;
  created_at: number;
  updated_at: number;
}

/** What links of all spellings are kept and claimed under. */
export function keyOf(code: string): string {
  return code.toLowerCase();
}

/** Finds a link by the code as somebody spelled it. Throws `not_found` and `link_gone`. */
export async function findLink(code: string, kv: Kv): Promise<Link> {
  const link = isCode(code) ? await kv.get<Link>(`link:${keyOf(code)}`) : undefined;
  if (link && (link.custom || link.code === code)) return link;
  // Claims belong to no account: they outlive the links of one that was erased.
  if (!link && isCode(code) && (await kv.get(`claim:${keyOf(code)}`)) !== undefined)
    throw url.error(
      "link_gone",
      `The short link "${code}" was removed with the account of its owner`,
    );
  throw url.error(
    "not_found",
    `There is no short link with the code ${JSON.stringify(shortenCode(code))}`,
  );
}

/** Finds a link that must be the caller's own. Throws `not_found`, `link_gone` and `not_link_owner`. */
export async function findOwnLink(
  code: string,
  { kv, owner }: { kv: Kv; owner: string },
): Promise<Link> {
  const link = await findLink(code, kv);
  if (link.owner === owner) return link;
  throw url.error("not_link_owner", `The short link "${link.code}" belongs to another account`);
}

/** Takes a code for good, so that an old link in print can never lead somewhere else. */
export async function claimCode(code: string, kv: Kv): Promise<boolean> {
  return (await kv.increment(`claim:${keyOf(code)}`)) === 1;
}

export async function storeLink(link: Link, kv: Kv): Promise<void> {
  await kv.set(`link:${keyOf(link.code)}`, link, { account: link.owner });
}

function isCode(text: string): boolean {
  const { codeMin, codeMax } = url.limits;
  return text.length >= codeMin && text.length <= codeMax && /^[\w-]+$/.test(text);
}

function shortenCode(code: string): string {
  return code.slice(0, url.limits.codeMax);
}
