import { type Clock, stallMsMax } from "./machine-clock.ts";
import { type Slot, slotHeaderWords } from "./mapped.ts";

/** The length of the rolling window, in milliseconds. */
export const minuteMs = 60_000;

/*
 * The day: two words of an owner's record, each with 10 bits of day number, so that whoever finds
 * yesterday's starts at none. The lower counts to 2^21; when it is full, the upper gets one more for
 * 2^20 of it. Both cannot change in one step: a bit in the lower word says whether the upper is even,
 * and where they disagree whoever comes next finishes what another began. Half of the lower count
 * stays, so that what is given back never has to be borrowed from the upper one. Day numbers go round
 * after 1,024 days, so they are compared around the circle, and swept long before.
 */

const recordDay = 2;
const recordDayUpper = 3;
const dayShift = 22;
const dayMask = 0x3ff;
const parityBit = 1 << 21;
const lowerMax = parityBit - 1;
const upperUnit = 1 << 20;
const upperMax = upperUnit - 1;

/** Most units that are taken at once. */
export const unitsMax = 100_000;

/** Takes units of the day's `limit`, all or none, and answers how many are taken then; 0 where it is none. */
export function takeDay({ words, at }: Slot, day: number, limit: number, wanted = 1): number {
  for (;;) {
    const lower = Atomics.load(words, at + recordDay);
    const upper = Atomics.load(words, at + recordDayUpper);
    const current = currentDay(lower, day);
    if (lower === 0 || dayOf(lower) !== current) {
      if (limit < wanted) return 0;
      const first = (current << dayShift) | wanted;
      if (Atomics.compareExchange(words, at + recordDay, lower, first) === lower) return wanted;
      continue;
    }
    if (isCarried(lower, unitsOf(upper, current))) {
      // Another began to carry: what the upper word counts already is taken from the lower one.
      const carried = (lower ^ parityBit) - upperUnit;
      Atomics.compareExchange(words, at + recordDay, lower, carried);
      continue;
    }
    const units = unitsOf(upper, current);
    const count = lower & lowerMax;
    const taken = units * upperUnit + count;
    if (taken + wanted > limit) return 0;
    if (count + wanted > lowerMax) {
      if (units === upperMax) return taken;
      const next = (current << dayShift) | (units + 1);
      Atomics.compareExchange(words, at + recordDayUpper, upper, next);
    } else if (Atomics.compareExchange(words, at + recordDay, lower, lower + wanted) === lower)
      return taken + wanted;
  }
}

/** Gives units back, unless the day has turned since. */
export function giveBackDay({ words, at }: Slot, day: number, units = 1): void {
  for (;;) {
    const lower = Atomics.load(words, at + recordDay);
    const back = Math.min(units, lower & lowerMax);
    if (dayOf(lower) !== (day & dayMask) || back === 0) return;
    if (Atomics.compareExchange(words, at + recordDay, lower, lower - back) === lower) return;
  }
}

/** How many were taken today. */
export function countOfDay({ words, at }: Slot, day: number): number {
  for (;;) {
    const lower = Atomics.load(words, at + recordDay);
    const upper = Atomics.load(words, at + recordDayUpper);
    if (Atomics.load(words, at + recordDay) !== lower) continue;
    const current = currentDay(lower, day);
    if (dayOf(lower) !== current) return 0;
    const units = unitsOf(upper, current);
    const carried = isCarried(lower, units) ? 1 : 0;
    return (units - carried) * upperUnit + (lower & lowerMax);
  }
}

/** Raises today's count to at least `count`: for a counter file that had to be made anew. */
export function restoreDay({ words, at }: Slot, day: number, count: number): void {
  for (;;) {
    const lower = Atomics.load(words, at + recordDay);
    const upper = Atomics.load(words, at + recordDayUpper);
    const current = currentDay(lower, day);
    if (current !== (day & dayMask) || countOfDay({ words, at }, day) >= count) return;
    const units = Math.min(upperMax, Math.floor(count / upperUnit));
    const rest = Math.min(lowerMax, count - units * upperUnit);
    Atomics.compareExchange(words, at + recordDayUpper, upper, (current << dayShift) | units);
    const word = (current << dayShift) | (units % 2 ? parityBit : 0) | rest;
    if (Atomics.compareExchange(words, at + recordDay, lower, word) === lower) return;
  }
}

/** Forgets the count of a day gone by, long before its number comes round again. */
export function sweepDay({ words, at }: Slot, day: number, all = false): void {
  for (let index = at + recordDay; index <= at + recordDayUpper; index++) {
    const old = Atomics.load(words, index);
    if (old !== 0 && (all || currentDay(old, day) !== dayOf(old)))
      Atomics.compareExchange(words, index, old, 0);
  }
}

function dayOf(word: number): number {
  return (word >>> dayShift) & dayMask;
}

/** What the upper word counts, where it is of the same day. */
function unitsOf(upper: number, current: number): number {
  return dayOf(upper) === current ? upper & upperMax : 0;
}

function isCarried(lower: number, units: number): boolean {
  return (units & 1) !== (lower & parityBit ? 1 : 0);
}

/** Today, or the stored day where the clock stands behind it: an older day would grant a new quota. */
function currentDay(word: number, day: number): number {
  if (word === 0) return day & dayMask;
  const stored = dayOf(word);
  const ahead = (stored - day) & dayMask;
  return ahead !== 0 && ahead < dayMask / 2 ? stored : day & dayMask;
}

/*
 * The minute: a ring of the times of the last takes, 1,024 of them. Where the limit is higher, takes
 * go in groups of 2, 4 … 1,024, and the ring holds when the first of each was taken: a take is over
 * when the first of the next group is. That is never too early; so the limit is never passed, and of
 * its last takes less than a group, 0.2 % of it, may be refused although they had room.
 *
 * The head has 1 bit that says that the ring is sealed, 4 bits of group size (its logarithm), and 27
 * of position: how many takes there were. A cell is 2 bits of lap, which say whether it was written in
 * this round of the ring, above 30 bits of time. The cell is written first and the head moved after
 * it, which is what takes; a process that dies in between is helped by the next to come along. A
 * sealed ring never changes again: its owner goes on to another, and counts this one as well.
 */

/** How many times a ring holds. */
export const ringCells = 1024;

export const ringOwner = 0;
const ringHead = 1;
const ringSealedAt = 2;
const ringStart = slotHeaderWords;
const sealBit = 1 << 31;
const groupShift = 27;
const positionMask = (1 << groupShift) - 1;
const timeMask = 0x3fffffff;

/** After how long a time can be mistaken for one ahead of the clock: half of the 30 bits' round. */
export const roundMs = timeMask / 2;

/** The logarithm of the groups that a limit needs. */
export function groupsFor(limit: number): number {
  return limit <= ringCells ? 0 : Math.min(10, Math.ceil(Math.log2(limit / ringCells)));
}

/** Of which groups a ring is. */
export function groupsOf({ words, at }: Slot): number {
  return groupsIn(Atomics.load(words, at + ringHead));
}

export function isSealed({ words, at }: Slot): boolean {
  return Atomics.load(words, at + ringHead) < 0;
}

/** What a look at the ring found. */
export interface MinuteState {
  /** Takes left in the window. */
  remaining: number;
  /** Milliseconds until the oldest take in the window leaves it; 0 when there is none. */
  resetMs: number;
}

/** One try to take, and under which limit. */
export interface Attempt {
  limit: number;
  readonly clock: Clock;
  readonly windowMs?: number;
  /** Whose takes they are: whether it is counted in the ring still. */
  counted?: { isCurrent(): boolean };
  /** When the clock was last read: reading it costs as much as taking. */
  readAt?: number;
}

/**
 * Takes one of the `limit` of the last 60 seconds: `taken`, `refused`, or `moved` where the ring is no
 * longer the one that its owner is counted in, as that says itself.
 *
 * A time is stored rounded up and read after the take, an age is rounded down and read before it: so
 * between a take and the one that follows it by `limit` there are at least 60.000 s, however the clock
 * is cut into milliseconds and however long a process is kept waiting between two of its steps.
 */
export function takeMinute(slot: Slot, attempt: Attempt): "taken" | "refused" | "moved" {
  const { limit, clock, windowMs = minuteMs, counted } = attempt;
  const { words, at } = slot;
  const { uncertaintyMs = 0 } = clock;
  for (;;) {
    const head = Atomics.load(words, at + ringHead);
    if (head < 0 || (counted && !counted.isCurrent())) return "moved";
    const groups = groupsIn(head);
    const group = groupAt(head, groups);
    const cell = at + ringStart + (group & (ringCells - 1));
    const before = clock.now();
    attempt.readAt = before;
    const old = Atomics.load(words, cell);
    const lap = lapOf(group);
    const isFirst = (head & ((1 << groups) - 1)) === 0;
    if (isFirst && old !== 0 && old >>> 30 === lap) {
      Atomics.compareExchange(words, at + ringHead, head, next(head));
      continue;
    }
    if (!isFree(slot, { limit, windowMs, now: Math.floor(before) }, head)) return "refused";
    if (!isFirst) {
      if (Atomics.compareExchange(words, at + ringHead, head, next(head)) === head) return "taken";
      continue;
    }
    const written = cellOf(lap, before + uncertaintyMs);
    if (Atomics.compareExchange(words, cell, old, written) !== old) continue;
    if (!isCounted(slot, head)) return "moved";
    const after = clock.now();
    attempt.readAt = after;
    if (after - before > stallMsMax) continue;
    const raised = cellOf(lap, after + uncertaintyMs);
    if (raised === written) return "taken";
    if (Atomics.compareExchange(words, cell, written, raised) === written) return "taken";
  }
}

/**
 * What is left of the window. `guess` is how many takes the caller thinks are in it: a look at both
 * ends of those mostly proves it right, where a search would touch memory all over the ring. It decides
 * nothing, so it reads plainly: an atomic read waits for every one before it to come from memory.
 */
export function lookAtMinute(
  { words, at }: Slot,
  {
    limit,
    now,
    guess = 0,
    windowMs = minuteMs,
  }: { limit: number; now: number; guess?: number; windowMs?: number },
): MinuteState {
  const head = words[at + ringHead] as number;
  const groups = groupsIn(head);
  const count = head & positionMask;
  const last = (count - 1) >> groups;
  // The groups get older the further back: search for the first one outside the window by halves.
  let inside = 0;
  let insideAge = windowMs;
  let outside = Math.min(Math.ceil(limit / (1 << groups)), ringCells) + 1;
  const guessed = Math.min(Math.ceil(guess / (1 << groups)), outside - 1) || 1;
  let middle = guessed;
  while (outside - inside > 1) {
    const cell = at + ringStart + ((last + 1 - middle) & (ringCells - 1));
    const age = ageOf(words[cell] as number, now);
    if (age < windowMs) {
      inside = middle;
      insideAge = age;
      middle = middle === guessed ? middle + 1 : (inside + outside) >> 1;
    } else {
      outside = middle;
      middle = (inside + outside) >> 1;
    }
  }
  // As `isFree` does: what is before the last group that is over has room, and one more for its first.
  const room = limit - (count - ((last - inside) << groups)) + 1;
  return { remaining: Math.max(0, Math.min(limit, room)), resetMs: windowMs - insideAge };
}

/** How many takes of a sealed ring may be in the window still. */
export function insideOfSealed(
  { words, at }: Slot,
  { now, windowMs = minuteMs }: { now: number; windowMs?: number },
): number {
  const sealedAt = Atomics.load(words, at + ringSealedAt);
  // Not said yet: whoever sealed it is about to.
  const sealedAge = sealedAt === 0 ? 0 : ageOf(sealedAt, now);
  if (sealedAge >= windowMs) return 0;
  const head = Atomics.load(words, at + ringHead);
  const groups = groupsIn(head);
  const count = head & positionMask;
  const last = (count - 1) >> groups;
  let inside = 0;
  // Until when the takes of a group may have been made: those of the last one until the seal.
  let age = sealedAge;
  for (let group = last; group > last - ringCells; group--) {
    const first = ageOf(Atomics.load(words, at + ringStart + (group & (ringCells - 1))), now);
    if (first === Number.POSITIVE_INFINITY) break;
    if (groups === 0) age = first;
    // Times may be out of order by as long as a process may have stood still.
    if (age >= windowMs + stallMsMax) break;
    if (age < windowMs) inside = count - (group << groups);
    age = first;
  }
  return inside;
}

/** Lets nobody take any more, unless the ring has become another's. */
export function sealRing({ words, at }: Slot, owner: number, clock: Clock): void {
  for (;;) {
    const head = Atomics.load(words, at + ringHead);
    if (Atomics.load(words, at + ringOwner) !== owner) return;
    if (head < 0 || Atomics.compareExchange(words, at + ringHead, head, head | sealBit) === head)
      break;
  }
  const time = cellOf(0, clock.now() + (clock.uncertaintyMs ?? 0));
  Atomics.compareExchange(words, at + ringSealedAt, 0, time);
}

/**
 * Seals a ring that has been idle for `idleMs`, and tells of one that was sealed as long ago that
 * nobody can be about to use it: that one may get another owner.
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
      ageOf(sealedAt, now) > idleMs &&
      Atomics.compareExchange(words, at + ringSealedAt, sealedAt, 0) === sealedAt
    );
  for (let cell = at + ringStart; cell < at + ringStart + ringCells; cell++)
    if (ageOf(Atomics.load(words, cell), now) <= idleMs) return false;
  if (Atomics.compareExchange(words, at + ringHead, head, head | sealBit) === head)
    Atomics.compareExchange(words, at + ringSealedAt, 0, cellOf(0, now + 1));
  return false;
}

/**
 * Makes a ring that has just got its owner ready: empty, and at a position far from those before it,
 * so that whoever still held it for its last owner finds it moved. False: it got another owner.
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
  const group = groupAt(head, groupsIn(head)) + 2 * ringCells;
  const position = (group << groups) & positionMask;
  const opened = (groups << groupShift) | position;
  return Atomics.compareExchange(words, at + ringHead, head, opened) === head;
}

/** Forgets takes that left the window long ago, or `all` where nobody knows any more when they were. */
export function sweepMinute(
  { words, at }: Slot,
  { now, all = false }: { now: number; all?: boolean },
): void {
  const head = Atomics.load(words, at + ringHead);
  const last = ((head & positionMask) - 1) >> groupsIn(head);
  const isOld = (cell: number) => ageOf(cell, now) > 2 * minuteMs;
  for (let index = 0; index < ringCells; index++) {
    const cell = at + ringStart + index;
    const old = Atomics.load(words, cell);
    if ((old & timeMask) === 0 || !(all || isOld(old))) continue;
    if (groupsIn(head) > 0 && !all) {
      // Takes of a group may be as young as the first of the next one, those of the last as young as now.
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
  const groups = groupsIn(head);
  // The first of the next group is no older than any of its own.
  const group = ((head & positionMask) - limit + (1 << groups) - 1) >> groups;
  const last = ((head & positionMask) - 1) >> groups;
  // It has not come yet where the limit is smaller than a group.
  if (group > last && groups > 0) return false;
  const oldest = Atomics.load(words, at + ringStart + (group & (ringCells - 1)));
  return ageOf(oldest, now) >= windowMs;
}

/** Moves the head past a cell that was written, if nobody has. False: the ring was sealed before. */
function isCounted({ words, at }: Slot, head: number): boolean {
  const found = Atomics.compareExchange(words, at + ringHead, head, next(head));
  if (found === head) return true;
  const moved = (found - head) & positionMask;
  // Further than the ring is long: it has had another owner since.
  return groupsIn(found) === groupsIn(head) && moved > 0 && moved <= ringCells << groupsIn(head);
}

function groupsIn(head: number): number {
  return (head >>> groupShift) & 0xf;
}

function groupAt(head: number, groups: number): number {
  return (head & positionMask) >> groups;
}

function next(head: number): number {
  return (head & ~positionMask) | ((head + 1) & positionMask);
}

/** Times are never 0, so that a cell never written can be told from one written. */
function cellOf(lap: number, time: number): number {
  return (lap << 30) | toTime(time) | 0;
}

function toTime(time: number): number {
  return Math.ceil(time) & timeMask || 1;
}

function ageOf(cell: number, now: number): number {
  const time = cell & timeMask;
  if (time === 0) return Number.POSITIVE_INFINITY;
  const age = (now - time) & timeMask;
  // A time ahead of this reading was stored by one that read the clock later.
  return age > roundMs ? 0 : age;
}

/** Which of four rounds of the ring a group belongs to. */
function lapOf(group: number): number {
  return Math.floor(group / ringCells) & 3;
}
