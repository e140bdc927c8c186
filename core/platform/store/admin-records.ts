import type { AsyncJob } from "./async-job-records.ts";
import type { Account, KeyRecord, Records, Usage } from "./records.ts";

/** An operator's action, for the audit log. It contains no secrets. */
export interface AuditEntry {
  /** In milliseconds since 1970. */
  readonly at: number;
  /** The operator's name; `shell` for `bun run keys`. */
  readonly actor: string | null;
  /** The IP address; null for the shell. */
  readonly address: string | null;
  /** The action, such as `account.change`. */
  readonly action: string;
  /** The account or object that was affected. */
  readonly subject: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** An audit entry with its id. */
type StoredAuditEntry = AuditEntry & { readonly id: number };

/** A filter for the audit log. Results are sorted newest first. */
export interface AuditFilter {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** A name or an IP address. */
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  /** Only entries before this id. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** A filter for accounts. Results are sorted by id. */
export interface AccountFilter {
  /**
   * A part of the email address, or the id or prefix of a key. Also an account id as shown in responses
   * and logs.
   */
  readonly text?: string | undefined;
  readonly tier?: string | undefined;
  /** Only accounts after this id. */
  readonly after: number;
  readonly limit: number;
  readonly now: number;
}

/** An account in a list. */
export type AccountSummary = Account & {
  readonly workingKeys: number;
  readonly lastUsedAt: number | null;
};

/** A filter for active keys, and their order: by last use, or longest unused first. */
export interface KeyFilter {
  readonly sort: "last_used" | "unused";
  /** Only keys that this key created. */
  readonly madeBy?: string | undefined;
  readonly limit: number;
  readonly now: number;
}

/** A key in a list. */
export type KeySummary = Pick<
  KeyRecord,
  "id" | "accountId" | "prefix" | "name" | "madeBy" | "createdAt" | "lastUsedAt"
>;

/** The fields of an account that operators can change. */
export type AccountChange = Pick<Account, "tier" | "perMinute" | "perDay" | "suspendedAt">;

/** The dimensions that usage can be grouped by. */
export const usageParts = ["day", "service", "route", "status"] as const;
/** A dimension of usage. */
export type UsagePart = (typeof usageParts)[number] | "account";

/** The total usage of many keys. Dimensions that it isn't grouped by are null. */
export type UsageTotal = Omit<Usage, "keyId" | "day"> & {
  readonly day: number | null;
  readonly accountId: number | null;
};

/** The phase of a dataset download. */
type RefreshPhase = "waiting" | "making" | "fetching" | "checking" | "ended";

/** The last refresh of a dataset by an operator, across all hubs of a store. */
export interface DatasetRefresh {
  readonly dataset: string;
  /** A unique id of this refresh. */
  readonly id: string;
  readonly state: "running" | "succeeded" | "failed";
  readonly phase: RefreshPhase;
  readonly beganAt: number;
  /** The time of the last heartbeat of the hub that runs it. */
  readonly seenAt: number;
  readonly endedAt: number | null;
  readonly failure: string | null;
  /** Whether a newer version was found: 1 or 0. */
  readonly isNew: number | null;
}

/** The requests of a process in an hour, as JSON. Hours count from 1970. */
interface StoredActivity {
  readonly hour: number;
  readonly holder: string;
  readonly content: string;
}

/** Operators' records, shared by all hubs of a store. */
export interface AdminRecords {
  /** Adds an entry to the audit log, which is append-only. */
  addAudit(entry: AuditEntry): Promise<void>;
  audit(filter: AuditFilter): Promise<StoredAuditEntry[]>;
  accounts(filter: AccountFilter): Promise<AccountSummary[]>;
  keys(filter: KeyFilter): Promise<KeySummary[]>;
  changeAccount(id: number, to: AccountChange): Promise<void>;
  /** Resets the usage counters of an account and of its keys with their own limits. */
  resetCounters(accountId: number): Promise<void>;
  /** Revokes all active keys of an account. Returns their number. */
  revokeAccountKeys(accountId: number, now: number): Promise<number>;
  /** Returns usage totals grouped by these dimensions. Months that were rolled up have no routes. */
  usageTotals(
    days: { from: number; to: number },
    options: { by: readonly UsagePart[]; accountId?: number | undefined },
  ): Promise<UsageTotal[]>;
  /** Returns the number of asynchronous jobs per state. */
  asyncJobCounts(): Promise<{ state: AsyncJob["state"]; count: number }[]>;
  /**
   * Starts a refresh, unless one with a heartbeat since `seenSince` is running. Returns whether it started.
   */
  beginRefresh(refresh: DatasetRefresh, seenSince: number): Promise<boolean>;
  /** Updates a refresh, unless a newer one has started. */
  updateRefresh(refresh: DatasetRefresh): Promise<void>;
  /** Replaces the requests of a process in an hour. */
  saveActivity(activity: StoredActivity): Promise<void>;
  /** Returns the requests of all processes in an hour. */
  activity(hour: number): Promise<Pick<StoredActivity, "content">[]>;
  /** Removes the requests before an hour. */
  pruneActivity(before: number): Promise<void>;
  /** Records that the operators' rules have changed, for the other processes. */
  recordRuleChange(): Promise<void>;
  /** Returns the last refresh of each dataset. */
  refreshes(): Promise<DatasetRefresh[]>;
}

/** All records, including those of operators. */
export interface RecordsWithAdmin extends Records {
  readonly admin: AdminRecords;
}
