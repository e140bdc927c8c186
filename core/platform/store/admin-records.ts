import type { AsyncJob } from "./async-job-records.ts";
import type { Account, Records, Usage } from "./records.ts";

/** What an operator did. Nothing of it is secret. */
export interface AuditEntry {
  /** In milliseconds since 1970. */
  readonly at: number;
  /** Who, by the name that came along; `shell` for `bun run keys`. */
  readonly actor: string | null;
  /** From where; nothing for the shell. */
  readonly address: string | null;
  /** What was done: `account.change`. */
  readonly action: string;
  /** To whom or what. */
  readonly subject: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** An entry as it is kept. */
type KeptAuditEntry = AuditEntry & { readonly id: number };

/** Which entries of the audit log, the newest first. */
export interface AuditFilter {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** A name or an address. */
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  /** Only those before this one. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Which accounts, by their ids. */
export interface AccountFilter {
  /** A part of the address, an id as answers and logs have it, or the id or beginning of a key. */
  readonly text?: string | undefined;
  readonly tier?: string | undefined;
  /** Only those after this one. */
  readonly after: number;
  readonly limit: number;
  readonly now: number;
}

/** An account in a list. */
export type AccountSummary = Account & {
  readonly workingKeys: number;
  readonly lastUsedAt: number | null;
};

/** The fields of an account that operators change. */
export type AccountChange = Pick<Account, "tier" | "perMinute" | "perDay" | "suspendedAt">;

/** What usage may be summed up by. */
export const usageParts = ["day", "service", "route", "status"] as const;
/** One of these. */
export type UsagePart = (typeof usageParts)[number];

/** Calls of many keys. What they were not told apart by is empty. */
export type UsageTotal = Omit<Usage, "keyId" | "day"> & { readonly day: number | null };

/** How far the fetch of a dataset is. */
type RefreshPhase = "waiting" | "making" | "fetching" | "checking" | "ended";

/** A dataset that an operator has fetched, over all hubs of a store. */
export interface DatasetRefresh {
  readonly dataset: string;
  /** Which one, if it was fetched several times. */
  readonly id: string;
  readonly state: "running" | "succeeded" | "failed";
  readonly phase: RefreshPhase;
  readonly beganAt: number;
  /** When the hub that fetches it said last that it does. */
  readonly seenAt: number;
  readonly endedAt: number | null;
  readonly failure: string | null;
  /** Whether there was anything newer: 1 or 0. */
  readonly isNew: number | null;
}

/** What operators do and see, over all hubs of a store. */
export interface AdminRecords {
  /** Adds to the audit log, which nothing is ever taken from. */
  addAudit(entry: AuditEntry): Promise<void>;
  audit(filter: AuditFilter): Promise<KeptAuditEntry[]>;
  accounts(filter: AccountFilter): Promise<AccountSummary[]>;
  changeAccount(id: number, to: AccountChange): Promise<void>;
  /** Has the calls of an account, and of its keys with own limits, counted from zero. */
  resetCounters(accountId: number): Promise<void>;
  /** Revokes all keys of an account that work, and tells how many those were. */
  revokeKeysOf(accountId: number, now: number): Promise<number>;
  /** What was called, summed up by these parts. Of months that were rolled up no route is known. */
  usageTotals(
    days: { from: number; to: number },
    options: { by: readonly UsagePart[]; accountId?: number | undefined },
  ): Promise<UsageTotal[]>;
  /** How many jobs there are that go on without their callers, by their states. */
  asyncJobCounts(): Promise<{ state: AsyncJob["state"]; count: number }[]>;
  /** Begins a refresh, unless one runs that was seen since. Answers whether it did. */
  beginRefresh(refresh: DatasetRefresh, seenSince: number): Promise<boolean>;
  /** Notes how it goes, unless another one has begun since. */
  noteRefresh(refresh: DatasetRefresh): Promise<void>;
  /** The last refresh of each dataset. */
  refreshes(): Promise<DatasetRefresh[]>;
}

/** All records, with those of the operators. */
export interface RecordsWithAdmin extends Records {
  readonly admin: AdminRecords;
}
