import { HubError } from "../contract/errors.ts";
import type { MaybePromise } from "../lib/maybe-promise.ts";
import type { Accounts, Holder } from "./accounts.ts";
import { findKeyFault, refuseKey } from "./credentials.ts";
import { wasReplaced } from "./sender.ts";

interface KeyWatchOptions {
  accounts: Accounts;
  now(): number;
}

/** Returns why a key may not do something, if it may not. */
type RightsCheck = (holder: Holder) => HubError | undefined;

/** Work that must end with the key that started it. */
export interface WatchedWork {
  /** Aborts with the error when the work must end. */
  readonly signal: AbortSignal;
  /** Ends the watch. */
  stop(): void;
}

/** Ends the work that outlives a check of its key when the key ends. */
export class KeyWatch {
  readonly #options: KeyWatchOptions;
  readonly #checks = new Set<() => MaybePromise<unknown>>();

  constructor(options: KeyWatchOptions) {
    this.#options = options;
  }

  /**
   * Returns the key that answers for what a key has started: the key itself, or its replacement once its
   * grace period is over. Returns an error if that key has ended.
   */
  async findHeir(id: string): Promise<Holder | HubError> {
    const { accounts, now } = this.#options;
    let holder = await accounts.findById(id);
    while (holder && holder.endsAt <= now() && wasReplaced(holder))
      holder = await accounts.findById(holder.key.replacedBy ?? "");
    // Its account was erased.
    if (!holder) return refuseKey("invalid_api_key", "Unknown API key");
    return findKeyFault(holder, now()) ?? holder;
  }

  /** Returns the error for work of a key that has ended or lost the right to it. Usually synchronous. */
  findFault(holder: Holder, check: RightsCheck): MaybePromise<HubError | undefined> {
    const { accounts, now } = this.#options;
    const isCurrent = accounts.findHeldById(holder.key.id) === holder && holder.endsAt > now();
    return isCurrent ? undefined : this.#findFault(holder.key.id, check);
  }

  async #findFault(id: string, check: RightsCheck): Promise<HubError | undefined> {
    const heir = await this.findHeir(id);
    return heir instanceof HubError ? heir : check(heir);
  }

  /** Watches work: `find` returns the error that ends it. */
  watch(find: () => MaybePromise<HubError | undefined>): WatchedWork {
    const controller = new AbortController();
    const stop = this.onCheck(async () => {
      const fault = await find();
      if (!fault) return;
      stop();
      controller.abort(fault);
    });
    return { signal: controller.signal, stop };
  }

  /** Registers a check that runs after each refresh of the keys. Returns a function that removes it. */
  onCheck(run: () => MaybePromise<unknown>): () => void {
    this.#checks.add(run);
    return () => this.#checks.delete(run);
  }

  /** Runs all checks. */
  async check(): Promise<void> {
    await Promise.all(Array.from(this.#checks, (run) => run()));
  }
}
