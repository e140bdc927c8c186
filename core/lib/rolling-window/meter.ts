import { AddressLog } from "./addresses.ts";
import { type Clock, MachineClock } from "./machine-clock.ts";
import { MappedTable, type Slot } from "./mapped.ts";
import { addToTally, countInTally, sweepTally, tallyCells } from "./minute-tally.ts";
import {
  type Attempt,
  countInSealed,
  getDayCount,
  groupsFor,
  isDisused,
  isSealed,
  type MinuteState,
  minuteMs,
  openRing,
  peekMinute,
  readGroups,
  refundDay,
  restoreDay,
  ringCells,
  ringOwner,
  roundMs,
  sealRing,
  sweepDay,
  sweepMinute,
  takeDay,
  takeMinute,
} from "./windows.ts";

export const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Returns the number of a day: days since 1970 in UTC. */
export function toDay(now: number): number {
  return Math.floor(now / dayMs);
}

/** An owner's limits. `Infinity` means unlimited. */
export interface Limits {
  readonly perMinute: number;
  readonly perDay: number;
  /** Whether units beyond `perDay` are counted but not refused. */
  readonly soft?: boolean | undefined;
}

/** The result of an attempt to take a unit. */
export interface Take {
  ok: boolean;
  /** The limit that refused it: a window, or "cost" if the call costs more than a whole day's quota. */
  refusedBy?: "minute" | "day" | "cost";
  minute: MinuteState;
  /** The units used today, including this call if it was admitted. */
  usedToday: number;
}

/**
 * The counters of one owner: its record with the day's count, and the ring of its minute. The ring is the
 * one that this process last saw. It is a single object, because every object that was evicted from the
 * processor's cache costs a memory access.
 */
export class Counters implements Slot {
  readonly id: number;
  readonly words: Int32Array;
  readonly at: number;
  /** The number of the minute's ring, from 1. 0 means none. */
  number = 0;
  ring: Slot = this;
  /** The group size of the ring, as its binary logarithm. */
  groups = 0;
  /** The previous ring while its takes are in the window, with their cached number and its time. */
  before: Slot | undefined = undefined;
  /** The tallies of both rings, if their takes are grouped. */
  tally: Slot | undefined = undefined;
  tallyBefore: Slot | undefined = undefined;
  insideBefore = 0;
  insideBeforeAt = Number.NEGATIVE_INFINITY;
  /** The number of takes in the minute that this process last saw. */
  inside = 0;

  constructor(id: number, { words, at }: Slot) {
    this.id = id;
    this.words = words;
    this.at = at;
  }

  /** Returns whether the minute is still counted in the ring that this process last saw. */
  isCurrent(): boolean {
    const { words, at } = this.ring;
    return (
      Atomics.load(this.words, this.at + recordRing) === this.number &&
      Atomics.load(words, at + ringOwner) === this.id
    );
  }
}

interface MeterOptions {
  /** Creates the error for a counter file that cannot be created, for example on a full disk. */
  createError?: (cause: unknown) => Error;
  onRebuilt?: (file: string, reason: string) => void;
  /** The clock of the windows, which must be the same for all processes. */
  clock?: Clock;
  /** The length of the rolling window, for tests. */
  windowMs?: number;
}

/** Words of an owner's record before those of the day. */
const recordRing = 0;
const recordBefore = 1;

const ringsPerFile = 256;
/** The number of owners' records per file. */
const recordsPerFile = 4096;

const headerWallHigh = 8;
const headerWallLow = 9;
const headerBase = 10;
const headerSeen = 11;

/**
 * Counts takes by owner id and by address, across all processes on the machine. An owner's record of 16
 * bytes is at its id and is never reused. It contains the day's count, and the number of the 4 KB ring in
 * which the minute is counted. Rings are assigned to active owners, and released after an hour without
 * takes.
 */
export class Meter {
  readonly #records: MappedTable;
  readonly #rings: MappedTable;
  /** The tallies of the rings, by the same numbers. The file is created when the first ring needs one. */
  #tallies: MappedTable | undefined;
  readonly #openTallies: () => MappedTable;
  readonly #createError: (cause: unknown) => Error;
  readonly #clock: Clock;
  readonly #windowMs: number;
  /** Reused for every take, because there is never more than one at a time. */
  readonly #attempt: Attempt;
  /** Windows by address. `byMinute` counts calls without a key, `byHour` sign-ups. */
  readonly byMinute: AddressLog;
  readonly byHour: AddressLog;
  #isNew = false;
  /** The lowest ring that may be free, as far as this process knows. */
  #free = 0;

  constructor(
    dir: string,
    {
      createError = (cause) => new Error("Cannot create a counter file", { cause }),
      onRebuilt = () => {},
      clock = new MachineClock(),
      windowMs = minuteMs,
    }: MeterOptions = {},
  ) {
    this.#createError = createError;
    const onMade = (file: string, unusable?: string) => {
      if (unusable) onRebuilt(file, unusable);
    };
    // Named by their record size. Earlier versions used the first name too, so that their files are
    // detected.
    this.#records = new MappedTable({
      path: `${dir}/16`,
      capacity: 0,
      slots: recordsPerFile,
      onMade: (file, unusable) => {
        this.#isNew = true;
        onMade(file, unusable);
      },
    });
    const ofRings = { slots: ringsPerFile, onMade };
    this.#rings = new MappedTable({ ...ofRings, path: `${dir}/4112`, capacity: ringCells });
    this.#openTallies = () =>
      new MappedTable({ ...ofRings, path: `${dir}/tallies`, capacity: tallyCells });
    const { header } = this.#records;
    const startSeconds = Math.floor(clock.now() / 1000);
    const base = Atomics.load(header, headerBase);
    // After a reboot the machine's clock restarts at 0. Continues from the last time seen.
    const behind = Atomics.load(header, headerSeen) - startSeconds - base;
    if (behind > 1) Atomics.compareExchange(header, headerBase, base, base + behind);
    const baseMs = Atomics.load(header, headerBase) * 1000;
    const { uncertaintyMs = 0 } = clock;
    this.#clock = { now: () => clock.now() + baseMs, uncertaintyMs };
    this.#windowMs = windowMs;
    this.#attempt = { limit: 0, clock: this.#clock, windowMs };
    const log = { clock: this.#clock, onMade };
    this.byMinute = new AddressLog({ ...log, path: `${dir}/minute`, windowMs, buckets: 256 });
    this.byHour = new AddressLog({ ...log, path: `${dir}/hour`, windowMs: hourMs, buckets: 64 });
  }

  /** Whether counter files were created, so that today's counts must be restored from the records. */
  get isNew(): boolean {
    return this.#isNew;
  }

  /** Returns the counters of an owner. */
  counters(id: number): Counters {
    return new Counters(id, this.#records.at(id));
  }

  /** Takes one unit from both the minute and the day, or from neither. */
  take(counters: Counters, limits: Limits, now: number): Take {
    const day = toDay(now);
    const perDay = limits.soft ? Number.POSITIVE_INFINITY : limits.perDay;
    // Checks the day first, so that a refusal by one window leaves the other unchanged.
    if (perDay !== Number.POSITIVE_INFINITY && getDayCount(counters, day) >= perDay) {
      const look = this.peek(counters, limits, now);
      return { ok: false, refusedBy: look.minute.remaining > 0 ? "day" : "minute", ...look };
    }
    if (!this.#takeMinute(counters, limits))
      return { ok: false, refusedBy: "minute", ...this.peek(counters, limits, now) };
    const usedToday = takeDay(counters, day, perDay);
    if (usedToday === 0)
      return { ok: false, refusedBy: "day", ...this.peek(counters, limits, now) };
    return { ok: true, minute: this.#getMinute(counters, limits, this.#attempt.readAt), usedToday };
  }

  /** Records a call that was admitted and counted elsewhere. The day's count is `usedToday`. */
  recordTake(
    counters: Counters,
    limits: Limits,
    { now, usedToday }: { now: number; usedToday: number },
  ): void {
    if (limits.perMinute !== Number.POSITIVE_INFINITY) this.#takeMinute(counters, limits);
    this.restore(counters, now, usedToday);
  }

  /** Charges further units to the day for an admitted call, all or none. */
  charge(counters: Counters, limits: Limits, { units, now }: { units: number; now: number }): Take {
    const perDay = limits.soft ? Number.POSITIVE_INFINITY : limits.perDay;
    const usedToday = takeDay(counters, toDay(now), perDay, units);
    if (usedToday === 0)
      return { ok: false, refusedBy: "day", ...this.peek(counters, limits, now) };
    return { ok: true, minute: this.#getMinute(counters, limits), usedToday };
  }

  /** Returns the remaining units, without taking any. */
  peek(counters: Counters, limits: Limits, now: number): Omit<Take, "ok"> {
    return {
      minute: this.#getMinute(counters, limits),
      usedToday: getDayCount(counters, toDay(now)),
    };
  }

  /**
   * Returns the remaining units, based on an exact count of the window. `look` returns what will be
   * admitted, and may count up to a group too many.
   */
  measure(counters: Counters, limits: Limits, now: number): Omit<Take, "ok"> {
    const { minute, usedToday } = this.peek(counters, limits, now);
    const hasNoTally = counters.groups > 0 && !counters.tally;
    if (limits.perMinute === Number.POSITIVE_INFINITY || counters.number === 0 || hasNoTally)
      return { minute, usedToday };
    const remaining = Math.max(0, limits.perMinute - this.#countInside(counters));
    return { minute: { ...minute, remaining }, usedToday };
  }

  /** Returns the units used today. */
  usedToday(counters: Counters, now: number): number {
    return getDayCount(counters, toDay(now));
  }

  /** Returns the reason why counts would be lost at the moment, if they would. */
  fault(): string | undefined {
    const tables = [this.#records, this.#rings, this.#tallies, this.byMinute, this.byHour];
    for (const table of tables) {
      const fault = table?.fault();
      if (fault) return fault;
    }
    return undefined;
  }

  /** Returns units to the day. */
  refundUnits(counters: Counters, day: number, units = 1): void {
    refundDay(counters, day, units);
  }

  /** Restores today's count after the counter file was recreated. */
  restore(counters: Counters, now: number, count: number): void {
    restoreDay(counters, toDay(now), count);
  }

  /** Resets the minute and the day of an owner. */
  clear(counters: Counters, now: number): void {
    if (!counters.isCurrent()) this.#find(counters);
    if (counters.number > 0) this.#releaseUnused(counters.id, counters.number - 1);
    counters.number = 0;
    sweepDay(counters, toDay(now), true);
  }

  /** Clears counts that left their windows long ago. Runs at start and once a day. */
  async sweep(now: number): Promise<void> {
    const time = Math.floor(this.#clock.now());
    const lastSeen = Atomics.load(this.#records.header, headerSeen);
    const unsweptMs = lastSeen === 0 ? 0 : time - lastSeen * 1000;
    const notedWall = this.notedTime;
    const allDays = notedWall !== 0 && now - notedWall > roundMs;
    for (let index = 0; index < this.#rings.count(); index++) {
      const ring = this.#rings.at(index);
      const owner = Atomics.load(ring.words, ring.at + ringOwner);
      if (owner === 0) continue;
      if (isDisused(ring, { clock: this.#clock, idleMs: hourMs }))
        this.#releaseUnused(owner, index);
      else sweepMinute(ring, { now: time, all: unsweptMs > roundMs });
      const tally = this.#getTally(index, readGroups(ring));
      const windowMs = this.#windowMs;
      if (tally) sweepTally(tally, { now: time, windowMs, all: unsweptMs > 2 * windowMs });
    }
    this.#free = 0;
    for (const log of [this.byMinute, this.byHour]) log.sweep(unsweptMs);
    this.recordTime(now);
    await this.#sweepDays(now, allDays);
  }

  /**
   * Sweeps in slices, because there may be millions of records. Runs without pauses if an old count could
   * be mistaken for today's.
   */
  async #sweepDays(now: number, all: boolean): Promise<void> {
    const day = toDay(now);
    const count = this.#records.count();
    for (let id = 0; id < count; id += recordsPerFile) {
      if (id > 0 && !all) await Bun.sleep(0);
      this.#records.visitSegment(id, (record) => sweepDay(record, day, all));
    }
  }

  /** The latest time that any process has recorded, in milliseconds since 1970. */
  get notedTime(): number {
    const { header } = this.#records;
    return Atomics.load(header, headerWallHigh) * 2 ** 31 + Atomics.load(header, headerWallLow);
  }

  /** Records the time, so that a clock that is set back during a restart is detected. */
  recordTime(now: number): void {
    const { header } = this.#records;
    const seconds = Math.floor(this.#clock.now() / 1000);
    if (seconds > Atomics.load(header, headerSeen)) Atomics.store(header, headerSeen, seconds);
    if (now <= this.notedTime) return;
    Atomics.store(header, headerWallHigh, Math.floor(now / 2 ** 31));
    Atomics.store(header, headerWallLow, now % 2 ** 31);
  }

  #takeMinute(counters: Counters, { perMinute }: Limits): boolean {
    for (;;) {
      if (!this.#isReady(counters, perMinute)) this.#prepare(counters, perMinute);
      this.#attempt.limit = this.#getRingLimit(counters, perMinute);
      this.#attempt.counted = counters;
      const result = takeMinute(counters.ring, this.#attempt);
      if (result === "taken" && counters.tally)
        addToTally(counters.tally, this.#attempt.readAt ?? this.#clock.now(), this.#windowMs);
      if (result !== "moved") return result === "taken";
      counters.number = 0;
    }
  }

  #getMinute(counters: Counters, { perMinute }: Limits, time = this.#clock.now()): MinuteState {
    if (perMinute === Number.POSITIVE_INFINITY) return { remaining: perMinute, resetMs: 0 };
    if (!counters.isCurrent()) this.#find(counters);
    if (counters.number === 0) return { remaining: perMinute, resetMs: 0 };
    const limit = this.#getRingLimit(counters, perMinute);
    if (limit < 1) return { remaining: 0, resetMs: this.#windowMs };
    const state = peekMinute(counters.ring, {
      limit,
      now: Math.floor(time),
      windowMs: this.#windowMs,
      guess: counters.inside + 1,
    });
    counters.inside = limit - state.remaining;
    return state;
  }

  /**
   * Returns the part of a limit that the current ring may use: without the takes in the previous ring. It
   * is at most the ring's capacity.
   */
  #getRingLimit(counters: Counters, perMinute: number): number {
    if (counters.before === undefined && perMinute <= ringCells) return perMinute;
    if (perMinute === Number.POSITIVE_INFINITY) return perMinute;
    const before = this.#countInsideBefore(counters);
    return Math.min(perMinute - before, ringCells << counters.groups);
  }

  #countInsideBefore(counters: Counters): number {
    const { before, id } = counters;
    if (before === undefined) return 0;
    const now = Math.floor(this.#clock.now());
    if (counters.insideBeforeAt === now) return counters.insideBefore;
    const isMine = Atomics.load(before.words, before.at + ringOwner) === id;
    const inside = isMine ? countInSealed(before, { now, windowMs: this.#windowMs }) : 0;
    counters.insideBefore = inside;
    counters.insideBeforeAt = now;
    if (inside === 0) counters.before = undefined;
    return inside;
  }

  /** Counts the takes in the window exactly. */
  #countInside({ ring, tally, before, tallyBefore }: Counters): number {
    const windowMs = this.#windowMs;
    const now = Math.floor(this.#clock.now());
    const inside = tally
      ? countInTally(tally, now, windowMs)
      : ringCells - peekMinute(ring, { limit: ringCells, now, windowMs }).remaining;
    if (!before) return inside;
    return tallyBefore
      ? inside + countInTally(tallyBefore, now, windowMs)
      : inside + countInSealed(before, { now, windowMs });
  }

  /** Returns whether the owner's ring is known to this process and has the right group size. */
  #isReady(counters: Counters, perMinute: number): boolean {
    const { number, groups, before } = counters;
    return number !== 0 && (groups === groupsFor(perMinute) || before !== undefined);
  }

  /** Finds the owner's ring, or claims one. Replaces it if the limit needs another group size. */
  #prepare(counters: Counters, perMinute: number): void {
    const { id, words, at } = counters;
    const neededGroups = groupsFor(perMinute);
    for (;;) {
      this.#find(counters);
      const { number, ring, groups } = counters;
      if (number !== 0) {
        // At most two rings are counted: until the previous one has expired, changed limits share the
        // current one.
        const isSuitable = groups === neededGroups || this.#countInsideBefore(counters) > 0;
        if (isSuitable && !isSealed(ring)) return;
        const before = Atomics.load(words, at + recordBefore);
        // Recorded before it is sealed, so that no take goes to the next ring without counting this one.
        if (
          before !== number &&
          Atomics.compareExchange(words, at + recordBefore, before, number) !== before
        )
          continue;
        sealRing(ring, id, this.#clock);
      }
      const fresh = this.#claim(id, neededGroups);
      if (Atomics.compareExchange(words, at + recordRing, number, fresh + 1) !== number)
        this.#release(id, fresh);
    }
  }

  #find(counters: Counters): void {
    const { id, words, at } = counters;
    const isMine = (ring: Slot) => Atomics.load(ring.words, ring.at + ringOwner) === id;
    const number = Atomics.load(words, at + recordRing);
    const ring = number === 0 ? counters : this.#rings.at(number - 1);
    if (number !== 0 && !isMine(ring)) {
      Atomics.compareExchange(words, at + recordRing, number, 0);
      this.#find(counters);
      return;
    }
    counters.number = number;
    counters.ring = ring;
    counters.groups = number === 0 ? 0 : readGroups(ring);
    const before = Atomics.load(words, at + recordBefore);
    const last = before === 0 || before === number ? undefined : this.#rings.at(before - 1);
    counters.before = last && isMine(last) ? last : undefined;
    counters.tally = this.#getTally(number - 1, counters.groups);
    counters.tallyBefore =
      counters.before && this.#getTally(before - 1, readGroups(counters.before));
    counters.insideBeforeAt = Number.NEGATIVE_INFINITY;
  }

  /** Claims a free ring for an owner. Other processes see it once the owner's record names it. */
  #claim(id: number, groups: number): number {
    for (let index = this.#free; ; index++) {
      const ring = this.#getRing(index);
      const tally = this.#getTally(index, groups);
      this.#free = index;
      if (Atomics.compareExchange(ring.words, ring.at + ringOwner, 0, id) !== 0) continue;
      if (tally) sweepTally(tally, { now: 0, windowMs: this.#windowMs, all: true });
      if (openRing(ring, id, groups)) return index;
    }
  }

  /**
   * Returns the tally of a ring by its index, if its takes are grouped. Returns nothing if the file cannot
   * be created, for example on a full disk. A tally decides nothing, so calls are still counted.
   */
  #getTally(index: number, groups: number): Slot | undefined {
    if (groups === 0) return undefined;
    try {
      this.#tallies ??= this.#openTallies();
      return this.#tallies.at(index);
    } catch {
      return undefined;
    }
  }

  /** Returns a ring. Creates its file if necessary. */
  #getRing(index: number): Slot {
    try {
      return this.#rings.at(index);
    } catch (cause) {
      throw this.#createError(cause);
    }
  }

  /** Releases a ring that was claimed while another process claimed one for the same owner. */
  #release(id: number, index: number): void {
    const ring = this.#rings.at(index);
    sealRing(ring, id, this.#clock);
    Atomics.compareExchange(ring.words, ring.at + ringOwner, id, 0);
    this.#free = Math.min(this.#free, index);
  }

  /** Releases a ring that its owner hasn't used for a long time. */
  #releaseUnused(id: number, index: number): void {
    const { words, at } = this.#records.at(id);
    for (const word of [recordRing, recordBefore])
      Atomics.compareExchange(words, at + word, index + 1, 0);
    const ring = this.#rings.at(index);
    Atomics.compareExchange(ring.words, ring.at + ringOwner, id, 0);
  }
}
