import { readFileSync } from "node:fs";
import type { RedisClient } from "bun";
import { HubError } from "../contract/errors.ts";
import type { MaybePromise } from "../lib/maybe-promise.ts";
import { type Counters, type Meter, type Take, toDay } from "../lib/rolling-window/meter.ts";
import { describeFailureClass, redisFailures } from "../platform/health/failure-classes.ts";
import {
  epochKey,
  isAnswer,
  isUnexpected,
  RedisDown,
  type RedisLink,
} from "../platform/redis/redis-link.ts";
import type { WhenDown } from "../platform/redis/redis-settings.ts";
import type { Records } from "../platform/store/records.ts";
import type {
  AddressShare,
  AddressWindow,
  Limiter,
  LimiterTake,
  LimitSubject,
  SharedTake,
} from "./limiter.ts";
import { getLowerLimits, LocalLimiter } from "./local-limiter.ts";
import type { Tier } from "./tiers.ts";

interface RedisLimiterOptions {
  link: RedisLink;
  /** Counts everything that this machine admits, so that it can continue without Redis. */
  meter: Meter;
  whenDown: WhenDown;
  /** The secret that hashes IP addresses before they are sent to Redis. The same for all hubs. */
  secret: Uint8Array;
  /** The length of the rolling window, for tests. */
  windowMs?: number;
  /** The clock, for tests. Default: the clock of the Redis server. */
  clock?: () => number;
  /** Reads the units of a day from the database, to restore them in a server that lost its data. */
  unitsOfDay?: Records["unitsOfDay"];
  /** Receives the restore, which runs in the background. */
  onRestoring?: (work: Promise<void>) => void;
}

/** The result codes of the script. */
const statuses = ["taken", "minute", "day"] as const;

/** A counter in Redis. */
interface Counter {
  key: string;
  /** Infinite if there is no limit. */
  perMinute: number;
  perDay: number;
  /** The local counters for the same subject. */
  counters?: Counters;
  /** Returns how many takes of an address this machine has counted. */
  countLocally?: () => number;
}

interface Ask {
  op: "take" | "charge" | "look" | "back";
  units: number;
  /** The day of the units. -1 if there are none. */
  day?: number;
  windowMs?: number;
}

/** The result of a request to the script. */
interface ScriptResult {
  status: (typeof statuses)[number];
  refused: number;
  counts: Count[];
}

/** A batch of requests to the script. */
interface Batch {
  readonly windowMs: number;
  readonly asked: ScriptRequest[];
}

interface ScriptRequest {
  readonly counters: readonly Counter[];
  readonly ask: Ask;
  resolve(found: ScriptResult): void;
  reject(error: unknown): void;
}

/** The state of a counter in Redis. */
interface Count {
  inside: number;
  resetMs: number;
  used: number;
}

/** The counts collected while Redis was unavailable. */
interface Pending {
  readonly windowMs: number;
  /** The last known daily units before the outage. */
  readonly usedBefore: number;
  units: number;
  day: number;
  /** The numbers of takes, and the times when they were counted, by this process's clock. */
  readonly cells: [at: number, count: number][];
}

const limitScript = readFileSync(new URL("./limit-script.lua", import.meta.url), "utf8");
const sha = new Bun.CryptoHasher("sha1").update(limitScript).digest("hex");
const hourMs = 3_600_000;
/** The maximum batch size, because a script blocks the server. */
const batchMax = 64;
/** The maximum number of counters that wait to be sent to Redis, and of those known to be raised there. */
const pendingMax = 100_000;
const raisedMax = 100_000;
/** The maximum number of attempts for a batch that was late or had an outdated epoch. */
const sendsMax = 3;
/** The delay before counts are reported to a server that is available. */
const reportMs = 100;
/** The delay before a failed restore is retried. */
const restoreRetryMs = 1000;

/**
 * Counts in Redis for all hubs that use it: exactly, by the server's clock. A call is one round trip.
 *
 * Its takes are also recorded in this machine's memory. If the operator allows it, the hub counts there
 * while the server is unavailable. It reports these counts to the server before the next request.
 *
 * A server that lost its data misses earlier counts until the hub detects the loss. Each hub then restores
 * its counts of an account with the account's next call, and those of all accounts in the background.
 */
export class RedisLimiter implements Limiter {
  readonly #options: RedisLimiterOptions;
  readonly #local: LocalLimiter;
  readonly #pending = new Map<string, Pending>();
  #raised = new Set<string>();
  /** Whether Redis has lost its data. */
  #isDataLost = false;
  /** The counters whose counts before that loss were sent to Redis. It adds them up, so they are sent once. */
  #restored = new Set<string>();
  /** The number of data losses, and of those that were restored. */
  #losses = 0;
  #lossesRestored = 0;
  #restoring: Promise<void> | undefined;
  #reporting: Promise<void> | undefined;
  #batch: Batch | undefined;
  /** The minimum offset of the server's clock from that of this process. */
  #ahead = Number.NEGATIVE_INFINITY;

  constructor(options: RedisLimiterOptions) {
    this.#options = options;
    this.#local = new LocalLimiter(options.meter);
    options.link.onReturn.push((client) => this.#reportPending(client));
    options.link.onDataLost = () => {
      this.#isDataLost = true;
      this.#raised = new Set();
      this.#restored = new Set();
      this.#losses++;
      if (options.link.isUp) this.#restoreLater();
    };
  }

  /** The batch size. In a cluster it is 1, because each server holds a part of the counters. */
  get #batchMax(): number {
    return this.#options.link.isCluster ? 1 : batchMax;
  }

  take(limited: LimitSubject, now: number): MaybePromise<LimiterTake> {
    if (!this.#options.link.isUp) return this.#takeLocally(limited, now);
    return this.#withOutagePolicy(
      async () => {
        const found = await this.#ask(listCounters(limited), { op: "take", units: 1 });
        const take = toLimiterTake(limited, found);
        if (take.ok) this.#recordTake(limited, found.counts, now);
        return take;
      },
      () => this.#takeLocally(limited, now),
    );
  }

  charge(limited: LimitSubject, amount: { units: number; now: number }): MaybePromise<LimiterTake> {
    if (!this.#options.link.isUp) return this.#chargeLocally(limited, amount);
    return this.#withOutagePolicy(
      async () => {
        const { units } = amount;
        const found = await this.#ask(listCounters(limited), { op: "charge", units });
        const take = toLimiterTake(limited, found);
        if (take.ok) this.#raiseLocally(limited, found.counts, amount.now);
        return take;
      },
      () => this.#chargeLocally(limited, amount),
    );
  }

  peek(limited: LimitSubject, now: number): MaybePromise<Omit<Take, "ok">> {
    if (!this.#options.link.isUp) return this.#local.peek(limited, now);
    return this.#withOutagePolicy(
      async () => {
        const found = await this.#ask(listCounters(limited), { op: "look", units: 0 });
        return toLimiterTake(limited, found);
      },
      // Reading costs nothing.
      () => this.#local.peek(limited, now),
    );
  }

  refundUnits(limited: LimitSubject, amount: { units: number; now: number }): void {
    if (amount.units === 0) return;
    this.#local.refundUnits(limited, amount);
    this.#refundInRedis(listCounters(limited), {
      units: amount.units,
      day: this.#dayAt(amount.now),
    });
  }

  /** Refunds units in Redis. */
  #refundInRedis(counters: readonly Counter[], amount: { units: number; day: number }): void {
    const given = { units: -amount.units, day: amount.day };
    const queueRefund = () => {
      for (const { key } of counters) this.#addPending(key, given);
    };
    if (!this.#options.link.isUp) queueRefund();
    else this.#ask(counters, { op: "back", ...given }).catch(queueRefund);
  }

  takeByAddress(window: AddressWindow, shares: readonly AddressShare[]): MaybePromise<SharedTake> {
    const windowMs = this.getWindowMs(window);
    const counters = this.#countersOfShares(window, shares);
    const alone = () => {
      this.#checkOutagePolicy();
      const take = this.#local.takeByAddress(window, shares);
      if (take.ok)
        for (const { key } of counters)
          this.#addPending(key, { units: 0, day: -1, takes: 1, windowMs });
      return take;
    };
    if (!this.#options.link.isUp) return alone();
    return this.#withOutagePolicy(async () => {
      const ask = { op: "take", units: 1, day: -1, windowMs } as const;
      const { status, refused, counts } = await this.#ask(counters, ask);
      const ok = status === "taken";
      if (ok) this.#local.takeByAddress(window, shares);
      const takes = counts.map(({ inside, resetMs }, by) => {
        const remaining = Math.max(0, (shares[by]?.limit ?? 0) - inside);
        return { ok, remaining, resetMs, isCrowded: false, by };
      });
      if (!ok) return getFirst(takes.slice(Math.max(0, refused)));
      return getFirst(takes.toSorted((one, other) => one.remaining - other.remaining));
    }, alone);
  }

  hasLeftByAddress(window: AddressWindow, shares: readonly AddressShare[]): MaybePromise<boolean> {
    // Reading costs nothing, and the operator must get in even if all others are refused.
    const alone = () => this.#local.hasLeftByAddress(window, shares);
    if (!this.#options.link.isUp) return alone();
    return this.#withOutagePolicy(async () => {
      const counters = this.#countersOfShares(window, shares);
      const windowMs = this.getWindowMs(window);
      const { counts } = await this.#ask(counters, { op: "look", units: 0, day: -1, windowMs });
      return shares.every(({ limit }, by) => (counts[by]?.inside ?? 0) < limit);
    }, alone);
  }

  getWindowMs(window: AddressWindow): number {
    return window === "hour" ? hourMs : this.#windowMs;
  }

  get #windowMs(): number {
    return this.#options.windowMs ?? this.#local.getWindowMs("minute");
  }

  /** Applies the outage policy of the operator if Redis fails during a request. */
  async #withOutagePolicy<Result>(
    ask: () => Promise<Result>,
    alone: () => MaybePromise<Result>,
  ): Promise<Result> {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof RedisDown) return alone();
      throw new HubError("store_unavailable", "The hub cannot count requests at the moment", {
        headers: { "retry-after": "1" },
        cause: error,
      });
    }
  }

  #checkOutagePolicy(): void {
    if (this.#options.whenDown === "local") return;
    throw new HubError("store_unavailable", "The hub cannot count requests at the moment", {
      headers: { "retry-after": "1" },
      cause: this.#options.link.fault ?? describeFailureClass(redisFailures.unexpected),
    });
  }

  #takeLocally(limited: LimitSubject, now: number): LimiterTake {
    this.#checkOutagePolicy();
    const take = this.#local.take(limited, now);
    if (take.ok) this.#addPendingCounts(limited, { units: 1, takes: 1, now });
    return take;
  }

  #chargeLocally(limited: LimitSubject, amount: { units: number; now: number }): LimiterTake {
    this.#checkOutagePolicy();
    const take = this.#local.charge(limited, amount);
    if (take.ok) this.#addPendingCounts(limited, { ...amount, takes: 0 });
    return take;
  }

  #addPendingCounts(
    limited: LimitSubject,
    { now, ...amount }: { units: number; takes: number; now: number },
  ): void {
    const day = this.#dayAt(now);
    for (const { key, counters } of listCounters(limited))
      this.#addPending(key, { ...amount, day, counters });
  }

  /** Stores counts to send when Redis is available again. */
  #addPending(
    key: string,
    {
      units,
      day,
      takes = 0,
      windowMs = this.#windowMs,
      counters,
    }: {
      units: number;
      day: number;
      takes?: number;
      windowMs?: number;
      counters?: Counters | undefined;
    },
  ): void {
    if (this.#options.link.isUp) this.#reportSoon();
    let pending = this.#pending.get(key);
    if (!pending) {
      if (this.#pending.size >= pendingMax) return;
      const { meter, clock } = this.#options;
      const used = counters ? meter.usedToday(counters, clock?.() ?? Date.now()) - units : 0;
      pending = { windowMs, usedBefore: Math.max(0, used), units: 0, day, cells: [] };
      this.#pending.set(key, pending);
    }
    // Units of past days no longer matter.
    if (day > pending.day) pending.units = 0;
    if (day >= pending.day) pending.units += units;
    pending.day = Math.max(day, pending.day);
    if (takes === 0) return;
    const at = performance.now();
    const last = pending.cells.at(-1);
    if (last && at - last[0] < windowMs / 1000) {
      last[0] = at;
      last[1] += takes;
    } else pending.cells.push([at, takes]);
    while ((pending.cells[0]?.[0] ?? at) < at - windowMs) pending.cells.shift();
  }

  /** Sends the counts collected during an outage. */
  async #reportPending(client: RedisClient): Promise<void> {
    this.#isDataLost = this.#isRestoreDue;
    this.#raised = new Set();
    if (!this.#isDataLost) this.#restored = new Set();
    await this.#sendPending((command, args) => client.send(command, args));
    if (this.#isRestoreDue) this.#restoreLater();
  }

  #reportSoon(): void {
    this.#reporting ??= this.#reportWhileUp().finally(() => {
      this.#reporting = undefined;
    });
  }

  /**
   * Sends counts that were collected while the server was available, such as those of a batch that missed its deadline.
   */
  async #reportWhileUp(): Promise<void> {
    const { link } = this.#options;
    do {
      await Bun.sleep(reportMs);
      await this.#sendPending((command, args) => link.send(command, args)).catch(() => {});
    } while (link.isUp && this.#pending.size > 0);
  }

  /** Sends the collected counts. Keeps those that could not be sent. */
  async #sendPending(send: (command: string, args: string[]) => Promise<unknown>): Promise<void> {
    await send("SCRIPT", ["LOAD", limitScript]);
    const { epoch } = this.#options.link;
    const waiting = [...this.#pending].map(async ([key, pending]) => {
      const { windowMs, usedBefore, units, day, cells } = pending;
      this.#pending.delete(key);
      const now = performance.now();
      const recent = cells.filter(([at]) => now - at < windowMs);
      const pairs = recent.flatMap(([at, count]) => [Math.floor(now - at), count]);
      const known = day < 0 ? -1 : usedBefore;
      const raise = [-1, 0, ...(this.#isLost(key) ? [-1, known] : [known, -1])];
      this.#recordRaise(key);
      const args = [
        windowMs,
        0,
        this.#now,
        epoch,
        0,
        "MERGE",
        units,
        day,
        1,
        unlimited,
        -1,
        ...raise,
      ];
      args.push(recent.length, ...pairs);
      try {
        await send("EVALSHA", [sha, "1", key, ...args.map(String)]);
      } catch (error) {
        // It may have been counted: sending it again could count it twice.
        if (!isAnswer(error)) return;
        if (!isUnexpected(error)) this.#mergePending(key, pending);
        throw error;
      }
    });
    await Promise.all(waiting);
  }

  /** Merges counts that could not be sent with newer ones. */
  #mergePending(key: string, pending: Pending): void {
    const newer = this.#pending.get(key);
    if (newer) {
      pending.units = newer.day === pending.day ? pending.units + newer.units : newer.units;
      pending.day = newer.day;
      pending.cells.push(...newer.cells);
    }
    this.#pending.set(key, pending);
  }

  get #isRestoreDue(): boolean {
    return this.#lossesRestored < this.#losses;
  }

  #restoreLater(): void {
    this.#restoring ??= this.#restoreUntilDone().finally(() => {
      this.#restoring = undefined;
    });
    this.#options.onRestoring?.(this.#restoring);
  }

  /** Restores the daily counts as soon as Redis and the database are available. */
  async #restoreUntilDone(): Promise<void> {
    const { link } = this.#options;
    for (;;) {
      // Waits until a server that has just returned accepts requests.
      await Bun.sleep(0);
      if (link.isUp) await this.#restore().catch(() => {});
      if (link.isClosed || !this.#isRestoreDue) return;
      await Bun.sleep(restoreRetryMs);
    }
  }

  /** Sends the daily counts of the database and this machine to Redis. */
  async #restore(): Promise<void> {
    const { unitsOfDay, meter, link } = this.#options;
    const losses = this.#losses;
    const now = this.#options.clock?.() ?? Date.now();
    const day = this.#dayAt(now);
    // Stored as numbers to save memory, because there may be millions. 0 stands for no account.
    const known: number[] = [];
    await unitsOfDay?.(day, (id, units, ofAccount = 0) => void known.push(id, units, ofAccount));
    const fields = 3;
    const size = fields * this.#batchMax;
    for (let from = 0; from < known.length; from += size) {
      const keys: string[] = [];
      const args: (string | number)[] = [];
      for (let at = from; at < Math.min(from + size, known.length); at += fields) {
        const [id = 0, units = 0, ofAccount = 0] = known.slice(at, at + fields);
        const key = ofAccount === 0 ? `hub:{${id}}` : `hub:{${ofAccount}}:${id}`;
        keys.push(key);
        const most = Math.max(units, meter.usedToday(meter.counters(id), now));
        const raise = this.#isLost(key) ? [-1, most] : [most, -1];
        args.push("MERGE", 0, day, 1, unlimited, -1, -1, 0, ...raise, 0);
      }
      const head = [this.#windowMs, 0, this.#now, link.epoch, 0];
      await this.#eval([`${keys.length}`, ...keys, ...[...head, ...args].map(String)]);
    }
    this.#lossesRestored = losses;
    if (!this.#isRestoreDue) link.endRestoring();
  }

  get #now(): number {
    return this.#options.clock?.() ?? 0;
  }

  /** Returns the day by the server's clock. */
  #dayAt(now: number): number {
    const { clock } = this.#options;
    const ahead = this.#ahead + performance.now();
    return toDay(clock || !Number.isFinite(ahead) ? now : now + (ahead - Date.now()));
  }

  /** Sends a request to Redis, batched with concurrent ones. */
  #ask(counters: readonly Counter[], ask: Ask): Promise<ScriptResult> {
    const { windowMs = this.#windowMs } = ask;
    if (
      this.#batch &&
      (this.#batch.windowMs !== windowMs || this.#batch.asked.length >= this.#batchMax)
    )
      this.#flush();
    if (!this.#batch) {
      const batch: Batch = { windowMs, asked: [] };
      this.#batch = batch;
      setImmediate(() => this.#batch === batch && this.#flush());
    }
    const { asked } = this.#batch;
    return new Promise((resolve, reject) => asked.push({ counters, ask, resolve, reject }));
  }

  /** Encodes a request as script arguments, with the local counts to raise. */
  #encodeArgs({ counters, ask: { op, units, day = 0 } }: ScriptRequest): string[] {
    const isRaising =
      (op === "take" || op === "charge" || op === "look") &&
      counters.some((counter) => this.#isToRaise(counter));
    const args = [isRaising ? op.toUpperCase() : op, `${units}`, `${day}`, `${counters.length}`];
    for (const counter of counters) {
      args.push(formatLimit(counter.perMinute), formatLimit(counter.perDay));
      if (isRaising) args.push(...this.#getLocalCounts(counter).map(String));
    }
    return args;
  }

  #flush(): void {
    const batch = this.#batch;
    if (!batch) return;
    this.#batch = undefined;
    this.#send(batch).catch((error) => {
      for (const { reject } of batch.asked) reject(error);
    });
  }

  /** Sends a batch. The script ignores it if it runs after the caller's timeout. */
  async #send({ windowMs, asked }: Batch): Promise<void> {
    const { link, clock } = this.#options;
    const isDated =
      !clock && Number.isFinite(this.#ahead) && asked.every(({ ask }) => ask.op !== "back");
    const keys = asked.flatMap(({ counters }) => counters.map(({ key }) => key));
    for (let sends = 0; sends < sendsMax; sends++) {
      const { epoch, isCluster } = link;
      const allKeys = isCluster ? keys : [...keys, epochKey];
      const deadline = isDated
        ? Math.floor(performance.now() + this.#ahead + link.timeoutMs * 0.8)
        : 0;
      const head = [`${allKeys.length}`, ...allKeys, `${windowMs}`, `${deadline}`, `${this.#now}`];
      head.push(epoch, isCluster ? "0" : "1");
      const args = asked.flatMap((one) => this.#encodeArgs(one));
      const answer = await this.#eval([...head, ...args], (late) => this.#undo(asked, late));
      const [status, now = 0] = answer;
      this.#ahead = Math.max(now - performance.now(), this.#ahead - 1);
      // Redis has lost its data and counted nothing.
      if (status === 2) await link.renewEpoch();
      // It counted nothing either if the deadline passed, because the server's clock went forward.
      if (status !== 0) continue;
      const reader = { numbers: answer, at: 2 };
      for (const one of asked) one.resolve(readFound(reader, one.counters.length));
      return;
    }
    throw new RedisDown("The requests to the Redis server missed their deadline");
  }

  /** Refunds late counts of calls that were already handled without Redis. */
  #undo(asked: readonly ScriptRequest[], late: unknown): void {
    if (!Array.isArray(late) || late[0] !== 0) return;
    const reader = { numbers: late as number[], at: 2 };
    for (const { counters, ask } of asked) {
      const { status } = readFound(reader, counters.length);
      const { op, units, day = 0 } = ask;
      if (status === "taken" && day >= 0 && (op === "take" || op === "charge"))
        this.#refundInRedis(counters, { units, day: this.#dayAt(Date.now()) });
    }
  }

  async #eval(args: string[], onLate?: (answer: unknown) => void): Promise<number[]> {
    const { link } = this.#options;
    const options = { isRequired: true, ...(onLate && { onLate }) };
    try {
      return (await link.send("EVALSHA", [sha, ...args], options)) as number[];
    } catch (error) {
      // Not an error: a restarted server has lost its scripts, and nothing was counted.
      if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
      return (await link.send("EVAL", [limitScript, ...args], options)) as number[];
    }
  }

  /** Checks whether to send the local counts of a counter, which happens periodically. */
  #isToRaise({ key, counters, countLocally }: Counter): boolean {
    const isKnown = counters !== undefined || (this.#isLost(key) && countLocally !== undefined);
    return isKnown && !this.#raised.has(key);
  }

  /** Returns the local counts of a counter. */
  #getLocalCounts(counter: Counter): number[] {
    const { key, perMinute, perDay, counters, countLocally } = counter;
    if (!this.#isToRaise(counter)) return [-1, 0, -1, -1];
    if (this.#raised.size >= raisedMax) {
      this.#raised.clear();
      this.#restored.clear();
      this.#isDataLost = false;
    }
    const isLost = this.#isLost(key);
    this.#recordRaise(key);
    if (!counters) return [-1, countLocally?.() ?? 0, -1, -1];
    const { meter, clock } = this.#options;
    const tier = { perMinute, perDay } as Tier;
    const { minute, usedToday } = meter.measure(counters, tier, clock?.() ?? Date.now());
    const inside = Number.isFinite(perMinute) ? perMinute - minute.remaining : 0;
    // Each hub knows its own calls. After a data loss they add up.
    return isLost ? [-1, inside, -1, usedToday] : [inside, 0, usedToday, -1];
  }

  /** Returns whether Redis lost a counter, and this hub hasn't sent its counts before the loss yet. */
  #isLost(key: string): boolean {
    return this.#isDataLost && !this.#restored.has(key);
  }

  #recordRaise(key: string): void {
    this.#raised.add(key);
    if (this.#isDataLost) this.#restored.add(key);
  }

  /** Records calls that Redis admitted in the local counters. */
  #recordTake({ counters, tier, own }: LimitSubject, counts: readonly Count[], now: number): void {
    const { meter } = this.#options;
    const ofAccount = counts.at(-1);
    if (ofAccount) meter.recordTake(counters, tier, { now, usedToday: ofAccount.used });
    if (own && counts[0])
      meter.recordTake(own.counters, own.tier, { now, usedToday: counts[0].used });
  }

  #raiseLocally({ counters, own }: LimitSubject, counts: readonly Count[], now: number): void {
    const { meter } = this.#options;
    const ofAccount = counts.at(-1);
    if (ofAccount) meter.restore(counters, now, ofAccount.used);
    if (own && counts[0]) meter.restore(own.counters, now, counts[0].used);
  }

  #countersOfShares(window: AddressWindow, shares: readonly AddressShare[]): Counter[] {
    const names = shares.map(({ subject }) => {
      const hmac = new Bun.CryptoHasher("sha256", this.#options.secret);
      return hmac.update(subject).digest().subarray(0, 12).toString("base64url");
    });
    // The widest network in braces keeps all counters in one cluster slot.
    const widest = `hub:${window}:{${names.at(-1)}}`;
    return shares.map((share, index) => ({
      key: index === shares.length - 1 ? widest : `${widest}:${names[index]}`,
      perMinute: share.limit,
      perDay: Number.POSITIVE_INFINITY,
      countLocally: () => this.#local.countByAddress(window, share),
    }));
  }
}

/** Exceeds all limits, so that counts are always accepted. */
const unlimited = 1_000_000_000;

/** Returns the counters of a call: that of its key, which is checked first, and that of its account. */
function listCounters({ counters, tier, own }: LimitSubject): Counter[] {
  // The common part in braces keeps both in one cluster slot.
  const ofAccount = createCounter(`hub:{${counters.id}}`, tier, counters);
  return own
    ? [createCounter(`hub:{${counters.id}}:${own.counters.id}`, own.tier, own.counters), ofAccount]
    : [ofAccount];
}

function createCounter(key: string, tier: Tier, counters: Counters): Counter {
  const perDay = tier.soft ? Number.POSITIVE_INFINITY : tier.perDay;
  return { key, perMinute: tier.perMinute, perDay, counters };
}

/** Converts a result of Redis to a limiter result. */
function toLimiterTake(
  { tier, own }: LimitSubject,
  { status, refused, counts }: { status: string; refused: number; counts: readonly Count[] },
): LimiterTake {
  const ok = status === "taken";
  const takes = counts.map(({ inside, resetMs, used }, index) => {
    const { perMinute } = own && index === 0 ? own.tier : tier;
    const isLimited = Number.isFinite(perMinute);
    const remaining = isLimited ? Math.max(0, perMinute - inside) : perMinute;
    return { ok, minute: { remaining, resetMs: isLimited ? resetMs : 0 }, usedToday: used };
  });
  if (status === "minute" || status === "day")
    return { ...getFirst(takes.slice(Math.max(0, refused))), ok: false, refusedBy: status };
  const first = getFirst(takes);
  const ofAccount = takes[1];
  return own && ofAccount ? getLowerLimits(first, own.tier, { take: ofAccount, tier }) : first;
}

function getFirst<Item>([first]: readonly Item[]): Item {
  if (first === undefined) throw new Error("The Redis server returned no counters");
  return first;
}

function formatLimit(limit: number): string {
  return Number.isFinite(limit) ? `${limit}` : "-1";
}

/** Parses the result of one request from the script's response. */
function readFound(
  reader: { numbers: readonly number[]; at: number },
  count: number,
): ScriptResult {
  const { numbers } = reader;
  const status = statuses[numbers[reader.at] ?? 0] ?? "minute";
  const refused = (numbers[reader.at + 1] ?? 0) - 1;
  reader.at += 2;
  const counts: Count[] = [];
  for (let index = 0; index < count; index++) {
    const { at } = reader;
    const [inside = 0, resetMs = 0, used = 0] = [numbers[at], numbers[at + 1], numbers[at + 2]];
    counts.push({ inside, resetMs, used });
    reader.at += 3;
  }
  return { status, refused, counts };
}
