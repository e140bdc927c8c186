import { type Slot, slotHeaderWords } from "./mapped.ts";

/** How many words a tally has. Its cells are a thousandth of the window long, so some are always over. */
export const tallyCells = 1024;

const countBits = 21;
const countMask = (1 << countBits) - 1;
const roundMask = 0x7ff;

/*
 * A ring whose takes go in groups cannot say how many there were in the window. Its tally can: each cell
 * counts the takes of one thousandth of the window, 21 bits of count below 11 of the tally's round. The
 * tally decides nothing. Rounds repeat after 35 hours, and are swept once a day.
 */

/** Counts a take at a time. */
export function addToTally({ words, at }: Slot, time: number, windowMs: number): void {
  const cell = cellOf(time, windowMs);
  const index = at + slotHeaderWords + (cell % tallyCells);
  const round = roundOf(cell);
  for (;;) {
    const old = Atomics.load(words, index);
    const isCurrent = old >>> countBits === round;
    const next = isCurrent ? old + 1 : (round << countBits) | 1;
    if (Atomics.compareExchange(words, index, old, next) === old) return;
  }
}

/** Returns the takes in the window that ends now. A take is counted for up to a thousandth longer. */
export function countInTally({ words, at }: Slot, now: number, windowMs: number): number {
  const last = cellOf(now, windowMs);
  let count = 0;
  for (let cell = Math.max(0, cellOf(now - windowMs, windowMs)); cell <= last; cell++) {
    const word = Atomics.load(words, at + slotHeaderWords + (cell % tallyCells));
    if (word >>> countBits === roundOf(cell)) count += word & countMask;
  }
  return count;
}

/** Clears what is over, or `all`. */
export function sweepTally(
  { words, at }: Slot,
  { now, windowMs, all }: { now: number; windowMs: number; all: boolean },
): void {
  const cell = cellOf(now, windowMs);
  for (let index = 0; index < tallyCells; index++) {
    const old = Atomics.load(words, at + slotHeaderWords + index);
    const round = old >>> countBits;
    const isRecent = round === roundOf(cell) || round === roundOf(cell - tallyCells);
    if (old !== 0 && (all || !isRecent))
      Atomics.compareExchange(words, at + slotHeaderWords + index, old, 0);
  }
}

function cellOf(time: number, windowMs: number): number {
  return Math.floor(time / Math.ceil(windowMs / 1000));
}

function roundOf(cell: number): number {
  return Math.floor(cell / tallyCells) & roundMask;
}
