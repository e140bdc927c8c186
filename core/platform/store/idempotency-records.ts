import type { KeptBounds } from "./remove-beyond.ts";

/** A request with an `Idempotency-Key`. */
export interface KeyedRequest {
  /** The owner of the key. Different accounts may use the same key. */
  readonly account: string;
  readonly key: string;
  /** A hash that identifies the request. */
  readonly fingerprint: string;
  /** The account that the response is about, if it is another one. The response is erased with it. */
  readonly owner?: string | undefined;
}

/** An attempt to answer such a request. Times are milliseconds since 1970. */
export interface AnswerAttempt {
  /** The unique id of the attempt, and the name of its file. */
  readonly run: string;
  /** The hub that runs it. */
  readonly holder: string;
  readonly now: number;
  /** The expiry of the lease. After it, another hub may start the next attempt. */
  readonly leaseUntil: number;
}

/** The metadata of a response. */
export interface AnswerHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: number;
}

/**
 * The result of `begin`. `begun`: the caller holds the lease and must do the work. `running`: another
 * attempt is in progress. `finished`: the response is stored. `other`: the key was used for a different
 * request.
 */
export type BeginResult =
  | { outcome: "begun" | "running" | "other" }
  | { outcome: "finished"; run: string; answer: AnswerHead };

/** The requests with an `Idempotency-Key`, shared by all hubs of a store. */
export interface IdempotencyRecords {
  begin(request: KeyedRequest, run: AnswerAttempt): Promise<BeginResult>;
  /** Returns a stored response without starting an attempt. */
  find(request: KeyedRequest, now: number): Promise<BeginResult | undefined>;
  /** Stores a response. Returns whether the run was still this hub's. */
  finish(run: string, answer: AnswerHead, times: { expiresAt: number }): Promise<boolean>;
  /** Forgets an attempt, so that the next one starts afresh. */
  forget(run: string): Promise<void>;
  /** Renews all leases of a hub. */
  renew(holder: string, leaseUntil: number): Promise<void>;
  /** Removes expired runs, and the oldest ones beyond the limits. Returns their ids. */
  sweep(now: number, bounds: KeptBounds): Promise<string[]>;
}
