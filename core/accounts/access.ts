import type { Caller } from "../contract/caller.ts";
import type { HubError } from "../contract/errors.ts";
import type { MaybePromise } from "../lib/maybe-promise.ts";
import type { Target } from "../platform/metrics/answers.ts";
import type { Call } from "./call.ts";

/** A rate limit per IP address. */
export interface Pace {
  /** The policy name, as in the rate limit headers. */
  policy: string;
  perMinute: number;
}

/** The stored admission of a call. */
export interface KeptAdmission {
  readonly keyId: string;
  readonly time: number;
  /** The units charged to the daily quota. */
  readonly units: number;
  /** The daily quota at that time. Null: unlimited. */
  readonly perDay?: number | null;
}

/** The service that signs a path, and the paths of its GETs outside `/api`. */
export interface PathOwner {
  service: string;
  openPaths: readonly string[];
}

/** Access control and rate limits. Limits in memory are checked synchronously. */
export interface Access {
  /** Returns the error for a request from a blocked network. Undefined if no network is blocked. */
  readonly refuseBlocked?: ((call: Call) => HubError | undefined) | undefined;
  /**
   * Admits a request to a route synchronously, by a cached key and limits in memory. Returns an error if it
   * is rejected. All other requests must go through `gateByKey`.
   */
  admitFromMemory(call: Call, target: Target): HubError | undefined | "not in memory";
  /**
   * Admits a request to a route by its key or signed URL. Returns an error if it is rejected.
   */
  gateByKey(call: Call, target: Target): Promise<HubError | undefined>;
  /**
   * Admits a request by IP address, on a path that needs no key but is limited. Uses the path's own rate
   * limit, or that of the keyless samples, and that of operators for the target.
   */
  gateByAddress(call: Call, pace?: Pace, target?: Target): MaybePromise<HubError | undefined>;
  /**
   * Admits a request that may have a body to one of the hub's own endpoints, before the body is read. A valid key allows
   * larger bodies. Without one, requests are limited by IP address, or rejected if the endpoint needs a key.
   */
  gateBody(call: Call, needsKey: boolean): Promise<HubError | undefined>;
  /** Counts requests for unknown paths like those for existing ones, because scanning has a cost too. */
  gateUnknown(call: Call): Promise<HubError | undefined>;
  /** Returns the caller: the IP address, and the account and tier if a key was used. */
  identify(call: Call): Pick<Caller, "id" | "address" | "tier">;
  /**
   * Charges a request that costs more than one unit. Returns an error if the quota is too low: then the
   * request costs nothing.
   */
  charge(call: Call, units: number): MaybePromise<HubError | undefined>;
  /** Returns the admission of a call for background work, or undefined if no key was used. */
  getStoredAdmission(call: Call): KeptAdmission | undefined;
  /**
   * Restores a stored admission without counting it again. Throws if its key has ended, may no longer call
   * the endpoint, or has a lower daily quota that is already exceeded. A refused call costs nothing.
   */
  readmit(call: Call, kept: KeptAdmission, target: Target): Promise<void>;
  /**
   * Returns an error if the key of a call has ended since it was admitted, or may no longer call the
   * endpoint. The call then costs nothing.
   */
  recheck(call: Call, target: Target): MaybePromise<HubError | undefined>;
  /** Returns a signal that aborts if the caller disconnects or `recheck` fails, until `unwatch` is called. */
  watch(call: Call, target: Target): AbortSignal;
  unwatch(call: Call): void;
  /** Refunds a request for which no work was done. */
  refundInFull(call: Call): Promise<void>;
  /**
   * Signs a path of a service for the account of a request. Returns the path unsigned if the request has no
   * secret key. The URL is valid for at least a year, and is the same for a whole day.
   */
  sign(call: Call, owner: PathOwner, path: string): string;
  /**
   * Refunds a failed call and updates its limit headers. Server errors are refunded in full, client errors
   * except for one unit.
   */
  refund(call: Call, status: number): void;
  /** Counts an answered request. */
  settle(call: Call, target: Target, status: number): void;
}
