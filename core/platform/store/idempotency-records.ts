import type { KeptBounds } from "./remove-beyond.ts";

/** A request that came with an `Idempotency-Key`. */
export interface KeyedRequest {
  /** Whose key it is: others may use the same. */
  readonly account: string;
  readonly key: string;
  /** What tells this request from others. */
  readonly fingerprint: string;
  /** Whom the answer is about, if that isn't the account: it is erased with them. */
  readonly owner?: string | undefined;
}

/** A try to answer such a request. Times are milliseconds since 1970. */
export interface Run {
  /** By which it is told from other tries, and its file from others. */
  readonly run: string;
  /** Which hub makes it. */
  readonly holder: string;
  readonly now: number;
  /** When another hub may make the next try, unless this one has ended or says that it goes on. */
  readonly leaseUntil: number;
}

/** What is known of an answer besides its bytes. */
export interface AnswerHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: number;
}

/**
 * `begun`: the caller of `begin` does the work, and nobody else; `running`: somebody does; `finished`: it
 * is done; `other`: the key came with another request.
 */
export type Begun =
  | { outcome: "begun" | "running" | "other" }
  | { outcome: "finished"; run: string; answer: AnswerHead };

/** The requests that came with an `Idempotency-Key`, over all hubs of a store. */
export interface IdempotencyRecords {
  begin(request: KeyedRequest, run: Run): Promise<Begun>;
  /** Finds an answer that was kept, and begins nothing. */
  find(request: KeyedRequest, now: number): Promise<Begun | undefined>;
  /** Keeps an answer. Answers whether the run was still this hub's. */
  finish(run: string, answer: AnswerHead, times: { expiresAt: number }): Promise<boolean>;
  /** Lets the next try run as if there had been none. */
  forget(run: string): Promise<void>;
  /** Says that a hub goes on with all it has begun. */
  renew(holder: string, leaseUntil: number): Promise<void>;
  /** Removes what is too old or too much, and answers which runs those were. */
  sweep(now: number, bounds: KeptBounds): Promise<string[]>;
}
