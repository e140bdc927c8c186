import type { Static } from "hub";
import type { Kv } from "../doors.ts";
import { readUsedClicks } from "./click-limit.ts";
import { parseFutureTime } from "./lifetime.ts";
import { findOwnLink, type Link, storeLink } from "./link.ts";
import type { editBody } from "./link-schema.ts";
import { hashPassword } from "./password.ts";
import { parseRules } from "./rules.ts";
import { parseTarget, type TargetOptions } from "./target.ts";
import { parseWebhook } from "./webhook.ts";

interface EditOptions extends TargetOptions {
  owner: string;
  kv: Kv;
  now: number;
}

/** Updates a link of its owner. Throws `not_found` or `not_link_owner`. */
export async function editLink(
  code: string,
  changes: Static<typeof editBody>,
  { owner, kv, now, ...target }: EditOptions,
): Promise<Link> {
  const link = await findOwnLink(code, { kv, owner });
  const { url, utm, expires_at, expired_url, password, rules, webhook, ...plain } = changes;
  const given = Object.entries(plain).filter(([, value]) => value !== undefined);
  const changed: Link = { ...link, ...Object.fromEntries(given), updated_at: now };
  if (url !== undefined || utm !== undefined)
    changed.url = parseTarget(url ?? link.url, { ...target, utm });
  if (rules !== undefined) changed.rules = parseRules(rules, { ...target, utm });
  else if (utm !== undefined && link.rules)
    changed.rules = link.rules.map((rule) => ({
      ...rule,
      url: parseTarget(rule.url, { ...target, utm }),
    }));
  if (webhook !== undefined) changed.webhook = webhook === null ? null : parseWebhook(webhook);
  if (expired_url !== undefined)
    changed.expired_url =
      expired_url === null ? null : parseTarget(expired_url, { ...target, at: "body.expired_url" });
  if (expires_at !== undefined)
    changed.expires_at = expires_at === null ? null : parseFutureTime(expires_at, now);
  if (password !== undefined)
    changed.password = password === null ? null : await hashPassword(password);
  // A new limit starts at zero and ignores earlier clicks.
  if (link.max_clicks === null && changed.max_clicks !== null)
    changed.used_before = await readUsedClicks(link.code, kv);
  await storeLink(changed, kv);
  return changed;
}
