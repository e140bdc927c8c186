import type { EmailAddress } from "../mail/email-address.ts";
import type { AsyncJobRecords } from "./async-job-records.ts";
import type { IdempotencyRecords } from "./idempotency-records.ts";
import type { IncidentRecords } from "./incident-records.ts";

/** Receives the units of a counter, and the account's counter if it is of a key with limits of its own. */
export type UnitsReader = (counterId: number, units: number, accountCounterId?: number) => void;

/** Who the limits apply to: one e-mail address, whatever keys it holds. */
export interface Account {
  /** Counts up from 1: also the account's place in the counter file. */
  readonly id: number;
  /** As it was first given: mail goes there. */
  readonly email: string;
  /** What all spellings of the address have in common. */
  readonly folded: string;
  /**
   * The account whose address folds to the same one, from when spellings counted. Whoever names the
   * address in another spelling than either's means the older.
   */
  readonly olderId: number | null;
  readonly tier: string;
  readonly createdAt: number;
  /** What the operator allows it in place of its tier's numbers. */
  readonly perMinute: number | null;
  readonly perDay: number | null;
  /** Where it is told of what happens, and by which secret the hub signs that. */
  readonly webhookUrl: string | null;
  readonly webhookSecret: string | null;
  /** Whether it is told by mail, too: 1 or 0. */
  readonly mailNotices: number;
  /** Since when the operator keeps its keys from being used. */
  readonly suspendedAt: number | null;
  /** The counter of its calls since the operator reset it. Null: its id. */
  readonly counterId: number | null;
}

/** Who may be told what happens to an account. */
export type NoticeSettings = Pick<Account, "webhookUrl" | "webhookSecret" | "mailNotices">;

/** The stored rights of a key, as `Rights` has them. What is left out restricts nothing. */
export interface KeyRestrictions {
  readonly services?: readonly string[] | undefined;
  readonly routes?: readonly string[] | undefined;
  readonly methods?: readonly string[] | undefined;
  readonly addresses?: readonly string[] | undefined;
  readonly referrers?: readonly string[] | undefined;
  readonly perMinute?: number | undefined;
  readonly perDay?: number | undefined;
  readonly managesKeys: boolean;
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
  /** Those that are publishable may be seen by everybody. */
  readonly kind: "secret" | "publishable";
  readonly restrictions: KeyRestrictions;
  /** Where the calls of a key with limits of its own are counted: a number that no account has. */
  readonly counterId: number | null;
  /** The key that was issued in its place. */
  readonly replacedBy: string | null;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  /** Since when its owner keeps it from being used. */
  readonly suspendedAt: number | null;
  readonly lastUsedAt: number | null;
}

/** The fields of a key that its owner changes. */
export type KeyChange = Pick<
  KeyRecord,
  "name" | "restrictions" | "counterId" | "expiresAt" | "suspendedAt"
>;

/** A key whose account is yet to be found or made. */
export type NewKey = Omit<KeyRecord, "accountId">;

/** A key with the account that it is of. */
export interface KeyHolder {
  readonly key: KeyRecord;
  readonly account: Account;
}

/** What has changed since a revision: whatever is kept of these keys and accounts is to be read anew. */
export interface Changes {
  /** Up to where this tells it. */
  readonly revision: number;
  /** The ids of keys. */
  readonly keys: readonly string[];
  /** The ids of accounts: all keys of these may have changed, too. */
  readonly accounts: readonly number[];
}

/** How many revisions `changesSince` tells at most. */
export const changesMax = 1000;

/** For how many revisions it is kept what changed. */
export const changesKept = 10_000;

/** How many working keys are counted at most where it only matters whether there are any. */
export const workingKeysTold = 1000;

/** Within which bounds a code may be exchanged. */
export interface CodeUse {
  readonly tier: string;
  readonly now: number;
  readonly lifeMs: number;
  readonly attemptsMax: number;
  readonly activeMax: number;
  /** Whether all other keys of the account end. */
  readonly revokeOthers: boolean;
}

/** How the exchange of a code went; `otherKeys` are those that work beside the new one. */
export type CodeResult =
  | { outcome: "issued"; account: Account; otherKeys: number }
  | { outcome: "invalid" }
  | { outcome: "suspended" }
  | { outcome: "full" };

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
  /** What they cost of the day. */
  readonly units: number;
}

/** Usage that is added once, also where whoever adds it again was not told that it was. */
export interface UsageBatch {
  /** No other has it. */
  readonly id: string;
  readonly usage: readonly Usage[];
  /** When keys were last used, by their ids. */
  readonly lastUsed: ReadonlyMap<string, number>;
}

/** What is kept of the calls of an account in a month long gone by. */
export type MonthlyUsage = Omit<Usage, "keyId" | "route">;

/** An entry of a plugin's own namespace. */
export interface KvEntry {
  readonly value: string;
  readonly expiresAt: number | null;
}

/** An entry that may belong to an account, which it is erased with. */
export type NewKvEntry = KvEntry & { readonly account?: string | undefined };

/** The stored bodies that belonged to erased accounts. */
export interface ErasedBodies {
  /** The runs of stored answers. */
  readonly answers: readonly string[];
  /** The ids of jobs. */
  readonly jobs: readonly string[];
}

/** One run of a plugin's scheduled work. Times are milliseconds since 1970. */
export interface CronRun {
  readonly plugin: string;
  readonly name: string;
  /** When it was due: no hub of this store runs it for that time again. */
  readonly dueAt: number;
  readonly startedAt: number;
  /** Nothing while it runs, or where the hub that ran it ended first. */
  readonly endedAt: number | null;
  /** When a run failed last, and why. */
  readonly failedAt: number | null;
  readonly failure: string | null;
}

/** Who has something for himself, and for how long. */
export interface Lease {
  /** Which hub: a name that no other has. */
  readonly holder: string;
  readonly now: number;
  /** When others may take it, unless it was given back before. */
  readonly expiresAt: number;
}

/** Everything that must outlive the process. One driver for each database. */
export interface Records {
  /** Finds a key by its hash. */
  holderByHash(hash: string): Promise<KeyHolder | undefined>;
  /** Finds a key by its id. */
  holderById(id: string): Promise<KeyHolder | undefined>;
  /** A page of all keys, by their ids: in the order in which they were issued. */
  holders(page: { after: string; limit: number; tier?: string | undefined }): Promise<KeyHolder[]>;
  account(id: number): Promise<Account | undefined>;
  /** Finds the account of an e-mail address. */
  accountOf(address: EmailAddress): Promise<Account | undefined>;
  /** Makes an account with its first key, unless the address has one. */
  addAccount(
    address: EmailAddress,
    key: NewKey,
    options: { tier: string },
  ): Promise<Account | undefined>;
  setTier(accountId: number, tier: string): Promise<void>;
  /**
   * Erases an account with its keys, codes and notices, and notes that the rest of it is to be removed by
   * `sweepErased`. Answers whether there was one.
   */
  eraseAccount(id: number, now: number): Promise<boolean>;
  /**
   * Removes what is left of erased accounts: usage, plugins' entries, jobs and stored answers. Answers
   * which bodies are to be removed too. `answersOf` names owners of stored answers to calls without a key.
   */
  sweepErased(now: number, answersOf?: readonly string[]): Promise<ErasedBodies>;
  /** Adds a key unless the account then held more than `activeMax` that work at `now`. */
  addKey(key: KeyRecord, limits: { activeMax: number; now: number }): Promise<boolean>;
  /** The keys of an account, in the order in which they were issued. */
  keysOf(accountId: number): Promise<KeyRecord[]>;
  /**
   * Changes a key by a function of its record, which no other change comes between. What that throws is
   * thrown, and nothing is changed then.
   */
  changeKey(id: string, change: (key: KeyRecord) => KeyChange): Promise<KeyRecord>;
  /**
   * Issues a key in place of another one, which works on until `endsAt`. Answers whether that one worked
   * and was not replaced before.
   */
  replaceKey(id: string, key: KeyRecord, times: { now: number; endsAt: number }): Promise<boolean>;
  /** A number to count calls at that neither an account nor a key has had. */
  addCounter(): Promise<number>;
  setNotices(accountId: number, settings: NoticeSettings): Promise<void>;
  /** Notes that an account was told so much of its day was used. Answers whether it was not told before. */
  addNotice(accountId: number, notice: { day: number; percent: number }): Promise<boolean>;
  revokeKey(id: string, now: number): Promise<void>;
  /** Revokes every key that works, and tells how many those were. */
  revokeAllKeys(now: number): Promise<number>;
  /**
   * Keeps what proves a pepper to be the one that the keys were hashed with. The choice is made while
   * no other process makes one. Of the keys that work it is told `workingKeysTold` at most.
   */
  settlePepper(
    now: number,
    choose: (known: { proof: string | undefined; workingKeys: number }) => string,
  ): Promise<void>;
  pepperProof(): Promise<string | undefined>;
  /**
   * Keeps a code in place of the one before and answers whom to mail it to: the account of the address
   * where there is one. Nothing: `mailsMax` went there within `windowMs`.
   */
  addCode(
    code: { address: EmailAddress; hash: string },
    limits: { mailsMax: number; windowMs: number; now: number },
  ): Promise<string | undefined>;
  /**
   * Exchanges a code for a key of the account that it was mailed to, which is made where there is none.
   * A code that would be one key too many is not used up.
   */
  useCode(
    code: { folded: string; hash: string },
    key: NewKey,
    options: CodeUse,
  ): Promise<CodeResult>;
  /** Removes codes, and whom they were mailed to, from before a time. */
  sweepCodes(before: number): Promise<void>;
  /** Adds counts to the usage history, unless this batch was added, and notes when keys were last used. */
  addUsage(batch: UsageBatch): Promise<void>;
  usage(keyIds: readonly string[], days: { from: number; to: number }): Promise<Usage[]>;
  /**
   * Adds the usage from before a day up by account, month, service and status, in place of what was kept
   * of keys, days and routes: at most so many entries at once. Answers how many those were.
   */
  rollUpUsage(before: number, limit: number): Promise<number>;
  /** What was added up so. The day is the first of the month, and months whose first is among the days count. */
  monthlyUsage(accountId: number, days: { from: number; to: number }): Promise<MonthlyUsage[]>;
  /**
   * What calls cost on a day, by what they are counted at: each account, and each key with limits of its
   * own. Told one by one, as there may be millions.
   */
  unitsOfDay(day: number, tell: UnitsReader): Promise<void>;
  /** A number that counts up whenever accounts or keys change. New ones change none that a hub may hold. */
  revision(): Promise<number>;
  /**
   * Which accounts and keys have changed since a revision. `too many`: all may have, as it is too long
   * ago or something changed them that did not say which.
   */
  changesSince(revision: number): Promise<Changes | "too many">;
  kvGet(plugin: string, key: string): Promise<KvEntry | undefined>;
  kvSet(plugin: string, key: string, entry: NewKvEntry): Promise<void>;
  kvDelete(plugin: string, key: string): Promise<void>;
  /** Adds to a number in one step; an entry that has expired counts as none. */
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
  /** Removes what has expired. */
  kvSweep(now: number): Promise<void>;
  /** The keys that begin so, in order: all of them, or the last ones that come before a key. */
  kvKeys(
    plugin: string,
    prefix: string,
    options: { now: number; limit?: number; before?: string | undefined },
  ): Promise<string[]>;
  /** Takes what only one hub at a time may have, or keeps it longer. Answers whether it has it. */
  takeLease(name: string, lease: Lease): Promise<boolean>;
  returnLease(name: string, holder: string): Promise<void>;
  /**
   * Begins a run of scheduled work, for as long as the lease. `taken`: another hub has run it for that
   * time, or does; `running`: the run before has not ended.
   */
  beginCronRun(
    run: Pick<CronRun, "plugin" | "name" | "dueAt">,
    lease: Lease,
  ): Promise<"begun" | "taken" | "running">;
  /** Ends it, and says why it failed where it did. */
  endCronRun(
    run: Pick<CronRun, "plugin" | "name">,
    end: { holder: string; now: number; failure: string | undefined },
  ): Promise<void>;
  /** The last run of all scheduled work there has been. */
  cronRuns(): Promise<CronRun[]>;
  /** The migrations of a plugin that have run, in order. */
  pluginMigrations(plugin: string): Promise<string[]>;
  addPluginMigration(plugin: string, name: string, now: number): Promise<void>;
  /** Work that goes on without its callers. */
  readonly asyncJobs: AsyncJobRecords;
  /** The requests that came with an `Idempotency-Key`. */
  readonly idempotency: IdempotencyRecords;
  /** What was wrong, and when. */
  readonly incidents: IncidentRecords;
  /** Why nothing can be written at the moment, found out by writing. */
  fault(): string | undefined;
  close(): Promise<void>;
}
