import type { KeptBounds } from "./remove-beyond.ts";

/** How an async job fares. */
type AsyncJobState = "queued" | "running" | "succeeded" | "failed" | "cancelled";

/** Work that goes on without its caller. Times are milliseconds since 1970. */
export interface AsyncJob {
  readonly id: string;
  readonly account: string;
  readonly service: string;
  /** The method and the path of its route. */
  readonly route: string;
  readonly state: AsyncJobState;
  /** Counts the changes of state. */
  readonly version: number;
  /** What is to be done, in JSON. Nothing once it has ended. */
  readonly call: string | null;
  readonly requestBytes: number;
  /** The status and the headers of its answer, those in JSON; nothing before it ends, or where it has none. */
  readonly status: number | null;
  readonly headers: string | null;
  readonly resultBytes: number;
  /** Whether its answer is there: 1 or 0. */
  readonly hasResult: number;
  readonly webhookUrl: string | null;
  readonly webhook: "pending" | "delivered" | "failed" | null;
  /** How often it was begun. */
  readonly attempts: number;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

/** A job as it comes. */
export type NewAsyncJob = Pick<
  AsyncJob,
  "id" | "account" | "service" | "route" | "requestBytes" | "webhookUrl" | "createdAt"
> & { call: string };

/** How it ended. */
export interface AsyncJobEnd {
  readonly state: "succeeded" | "failed";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly resultBytes: number;
  readonly now: number;
}

/** Who has a job for himself, until when. */
export interface AsyncJobLease {
  readonly holder: string;
  readonly now: number;
  readonly leaseUntil: number;
}

/** How many jobs there may be, and how many bytes of requests and answers. */
export interface AsyncJobBounds {
  /** How many of an account may wait or run. */
  readonly unfinishedMax: number;
  /** Over all accounts. */
  readonly totalBytesMax: number;
}

/** Whose jobs somebody may see. */
export interface AsyncJobOwner {
  readonly account: string;
  /** Of these routes alone, as jobs have them. Default: of all. */
  readonly routes?: readonly string[] | undefined;
}

/** Work that goes on without its callers, over all hubs of a store. */
export interface AsyncJobRecords {
  /** `crowded`: the account has as many as it may; `full`: there is no room for its request. */
  add(job: NewAsyncJob, bounds: AsyncJobBounds): Promise<"added" | "crowded" | "full">;
  find(id: string): Promise<AsyncJob | undefined>;
  /** The newest first, from before one of them on. */
  list(
    owner: AsyncJobOwner,
    page: { before?: string | undefined; limit: number },
  ): Promise<AsyncJob[]>;
  /** How many wait that came before it. Nothing: too many to count. */
  ahead(job: Pick<AsyncJob, "id">): Promise<number | undefined>;
  /** Whether there is a job to begin, to give up or to tell of. Only reads. */
  isDue(now: number): Promise<boolean>;
  /** Begins the job that is due first, of the account of which the fewest run; one that was lost, again. */
  claim(lease: AsyncJobLease, limits: { attemptsMax: number }): Promise<AsyncJob | undefined>;
  /** Takes a job that was lost as often as it may be. */
  claimLost(lease: AsyncJobLease, limits: { attemptsMax: number }): Promise<AsyncJob | undefined>;
  /** Takes a job that has ended and whose webhook nobody sends. */
  claimWebhook(lease: AsyncJobLease): Promise<AsyncJob | undefined>;
  /** Says that a hub goes on with all it has, and answers which jobs those are. */
  renew(lease: AsyncJobLease): Promise<string[]>;
  /** Puts a job back that could not be begun: that was no attempt. */
  putBack(id: string, holder: string, notBefore: number): Promise<void>;
  /** Ends a job. Answers whether it was still this hub's to end. */
  end(id: string, holder: string, end: AsyncJobEnd): Promise<boolean>;
  endWebhook(id: string, outcome: "delivered" | "failed"): Promise<void>;
  /** Ends a job before its time, or removes the answer of one that has ended. */
  cancel(id: string, now: number): Promise<void>;
  /** Removes jobs that ended before a time, and the oldest beyond a count and beyond bytes, of which it answers. */
  sweep(before: number, bounds: KeptBounds): Promise<string[]>;
}
