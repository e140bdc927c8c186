import { type Slot, slotHeaderWords } from "./mapped.ts";

/** The number of cells in a tally. Each covers a thousandth of the window, so some have always expired. */
export const tallyCells = 1024;

const countBits = 21;
const countMask = (1 << countBits) - 1;
const roundMask = 0x7ff;

/*
 * A ring with grouped takes cannot tell how many there were in the window. Its tally can: each cell counts the
 * takes in one thousandth of the window. A cell has 21 bits of count below 11 bits of the tally's round. The
 * tally decides nothing. Rounds repeat after 35 hours, and are swept once a day.
 */

/** Counts a take at the given time. */
export function addToTally({ words, at }: Slot, time: number, windowMs: number): void {
  const cell = getCell(time, windowMs);
  const index = at + slotHeaderWords + (cell % tallyCells);
  const round = getRound(cell);
  for (;;) {
    const old = Atomics.load(words, index);
    const isCurrent = old >>> countBits === round;
    const next = isCurrent ? old + 1 : (round << countBits) | 1;
    if (Atomics.compareExchange(words, index, old, next) === old) return;
  }
}

/** Returns the number of takes in the window that ends now. A take counts for up to a thousandth too long. */
export function countInTally({ words, at }: Slot, now: number, windowMs: number): number {
  const last = getCell(now, windowMs);
  let count = 0;
  for (let cell = Math.max(0, getCell(now - windowMs, windowMs)); cell <= last; cell++) {
    const word = Atomics.load(words, at + slotHeaderWords + (cell % tallyCells));
    if (word >>> countBits === getRound(cell)) count += word & countMask;
  }
  return count;
}

/** Clears expired cells, or `all`. */
export function sweepTally(
  { words, at }: Slot,
  { now, windowMs, all }: { now: number; windowMs: number; all: boolean },
): void {
  const cell = getCell(now, windowMs);
  for (let index = 0; index < tallyCells; index++) {
    const old = Atomics.load(words, at + slotHeaderWords + index);
    const round = old >>> countBits;
    const isRecent = round === getRound(cell) || round === getRound(cell - tallyCells);
    if (old !== 0 && (all || !isRecent))
      Atomics.compareExchange(words, at + slotHeaderWords + index, old, 0);
  }
}

function getCell(time: number, windowMs: number): number {
  return Math.floor(time / Math.ceil(windowMs / 1000));
}

function getRound(cell: number): number {
  return Math.floor(cell / tallyCells) & roundMask;
}
