import type { EmailAddress } from "../mail/email-address.ts";
import type { AsyncJobRecords } from "./async-job-records.ts";
import type { IdempotencyRecords } from "./idempotency-records.ts";
import type { IncidentRecords } from "./incident-records.ts";

/** Receives a counter's units. For a key with its own limits it also gets the account's counter. */
export type UnitsReader = (counterId: number, units: number, accountCounterId?: number) => void;

/** An account: one email address with its keys. Limits apply to it. */
export interface Account {
  /** Assigned from 1 upwards. Also the account's index in the counter file. */
  readonly id: number;
  /** The email address as first entered. Mail is sent to it. */
  readonly email: string;
  /** The canonical form of all spellings of the address. */
  readonly folded: string;
  /**
   * The older account with the same canonical address, from before spellings were unified. An address that
   * matches neither account exactly refers to the older one.
   */
  readonly olderId: number | null;
  readonly tier: string;
  readonly createdAt: number;
  /** Limits set by the operator that override those of its tier. */
  readonly perMinute: number | null;
  readonly perDay: number | null;
  /** The URL for notifications, and the secret that signs them. */
  readonly webhookUrl: string | null;
  readonly webhookSecret: string | null;
  /** Whether it also gets notifications by email: 1 or 0. */
  readonly mailNotices: number;
  /** When the operator suspended it. */
  readonly suspendedAt: number | null;
  /** The counter of its calls since the operator reset it. Null: its id. */
  readonly counterId: number | null;
}

/** The notification settings of an account. */
export type NoticeSettings = Pick<Account, "webhookUrl" | "webhookSecret" | "mailNotices">;

/** The stored restrictions of a key, see `Rights`. Missing fields restrict nothing. */
export interface KeyRestrictions {
  readonly services?: readonly string[] | undefined;
  readonly routes?: readonly string[] | undefined;
  readonly methods?: readonly string[] | undefined;
  readonly addresses?: readonly string[] | undefined;
  readonly referrers?: readonly string[] | undefined;
  readonly perMinute?: number | undefined;
  readonly perDay?: number | undefined;
  readonly managesKeys: boolean;
  /** Whether the login of a session proved that its person reads the mail of the account. */
  readonly isVerified?: boolean | undefined;
}

/** A stored key, without the key itself. Times are milliseconds since 1970. */
export interface KeyRecord {
  readonly id: string;
  readonly accountId: number;
  /** HMAC-SHA-256 of the key under the hub's pepper, in base64. */
  readonly hash: string;
  /** The first characters, by which its owner recognises it. */
  readonly prefix: string;
  readonly name: string | null;
  /** Publishable keys may be public. A session is the login of a person, and only works as a cookie. */
  readonly kind: "secret" | "publishable" | "session";
  readonly restrictions: KeyRestrictions;
  /** The counter of a key with its own limits: a number that no account has. */
  readonly counterId: number | null;
  /** The key that replaces it. */
  readonly replacedBy: string | null;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  /** When its owner suspended it, and the key that did. */
  readonly suspendedAt: number | null;
  readonly suspendedBy: string | null;
  /** The key that created it. Null for keys from sign-ups, codes and the operator. */
  readonly madeBy: string | null;
  readonly lastUsedAt: number | null;
}

/** The fields of a key that its owner can change. */
export type KeyChange = Pick<
  KeyRecord,
  "name" | "restrictions" | "counterId" | "expiresAt" | "suspendedAt" | "suspendedBy"
>;

/** A key whose account doesn't exist yet or isn't known yet. */
export type NewKey = Omit<KeyRecord, "accountId">;

/** A key and its account. */
export interface KeyHolder {
  readonly key: KeyRecord;
  readonly account: Account;
}

/** Changes since a revision. Cached copies of these keys and accounts must be reloaded. */
export interface Changes {
  /** The revision up to which the changes are complete. */
  readonly revision: number;
  /** Ids of changed keys. */
  readonly keys: readonly string[];
  /** Ids of changed accounts. All their keys may have changed, too. */
  readonly accounts: readonly number[];
}

/** The maximum number of revisions that `changesSince` returns. */
export const changesMax = 1000;

/** The number of revisions that are retained. */
export const changesKept = 10_000;

/** The account of changes to the operators' rules. No account has this ID. */
export const rulesChange = 0;

/** The maximum count of active keys, where only their existence matters. */
export const workingKeysTold = 1000;

/** The limits for exchanging a verification code. */
export interface CodeUse {
  readonly tier: string;
  readonly now: number;
  readonly lifeMs: number;
  readonly attemptsMax: number;
  readonly activeMax: number;
  /** Whether all other keys of the account are revoked. */
  readonly revokeOthers: boolean;
}

/** The result of exchanging a code. `otherKeys` is the number of other active keys. */
export type CodeResult =
  | { outcome: "issued"; account: Account; otherKeys: number }
  | { outcome: "invalid" }
  | { outcome: "suspended" }
  | { outcome: "full" };

/** Calls on one day with the same key, route and status class. */
export interface Usage {
  /** Days since 1970 (UTC). */
  readonly day: number;
  readonly keyId: string;
  readonly service: string;
  readonly route: string;
  /** A status class, such as `2xx` or `4xx`. */
  readonly statusClass: string;
  readonly count: number;
  /** Their cost, in units of the daily quota. */
  readonly units: number;
}

/** Usage that is added exactly once, even if the hub retries because it got no confirmation. */
export interface UsageBatch {
  /** A unique id. */
  readonly id: string;
  readonly usage: readonly Usage[];
  /** The time of each key's last use, by key id. */
  readonly lastUsed: ReadonlyMap<string, number>;
}

/** The usage of an account in a past month. */
export type MonthlyUsage = Omit<Usage, "keyId" | "route">;

/** An entry of a plugin's namespace. */
export interface KvEntry {
  readonly value: string;
  readonly expiresAt: number | null;
}

/** An entry that may belong to an account, and is erased with it. */
export type NewKvEntry = KvEntry & { readonly account?: string | undefined };

/** The stored bodies that belonged to erased accounts. */
export interface ErasedBodies {
  /** The run ids of stored responses. */
  readonly answers: readonly string[];
  /** The ids of jobs. */
  readonly jobs: readonly string[];
}

/** A run of a plugin's scheduled task. Times are milliseconds since 1970. */
export interface CronRun {
  readonly plugin: string;
  readonly name: string;
  /** The scheduled time. No other hub of this store runs it for the same time again. */
  readonly dueAt: number;
  readonly startedAt: number;
  /** Null while it runs, or if its hub stopped before the end. */
  readonly endedAt: number | null;
  /** The time and the reason of the last failed run. */
  readonly failedAt: number | null;
  readonly failure: string | null;
}

/** An exclusive lease. */
export interface Lease {
  /** The unique id of the hub. */
  readonly holder: string;
  readonly now: number;
  /** When others may acquire it, unless it is released earlier. */
  readonly expiresAt: number;
}

/** All persistent data. There is one driver per database. */
export interface Records {
  /** Finds a key by its hash. */
  holderByHash(hash: string): Promise<KeyHolder | undefined>;
  /** Finds a key by its id. */
  holderById(id: string): Promise<KeyHolder | undefined>;
  /** Returns a page of all keys, sorted by id, which is the order of issue. */
  holders(page: { after: string; limit: number; tier?: string | undefined }): Promise<KeyHolder[]>;
  account(id: number): Promise<Account | undefined>;
  /** Finds the account of an email address. */
  findAccountByEmail(address: EmailAddress): Promise<Account | undefined>;
  /** Creates an account with its first key, unless the address has one. */
  addAccount(
    address: EmailAddress,
    key: NewKey,
    options: { tier: string },
  ): Promise<Account | undefined>;
  setTier(accountId: number, tier: string): Promise<void>;
  /**
   * Erases an account with its keys, codes and notices, and marks the rest of its data for removal by
   * `sweepErased`. Returns whether the account existed.
   */
  eraseAccount(id: number, now: number): Promise<boolean>;
  /**
   * Removes the remaining data of erased accounts: usage, plugins' entries, jobs and stored responses.
   * Returns the bodies that must be removed too. `answersOf` lists owners of stored responses to calls
   * without a key.
   */
  sweepErased(now: number, answersOf?: readonly string[]): Promise<ErasedBodies>;
  /**
   * Adds a key, unless the account already has `activeMax` active keys at `now`. Returns whether it was
   * added. Throws `key_revoked` if the key that creates it has ended.
   */
  addKey(key: KeyRecord, limits: { activeMax: number; now: number }): Promise<boolean>;
  /** Returns the keys of an account in the order of issue. */
  listKeys(accountId: number): Promise<KeyRecord[]>;
  /**
   * Changes a key atomically: `change` returns the new fields. If it throws, nothing is changed and the
   * error is rethrown.
   */
  changeKey(id: string, change: (key: KeyRecord) => KeyChange): Promise<KeyRecord>;
  /**
   * Issues a replacement for a key, which stays valid until `endsAt`. The replacement takes over the keys
   * that it created or suspended. Returns false if that key was inactive or already replaced.
   */
  replaceKey(id: string, key: KeyRecord, times: { now: number; endsAt: number }): Promise<boolean>;
  /** Returns a new counter id that no account or key has ever had. */
  addCounter(): Promise<number>;
  setNotices(accountId: number, settings: NoticeSettings): Promise<void>;
  /**
   * Records that an account was notified of this percentage of its daily quota. Returns false if it already
   * was.
   */
  addNotice(accountId: number, notice: { day: number; percent: number }): Promise<boolean>;
  revokeKey(id: string, now: number): Promise<void>;
  /** Revokes all active keys. Returns their number. */
  revokeAllKeys(now: number): Promise<number>;
  /**
   * Stores a proof that the pepper is the one that the keys were hashed with. Runs `choose` under a lock.
   * It gets at most `workingKeysTold` as the number of active keys.
   */
  settlePepper(
    now: number,
    choose: (known: { proof: string | undefined; workingKeys: number }) => string,
  ): Promise<void>;
  pepperProof(): Promise<string | undefined>;
  /**
   * Stores a verification code that replaces the previous one. Returns the address to mail it to: the
   * account's if there is one. Returns nothing if `mailsMax` mails were sent there within `windowMs`.
   */
  addCode(
    code: { address: EmailAddress; hash: string },
    limits: { mailsMax: number; windowMs: number; now: number },
  ): Promise<string | undefined>;
  /**
   * Exchanges a code for a key of the account that it was mailed to. Creates the account if necessary. The
   * code stays valid if the account has too many keys.
   */
  useCode(
    code: { folded: string; hash: string },
    key: NewKey,
    options: CodeUse,
  ): Promise<CodeResult>;
  /** Removes codes and their addresses from before a time. */
  sweepCodes(before: number): Promise<void>;
  /**
   * Adds counts to the usage history and updates the last use of keys, unless this batch was already added.
   */
  addUsage(batch: UsageBatch): Promise<void>;
  usage(keyIds: readonly string[], days: { from: number; to: number }): Promise<Usage[]>;
  /**
   * Rolls up the usage before a day by account, month, service and status. Replaces at most `limit` entries
   * by key, day and route. Returns their number.
   */
  rollUpUsage(before: number, limit: number): Promise<number>;
  /**
   * Returns rolled-up usage. `day` is the first of the month. Includes months whose first day is in the
   * range.
   */
  monthlyUsage(accountId: number, days: { from: number; to: number }): Promise<MonthlyUsage[]>;
  /**
   * Passes the units used on a day to a callback, by counter: each account, and each key with its own
   * limits. One at a time, because there may be millions.
   */
  unitsOfDay(day: number, onUnits: UnitsReader): Promise<void>;
  /**
   * Returns a number that increases when accounts or keys change. Additions don't affect cached entries, so
   * they don't increase it.
   */
  revision(): Promise<number>;
  /**
   * Returns the accounts and keys that have changed since a revision. `too many`: reload all, because the
   * revision is too old or a change was not recorded in detail.
   */
  changesSince(revision: number): Promise<Changes | "too many">;
  kvGet(plugin: string, key: string): Promise<KvEntry | undefined>;
  kvSet(plugin: string, key: string, entry: NewKvEntry): Promise<void>;
  kvDelete(plugin: string, key: string): Promise<void>;
  /** Adds to a number atomically. Expired entries count as missing. */
  kvIncrement(
    plugin: string,
    key: string,
    change: {
      by: number;
      expiresAt: number | null;
      now: number;
      account?: string | undefined;
    },
  ): Promise<number>;
  /** Removes expired entries. */
  kvSweep(now: number): Promise<void>;
  /** Returns the keys with a prefix, in order: all of them, or the last ones before a given key. */
  kvKeys(
    plugin: string,
    prefix: string,
    options: { now: number; limit?: number; before?: string | undefined },
  ): Promise<string[]>;
  /** Acquires or renews an exclusive lease. Returns whether the hub holds it. */
  acquireLease(name: string, lease: Lease): Promise<boolean>;
  returnLease(name: string, holder: string): Promise<void>;
  /**
   * Starts a run of a scheduled task, for the time of the lease. `taken`: another hub has run it for that
   * time, or is running it. `running`: the previous run has not ended.
   */
  beginCronRun(
    run: Pick<CronRun, "plugin" | "name" | "dueAt">,
    lease: Lease,
  ): Promise<"begun" | "taken" | "running">;
  /** Ends a run, with the reason if it failed. */
  endCronRun(
    run: Pick<CronRun, "plugin" | "name">,
    end: { holder: string; now: number; failure: string | undefined },
  ): Promise<void>;
  /** Returns the last run of each scheduled task. */
  cronRuns(): Promise<CronRun[]>;
  /** Returns the migrations of a plugin that have run, in order. */
  pluginMigrations(plugin: string): Promise<string[]>;
  addPluginMigration(plugin: string, name: string, now: number): Promise<void>;
  /** Asynchronous jobs. */
  readonly asyncJobs: AsyncJobRecords;
  /** Requests with an `Idempotency-Key`. */
  readonly idempotency: IdempotencyRecords;
  /** Past and current incidents. */
  readonly incidents: IncidentRecords;
  /** Returns the reason why the store isn't writable, if it isn't. Tests it with a write. */
  fault(): string | undefined;
  /** How far the clock that all hubs share is ahead of this machine's, in milliseconds. */
  aheadMs(): number;
  close(): Promise<void>;
}
