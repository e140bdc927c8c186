import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "../../testing/cases.ts";
import { slotHeaderWords } from "./mapped.ts";
import { addToTally, countInTally, sweepTally, tallyCells } from "./minute-tally.ts";

const windowMs = 60_000;
const cellMs = 60;
const roundMs = cellMs * tallyCells;
const newSlot = () => ({ words: new Int32Array(slotHeaderWords + tallyCells), at: 0 });

test("each take of the window is counted, and expired ones at most one cell longer", () => {
  const pauses = fc.array(fc.oneof(fc.nat(3), fc.nat(200), fc.nat(90_000)), { maxLength: 60 });
  fc.assert(
    fc.property(fc.nat(1e9), pauses, (start, pauses) => {
      const slot = newSlot();
      const taken: number[] = [];
      let now = start;
      for (const pause of pauses) {
        now += pause;
        addToTally(slot, now, windowMs);
        taken.push(now);
        const within = (ms: number) => taken.filter((time) => now - time < ms).length;
        const count = countInTally(slot, now, windowMs);
        expect(count).toBeGreaterThanOrEqual(within(windowMs));
        expect(count).toBeLessThanOrEqual(within(windowMs + cellMs));
      }
    }),
    cases(300),
  );
});

test("a sweep keeps the takes of the window, and clears those whose cycle would repeat", () => {
  const slot = newSlot();
  const repeatMs = 2048 * roundMs;
  for (const time of [0, roundMs - 1]) addToTally(slot, repeatMs + time, windowMs);
  const next = repeatMs + roundMs + 30_000;
  sweepTally(slot, { now: next, windowMs, all: false });
  expect(countInTally(slot, next, windowMs)).toBe(1);
  sweepTally(slot, { now: next + 2 * roundMs, windowMs, all: false });
  expect(countInTally(slot, 2 * repeatMs + roundMs - 1, windowMs)).toBe(0);
});

test("a full sweep clears the takes of the window as well", () => {
  const slot = newSlot();
  addToTally(slot, 5, windowMs);
  expect(countInTally(slot, 5, windowMs)).toBe(1);
  sweepTally(slot, { now: 5, windowMs, all: true });
  expect(countInTally(slot, 5, windowMs)).toBe(0);
});

test("the header of a slot and its neighbours are unchanged", () => {
  const size = slotHeaderWords + tallyCells;
  const slot = { words: new Int32Array(3 * size), at: size };
  for (let time = 0; time < 2 * roundMs; time += cellMs) addToTally(slot, time, windowMs);
  expect(slot.words.subarray(0, size + slotHeaderWords).some((word) => word !== 0)).toBe(false);
  expect(slot.words.subarray(2 * size).some((word) => word !== 0)).toBe(false);
});
