import { AddressLog } from "./addresses.ts";
import { type Clock, MachineClock } from "./machine-clock.ts";
import { MappedTable, type Slot } from "./mapped.ts";
import { addToTally, countInTally, sweepTally, tallyCells } from "./minute-tally.ts";
import {
  type Attempt,
  countOfDay,
  giveBackDay,
  groupsFor,
  groupsOf,
  insideOfSealed,
  isDisused,
  isSealed,
  lookAtMinute,
  type MinuteState,
  minuteMs,
  openRing,
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

/** The day's number: days since 1970, UTC. */
export function dayOfTime(now: number): number {
  return Math.floor(now / dayMs);
}

/** How much an owner may take. Infinite: no limit. */
export interface Limits {
  readonly perMinute: number;
  readonly perDay: number;
  /** Whether units beyond `perDay` are counted and not refused. */
  readonly soft?: boolean | undefined;
}

/** What an attempt to take a unit found. */
export interface Take {
  ok: boolean;
  /** Which window refused, or "cost" if the call costs more than any day has. */
  refusedBy?: "minute" | "day" | "cost";
  minute: MinuteState;
  /** Units counted today, those of this call included where it was let in. */
  usedToday: number;
}

/**
 * The counters of one owner: its record, where its minute is counted and the day's count stand, and where
 * this process last found that minute. One object, as a call that comes after thousands of others fetches each
 * of them from memory.
 */
export class Counters implements Slot {
  readonly id: number;
  readonly words: Int32Array;
  readonly at: number;
  /** The ring of the minute: its number among the rings from 1 up, 0 for none. */
  number = 0;
  ring: Slot = this;
  /** The logarithm of the ring's groups. */
  groups = 0;
  /** The ring before, while its takes are in the window, and how many those were at a time. */
  before: Slot | undefined = undefined;
  /** The tallies of both rings, if their takes go in groups. */
  tally: Slot | undefined = undefined;
  tallyBefore: Slot | undefined = undefined;
  insideBefore = 0;
  insideBeforeAt = Number.NEGATIVE_INFINITY;
  /** How many takes this process last saw in the minute. */
  inside = 0;

  constructor(id: number, { words, at }: Slot) {
    this.id = id;
    this.words = words;
    this.at = at;
  }

  /** Whether the minute is still counted where this process last found it. */
  isCurrent(): boolean {
    const { words, at } = this.ring;
    return (
      Atomics.load(this.words, this.at + recordRing) === this.number &&
      Atomics.load(words, at + ringOwner) === this.id
    );
  }
}

interface MeterOptions {
  /** Creates what is thrown if a counter file cannot be made, such as on a full disk. */
  createError?: (cause: unknown) => Error;
  onRebuilt?: (file: string, reason: string) => void;
  /** By which the windows roll: the same for every process. */
  clock?: Clock;
  /** The length of the rolling window, for tests that cannot wait for a minute. */
  windowMs?: number;
}

/** Words of an owner's record before those of the day. */
const recordRing = 0;
const recordBefore = 1;

const ringsAtOnce = 256;
/** Owners whose records are in one file. */
const recordsAtOnce = 4096;

const headerWallHigh = 8;
const headerWallLow = 9;
const headerBase = 10;
const headerNoted = 11;

/**
 * Counts takes by owners, who have a number, and by addresses, over all processes on the machine. An
 * owner's record of 16 bytes stands at its number and is never given to another: it has the day's count,
 * and says in which ring of 4 KB the minute is counted. Rings are given to owners that take, and given
 * back when they have taken nothing for an hour.
 */
export class Meter {
  readonly #records: MappedTable;
  readonly #rings: MappedTable;
  /** Of the rings by the same numbers. Its file is made when the first ring needs a tally. */
  #tallies: MappedTable | undefined;
  readonly #openTallies: () => MappedTable;
  readonly #createError: (cause: unknown) => Error;
  readonly #clock: Clock;
  readonly #windowMs: number;
  /** Used again for every take: there is never more than one. */
  readonly #attempt: Attempt;
  /** Calls without a key in the last minute, and sign-ups in the last hour. */
  readonly byMinute: AddressLog;
  readonly byHour: AddressLog;
  #isNew = false;
  /** The first ring that may have no owner, as far as this process knows. */
  #free = 0;

  constructor(
    dir: string,
    {
      createError = (cause) => new Error("Cannot make a counter file", { cause }),
      onRebuilt = () => {},
      clock = new MachineClock(),
      windowMs = minuteMs,
    }: MeterOptions = {},
  ) {
    this.#createError = createError;
    const onMade = (file: string, unusable?: string) => {
      if (unusable) onRebuilt(file, unusable);
    };
    // Named by their bytes: the first is also what earlier versions had, so that theirs is noticed.
    this.#records = new MappedTable({
      path: `${dir}/16`,
      capacity: 0,
      slots: recordsAtOnce,
      onMade: (file, unusable) => {
        this.#isNew = true;
        onMade(file, unusable);
      },
    });
    const ofRings = { slots: ringsAtOnce, onMade };
    this.#rings = new MappedTable({ ...ofRings, path: `${dir}/4112`, capacity: ringCells });
    this.#openTallies = () =>
      new MappedTable({ ...ofRings, path: `${dir}/tallies`, capacity: tallyCells });
    const { header } = this.#records;
    const begin = Math.floor(clock.now() / 1000);
    const base = Atomics.load(header, headerBase);
    // After a restart of the machine its clock stands at 0: it goes on where it was last seen.
    const behind = Atomics.load(header, headerNoted) - begin - base;
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

  /** Whether counters were made, so that today's must be read from the records. */
  get isNew(): boolean {
    return this.#isNew;
  }

  /** Returns where an owner is counted. */
  counters(id: number): Counters {
    return new Counters(id, this.#records.at(id));
  }

  /** Takes one unit from the minute and the day together, or from neither. */
  take(counters: Counters, limits: Limits, now: number): Take {
    const day = dayOfTime(now);
    const perDay = limits.soft ? Number.POSITIVE_INFINITY : limits.perDay;
    // A look first: what the day refuses must not make the minute look fuller, nor the other way round.
    if (perDay !== Number.POSITIVE_INFINITY && countOfDay(counters, day) >= perDay) {
      const look = this.look(counters, limits, now);
      return { ok: false, refusedBy: look.minute.remaining > 0 ? "day" : "minute", ...look };
    }
    if (!this.#takeMinute(counters, limits))
      return { ok: false, refusedBy: "minute", ...this.look(counters, limits, now) };
    const usedToday = takeDay(counters, day, perDay);
    if (usedToday === 0)
      return { ok: false, refusedBy: "day", ...this.look(counters, limits, now) };
    return { ok: true, minute: this.#minute(counters, limits, this.#attempt.readAt), usedToday };
  }

  /** Notes a call that was let in and counted elsewhere, where the day stands at `usedToday`. */
  note(
    counters: Counters,
    limits: Limits,
    { now, usedToday }: { now: number; usedToday: number },
  ): void {
    if (limits.perMinute !== Number.POSITIVE_INFINITY) this.#takeMinute(counters, limits);
    this.restore(counters, now, usedToday);
  }

  /** Takes further units from the day for a call that was let in by one, all or none of them. */
  charge(counters: Counters, limits: Limits, { units, now }: { units: number; now: number }): Take {
    const perDay = limits.soft ? Number.POSITIVE_INFINITY : limits.perDay;
    const usedToday = takeDay(counters, dayOfTime(now), perDay, units);
    if (usedToday === 0)
      return { ok: false, refusedBy: "day", ...this.look(counters, limits, now) };
    return { ok: true, minute: this.#minute(counters, limits), usedToday };
  }

  /** What is left, without taking. */
  look(counters: Counters, limits: Limits, now: number): Omit<Take, "ok"> {
    return {
      minute: this.#minute(counters, limits),
      usedToday: countOfDay(counters, dayOfTime(now)),
    };
  }

  /**
   * What is left by each call of the window. A look tells what will be let in, and counts up to a group of
   * calls more.
   */
  measure(counters: Counters, limits: Limits, now: number): Omit<Take, "ok"> {
    const { minute, usedToday } = this.look(counters, limits, now);
    const hasNoTally = counters.groups > 0 && !counters.tally;
    if (limits.perMinute === Number.POSITIVE_INFINITY || counters.number === 0 || hasNoTally)
      return { minute, usedToday };
    const remaining = Math.max(0, limits.perMinute - this.#countInside(counters));
    return { minute: { ...minute, remaining }, usedToday };
  }

  /** The units of today. */
  usedToday(counters: Counters, now: number): number {
    return countOfDay(counters, dayOfTime(now));
  }

  /** Why counts would be lost at the moment. */
  fault(): string | undefined {
    const tables = [this.#records, this.#rings, this.#tallies, this.byMinute, this.byHour];
    for (const table of tables) {
      const fault = table?.fault();
      if (fault) return fault;
    }
    return undefined;
  }

  /** Gives units of the day back. */
  giveBack(counters: Counters, day: number, units = 1): void {
    giveBackDay(counters, day, units);
  }

  /** Sets today's count where the counter file had to be made anew. */
  restore(counters: Counters, now: number, count: number): void {
    restoreDay(counters, dayOfTime(now), count);
  }

  /** Sets the minute and the day of an owner to zero. */
  clear(counters: Counters, now: number): void {
    if (!counters.isCurrent()) this.#find(counters);
    if (counters.number > 0) this.#giveUp(counters.id, counters.number - 1);
    counters.number = 0;
    sweepDay(counters, dayOfTime(now), true);
  }

  /** At start and once a day: forgets what left the windows long ago. */
  async sweep(now: number): Promise<void> {
    const time = Math.floor(this.#clock.now());
    const noted = Atomics.load(this.#records.header, headerNoted);
    const unsweptMs = noted === 0 ? 0 : time - noted * 1000;
    const notedWall = this.notedTime;
    const allDays = notedWall !== 0 && now - notedWall > roundMs;
    for (let index = 0; index < this.#rings.count(); index++) {
      const ring = this.#rings.at(index);
      const owner = Atomics.load(ring.words, ring.at + ringOwner);
      if (owner === 0) continue;
      if (isDisused(ring, { clock: this.#clock, idleMs: hourMs })) this.#giveUp(owner, index);
      else sweepMinute(ring, { now: time, all: unsweptMs > roundMs });
      const tally = this.#tallyOf(index, groupsOf(ring));
      const windowMs = this.#windowMs;
      if (tally) sweepTally(tally, { now: time, windowMs, all: unsweptMs > 2 * windowMs });
    }
    this.#free = 0;
    for (const log of [this.byMinute, this.byHour]) log.sweep(unsweptMs);
    this.noteTime(now);
    await this.#sweepDays(now, allDays);
  }

  /** In slices, as there may be millions: but at once where a count may seem to be of today. */
  async #sweepDays(now: number, all: boolean): Promise<void> {
    const day = dayOfTime(now);
    const count = this.#records.count();
    for (let id = 0; id < count; id += recordsAtOnce) {
      if (id > 0 && !all) await Bun.sleep(0);
      this.#records.visitSegment(id, (record) => sweepDay(record, day, all));
    }
  }

  /** The latest time any process has noted, in milliseconds since 1970. */
  get notedTime(): number {
    const { header } = this.#records;
    return Atomics.load(header, headerWallHigh) * 2 ** 31 + Atomics.load(header, headerWallLow);
  }

  /** Notes how late it is, so that a clock set back before a restart is noticed. */
  noteTime(now: number): void {
    const { header } = this.#records;
    const seconds = Math.floor(this.#clock.now() / 1000);
    if (seconds > Atomics.load(header, headerNoted)) Atomics.store(header, headerNoted, seconds);
    if (now <= this.notedTime) return;
    Atomics.store(header, headerWallHigh, Math.floor(now / 2 ** 31));
    Atomics.store(header, headerWallLow, now % 2 ** 31);
  }

  #takeMinute(counters: Counters, { perMinute }: Limits): boolean {
    for (;;) {
      if (!this.#isReady(counters, perMinute)) this.#prepare(counters, perMinute);
      this.#attempt.limit = this.#limitOf(counters, perMinute);
      this.#attempt.counted = counters;
      const found = takeMinute(counters.ring, this.#attempt);
      if (found === "taken" && counters.tally)
        addToTally(counters.tally, this.#attempt.readAt ?? this.#clock.now(), this.#windowMs);
      if (found !== "moved") return found === "taken";
      counters.number = 0;
    }
  }

  #minute(counters: Counters, { perMinute }: Limits, time = this.#clock.now()): MinuteState {
    if (perMinute === Number.POSITIVE_INFINITY) return { remaining: perMinute, resetMs: 0 };
    if (!counters.isCurrent()) this.#find(counters);
    if (counters.number === 0) return { remaining: perMinute, resetMs: 0 };
    const limit = this.#limitOf(counters, perMinute);
    if (limit < 1) return { remaining: 0, resetMs: this.#windowMs };
    const state = lookAtMinute(counters.ring, {
      limit,
      now: Math.floor(time),
      windowMs: this.#windowMs,
      guess: counters.inside + 1,
    });
    counters.inside = limit - state.remaining;
    return state;
  }

  /** What a limit leaves for the ring, after the takes of the one before it and within what it holds. */
  #limitOf(counters: Counters, perMinute: number): number {
    if (counters.before === undefined && perMinute <= ringCells) return perMinute;
    if (perMinute === Number.POSITIVE_INFINITY) return perMinute;
    const before = this.#insideBefore(counters);
    return Math.min(perMinute - before, ringCells << counters.groups);
  }

  #insideBefore(counters: Counters): number {
    const { before, id } = counters;
    if (before === undefined) return 0;
    const now = Math.floor(this.#clock.now());
    if (counters.insideBeforeAt === now) return counters.insideBefore;
    const isMine = Atomics.load(before.words, before.at + ringOwner) === id;
    const inside = isMine ? insideOfSealed(before, { now, windowMs: this.#windowMs }) : 0;
    counters.insideBefore = inside;
    counters.insideBeforeAt = now;
    if (inside === 0) counters.before = undefined;
    return inside;
  }

  /** Counts the takes in the window one by one. */
  #countInside({ ring, tally, before, tallyBefore }: Counters): number {
    const windowMs = this.#windowMs;
    const now = Math.floor(this.#clock.now());
    const inside = tally
      ? countInTally(tally, now, windowMs)
      : ringCells - lookAtMinute(ring, { limit: ringCells, now, windowMs }).remaining;
    if (!before) return inside;
    return tallyBefore
      ? inside + countInTally(tallyBefore, now, windowMs)
      : inside + insideOfSealed(before, { now, windowMs });
  }

  /** Whether the owner is counted where this process last found it, in groups that suit its limit. */
  #isReady(counters: Counters, perMinute: number): boolean {
    const { number, groups, before } = counters;
    return number !== 0 && (groups === groupsFor(perMinute) || before !== undefined);
  }

  /** Finds the owner's ring, or gets it one; another one where its limit needs other groups. */
  #prepare(counters: Counters, perMinute: number): void {
    const { id, words, at } = counters;
    const wanted = groupsFor(perMinute);
    for (;;) {
      this.#find(counters);
      const { number, ring, groups } = counters;
      if (number !== 0) {
        // Two rings are counted and no more: until the one before is over, limits share the one there is.
        const isSuited = groups === wanted || this.#insideBefore(counters) > 0;
        if (isSuited && !isSealed(ring)) return;
        const before = Atomics.load(words, at + recordBefore);
        // Named before it is sealed, so that no take goes to the next ring without counting this one.
        if (
          before !== number &&
          Atomics.compareExchange(words, at + recordBefore, before, number) !== before
        )
          continue;
        sealRing(ring, id, this.#clock);
      }
      const fresh = this.#claim(id, wanted);
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
    counters.groups = number === 0 ? 0 : groupsOf(ring);
    const before = Atomics.load(words, at + recordBefore);
    const last = before === 0 || before === number ? undefined : this.#rings.at(before - 1);
    counters.before = last && isMine(last) ? last : undefined;
    counters.tally = this.#tallyOf(number - 1, counters.groups);
    counters.tallyBefore = counters.before && this.#tallyOf(before - 1, groupsOf(counters.before));
    counters.insideBeforeAt = Number.NEGATIVE_INFINITY;
  }

  /** Gives a free ring to an owner. Nobody else knows of it until the owner's record says so. */
  #claim(id: number, groups: number): number {
    for (let index = this.#free; ; index++) {
      const ring = this.#ringAt(index);
      const tally = this.#tallyOf(index, groups);
      this.#free = index;
      if (Atomics.compareExchange(ring.words, ring.at + ringOwner, 0, id) !== 0) continue;
      if (tally) sweepTally(tally, { now: 0, windowMs: this.#windowMs, all: true });
      if (openRing(ring, id, groups)) return index;
    }
  }

  /**
   * The tally of a ring by its index, if its takes go in groups. Undefined if its file cannot be made, such
   * as on a full disk: a tally decides nothing, so calls are counted all the same.
   */
  #tallyOf(index: number, groups: number): Slot | undefined {
    if (groups === 0) return undefined;
    try {
      this.#tallies ??= this.#openTallies();
      return this.#tallies.at(index);
    } catch {
      return undefined;
    }
  }

  /** Returns a ring, whose file may have to be made first. */
  #ringAt(index: number): Slot {
    try {
      return this.#rings.at(index);
    } catch (cause) {
      throw this.#createError(cause);
    }
  }

  /** Gives a ring back that another process was faster to replace. */
  #release(id: number, index: number): void {
    const ring = this.#rings.at(index);
    sealRing(ring, id, this.#clock);
    Atomics.compareExchange(ring.words, ring.at + ringOwner, id, 0);
    this.#free = Math.min(this.#free, index);
  }

  /** Gives a ring back that its owner has long not used. */
  #giveUp(id: number, index: number): void {
    const { words, at } = this.#records.at(id);
    for (const word of [recordRing, recordBefore])
      Atomics.compareExchange(words, at + word, index + 1, 0);
    const ring = this.#rings.at(index);
    Atomics.compareExchange(ring.words, ring.at + ringOwner, id, 0);
  }
}
