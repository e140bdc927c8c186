import { type Slot, slotDay, slotHead, slotRing } from "../store/mapped.ts";

/** The length of the rolling window, in milliseconds. */
export const minuteMs = 60_000;

const dayBits = 20;
const countMask = (1 << dayBits) - 1;
const dayMask = 0xfff;

/*
 * The day: one word, 12 bits of day number above 20 bits of count, so that both change in one
 * compare-and-swap. Day numbers wrap after eleven years, so they are compared around the circle.
 */

/** Takes one of the day's `limit` and answers how many are taken then; 0 when all were. */
export function takeDay({ words, at }: Slot, day: number, limit: number): number {
  for (;;) {
    const old = Atomics.load(words, at + slotDay);
    const current = currentDay(old, day);
    const count = current === dayOf(old) ? old & countMask : 0;
    if (count >= limit) return 0;
    const next = Math.min(count + 1, countMask);
    const word = (current << dayBits) | next;
    if (Atomics.compareExchange(words, at + slotDay, old, word) === old) return next;
  }
}

/** Gives one unit back, unless the day has turned since. */
export function giveBackDay({ words, at }: Slot, day: number): void {
  for (;;) {
    const old = Atomics.load(words, at + slotDay);
    if (dayOf(old) !== (day & dayMask) || (old & countMask) === 0) return;
    if (Atomics.compareExchange(words, at + slotDay, old, old - 1) === old) return;
  }
}

/** How many were taken today. */
export function countOfDay({ words, at }: Slot, day: number): number {
  const word = Atomics.load(words, at + slotDay);
  return currentDay(word, day) === dayOf(word) ? word & countMask : 0;
}

/** Raises today's count to at least `count`: for a counter file that had to be made anew. */
export function restoreDay({ words, at }: Slot, day: number, count: number): void {
  for (;;) {
    const old = Atomics.load(words, at + slotDay);
    const current = currentDay(old, day);
    const known = current === dayOf(old) ? old & countMask : 0;
    if (known >= count || current !== (day & dayMask)) return;
    const word = (current << dayBits) | Math.min(count, countMask);
    if (Atomics.compareExchange(words, at + slotDay, old, word) === old) return;
  }
}

function dayOf(word: number): number {
  return (word >>> dayBits) & dayMask;
}

/** Forgets the count of a day gone by, long before its number comes round again. */
export function sweepDay({ words, at }: Slot, day: number, { all = false } = {}): void {
  const old = Atomics.load(words, at + slotDay);
  if (all || currentDay(old, day) !== dayOf(old))
    Atomics.compareExchange(words, at + slotDay, old, 0);
}

/** Today, or the stored day where the clock stands behind it: an older day would grant a new quota. */
function currentDay(word: number, day: number): number {
  if (word === 0) return day & dayMask;
  const stored = dayOf(word);
  const ahead = (stored - day) & dayMask;
  return ahead !== 0 && ahead < dayMask / 2 ? stored : day & dayMask;
}

/*
 * The minute: a ring of the times of the last takes. A cell is 2 bits of lap, which say whether it
 * was written in this round of the ring, above 30 bits of time. The cell is written first and the
 * head moved after it; a process that dies in between is helped by the next to come along.
 */

const timeMask = 0x3fffffff;

/** What a look at the ring found. */
export interface MinuteState {
  /** Takes left in the window. */
  remaining: number;
  /** Milliseconds until the oldest take in the window leaves it; 0 when there is none. */
  resetMs: number;
}

/** Takes one of the `limit` of the last 60 seconds at `now`. False when all are taken. */
export function takeMinute(
  slot: Slot,
  { capacity, limit, now }: { capacity: number; limit: number; now: number },
): boolean {
  const { words, at } = slot;
  for (;;) {
    const head = Atomics.load(words, at + slotHead);
    const cell = at + slotRing + (head & (capacity - 1));
    const old = Atomics.load(words, cell);
    const lap = lapOf(head, capacity);
    if (old !== 0 && old >>> 30 === lap) {
      Atomics.compareExchange(words, at + slotHead, head, (head + 1) | 0);
      continue;
    }
    if (!isFree(slot, { capacity, limit, now }, head)) return false;
    // Times are never 0, so that a cell never written can be told from one written.
    const time = now & timeMask || 1;
    if (Atomics.compareExchange(words, cell, old, (lap << 30) | time | 0) !== old) continue;
    Atomics.compareExchange(words, at + slotHead, head, (head + 1) | 0);
    return true;
  }
}

/** Whether a take would succeed now. */
export function minuteIsFree(
  slot: Slot,
  window: { capacity: number; limit: number; now: number },
): boolean {
  return isFree(slot, window, Atomics.load(slot.words, slot.at + slotHead));
}

/**
 * What is left of the window. `guess` is how many takes the caller thinks are in it: a look at both
 * ends of those mostly proves it right, where a search would touch memory all over the ring.
 */
export function lookAtMinute(
  { words, at }: Slot,
  {
    capacity,
    limit,
    now,
    guess = 0,
  }: { capacity: number; limit: number; now: number; guess?: number },
): MinuteState {
  const head = Atomics.load(words, at + slotHead);
  const ring = at + slotRing;
  const mask = capacity - 1;
  // The takes get older the further back: search for the first one outside the window by halves.
  let inside = 0;
  let insideAge = minuteMs;
  let outside = limit + 1;
  let middle = Math.min(guess, limit) || 1;
  while (outside - inside > 1) {
    const age = ageOf(Atomics.load(words, ring + ((head - middle) & mask)), now);
    if (age < minuteMs) {
      inside = middle;
      insideAge = age;
      middle = middle === guess ? middle + 1 : (inside + outside) >> 1;
    } else {
      outside = middle;
      middle = (inside + outside) >> 1;
    }
  }
  return { remaining: limit - inside, resetMs: minuteMs - insideAge };
}

/** After how long a time can be mistaken for one ahead of the clock: half of the 30 bits' round. */
export const roundMs = timeMask / 2;

/** Forgets takes that left the window long ago, or `all` where nobody knows any more when they were. */
export function sweepMinute(
  { words, at }: Slot,
  { capacity, now, all = false }: { capacity: number; now: number; all?: boolean },
): void {
  for (let index = at + slotRing; index < at + slotRing + capacity; index++) {
    const old = Atomics.load(words, index);
    if ((old & timeMask) !== 0 && (all || ageOf(old, now) > 2 * minuteMs))
      Atomics.compareExchange(words, index, old, old & ~timeMask);
  }
}

function isFree(
  { words, at }: Slot,
  { capacity, limit, now }: { capacity: number; limit: number; now: number },
  head: number,
): boolean {
  const oldest = Atomics.load(words, at + slotRing + ((head - limit) & (capacity - 1)));
  return ageOf(oldest, now) >= minuteMs;
}

function ageOf(cell: number, now: number): number {
  const time = cell & timeMask;
  if (time === 0) return Number.POSITIVE_INFINITY;
  const age = (now - time) & timeMask;
  // A time ahead of this process's clock was written by one whose clock is a little ahead.
  return age > roundMs ? 0 : age;
}

/** Which of four rounds of the ring a take belongs to. */
function lapOf(head: number, capacity: number): number {
  return Math.floor((head >>> 0) / capacity) & 3;
}
