import type { Kv } from "../../contract/doors.ts";
import type { Records } from "./records.ts";

/** Returns the key-value namespace of a plugin. */
export function createKv(records: Records, plugin: string, clock: () => number): Kv {
  const toExpiry = (ttlMs: number | undefined) => (ttlMs === undefined ? null : clock() + ttlMs);
  return {
    async get<T>(key: string) {
      const entry = await records.kvGet(plugin, key);
      if (!entry || (entry.expiresAt !== null && entry.expiresAt <= clock())) return undefined;
      return JSON.parse(entry.value) as T;
    },
    set: (key, value, { ttlMs, account } = {}) =>
      records.kvSet(plugin, key, {
        value: JSON.stringify(value),
        expiresAt: toExpiry(ttlMs),
        account,
      }),
    delete: (key) => records.kvDelete(plugin, key),
    increment: (key, by = 1, { ttlMs, account } = {}) =>
      records.kvIncrement(plugin, key, { by, expiresAt: toExpiry(ttlMs), now: clock(), account }),
    keys: (prefix = "", page) => records.kvKeys(plugin, prefix, { ...page, now: clock() }),
  };
}
