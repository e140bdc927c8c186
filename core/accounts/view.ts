import type { Take } from "../lib/rolling-window/meter.ts";
import type { KeyRecord } from "../platform/store/records.ts";
import type { AccountView, KeyView } from "./account-fields.ts";
import type { Holder } from "./accounts.ts";
import { getRights } from "./rights.ts";

/** Builds the response for a key with its account and remaining limits. */
export function buildAccountView(
  { key, account, own, tier: ofAccount }: Holder,
  {
    left,
    lastUsedAt = key.lastUsedAt ?? undefined,
  }: { left: Omit<Take, "ok">; lastUsedAt?: number | undefined },
): AccountView {
  const tier = own?.tier ?? ofAccount;
  return {
    ...buildKeyView(key, lastUsedAt),
    email: account.email,
    tier: tier.name,
    limits: {
      per_minute: toJsonLimit(tier.perMinute),
      per_day: toJsonLimit(tier.perDay),
      per_day_is_soft: tier.soft,
    },
    remaining: {
      minute: toJsonLimit(left.minute.remaining),
      day: toJsonLimit(Math.max(0, tier.perDay - left.usedToday)),
    },
    used_today: left.usedToday,
  };
}

/** Builds the response for a key. */
export function buildKeyView(key: KeyRecord, lastUsedAt = key.lastUsedAt ?? undefined): KeyView {
  const { services, addresses, perMinute, perDay, routes, methods, referrers, managesKeys } =
    getRights(key);
  return {
    key_id: key.id,
    prefix: key.prefix,
    name: key.name,
    kind: key.kind,
    services: services ? [...services] : null,
    addresses: addresses ? [...addresses] : null,
    own_limits: { per_minute: perMinute, per_day: perDay },
    routes: routes ? [...routes] : null,
    methods: methods ? [...methods] : null,
    referrers: referrers ? [...referrers] : null,
    may_manage_keys: managesKeys,
    created_at: isoDate(key.createdAt),
    expires_at: key.expiresAt === null ? null : isoDate(key.expiresAt),
    revoked_at: key.revokedAt === null ? null : isoDate(key.revokedAt),
    suspended_at: key.suspendedAt === null ? null : isoDate(key.suspendedAt),
    made_by: key.madeBy,
    replaced_by: key.replacedBy,
    last_used_at: lastUsedAt === undefined ? null : isoDate(lastUsedAt),
  };
}

/** Converts a limit for JSON. Returns null if there is no limit. */
export function toJsonLimit(limit: number): number | null {
  return Number.isFinite(limit) ? limit : null;
}

/** Formats a time in milliseconds since 1970 as ISO 8601. */
export function isoDate(ms: number): string {
  return new Date(ms).toISOString();
}
