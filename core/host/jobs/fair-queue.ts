import type { Caller } from "../../contract/caller.ts";
import { callerGone, HubError, isTimeout } from "../../contract/errors.ts";
import { prefixOfAddress } from "../../lib/rolling-window/addresses.ts";
import { Histogram } from "../../platform/metrics/histogram.ts";

/** How much the newest time of a kind counts in its moving average. */
const newestShare = 0.2;

/** How long work is expected to take of whose kind none was done yet. */
const unknownMs = 1000;

/** Most time that work is put back behind shorter work that came after it. */
const putBackMsMax = 5000;

/** After so long without a slot an account comes before those whose work took less. */
const starvedMs = 5000;

interface FairQueueOptions {
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
  /** Where is counted how long one waited, with or without a slot in the end. */
  waits?: Histogram | undefined;
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

  /** Waits for a slot. Answers how to give it back. Throws `busy`, and `caller_gone`. */
  async enter(claim: Claim): Promise<() => void> {
    const { signal } = claim;
    if (this.#closedBy) throw this.#closedBy;
    if (signal?.aborted) throw callerGone();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = { ...claim, start: resolve, fail: reject };
    const since = performance.now();
    this.#turns.add(waiter, since);
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
      this.#waits.observe(performance.now() - since);
      for (const timer of timers) clearTimeout(timer);
      signal?.removeEventListener("abort", giveUp);
    }
    const end = () => {
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

/** What has to be known of something that wants a slot. */
interface Entry {
  /** Whose it is: accounts take turns. */
  account: string;
  /** What it is: what took long lately is expected to take long. */
  kind: string;
  /** Most time that its work may take. */
  limitMs: number;
}

interface TurnsOptions {
  /** How many have a slot at once. One more may, while one account has all of them. */
  size: number;
  /** How many may wait. One account's may be half of them. */
  queueMax: number;
  /** How long an account that has no slot waits while another has all, before there is one more. */
  reserveAfterMs: number;
}

interface Account<Item> {
  running: number;
  /** How long its work has taken, beginning with what others had had when it came. */
  usedMs: number;
  /** When it last had a slot, or began to wait for one. */
  servedAt: number;
  /** By when they are due. */
  waiting: Place<Item>[];
}

/** Where an entry stands. */
interface Place<Item> {
  readonly item: Item;
  readonly account: Account<Item>;
  readonly since: number;
  /** Until when shorter work of the same account may go before. */
  readonly due: number;
  startedAt: number | undefined;
}

/**
 * Whose turn it is, of accounts that share some slots. It knows neither promises nor the clock.
 *
 * Next is the account that has the fewest slots, and of several the one whose work has taken the least
 * time. Where all work is equally long they take turns one by one. Who sends what is long pays for it
 * in turns, and whoever comes meanwhile waits for what runs, and not for what waits. Of one account's
 * entries those that are expected to be short go first, for a while.
 *
 * An account may have all slots while nobody else wants one. Whoever comes then, and has waited a
 * little, gets one beyond their number: to keep a slot free instead would take half of a machine with
 * two from its only user, and to take one back would mean to kill what may be nearly done.
 */
export class RoundRobin<Item extends Entry> {
  readonly size: number;
  /** How many entries of one account may wait. */
  readonly accountMax: number;
  readonly #queueMax: number;
  readonly #reserveAfterMs: number;
  readonly #accounts = new Map<string, Account<Item>>();
  readonly #places = new Map<Item, Place<Item>>();
  readonly #averages = new Map<string, number>();
  /** The most that an account had used when it got a slot: newcomers begin there. */
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
    return this.#places.size - this.#running;
  }

  /** Puts an entry among those that wait. */
  add(item: Item, now: number): void {
    const account = this.#account(item.account);
    if (account.waiting.length === 0) {
      // It is not owed what others had while it wanted nothing.
      account.usedMs = Math.max(account.usedMs, this.#usedMs);
      account.servedAt = now;
    }
    const due = now + Math.min(this.#expectedMs(item), putBackMsMax);
    const place = { item, account, since: now, due, startedAt: undefined };
    const before = account.waiting.findLastIndex((other) => other.due <= due);
    account.waiting.splice(before + 1, 0, place);
    this.#places.set(item, place);
  }

  /** Gives a slot to whom it is due, if there is one. */
  next(now: number): Item | undefined {
    let chosen: Account<Item> | undefined;
    for (const account of this.#accounts.values())
      if (this.#mayStart(account, now) && (!chosen || this.#order(account, chosen, now) < 0))
        chosen = account;
    const place = chosen?.waiting.shift();
    if (!place) return undefined;
    const { account, item } = place;
    place.startedAt = now;
    account.running++;
    this.#running++;
    this.#usedMs = Math.max(this.#usedMs, account.usedMs);
    return item;
  }

  /** Takes back the slot of an entry whose work is done. */
  end(item: Item, now: number): void {
    const place = this.#places.get(item);
    if (place?.startedAt === undefined) return;
    const { account, startedAt } = place;
    const tookMs = now - startedAt;
    this.#learn(item.kind, tookMs);
    account.running--;
    account.usedMs += tookMs;
    account.servedAt = now;
    this.#running--;
    this.#forget(place);
  }

  isWaiting(item: Item): boolean {
    const place = this.#places.get(item);
    return place !== undefined && place.startedAt === undefined;
  }

  /** Lets an entry that waits go without a turn. */
  remove(item: Item): void {
    const place = this.#places.get(item);
    if (!place || place.startedAt !== undefined) return;
    const { waiting } = place.account;
    waiting.splice(waiting.indexOf(place), 1);
    this.#forget(place);
  }

  /**
   * Who must go now that an entry has come and there are too many: itself where too many of its own
   * account's wait, and otherwise the last that came of the account that has the most.
   */
  surplus(newest: Item): Item | undefined {
    if (!this.isWaiting(newest)) return undefined;
    const own = this.waitingOf(newest.account);
    if (own > this.accountMax) return newest;
    if (this.queued <= this.#queueMax) return undefined;
    const longest = [...this.#accounts.values()]
      .map(({ waiting }) => waiting)
      .reduce((most, waiting) => (waiting.length > most.length ? waiting : most));
    if (longest.length <= own) return newest;
    return longest.reduce((last, place) => (place.since >= last.since ? place : last)).item;
  }

  /** All that wait. */
  waiting(): Item[] {
    return [...this.#places.keys()].filter((item) => this.isWaiting(item));
  }

  /** How many entries of an account wait. */
  waitingOf(account: string): number {
    return this.#accounts.get(account)?.waiting.length ?? 0;
  }

  /** How long the one has waited that has waited longest. */
  oldestWaitMs(now: number): number {
    const since = [...this.#places.values()]
      .filter(({ startedAt }) => startedAt === undefined)
      .map((place) => place.since);
    return since.length === 0 ? 0 : now - Math.min(...since);
  }

  /** How long it should take until all is done that an account has here, at its share of the slots. */
  expectedWaitMs(account: string): number {
    const others = new Set<string>();
    let ownMs = 0;
    let allMs = 0;
    for (const item of this.#places.keys()) {
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
    // One beyond the number, for who has waited long enough while another has them all.
    return (
      this.#running === this.size &&
      running === 0 &&
      now - first.since >= this.#reserveAfterMs &&
      [...this.#accounts.values()].some((account) => account.running === this.size)
    );
  }

  /** Negative where the first of two accounts comes first. */
  #order(one: Account<Item>, other: Account<Item>, now: number): number {
    return (
      one.running - other.running ||
      starvation(other, now) - starvation(one, now) ||
      one.usedMs - other.usedMs ||
      dueOf(one) - dueOf(other)
    );
  }

  #expectedMs({ kind, limitMs }: Item): number {
    return Math.min(this.#averages.get(kind) ?? unknownMs, limitMs);
  }

  #learn(kind: string, tookMs: number): void {
    const average = this.#averages.get(kind) ?? tookMs;
    this.#averages.set(kind, average + newestShare * (tookMs - average));
  }

  #forget({ item, account }: Place<Item>): void {
    this.#places.delete(item);
    if (account.running === 0 && account.waiting.length === 0) this.#accounts.delete(item.account);
  }
}

/** For how long an account has had no slot, once that is too long. */
function starvation({ running, servedAt }: Account<unknown>, now: number): number {
  return running === 0 && now - servedAt > starvedMs ? now - servedAt : 0;
}

function dueOf({ waiting: [first] }: Account<unknown>): number {
  return first?.due ?? Number.POSITIVE_INFINITY;
}
