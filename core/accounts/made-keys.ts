import type { KeyRecord } from "../platform/store/records.ts";

/** Returns the keys that a key created, directly or through others. */
export function listMadeKeys(keys: readonly KeyRecord[], id: string): KeyRecord[] {
  const made = keys.filter(({ madeBy }) => madeBy === id);
  return [...made, ...made.flatMap((key) => listMadeKeys(keys, key.id))];
}

/** Returns whether a key is neither revoked nor expired. */
export function isActive({ revokedAt, expiresAt }: KeyRecord, now: number): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}
