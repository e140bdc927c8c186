import type { Kv } from "../doors.ts";
import { momentOf } from "./lifetime.ts";
import { keyOf, type Link } from "./link.ts";
import { keepLink } from "./links.ts";
import { hashPassword } from "./password.ts";
import { type TargetOptions, targetOf } from "./target.ts";

/** What its owner may change of a link. A null takes away what was set. */
export interface Changes {
  url?: string | undefined;
  title?: string | null | undefined;
  tags?: string[] | undefined;
  forward_query?: boolean | undefined;
  expires_at?: string | null | undefined;
  max_clicks?: number | null | undefined;
  password?: string | null | undefined;
  enabled?: boolean | undefined;
}

/** Changes a link and keeps it. */
export async function editLink(
  link: Link,
  changes: Changes,
  { kv, now, ...target }: TargetOptions & { kv: Kv; now: number },
): Promise<Link> {
  const { url, expires_at, password, ...plain } = changes;
  const given = Object.entries(plain).filter(([, value]) => value !== undefined);
  const changed: Link = { ...link, ...Object.fromEntries(given), updated_at: now };
  if (url !== undefined) changed.url = targetOf(url, target);
  if (expires_at !== undefined)
    changed.expires_at = expires_at === null ? null : momentOf(expires_at, now);
  if (password !== undefined)
    changed.password = password === null ? null : await hashPassword(password);
  // A limit counts from when there is one, and not what came before it or before an earlier one.
  if (link.max_clicks === null && changed.max_clicks !== null)
    await kv.delete(`used:${keyOf(link.code)}`);
  await keepLink(changed, kv);
  return changed;
}
