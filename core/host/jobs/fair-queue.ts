import type { Caller } from "../../contract/caller.ts";
import { callerGone, HubError, isTimeout } from "../../contract/errors.ts";
import { getNarrowestNetwork } from "../../lib/rolling-window/addresses.ts";
import { Histogram } from "../../platform/metrics/histogram.ts";

/** The weight of the newest duration in the moving average of a kind. */
const newestShare = 0.2;

/** The expected duration of a kind that hasn't run yet. */
const unknownMs = 1000;

/** Maximum time that work is postponed in favour of shorter work of the same account. */
const putBackMsMax = 5000;

/** After this time without a slot, an account takes precedence over those that used less time. */
const starvedMs = 5000;

interface FairQueueOptions {
  /** Number of slots. One more is granted while one account holds all of them. */
  size: number;
  /** Maximum number of waiting entries. One account can have half of them. */
  queueMax: number;
  /** The name of a slot in messages: `worker`. */
  name: string;
  /** Maximum wait. Default 20,000: few clients wait longer. */
  waitMsMax?: number | undefined;
  /**
   * Wait after which an account gets an extra slot while another holds all of them.
   * Default 50.
   */
  reserveAfterMs?: number | undefined;
  /** Histogram of all waits, with or without a slot in the end. */
  waits?: Histogram | undefined;
}

/** A request for a slot. */
export interface Claim extends QueuedClaim {
  signal?: AbortSignal | undefined;
}

/** The state of a queue. */
export interface QueueStats {
  running: number;
  queued: number;
  /** Longest current wait. */
  oldestWaitMs: number;
}

/** A waiting claim. */
interface WaitingClaim extends Claim {
  start(): void;
  fail(failure: HubError): void;
}

/** Returns the account of a caller. Callers without a key are grouped by address prefix. */
export function getQueueAccount({ id, address }: Pick<Caller, "id" | "address">): string {
  return id ?? getNarrowestNetwork(address);
}

/** Assigns slots in the order of `RoundRobin`, with a maximum wait. */
export class FairQueue {
  readonly #name: string;
  readonly #waitMsMax: number;
  readonly #reserveAfterMs: number;
  readonly #turns: RoundRobin<WaitingClaim>;
  readonly #waits: Histogram;
  #closedBy: HubError | undefined;
  #idle = Promise.withResolvers<void>();

  constructor({
    name,
    waitMsMax = 20_000,
    reserveAfterMs = 50,
    waits = new Histogram(),
    size,
    queueMax,
  }: FairQueueOptions) {
    this.#name = name;
    this.#waits = waits;
    this.#waitMsMax = waitMsMax;
    this.#reserveAfterMs = reserveAfterMs;
    this.#turns = new RoundRobin({ size, queueMax, reserveAfterMs });
  }

  /** Waits for a slot. Returns a function that releases it. Throws `busy` or `caller_gone`. */
  async enter(claim: Claim): Promise<() => void> {
    const { signal } = claim;
    if (this.#closedBy) throw this.#closedBy;
    if (signal?.aborted) throw callerGone();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: WaitingClaim = { ...claim, start: resolve, fail: reject };
    const since = performance.now();
    this.#turns.add(waiter, since);
    this.#advance();
    this.#rejectSurplus(waiter);
    const timers = [
      // Timers can fire slightly early, and nothing checks again.
      setTimeout(() => this.#advance(), this.#reserveAfterMs + 2),
      setTimeout(() => this.#leave(waiter, () => this.#timeoutError(waiter)), this.#waitMsMax),
    ];
    const cancelWait = () =>
      this.#leave(waiter, () => (isTimeout(signal) ? this.#timeoutError(waiter) : callerGone()));
    signal?.addEventListener("abort", cancelWait, { once: true });
    try {
      await promise;
    } finally {
      this.#waits.observe(performance.now() - since);
      for (const timer of timers) clearTimeout(timer);
      signal?.removeEventListener("abort", cancelWait);
    }
    const end = () => {
      this.#turns.end(waiter, performance.now());
      this.#advance();
    };
    if (!signal?.aborted) return end;
    // The caller disconnected after it got the slot.
    end();
    throw callerGone();
  }

  stats(): QueueStats {
    const { running, queued } = this.#turns;
    return { running, queued, oldestWaitMs: this.#turns.oldestWaitMs(performance.now()) };
  }

  /** Resolves when nothing runs or waits. */
  async idle(): Promise<void> {
    if (this.#isIdle) return;
    await this.#idle.promise;
  }

  /** Rejects new claims and fails the waiting ones. */
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

  #leave(waiter: WaitingClaim, failure: () => HubError): void {
    if (!this.#turns.isWaiting(waiter)) return;
    // Built first: its `Retry-After` includes this waiter.
    const error = failure();
    this.#turns.remove(waiter);
    waiter.fail(error);
    this.#advance();
  }

  /** Rejects a claim if too many are waiting. It isn't always the newest one. */
  #rejectSurplus(newest: WaitingClaim): void {
    const surplus = this.#turns.surplus(newest);
    if (surplus) this.#leave(surplus, () => this.#queueFullError(surplus));
  }

  #queueFullError({ account }: WaitingClaim): HubError {
    // Both counts still include the rejected claim.
    const own = this.#turns.countWaiting(account) - 1;
    const others = this.#turns.queued - 1 - own;
    const what =
      own >= this.#turns.accountMax
        ? `Too many of your calls are waiting for a ${this.#name} (${own})`
        : `Too many calls are waiting for a ${this.#name} (${own} of yours, ${others} of others)`;
    return this.#busyError(what, account);
  }

  #timeoutError({ account }: WaitingClaim): HubError {
    return this.#busyError(`No ${this.#name} became free in time`, account);
  }

  #busyError(what: string, account: string): HubError {
    const seconds = Math.max(1, Math.ceil(this.#turns.expectedWaitMs(account) / 1000));
    return new HubError("busy", `${what}: call again in ${seconds} s`, {
      headers: { "retry-after": String(seconds) },
    });
  }
}

/** The scheduling properties of a claim. */
interface QueuedClaim {
  /** The account that it belongs to. Accounts take turns. */
  account: string;
  /** The kind of work. Its past durations predict the next one. */
  kind: string;
  /** Maximum duration of the work. */
  limitMs: number;
}

interface TurnsOptions {
  /** Number of slots. One more is granted while one account holds all of them. */
  size: number;
  /** Maximum number of waiting entries. One account can have half of them. */
  queueMax: number;
  /**
   * Wait after which an account without a slot gets an extra one while another holds all of them.
   */
  reserveAfterMs: number;
}

interface Account<Item> {
  running: number;
  /** The total duration of its work. Starts at what others had used when it arrived. */
  usedMs: number;
  /** When it last had a slot or started to wait for one. */
  servedAt: number;
  /** Waiting entries by due time. */
  waiting: QueuedEntry<Item>[];
}

/** The state of an entry in the queue. */
interface QueuedEntry<Item> {
  readonly item: Item;
  readonly account: Account<Item>;
  readonly since: number;
  /** Shorter work of the same account may go first until this time. */
  readonly due: number;
  startedAt: number | undefined;
}

/**
 * Schedules the entries of several accounts that share some slots. It uses neither promises nor the clock.
 *
 * The account with the fewest slots is next, and among equals the one that has used the least time. If all
 * work takes equally long, accounts alternate one by one. An account with long work gets fewer turns. A
 * newcomer waits for running work, but not for the queues of others. Within an account, work that is expected
 * to be short goes first, up to a time limit.
 *
 * An account may use all slots while no other wants one. Another account that arrives then gets an extra slot
 * after a short wait. Keeping a slot free instead would take half of a machine with two slots from its only
 * user. Taking one back would kill work that may be almost done.
 */
export class RoundRobin<Item extends QueuedClaim> {
  readonly size: number;
  /** Maximum number of waiting entries of one account. */
  readonly accountMax: number;
  readonly #queueMax: number;
  readonly #reserveAfterMs: number;
  readonly #accounts = new Map<string, Account<Item>>();
  readonly #entries = new Map<Item, QueuedEntry<Item>>();
  readonly #averages = new Map<string, number>();
  /** The highest usage of any account when it got a slot. New accounts start with it. */
  #usedMs = 0;
  #running = 0;

  constructor({ size, queueMax, reserveAfterMs }: TurnsOptions) {
    this.size = size;
    this.accountMax = Math.ceil(queueMax / 2);
    this.#queueMax = queueMax;
    this.#reserveAfterMs = reserveAfterMs;
  }

  get running(): number {
    return this.#running;
  }

  get queued(): number {
    return this.#entries.size - this.#running;
  }

  /** Adds an entry to the queue. */
  add(item: Item, now: number): void {
    const account = this.#account(item.account);
    if (account.waiting.length === 0) {
      // An account isn't compensated for the time in which it wanted nothing.
      account.usedMs = Math.max(account.usedMs, this.#usedMs);
      account.servedAt = now;
    }
    const due = now + Math.min(this.#expectedMs(item), putBackMsMax);
    const entry = { item, account, since: now, due, startedAt: undefined };
    const before = account.waiting.findLastIndex((other) => other.due <= due);
    account.waiting.splice(before + 1, 0, entry);
    this.#entries.set(item, entry);
  }

  /** Assigns a free slot to the next entry. Returns undefined if there is no slot or no entry. */
  next(now: number): Item | undefined {
    let chosen: Account<Item> | undefined;
    for (const account of this.#accounts.values())
      if (this.#mayStart(account, now) && (!chosen || this.#compare(account, chosen, now) < 0))
        chosen = account;
    const entry = chosen?.waiting.shift();
    if (!entry) return undefined;
    const { account, item } = entry;
    entry.startedAt = now;
    account.running++;
    this.#running++;
    this.#usedMs = Math.max(this.#usedMs, account.usedMs);
    return item;
  }

  /** Releases the slot of a finished entry. */
  end(item: Item, now: number): void {
    const entry = this.#entries.get(item);
    if (entry?.startedAt === undefined) return;
    const { account, startedAt } = entry;
    const durationMs = now - startedAt;
    this.#learn(item.kind, durationMs);
    account.running--;
    account.usedMs += durationMs;
    account.servedAt = now;
    this.#running--;
    this.#remove(entry);
  }

  isWaiting(item: Item): boolean {
    const entry = this.#entries.get(item);
    return entry !== undefined && entry.startedAt === undefined;
  }

  /** Removes a waiting entry. */
  remove(item: Item): void {
    const entry = this.#entries.get(item);
    if (!entry || entry.startedAt !== undefined) return;
    const { waiting } = entry.account;
    waiting.splice(waiting.indexOf(entry), 1);
    this.#remove(entry);
  }

  /**
   * Returns the entry to reject after `newest` was added, if there are too many. That is `newest` if its own
   * account exceeds its share, and otherwise the last entry of the account with the most.
   */
  surplus(newest: Item): Item | undefined {
    if (!this.isWaiting(newest)) return undefined;
    const own = this.countWaiting(newest.account);
    if (own > this.accountMax) return newest;
    if (this.queued <= this.#queueMax) return undefined;
    const longest = [...this.#accounts.values()]
      .map(({ waiting }) => waiting)
      .reduce((most, waiting) => (waiting.length > most.length ? waiting : most));
    if (longest.length <= own) return newest;
    return longest.reduce((last, entry) => (entry.since >= last.since ? entry : last)).item;
  }

  /** Returns all waiting entries. */
  waiting(): Item[] {
    return [...this.#entries.keys()].filter((item) => this.isWaiting(item));
  }

  /** Returns the number of waiting entries of an account. */
  countWaiting(account: string): number {
    return this.#accounts.get(account)?.waiting.length ?? 0;
  }

  /** Returns the longest current wait in milliseconds. */
  oldestWaitMs(now: number): number {
    const since = [...this.#entries.values()]
      .filter(({ startedAt }) => startedAt === undefined)
      .map((entry) => entry.since);
    return since.length === 0 ? 0 : now - Math.min(...since);
  }

  /** Returns the expected time until all work of an account is done, at its share of the slots. */
  expectedWaitMs(account: string): number {
    const others = new Set<string>();
    let ownMs = 0;
    let allMs = 0;
    for (const item of this.#entries.keys()) {
      const expectedMs = this.#expectedMs(item);
      allMs += expectedMs;
      if (item.account === account) ownMs += expectedMs;
      else others.add(item.account);
    }
    return Math.min(allMs, ownMs * (others.size + 1)) / this.size;
  }

  #account(name: string): Account<Item> {
    const known = this.#accounts.get(name);
    if (known) return known;
    const account: Account<Item> = { running: 0, usedMs: 0, servedAt: 0, waiting: [] };
    this.#accounts.set(name, account);
    return account;
  }

  #mayStart({ running, waiting: [first] }: Account<Item>, now: number): boolean {
    if (!first) return false;
    if (this.#running < this.size) return true;
    // Grants one extra slot to an account that has waited long enough while another holds all slots.
    return (
      this.#running === this.size &&
      running === 0 &&
      now - first.since >= this.#reserveAfterMs &&
      [...this.#accounts.values()].some((account) => account.running === this.size)
    );
  }

  /** Compares two accounts. Negative if the first one is next. */
  #compare(one: Account<Item>, other: Account<Item>, now: number): number {
    return (
      one.running - other.running ||
      getStarvation(other, now) - getStarvation(one, now) ||
      one.usedMs - other.usedMs ||
      getDueTime(one) - getDueTime(other)
    );
  }

  #expectedMs({ kind, limitMs }: Item): number {
    return Math.min(this.#averages.get(kind) ?? unknownMs, limitMs);
  }

  #learn(kind: string, durationMs: number): void {
    const average = this.#averages.get(kind) ?? durationMs;
    this.#averages.set(kind, average + newestShare * (durationMs - average));
  }

  #remove({ item, account }: QueuedEntry<Item>): void {
    this.#entries.delete(item);
    if (account.running === 0 && account.waiting.length === 0) this.#accounts.delete(item.account);
  }
}

/** Returns the time that an account has been without a slot if it is starved, or else 0. */
function getStarvation({ running, servedAt }: Account<unknown>, now: number): number {
  return running === 0 && now - servedAt > starvedMs ? now - servedAt : 0;
}

function getDueTime({ waiting: [first] }: Account<unknown>): number {
  return first?.due ?? Number.POSITIVE_INFINITY;
}
