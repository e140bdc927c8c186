import type { Caller } from "../../contract/caller.ts";
import { callerGone, HubError, isTimeout } from "../../contract/errors.ts";
import { prefixOfAddress } from "../access/addresses.ts";
import { type Entry, RoundRobin } from "./round-robin.ts";

export interface FairQueueOptions {
  /** How many have a slot at once. One more may, while one account has all of them. */
  size: number;
  /** How many may wait. One account's may be half of them. */
  queueMax: number;
  /** What a slot is called: `worker`. */
  name: string;
  /** How long one waits at most. Default 20,000: few clients have more patience. */
  waitMsMax?: number | undefined;
  /** How long an account waits while another has all slots, before there is one more. Default 50. */
  reserveAfterMs?: number | undefined;
}

/** A piece of work that wants a slot. */
export interface Claim extends Entry {
  signal?: AbortSignal | undefined;
}

/** What a queue is doing. */
export interface QueueStats {
  running: number;
  queued: number;
  /** How long the one has waited that has waited longest. */
  oldestWaitMs: number;
}

/** One that waits. */
interface Waiter extends Claim {
  start(): void;
  fail(failure: HubError): void;
}

/** Who waits for a slot, as accounts: whoever has no key is the line that he calls from. */
export function accountOf({ id, address }: Pick<Caller, "id" | "address">): string {
  return id ?? prefixOfAddress(address);
}

/** Gives slots to whom they are due, as `Turns` has it, and makes nobody wait for ever. */
export class FairQueue {
  readonly #name: string;
  readonly #waitMsMax: number;
  readonly #reserveAfterMs: number;
  readonly #turns: RoundRobin<Waiter>;
  #closedBy: HubError | undefined;
  #idle = Promise.withResolvers<void>();

  constructor({ name, waitMsMax = 20_000, reserveAfterMs = 50, size, queueMax }: FairQueueOptions) {
    this.#name = name;
    this.#waitMsMax = waitMsMax;
    this.#reserveAfterMs = reserveAfterMs;
    this.#turns = new RoundRobin({ size, queueMax, reserveAfterMs });
  }

  /** Waits for a slot. Answers how to give it back. Throws `busy`, and `caller_gone`. */
  async enter(claim: Claim): Promise<() => void> {
    const { signal } = claim;
    if (this.#closedBy) throw this.#closedBy;
    if (signal?.aborted) throw callerGone();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = { ...claim, start: resolve, fail: reject };
    this.#turns.add(waiter, performance.now());
    this.#advance();
    this.#shed(waiter);
    const timers = [
      // A timer may come a little early, and nothing looks a second time.
      setTimeout(() => this.#advance(), this.#reserveAfterMs + 2),
      setTimeout(() => this.#leave(waiter, () => this.#late(waiter)), this.#waitMsMax),
    ];
    const giveUp = () =>
      this.#leave(waiter, () => (isTimeout(signal) ? this.#late(waiter) : callerGone()));
    signal?.addEventListener("abort", giveUp, { once: true });
    try {
      await promise;
    } finally {
      for (const timer of timers) clearTimeout(timer);
      signal?.removeEventListener("abort", giveUp);
    }
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      this.#turns.end(waiter, performance.now());
      this.#advance();
    };
    if (!signal?.aborted) return end;
    // It went between its turn and this line.
    end();
    throw callerGone();
  }

  stats(): QueueStats {
    const { running, queued } = this.#turns;
    return { running, queued, oldestWaitMs: this.#turns.oldestWaitMs(performance.now()) };
  }

  /** Waits until there is nothing that runs or waits. */
  async idle(): Promise<void> {
    if (this.#isIdle) return;
    await this.#idle.promise;
  }

  /** Takes nobody any more, and fails whoever waits. */
  close(failure: HubError): void {
    this.#closedBy = failure;
    for (const waiter of this.#turns.waiting()) this.#leave(waiter, () => failure);
  }

  get #isIdle(): boolean {
    return this.#turns.running + this.#turns.queued === 0;
  }

  #advance(): void {
    for (;;) {
      const waiter = this.#turns.next(performance.now());
      if (!waiter) break;
      waiter.start();
    }
    if (!this.#isIdle) return;
    this.#idle.resolve();
    this.#idle = Promise.withResolvers();
  }

  #leave(waiter: Waiter, failure: () => HubError): void {
    if (!this.#turns.isWaiting(waiter)) return;
    // It counts as waiting in what it is told.
    const told = failure();
    this.#turns.remove(waiter);
    waiter.fail(told);
    this.#advance();
  }

  /** Turns somebody away where too many wait: not always the one that came last. */
  #shed(newest: Waiter): void {
    const surplus = this.#turns.surplus(newest);
    if (surplus) this.#leave(surplus, () => this.#crowded(surplus));
  }

  #crowded({ account }: Waiter): HubError {
    // Both still count the one that is turned away.
    const own = this.#turns.waitingOf(account) - 1;
    const others = this.#turns.queued - 1 - own;
    const what =
      own >= this.#turns.accountMax
        ? `As many of your calls are waiting for a ${this.#name} as are allowed (${own})`
        : `As many calls are waiting for a ${this.#name} as are allowed (${own} of yours, ${others} of others)`;
    return this.#busy(what, account);
  }

  #late({ account }: Waiter): HubError {
    return this.#busy(`No ${this.#name} came free in time`, account);
  }

  #busy(what: string, account: string): HubError {
    const seconds = Math.max(1, Math.ceil(this.#turns.expectedWaitMs(account) / 1000));
    return new HubError("busy", `${what}: call again in ${seconds} s`, {
      headers: { "retry-after": String(seconds) },
    });
  }
}
