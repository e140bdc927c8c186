import type { KeptBounds } from "./remove-beyond.ts";

/** The state of an asynchronous job. */
type AsyncJobState = "queued" | "running" | "succeeded" | "failed" | "cancelled";

/** An asynchronous job. Times are milliseconds since 1970. */
export interface AsyncJob {
  readonly id: string;
  readonly account: string;
  /** The key that created it. Null for jobs of earlier versions. */
  readonly keyId: string | null;
  readonly service: string;
  /** The method and path pattern of its route. */
  readonly route: string;
  readonly state: AsyncJobState;
  /** Incremented with each change of state. */
  readonly version: number;
  /** The request, in JSON. Null once the job has ended. */
  readonly call: string | null;
  readonly requestBytes: number;
  /**
   * The status of the response, and its headers in JSON. Null before the job ends, or if it has no
   * response.
   */
  readonly status: number | null;
  readonly headers: string | null;
  readonly resultBytes: number;
  /** Whether the response is stored: 1 or 0. */
  readonly hasResult: number;
  readonly webhookUrl: string | null;
  readonly webhook: "pending" | "delivered" | "failed" | null;
  /** The number of attempts that were started. */
  readonly attempts: number;
  /** Finished parts and all parts of the running attempt. Null if its handler reports no progress. */
  readonly partsDone: number | null;
  readonly partsTotal: number | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

/** A new job. */
export type NewAsyncJob = Pick<
  AsyncJob,
  "id" | "account" | "keyId" | "service" | "route" | "requestBytes" | "webhookUrl" | "createdAt"
> & { call: string };

/** The outcome of a job. */
export interface AsyncJobEnd {
  readonly state: "succeeded" | "failed";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly resultBytes: number;
  readonly now: number;
}

/** A hub's exclusive lease on a job. */
export interface AsyncJobLease {
  readonly holder: string;
  readonly now: number;
  readonly leaseUntil: number;
}

/** The limits for jobs. */
export interface AsyncJobBounds {
  /** The maximum number of queued and running jobs per account. */
  readonly unfinishedMax: number;
  /** The maximum size of all requests and responses, across all accounts. */
  readonly totalBytesMax: number;
}

/** The jobs that a caller may see. */
export interface AsyncJobOwner {
  readonly account: string;
  /** Only jobs of these routes. Default: all. */
  readonly routes?: readonly string[] | undefined;
}

/** The asynchronous jobs of all hubs of a store. */
export interface AsyncJobRecords {
  /**
   * Adds a job. Returns `crowded` if the account has reached its limit, and `full` if there is no room for
   * the request.
   */
  add(job: NewAsyncJob, bounds: AsyncJobBounds): Promise<"added" | "crowded" | "full">;
  find(id: string): Promise<AsyncJob | undefined>;
  /** Returns jobs newest first, optionally before a given one. */
  list(
    owner: AsyncJobOwner,
    page: { before?: string | undefined; limit: number },
  ): Promise<AsyncJob[]>;
  /** Returns the number of queued jobs before this one, or nothing if there are too many to count. */
  ahead(job: Pick<AsyncJob, "id">): Promise<number | undefined>;
  /** Returns whether there is a job to start, to give up, or to send a webhook for. Read-only. */
  isDue(now: number): Promise<boolean>;
  /**
   * Claims the next due job, of the account with the fewest running jobs. Jobs with an expired lease come
   * first.
   */
  claim(lease: AsyncJobLease, limits: { attemptsMax: number }): Promise<AsyncJob | undefined>;
  /** Claims a job whose lease has expired on its last attempt. */
  claimLost(lease: AsyncJobLease, limits: { attemptsMax: number }): Promise<AsyncJob | undefined>;
  /** Claims a finished job whose webhook is pending. */
  claimWebhook(lease: AsyncJobLease): Promise<AsyncJob | undefined>;
  /** Renews all leases of a hub. Returns the ids of its jobs. */
  renew(lease: AsyncJobLease): Promise<string[]>;
  /** Stores the progress of a running job. */
  progress(id: string, holder: string, parts: { done: number; total: number }): Promise<void>;
  /** Requeues a job that could not be started, without counting an attempt. */
  requeue(id: string, holder: string, notBefore: number): Promise<void>;
  /** Completes a job. Returns whether the hub still held its lease. */
  end(id: string, holder: string, end: AsyncJobEnd): Promise<boolean>;
  endWebhook(id: string, outcome: "delivered" | "failed"): Promise<void>;
  /** Cancels a job, or removes the response of a finished one. */
  cancel(id: string, now: number): Promise<void>;
  /** Returns the keys of all queued and running jobs. */
  listBusyKeys(): Promise<string[]>;
  /** Cancels the queued and running jobs of a key, without webhooks. Returns them as they were. */
  cancelOfKey(keyId: string, now: number): Promise<AsyncJob[]>;
  /** Removes jobs that ended before a time, and the oldest ones beyond the limits. Returns their ids. */
  sweep(before: number, bounds: KeptBounds): Promise<string[]>;
}
