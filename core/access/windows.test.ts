import { expect, test } from "bun:test";
import type { Slot } from "../store/mapped.ts";
import {
  countOfDay,
  giveBackDay,
  lookAtMinute,
  restoreDay,
  roundMs,
  sweepDay,
  sweepMinute,
  takeDay,
  takeMinute as takeOne,
} from "./windows.ts";

const today = 20_455;
const noon = Date.UTC(2026, 0, 2, 12);

function slot(): Slot {
  return { words: new Int32Array(2 + 4 + 1024), at: 2 };
}

test("a day grants its limit and no more, and the next day begins at none", () => {
  const mine = slot();
  expect([1, 2, 3].map(() => takeDay(mine, today, 2))).toEqual([1, 2, 0]);
  expect(takeDay(mine, today + 1, 2)).toBe(1);
});

test("a clock that steps back a day grants nothing", () => {
  const mine = slot();
  takeDay(mine, today, 2);
  takeDay(mine, today, 2);
  expect(takeDay(mine, today - 1, 2)).toBe(0);
  expect(countOfDay(mine, today)).toBe(2);
});

test("a unit is given back to its own day only", () => {
  const mine = slot();
  takeDay(mine, today, 9);
  giveBackDay(mine, today - 1);
  expect(countOfDay(mine, today)).toBe(1);
  giveBackDay(mine, today);
  giveBackDay(mine, today);
  expect(countOfDay(mine, today)).toBe(0);
});

test("restoring raises a count and never lowers it", () => {
  const mine = slot();
  restoreDay(mine, today, 5);
  restoreDay(mine, today, 3);
  expect(countOfDay(mine, today)).toBe(5);
});

test("an account that was away for six years is not taken for one from the future", () => {
  const mine = slot();
  takeDay(mine, today, 1);
  sweepDay(mine, today + 2);
  expect(takeDay(mine, today + 6 * 365, 1)).toBe(1);
});

const window = { limit: 10 };

function takeMinute(mine: Slot, { limit, now }: { limit: number; now: number }): boolean {
  return takeOne(mine, { limit, clock: { now: () => now } }) === "taken";
}

test("no 60 seconds hold more than the limit, wherever they begin", () => {
  const mine = slot();
  const taken: number[] = [];
  for (let now = noon; now < noon + 600_000; now += 700)
    if (takeMinute(mine, { ...window, now })) taken.push(now);
  for (const start of taken)
    expect(taken.filter((time) => time >= start && time < start + 60_000).length).toBe(
      Math.min(10, taken.length - taken.indexOf(start)),
    );
});

test("a look tells what is left and when the oldest take leaves the window", () => {
  const mine = slot();
  expect(lookAtMinute(mine, { ...window, now: noon })).toEqual({ remaining: 10, resetMs: 0 });
  takeMinute(mine, { ...window, now: noon });
  takeMinute(mine, { ...window, now: noon + 1000 });
  expect(lookAtMinute(mine, { ...window, now: noon + 10_000 })).toEqual({
    remaining: 8,
    resetMs: 50_000,
  });
});

test("a clock that steps back within the minute grants nothing", () => {
  const mine = slot();
  for (let take = 0; take < 10; take++) takeMinute(mine, { ...window, now: noon });
  expect(takeMinute(mine, { ...window, now: noon - 30_000 })).toBe(false);
});

test("a take that was written but not counted when its process died is counted by the next", () => {
  const mine = slot();
  takeMinute(mine, { ...window, now: noon });
  const head = mine.words.findIndex((word, index) => index > mine.at && word === 1);
  mine.words[head] = 0;
  takeMinute(mine, { ...window, now: noon + 1 });
  expect(lookAtMinute(mine, { ...window, now: noon + 1 }).remaining).toBe(8);
});

test("times that have gone round are swept before they can be mistaken for new ones", () => {
  const mine = slot();
  for (let take = 0; take < 10; take++) takeMinute(mine, { ...window, now: noon });
  const later = noon + roundMs + 1000;
  expect(takeMinute(mine, { ...window, now: later })).toBe(false);
  sweepMinute(mine, { now: later, all: true });
  expect(takeMinute(mine, { ...window, now: later })).toBe(true);
});

test("a guess, right or wrong, changes nothing of what is found", () => {
  const mine = slot();
  for (let take = 0; take < 7; take++) takeMinute(mine, { ...window, now: noon + take * 10_000 });
  for (let now = noon; now < noon + 140_000; now += 3000) {
    const found = lookAtMinute(mine, { ...window, now });
    for (let guess = 0; guess <= 12; guess++)
      expect(lookAtMinute(mine, { ...window, now, guess })).toEqual(found);
  }
});
