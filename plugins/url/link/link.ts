import type { Kv } from "../doors.ts";
import url from "../plugin.ts";
import { isCodeText } from "./code.ts";

/** Systems of visitors, and the kinds that they belong to. */
export const devices = [
  ...(["ios", "android", "windows", "macos", "linux", "chromeos"] as const),
  ...(["mobile", "desktop"] as const),
] as const;

/** Target for the visitors who meet all conditions. Times are Unix times in milliseconds. */
export interface Rule {
  /** Codes of ISO 3166-1. */
  countries?: string[];
  devices?: (typeof devices)[number][];
  /** Language tags. */
  languages?: string[];
  /** First moment of the rule. */
  from?: number;
  /** Moment from which the rule no longer applies. */
  until?: number;
  url: string;
}

/** Stored short link. Times are Unix times in milliseconds. */
export interface Link {
  /** As spelled in the short URL. */
  code: string;
  /** Whether the owner chose the code. Custom codes are not case-sensitive. */
  custom: boolean;
  /** Account that created the link. */
  owner: string;
  url: string;
  title: string | null;
  tags: string[];
  forward_query: boolean;
  expires_at: number | null;
  /** Where expired links lead. Missing in links from before this field. */
  expired_url?: string | null;
  /** Origin of the short URL, if it isn't the hub's. */
  domain?: string | null;
  /** Whether it redirects with 301 instead of 302. Default: no. */
  permanent?: boolean;
  /** Other targets for some visitors: the first rule that applies counts. */
  rules?: Rule[];
  /** Program that learns of clicks. */
  webhook?: { url: string; secret: string } | null;
  /** Maximum number of redirects since the limit was set. */
  max_clicks: number | null;
  /** Clicks under earlier limits. Default: 0. */
  used_before?: number;
  /** Argon2id, as a PHC string. */
  password: string | null;
  enabled: boolean;
  created_at: number;
  updated_at: number;
}

/** Returns the store key of a code, which ignores case and how letters with accents are composed. */
export function toStoreKey(code: string): string {
  return code.normalize("NFC").toLowerCase();
}

/** Finds a link by its code in any spelling. Throws `not_found` or `link_gone`. */
export async function findLink(code: string, kv: Kv): Promise<Link> {
  const link = isCode(code) ? await kv.get<Link>(`link:${toStoreKey(code)}`) : undefined;
  if (link && (link.custom || link.code === code)) return link;
  // Claims belong to no account, so they remain after a link or an account is deleted.
  if (!link && isCode(code) && !(await isFree(code, kv)))
    throw url.error("link_gone", `The short link "${code}" was deleted`);
  throw url.error("not_found", `No short link has the code ${JSON.stringify(shortenCode(code))}`);
}

/** Finds a link of the caller. Throws `not_found`, `link_gone` or `not_link_owner`. */
export async function findOwnLink(
  code: string,
  { kv, owner }: { kv: Kv; owner: string },
): Promise<Link> {
  const link = await findLink(code, kv);
  if (link.owner === owner) return link;
  throw url.error("not_link_owner", `The short link "${link.code}" belongs to another account`);
}

/** Reserves a code forever, so that a printed link can never point somewhere else. */
export async function claimCode(code: string, kv: Kv): Promise<boolean> {
  return (await kv.increment(`claim:${toStoreKey(code)}`)) === 1;
}

/** Returns whether a code was never used. */
export async function isFree(code: string, kv: Kv): Promise<boolean> {
  return (await kv.get(`claim:${toStoreKey(code)}`)) === undefined;
}

export async function storeLink(link: Link, kv: Kv): Promise<void> {
  await kv.set(`link:${toStoreKey(link.code)}`, link, { account: link.owner });
}

function isCode(text: string): boolean {
  const { codeMin, codeMax } = url.limits;
  return text.length >= codeMin && text.length <= codeMax && isCodeText(text);
}

function shortenCode(code: string): string {
  return code.slice(0, url.limits.codeMax);
}
