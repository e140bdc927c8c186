/** Who the limits apply to: one e-mail address, whatever keys it holds. */
export interface Account {
  /** Counts up from 1: also the account's place in the counter file. */
  readonly id: number;
  readonly email: string;
  readonly tier: string;
  readonly createdAt: number;
}

/** A key as it is kept: everything but the key itself. Times are milliseconds since 1970. */
export interface KeyRecord {
  readonly id: string;
  readonly accountId: number;
  /** HMAC-SHA-256 of the key under the hub's pepper, in base64. */
  readonly hash: string;
  /** The first characters, by which its owner recognises it. */
  readonly prefix: string;
  readonly name: string | null;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
}

/** Calls that were answered alike on one day. */
export interface Usage {
  /** Days since 1970 (UTC). */
  readonly day: number;
  readonly keyId: string;
  readonly service: string;
  readonly route: string;
  /** `2xx`, `4xx` … */
  readonly statusClass: string;
  readonly count: number;
}

/** An entry of a plugin's own namespace. */
export interface KvEntry {
  readonly value: string;
  readonly expiresAt: number | null;
}

/** Everything that must outlive the process. One driver for each database. */
export interface Records {
  /** All accounts and keys, read once at start. */
  all(): Promise<{ accounts: Account[]; keys: KeyRecord[] }>;
  /** Finds or makes the account of an e-mail address. */
  account(email: string, defaults: { tier: string; now: number }): Promise<Account>;
  setTier(accountId: number, tier: string): Promise<void>;
  /** Adds a key unless the account then held more than `activeMax` that work at `now`. */
  addKey(key: KeyRecord, limits: { activeMax: number; now: number }): Promise<boolean>;
  revokeKey(id: string, now: number): Promise<void>;
  /** Adds counts to the usage history and notes when keys were last used. */
  addUsage(usage: readonly Usage[], lastUsed: ReadonlyMap<string, number>): Promise<void>;
  usage(keyIds: readonly string[], days: { from: number; to: number }): Promise<Usage[]>;
  /** A number that changes whenever accounts or keys do. */
  revision(): Promise<number>;
  kvGet(plugin: string, key: string): Promise<KvEntry | undefined>;
  kvSet(plugin: string, key: string, entry: KvEntry): Promise<void>;
  kvDelete(plugin: string, key: string): Promise<void>;
  /** Adds to a number in one step; an entry that has expired counts as none. */
  kvIncrement(
    plugin: string,
    key: string,
    change: { by: number; expiresAt: number | null; now: number },
  ): Promise<number>;
  /** Removes what has expired. */
  kvSweep(now: number): Promise<void>;
  kvKeys(plugin: string, prefix: string, now: number): Promise<string[]>;
  close(): Promise<void>;
}
