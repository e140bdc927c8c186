import type { Static } from "hub";
import type { Kv, Random } from "../doors.ts";
import url from "../plugin.ts";
import { checkCode, makeCode } from "./code.ts";
import { resolveExpiry } from "./lifetime.ts";
import { claimCode, isFree, type Link, storeLink, toStoreKey } from "./link.ts";
import type { shortenBody } from "./link-schema.ts";
import { addOwnedLink } from "./own-links.ts";
import { hashPassword } from "./password.ts";
import { parseRules } from "./rules.ts";
import { parseTarget, type TargetOptions } from "./target.ts";
import { parseWebhook } from "./webhook.ts";

/** Parsed request body. */
type ShortenRequest = Omit<Static<typeof shortenBody>, "utm">;

interface ShortenOptions extends TargetOptions {
  owner: string;
  kv: Kv;
  random: Random;
  now: number;
  /** When another service created the link. Default: now. */
  createdAt?: number | undefined;
  /** Whether to check only. */
  dry_run?: boolean;
}

/** Creates a short link, or returns an identical link of the caller. */
export async function shorten(
  request: ShortenRequest,
  { owner, kv, random, now, createdAt = now, dry_run = false, ...target }: ShortenOptions,
): Promise<{ link: Link; reused: boolean }> {
  const draft: Omit<Link, "code"> = {
    custom: request.code !== undefined,
    owner,
    url: parseTarget(request.url, target),
    title: request.title ?? null,
    tags: request.tags,
    forward_query: request.forward_query,
    expires_at: resolveExpiry(request, now),
    expired_url:
      request.expired_url === undefined
        ? null
        : parseTarget(request.expired_url, { ...target, utm: {}, at: "body.expired_url" }),
    domain: findDomain(request.domain, target),
    max_clicks: request.max_clicks ?? null,
    permanent: request.permanent ?? false,
    ...(request.rules?.length && { rules: parseRules(request.rules, target) }),
    webhook: request.webhook ? parseWebhook(request.webhook) : null,
    password: null,
    enabled: true,
    created_at: Math.min(createdAt, now),
    updated_at: now,
  };
  if (request.code !== undefined) checkCode(request.code);
  const isPlain =
    draft.expires_at === null &&
    !draft.expired_url &&
    draft.max_clicks === null &&
    !draft.rules &&
    !draft.webhook &&
    request.password === undefined;
  const identical =
    request.reuse && isPlain
      ? await findIdenticalLink(draft, { kv, code: request.code })
      : undefined;
  if (identical) return { link: identical, reused: true };
  const code = request.code ?? (dry_run ? "" : await claimRandomCode(kv, random));
  if (request.code !== undefined && !(await (dry_run ? isFree(code, kv) : claimCode(code, kv))))
    throw url.error(
      "code_taken",
      `body.code must not be in use: "${code}" is taken by another link`,
      {
        at: "body.code",
      },
    );
  if (dry_run) return { link: { ...draft, code }, reused: false };
  const password = request.password === undefined ? null : await hashPassword(request.password);
  const link = { ...draft, code, password };
  await storeLink(link, kv);
  await addOwnedLink(link, kv);
  if (isPlain) await kv.set(buildIdentityKey(link), toStoreKey(code), { account: owner });
  return { link, reused: false };
}

/** Returns the origin of a host for short URLs, or null for the hub's own. Throws `invalid_input`. */
function findDomain(
  host: string | undefined,
  { origin, domains }: Pick<TargetOptions, "origin" | "domains">,
): string | null {
  if (host === undefined) return null;
  // Normalises case, international names and the trailing dot. The port must agree with that of the origin.
  const wanted = (domain: string) => {
    const { protocol, host: own } = new URL(domain);
    const parsed = /[/?#@\\]/.test(host) ? null : URL.parse(`${protocol}//${host}`);
    return parsed?.host.replace(/\.(?=:|$)/, "") === own;
  };
  if (wanted(origin)) return null;
  const found = domains.find(wanted);
  if (found) return found;
  const hosts = [origin, ...domains].map((domain) => new URL(domain).host);
  throw url.error(
    "invalid_input",
    `body.domain must be one of ${[...new Set(hosts)].join(", ")}: it is ${JSON.stringify(host)}`,
    { at: "body.domain" },
  );
}

const triesMax = 10;

async function claimRandomCode(kv: Kv, random: Random): Promise<string> {
  for (let tries = 0; tries < triesMax; tries++) {
    const code = makeCode(random);
    if (await claimCode(code, kv)) return code;
  }
  throw new Error(`Cannot find a free code in ${triesMax} tries`);
}

/** Finds an identical link, which must not have been changed since its creation. */
async function findIdenticalLink(
  draft: Omit<Link, "code">,
  { kv, code }: { kv: Kv; code: string | undefined },
): Promise<Link | undefined> {
  const key = code === undefined ? await kv.get<string>(buildIdentityKey(draft)) : toStoreKey(code);
  const link = key === undefined ? undefined : await kv.get<Link>(`link:${key}`);
  if (!link?.enabled || link.owner !== draft.owner) return undefined;
  const isPlain =
    link.expires_at === null &&
    !link.expired_url &&
    link.max_clicks === null &&
    !link.rules?.length &&
    !link.webhook &&
    link.password === null;
  return isPlain && buildIdentityKey(link) === buildIdentityKey(draft) ? link : undefined;
}

/** Returns the store key that finds an identical link: its owner and a hash of its properties. */
export function buildIdentityKey({
  owner,
  url,
  title,
  tags,
  forward_query,
  domain,
  permanent,
}: Omit<Link, "code">): string {
  const more = [...(domain ? [domain] : []), ...(permanent ? [301] : [])];
  const whole = JSON.stringify([url, title, tags, forward_query, ...more]);
  const hash = new Bun.CryptoHasher("sha256").update(whole).digest("base64url");
  return `same:${owner}:${hash}`;
}
