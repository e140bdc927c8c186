import { type Clock, stallMsMax } from "./machine-clock.ts";
import { type Slot, slotHeaderWords } from "./mapped.ts";

/** The length of the rolling window, in milliseconds. */
export const minuteMs = 60_000;

/*
 * The day has two words in an owner's record. Each has a day number of 10 bits, so that an old count is read as
 * zero. The lower word counts up to 2^21. When it is full, the upper word is incremented by one, which stands
 * for 2^20. The two words cannot change in one atomic step. So the lower word has a parity bit of the upper
 * count. If they disagree, the next process completes the carry. Half of the lower count remains, so that
 * returned units never have to be borrowed from the upper word. Day numbers repeat after 1,024 days, so they are
 * compared modulo that, and swept long before.
 */

const recordDay = 2;
const recordDayUpper = 3;
const dayShift = 22;
const dayMask = 0x3ff;
const parityBit = 1 << 21;
const lowerMax = parityBit - 1;
const upperUnit = 1 << 20;
const upperMax = upperUnit - 1;

/** The maximum number of units per take. */
export const unitsMax = 100_000;

/** Takes units from the day's `limit`, all or none. Returns the new total, or 0 if it was refused. */
export function takeDay({ words, at }: Slot, day: number, limit: number, units = 1): number {
  for (;;) {
    const lower = Atomics.load(words, at + recordDay);
    const upper = Atomics.load(words, at + recordDayUpper);
    const current = getCurrentDay(lower, day);
    if (lower === 0 || getDay(lower) !== current) {
      if (limit < units) return 0;
      const first = (current << dayShift) | units;
      if (Atomics.compareExchange(words, at + recordDay, lower, first) === lower) return units;
      continue;
    }
    if (isCarried(lower, getUpperUnits(upper, current))) {
      // Another process started the carry: subtracts from the lower word what the upper one already counts.
      const carried = (lower ^ parityBit) - upperUnit;
      Atomics.compareExchange(words, at + recordDay, lower, carried);
      continue;
    }
    const upperUnits = getUpperUnits(upper, current);
    const count = lower & lowerMax;
    const total = upperUnits * upperUnit + count;
    if (total + units > limit) return 0;
    if (count + units > lowerMax) {
      if (upperUnits === upperMax) return total;
      const getNextHead = (current << dayShift) | (upperUnits + 1);
      Atomics.compareExchange(words, at + recordDayUpper, upper, getNextHead);
    } else if (Atomics.compareExchange(words, at + recordDay, lower, lower + units) === lower)
      return total + units;
  }
}

/** Returns units, unless the day has changed. */
export function refundDay({ words, at }: Slot, day: number, units = 1): void {
  for (;;) {
    const lower = Atomics.load(words, at + recordDay);
    const back = Math.min(units, lower & lowerMax);
    if (getDay(lower) !== (day & dayMask) || back === 0) return;
    if (Atomics.compareExchange(words, at + recordDay, lower, lower - back) === lower) return;
  }
}

/** Returns the units used today. */
export function getDayCount({ words, at }: Slot, day: number): number {
  for (;;) {
    const lower = Atomics.load(words, at + recordDay);
    const upper = Atomics.load(words, at + recordDayUpper);
    if (Atomics.load(words, at + recordDay) !== lower) continue;
    const current = getCurrentDay(lower, day);
    if (getDay(lower) !== current) return 0;
    const units = getUpperUnits(upper, current);
    const carried = isCarried(lower, units) ? 1 : 0;
    return (units - carried) * upperUnit + (lower & lowerMax);
  }
}

/** Raises today's count to at least `count`, after a counter file was recreated. */
export function restoreDay({ words, at }: Slot, day: number, count: number): void {
  for (;;) {
    const lower = Atomics.load(words, at + recordDay);
    const upper = Atomics.load(words, at + recordDayUpper);
    const current = getCurrentDay(lower, day);
    if (current !== (day & dayMask) || getDayCount({ words, at }, day) >= count) return;
    const units = Math.min(upperMax, Math.floor(count / upperUnit));
    const rest = Math.min(lowerMax, count - units * upperUnit);
    Atomics.compareExchange(words, at + recordDayUpper, upper, (current << dayShift) | units);
    const word = (current << dayShift) | (units % 2 ? parityBit : 0) | rest;
    if (Atomics.compareExchange(words, at + recordDay, lower, word) === lower) return;
  }
}

/** Clears the count of a past day, long before its number repeats. */
export function sweepDay({ words, at }: Slot, day: number, all = false): void {
  for (let index = at + recordDay; index <= at + recordDayUpper; index++) {
    const old = Atomics.load(words, index);
    if (old !== 0 && (all || getCurrentDay(old, day) !== getDay(old)))
      Atomics.compareExchange(words, index, old, 0);
  }
}

function getDay(word: number): number {
  return (word >>> dayShift) & dayMask;
}

/** Returns the count of the upper word, or 0 if it is of another day. */
function getUpperUnits(upper: number, current: number): number {
  return getDay(upper) === current ? upper & upperMax : 0;
}

function isCarried(lower: number, units: number): boolean {
  return (units & 1) !== (lower & parityBit ? 1 : 0);
}

/** Returns today, or the stored day if the clock is behind it: an older day would grant a new quota. */
function getCurrentDay(word: number, day: number): number {
  if (word === 0) return day & dayMask;
  const stored = getDay(word);
  const ahead = (stored - day) & dayMask;
  return ahead !== 0 && ahead < dayMask / 2 ? stored : day & dayMask;
}

/*
 * The minute is a ring of the times of the last 1,024 takes. For higher limits, takes are grouped by 2, 4, …
 * 1,024. The ring then contains the time of the first take of each group. A take expires with the first take of
 * the next group. That is never too early, so the limit is never exceeded. Fewer than one group of the last
 * takes (0.2 % of the limit) may be refused although they would be within the limit.
 *
 * The head has a seal bit, 4 bits of group size (its binary logarithm), and 27 bits of position. The position is
 * the number of takes. A cell has a lap of 2 bits above 30 bits of time. The lap identifies the round of the
 * ring that the cell was written in. The cell is written first, and then the head is moved, which completes the
 * take. If a process dies in between, the next one moves the head. A sealed ring never changes: its owner
 * continues in another ring and still counts this one.
 */

/** The number of times in a ring. */
export const ringCells = 1024;

export const ringOwner = 0;
const ringHead = 1;
const ringSealedAt = 2;
const ringStart = slotHeaderWords;
const sealBit = 1 << 31;
const groupShift = 27;
const positionMask = (1 << groupShift) - 1;
const timeMask = 0x3fffffff;

/** The age after which a time is mistaken for one ahead of the clock: half the range of 30 bits. */
export const roundMs = timeMask / 2;

/** Returns the group size that a limit needs, as its binary logarithm. */
export function groupsFor(limit: number): number {
  return limit <= ringCells ? 0 : Math.min(10, Math.ceil(Math.log2(limit / ringCells)));
}

/** Returns the group size of a ring, as its binary logarithm. */
export function readGroups({ words, at }: Slot): number {
  return getGroups(Atomics.load(words, at + ringHead));
}

export function isSealed({ words, at }: Slot): boolean {
  return Atomics.load(words, at + ringHead) < 0;
}

/** The state of a minute. */
export interface MinuteState {
  /** Takes left in the window. */
  remaining: number;
  /** Milliseconds until the oldest take in the window expires. 0 if there is none. */
  resetMs: number;
}

/** The parameters of an attempt to take. */
export interface Attempt {
  limit: number;
  readonly clock: Clock;
  readonly windowMs?: number;
  /** The owner's counters, to check whether it is still counted in this ring. */
  counted?: { isCurrent(): boolean };
  /** The last reading of the clock, because reading it costs as much as taking. */
  readAt?: number;
}

/**
 * Takes one of the `limit` of the last 60 seconds. Returns `moved` if the owner is no longer counted in
 * this ring.
 *
 * A stored time is rounded up and read after the take. An age is rounded down and read before it. So
 * between a take and the one that follows it by `limit` there are at least 60.000 s. That holds regardless
 * of rounding, and of how long a process is suspended between two steps.
 */
export function takeMinute(slot: Slot, attempt: Attempt): "taken" | "refused" | "moved" {
  const { limit, clock, windowMs = minuteMs, counted } = attempt;
  const { words, at } = slot;
  const { uncertaintyMs = 0 } = clock;
  for (;;) {
    const head = Atomics.load(words, at + ringHead);
    if (head < 0 || (counted && !counted.isCurrent())) return "moved";
    const groups = getGroups(head);
    const group = getGroup(head, groups);
    const cell = at + ringStart + (group & (ringCells - 1));
    const before = clock.now();
    attempt.readAt = before;
    const oldCell = Atomics.load(words, cell);
    const lap = getLap(group);
    const isFirst = (head & ((1 << groups) - 1)) === 0;
    if (isFirst && oldCell !== 0 && oldCell >>> 30 === lap) {
      Atomics.compareExchange(words, at + ringHead, head, next(head));
      continue;
    }
    if (!isFree(slot, { limit, windowMs, now: Math.floor(before) }, head)) return "refused";
    if (!isFirst) {
      if (Atomics.compareExchange(words, at + ringHead, head, next(head)) === head) return "taken";
      continue;
    }
    const written = packCell(lap, before + uncertaintyMs);
    if (Atomics.compareExchange(words, cell, oldCell, written) !== oldCell) continue;
    if (!advanceHead(slot, head)) return "moved";
    const after = clock.now();
    attempt.readAt = after;
    if (after - before > stallMsMax) continue;
    const updated = packCell(lap, after + uncertaintyMs);
    if (updated === written) return "taken";
    if (Atomics.compareExchange(words, cell, written, updated) === written) return "taken";
  }
}

/**
 * Returns the state of the window. `guess` is the expected number of takes in it. Checking both ends of
 * that range mostly confirms it, whereas a search would touch memory all over the ring. The result decides
 * nothing, so it uses plain reads: an atomic read waits for all earlier ones.
 */
export function peekMinute(
  { words, at }: Slot,
  {
    limit,
    now,
    guess = 0,
    windowMs = minuteMs,
  }: { limit: number; now: number; guess?: number; windowMs?: number },
): MinuteState {
  const head = words[at + ringHead] as number;
  const groups = getGroups(head);
  const count = head & positionMask;
  const last = (count - 1) >> groups;
  // Groups get older towards the back: searches for the first one outside the window by bisection.
  let inside = 0;
  let insideAge = windowMs;
  let outside = Math.min(Math.ceil(limit / (1 << groups)), ringCells) + 1;
  const guessed = Math.min(Math.ceil(guess / (1 << groups)), outside - 1) || 1;
  let middle = guessed;
  while (outside - inside > 1) {
    const cell = at + ringStart + ((last + 1 - middle) & (ringCells - 1));
    const age = getAge(words[cell] as number, now);
    if (age < windowMs) {
      inside = middle;
      insideAge = age;
      middle = middle === guessed ? middle + 1 : (inside + outside) >> 1;
    } else {
      outside = middle;
      middle = (inside + outside) >> 1;
    }
  }
  // As in `isFree`: takes before the last expired group are free, plus one more for that group's first
  // take.
  const room = limit - (count - ((last - inside) << groups)) + 1;
  return { remaining: Math.max(0, Math.min(limit, room)), resetMs: windowMs - insideAge };
}

/** Returns the maximum number of takes of a sealed ring that are still in the window. */
export function countInSealed(
  { words, at }: Slot,
  { now, windowMs = minuteMs }: { now: number; windowMs?: number },
): number {
  const sealedAt = Atomics.load(words, at + ringSealedAt);
  // Not written yet: the process that sealed it is about to write it.
  const sealedAge = sealedAt === 0 ? 0 : getAge(sealedAt, now);
  if (sealedAge >= windowMs) return 0;
  const head = Atomics.load(words, at + ringHead);
  const groups = getGroups(head);
  const count = head & positionMask;
  const last = (count - 1) >> groups;
  let inside = 0;
  // The latest possible time of a group's takes: for the last group, the time of the seal.
  let age = sealedAge;
  for (let group = last; group > last - ringCells; group--) {
    const first = getAge(Atomics.load(words, at + ringStart + (group & (ringCells - 1))), now);
    if (first === Number.POSITIVE_INFINITY) break;
    if (groups === 0) age = first;
    // Times may be out of order by at most the longest stall of a process.
    if (age >= windowMs + stallMsMax) break;
    if (age < windowMs) inside = count - (group << groups);
    age = first;
  }
  return inside;
}

/** Prevents further takes, unless the ring has another owner by now. */
export function sealRing({ words, at }: Slot, owner: number, clock: Clock): void {
  for (;;) {
    const head = Atomics.load(words, at + ringHead);
    if (Atomics.load(words, at + ringOwner) !== owner) return;
    if (head < 0 || Atomics.compareExchange(words, at + ringHead, head, head | sealBit) === head)
      break;
  }
  const time = packCell(0, clock.now() + (clock.uncertaintyMs ?? 0));
  Atomics.compareExchange(words, at + ringSealedAt, 0, time);
}

/**
 * Seals a ring that has been idle for `idleMs`. Returns whether it was sealed so long ago that it may get
 * another owner, because no process can still be using it.
 */
export function isDisused(
  { words, at }: Slot,
  { clock, idleMs }: { clock: Clock; idleMs: number },
): boolean {
  const now = Math.floor(clock.now());
  const head = Atomics.load(words, at + ringHead);
  const sealedAt = Atomics.load(words, at + ringSealedAt);
  if (head < 0 && sealedAt !== 0)
    return (
      getAge(sealedAt, now) > idleMs &&
      Atomics.compareExchange(words, at + ringSealedAt, sealedAt, 0) === sealedAt
    );
  for (let cell = at + ringStart; cell < at + ringStart + ringCells; cell++)
    if (getAge(Atomics.load(words, cell), now) <= idleMs) return false;
  if (Atomics.compareExchange(words, at + ringHead, head, head | sealBit) === head)
    Atomics.compareExchange(words, at + ringSealedAt, 0, packCell(0, now + 1));
  return false;
}

/**
 * Initialises a ring for its new owner. It is empty, and its position is far from earlier ones. So a
 * process that still uses it for its last owner notices the change. Returns false if it got another owner
 * in the meantime.
 */
export function openRing({ words, at }: Slot, owner: number, groups: number): boolean {
  const isMine = () => Atomics.load(words, at + ringOwner) === owner;
  for (let index = at + ringSealedAt; index < at + ringStart + ringCells; index++) {
    const old = Atomics.load(words, index);
    if (old === 0) continue;
    if (!isMine()) return false;
    Atomics.compareExchange(words, index, old, 0);
  }
  const head = Atomics.load(words, at + ringHead);
  if (!isMine()) return false;
  const group = getGroup(head, getGroups(head)) + 2 * ringCells;
  const position = (group << groups) & positionMask;
  const opened = (groups << groupShift) | position;
  return Atomics.compareExchange(words, at + ringHead, head, opened) === head;
}

/** Clears takes that left the window long ago. `all`: their times are ambiguous, so that all are cleared. */
export function sweepMinute(
  { words, at }: Slot,
  { now, all = false }: { now: number; all?: boolean },
): void {
  const head = Atomics.load(words, at + ringHead);
  const last = ((head & positionMask) - 1) >> getGroups(head);
  const isOld = (cell: number) => getAge(cell, now) > 2 * minuteMs;
  for (let index = 0; index < ringCells; index++) {
    const cell = at + ringStart + index;
    const old = Atomics.load(words, cell);
    if ((old & timeMask) === 0 || !(all || isOld(old))) continue;
    if (getGroups(head) > 0 && !all) {
      // Takes of a group may be as recent as the first of the next group. Those of the last group may be as
      // recent as now.
      const following = Atomics.load(words, at + ringStart + ((index + 1) & (ringCells - 1)));
      if (index === (last & (ringCells - 1)) || !isOld(following)) continue;
    }
    Atomics.compareExchange(words, cell, old, old & ~timeMask);
  }
}

function isFree(
  { words, at }: Slot,
  { limit, now, windowMs = minuteMs }: { limit: number; now: number; windowMs?: number },
  head: number,
): boolean {
  if (limit === Number.POSITIVE_INFINITY) return true;
  if (limit < 1) return false;
  const groups = getGroups(head);
  // The first take of the next group is no older than any of this group's.
  const group = ((head & positionMask) - limit + (1 << groups) - 1) >> groups;
  const last = ((head & positionMask) - 1) >> groups;
  // The limit is smaller than a group, and there is no later group yet.
  if (group > last && groups > 0) return false;
  const oldest = Atomics.load(words, at + ringStart + (group & (ringCells - 1)));
  return getAge(oldest, now) >= windowMs;
}

/**
 * Moves the head past a written cell, unless another process did. Returns false if the ring was sealed
 * before.
 */
function advanceHead({ words, at }: Slot, head: number): boolean {
  const found = Atomics.compareExchange(words, at + ringHead, head, next(head));
  if (found === head) return true;
  const moved = (found - head) & positionMask;
  // A larger distance than the ring's length means that it has had another owner since.
  return getGroups(found) === getGroups(head) && moved > 0 && moved <= ringCells << getGroups(head);
}

function getGroups(head: number): number {
  return (head >>> groupShift) & 0xf;
}

function getGroup(head: number, groups: number): number {
  return (head & positionMask) >> groups;
}

function next(head: number): number {
  return (head & ~positionMask) | ((head + 1) & positionMask);
}

/** Returns a cell. Its time is never 0, which marks an empty cell. */
function packCell(lap: number, time: number): number {
  return (lap << 30) | toTime(time) | 0;
}

function toTime(time: number): number {
  return Math.ceil(time) & timeMask || 1;
}

function getAge(cell: number, now: number): number {
  const time = cell & timeMask;
  if (time === 0) return Number.POSITIVE_INFINITY;
  const age = (now - time) & timeMask;
  // A time ahead of this reading was stored by a process that read the clock later.
  return age > roundMs ? 0 : age;
}

/** Returns the lap of a group: its round of the ring, modulo 4. */
function getLap(group: number): number {
  return Math.floor(group / ringCells) & 3;
}
