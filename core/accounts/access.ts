import type { Caller } from "../contract/caller.ts";
import type { HubError } from "../contract/errors.ts";
import type { MaybePromise } from "../lib/maybe-promise.ts";
import type { Target } from "../platform/metrics/answers.ts";
import type { Call } from "./call.ts";

/** How often an address may call. */
export interface Pace {
  /** By which it is told from others, in the headers too. */
  policy: string;
  perMinute: number;
}

/** By what a call was let in, as it is kept. */
export interface KeptAdmission {
  readonly keyId: string;
  readonly time: number;
  /** What it has taken of the day. */
  readonly units: number;
}

/** Who may do what, how often. What is counted in memory answers at once. */
export interface Access {
  /**
   * Lets a request in to a route at once, or says why not, by a key that is held in memory and limits that
   * are counted there. For all other requests `gateByKey` has to be asked.
   */
  admitFromMemory(call: Call, target: Target): HubError | undefined | "not in memory";
  /**
   * Lets a request in to a route by its key or by the signature of its address, or says why not.
   */
  gateByKey(call: Call, target: Target): Promise<HubError | undefined>;
  /**
   * Lets a caller in by address, on a path that wants no key but is not free either: at a pace of its
   * own, or else as part of the trial.
   */
  gateByAddress(call: Call, pace?: Pace): MaybePromise<HubError | undefined>;
  /** Guards the paths that are none, like those that are in the same place: a search costs, too. */
  gateUnknown(call: Call): Promise<HubError | undefined>;
  /** Who sent a request: its account and tier where a key let it in, and its address. */
  identify(call: Call): Pick<Caller, "id" | "address" | "tier">;
  /**
   * Takes what a request costs of the day, where that is more than the one unit it was let in by, or says
   * why not: then it costs nothing.
   */
  charge(call: Call, units: number): MaybePromise<HubError | undefined>;
  /** By what a call was let in, for work that goes on without it. Nothing: by no key. */
  keepAdmission(call: Call): KeptAdmission | undefined;
  /**
   * Lets a call in by that, which was counted when it came. Answers whether its key is still there, and
   * throws `account_suspended`.
   */
  readmit(call: Call, kept: KeptAdmission): Promise<boolean>;
  /** Gives back what a request cost of the day, as no work was done for it. */
  giveBack(call: Call): Promise<void>;
  /**
   * Signs a path of a service for the account that sent a request, if a secret key did: for a year at
   * least, and alike on a whole day.
   */
  sign(call: Call, service: string, path: string): string;
  /**
   * Gives back what a failed call doesn't cost, which its answer then counts as left: all of it if the hub
   * failed, and all but one unit if the call was refused.
   */
  refund(call: Call, status: number): void;
  /** Counts an answered request. */
  settle(call: Call, target: Target, status: number): void;
}
