import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "../../testing/mod.ts";
import type { Slot } from "./mapped.ts";
import {
  countInSealed,
  getDayCount,
  groupsFor,
  isDisused,
  isSealed,
  openRing,
  peekMinute,
  refundDay,
  restoreDay,
  roundMs,
  sealRing,
  sweepDay,
  sweepMinute,
  takeDay,
  takeMinute as takeOne,
  unitsMax,
} from "./windows.ts";

const today = 20_455;
const noon = Date.UTC(2026, 0, 2, 12);

function slot(): Slot {
  return { words: new Int32Array(2 + 4 + 1024), at: 2 };
}

test("a day grants exactly its limit, and the next day starts at zero", () => {
  const mine = slot();
  expect([1, 2, 3].map(() => takeDay(mine, today, 2))).toEqual([1, 2, 0]);
  expect(takeDay(mine, today + 1, 2)).toBe(1);
});

test("a clock that steps back a day grants nothing", () => {
  const mine = slot();
  takeDay(mine, today, 2);
  takeDay(mine, today, 2);
  expect(takeDay(mine, today - 1, 2)).toBe(0);
  expect(getDayCount(mine, today)).toBe(2);
});

test("a unit is only refunded to its own day", () => {
  const mine = slot();
  takeDay(mine, today, 9);
  refundDay(mine, today - 1);
  expect(getDayCount(mine, today)).toBe(1);
  refundDay(mine, today);
  refundDay(mine, today);
  expect(getDayCount(mine, today)).toBe(0);
});

test("restoring raises a count and never lowers it", () => {
  const mine = slot();
  restoreDay(mine, today, 5);
  restoreDay(mine, today, 3);
  expect(getDayCount(mine, today)).toBe(5);
});

test("an owner from six years ago isn't mistaken for one from the future", () => {
  const mine = slot();
  takeDay(mine, today, 1);
  sweepDay(mine, today + 2);
  expect(takeDay(mine, today + 6 * 365, 1)).toBe(1);
});

const window = { limit: 10 };

/** The maximum of the day's lower word. */
const lowerMax = 2 ** 21 - 1;

test("a day counts beyond one word, up to 10^12", () => {
  const mine = slot();
  restoreDay(mine, today, lowerMax - 1);
  const limit = 10 ** 12;
  expect([1, 2, 3].map(() => takeDay(mine, today, limit))).toEqual([
    lowerMax,
    lowerMax + 1,
    lowerMax + 2,
  ]);
  refundDay(mine, today);
  expect(getDayCount(mine, today)).toBe(lowerMax + 1);
  restoreDay(mine, today, limit - 1);
  expect([1, 2].map(() => takeDay(mine, today, limit))).toEqual([limit, 0]);
  expect(takeDay(mine, today + 1, limit)).toBe(1);
});

/** Returns a day with a full lower word and this number of units in the upper one, and its total. */
function createFullDay(units: number): { mine: Slot; count: number } {
  const mine = slot();
  const dayNumber = (today & 0x3ff) << 22;
  mine.words[mine.at + 2] = dayNumber | (units % 2 ? 2 ** 21 : 0) | lowerMax;
  mine.words[mine.at + 3] = units === 0 ? 0 : dayNumber | units;
  return { mine, count: units * 2 ** 20 + lowerMax };
}

test.each([0, 1, 2])("a full word and %d units carry over, and the day counts on", (units) => {
  const { mine, count } = createFullDay(units);
  expect(getDayCount(mine, today)).toBe(count);
  const takes = [1, 2, 3].map(() => takeDay(mine, today, Number.POSITIVE_INFINITY));
  expect(takes).toEqual([count + 1, count + 2, count + 3]);
  refundDay(mine, today);
  expect(getDayCount(mine, today)).toBe(count + 2);
  expect(takeDay(mine, today + 1, 1)).toBe(1);
});

test("a carry that a dead process has started is neither lost nor repeated", () => {
  for (const units of [0, 1, 2]) {
    const { mine, count } = createFullDay(units);
    const lower = mine.words[mine.at + 2];
    takeDay(mine, today, Number.POSITIVE_INFINITY);
    // The upper word already contains the carry, the lower one doesn't.
    mine.words[mine.at + 2] = lower ?? 0;
    expect(getDayCount(mine, today)).toBe(count);
    expect(takeDay(mine, today, Number.POSITIVE_INFINITY)).toBe(count + 1);
  }
});

function takeMinute(mine: Slot, { limit, now }: { limit: number; now: number }): boolean {
  return takeOne(mine, { limit, clock: { now: () => now } }) === "taken";
}

test("no 60 seconds hold more than the limit, at any start", () => {
  const mine = slot();
  const taken: number[] = [];
  for (let now = noon; now < noon + 600_000; now += 700)
    if (takeMinute(mine, { ...window, now })) taken.push(now);
  for (const start of taken)
    expect(taken.filter((time) => time >= start && time < start + 60_000).length).toBe(
      Math.min(10, taken.length - taken.indexOf(start)),
    );
});

test("a peek returns the remaining number and when the oldest take leaves the window", () => {
  const mine = slot();
  expect(peekMinute(mine, { ...window, now: noon })).toEqual({ remaining: 10, resetMs: 0 });
  takeMinute(mine, { ...window, now: noon });
  takeMinute(mine, { ...window, now: noon + 1000 });
  expect(peekMinute(mine, { ...window, now: noon + 10_000 })).toEqual({
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
  expect(peekMinute(mine, { ...window, now: noon + 1 }).remaining).toBe(8);
});

test("takes are swept before their wrapped timestamps could be mistaken for new ones", () => {
  const mine = slot();
  for (let take = 0; take < 10; take++) takeMinute(mine, { ...window, now: noon });
  const later = noon + roundMs + 1000;
  expect(takeMinute(mine, { ...window, now: later })).toBe(false);
  sweepMinute(mine, { now: later, all: true });
  expect(takeMinute(mine, { ...window, now: later })).toBe(true);
});

test("a guess, right or wrong, doesn't change the result", () => {
  const mine = slot();
  for (let take = 0; take < 7; take++) takeMinute(mine, { ...window, now: noon + take * 10_000 });
  for (let now = noon; now < noon + 140_000; now += 3000) {
    const found = peekMinute(mine, { ...window, now });
    for (let guess = 0; guess <= 12; guess++)
      expect(peekMinute(mine, { ...window, now, guess })).toEqual(found);
  }
});

test.each([
  [1, 0],
  [1024, 0],
  [1025, 1],
  [2048, 1],
  [2049, 2],
  [1_000_000, 10],
  [Number.POSITIVE_INFINITY, 10],
])("a limit of %d needs groups of 2^%d", (limit, groups) => {
  expect(groupsFor(limit)).toBe(groups);
});

/** Creates a ring of groups of 2^`groups` that an earlier owner has filled completely. */
function createRing(groups: number): Slot {
  const mine = slot();
  mine.words[mine.at] = 7;
  for (let take = 0; take < 3000; take++)
    takeMinute(mine, { limit: 1024, now: noon - 9e6 + take * 100 });
  expect(openRing(mine, 7, groups)).toBe(true);
  return mine;
}

test.each([
  [1, 2000],
  [2, 3000],
  [3, 4100],
])("in groups of 2^%d no 60 seconds hold more than %d, and hardly less", (groups, limit) => {
  const mine = createRing(groups);
  const taken: number[] = [];
  let refused = 0;
  let misjudged = 0;
  const stepMs = 60_000 / limit / 2;
  for (let now = noon; now < noon + 200_000; now += stepMs) {
    const { remaining } = peekMinute(mine, { limit, now: Math.floor(now) });
    const isTaken = takeMinute(mine, { limit, now });
    if (remaining > 0 !== isTaken) misjudged++;
    if (isTaken) taken.push(now);
    else refused++;
  }
  expect([refused > 0, misjudged]).toEqual([true, 0]);
  let fewest = limit;
  let most = 0;
  for (let index = 0, next = 0; next < taken.length; index++) {
    while ((taken[next] ?? noon * 2) < (taken[index] ?? 0) + 60_000) next++;
    if (next < taken.length) fewest = Math.min(fewest, next - index);
    most = Math.max(most, next - index);
  }
  expect(most).toBeLessThanOrEqual(limit);
  // Takes within a millisecond are pending until its end.
  expect(fewest).toBeGreaterThanOrEqual(limit - 2 ** groups - 2);
});

test.each([0, 3])(
  "a sealed ring of groups of 2^%d rejects takes, and is counted until all have expired",
  (groups) => {
    const mine = createRing(groups);
    const time = { now: noon };
    for (; time.now < noon + 100_000; time.now += 1000)
      takeMinute(mine, { limit: 900, now: time.now });
    sealRing(mine, 7, { now: () => time.now });
    expect(takeOne(mine, { limit: 900, clock: { now: () => time.now } })).toBe("moved");
    // 59 takes are younger than a minute; with groups, the first of these may include older ones.
    const inside = countInSealed(mine, { now: time.now });
    expect(inside).toBeGreaterThanOrEqual(59);
    expect(inside).toBeLessThan(59 + 2 ** groups);
    expect(countInSealed(mine, { now: time.now + 30_000 })).toBeGreaterThanOrEqual(29);
    expect(countInSealed(mine, { now: time.now + 60_000 })).toBe(0);
  },
);

test("a take whose process was suspended before it was counted is repeated if the ring was sealed", () => {
  const mine = createRing(0);
  let readings = 0;
  const clock = {
    now() {
      // Another process seals the ring between the read and the take.
      if (readings++ === 0) sealRing(mine, 7, { now: () => noon });
      return noon;
    },
  };
  expect(takeOne(mine, { limit: 10, clock })).toBe("moved");
  expect(countInSealed(mine, { now: noon })).toBe(0);
});

test("a take counts from its end, and its age from its start", () => {
  const mine = slot();
  const times = [noon + 0.4, noon + 1.2];
  const clock = { now: () => times.shift() ?? 0, uncertaintyMs: 0.01 };
  expect(takeOne(mine, { limit: 1, clock })).toBe("taken");
  const at = (now: number) => takeOne(mine, { limit: 1, clock: { now: () => now } });
  expect([at(noon + 60_001.3), at(noon + 60_001.99)]).toEqual(["refused", "refused"]);
  expect(at(noon + 60_002)).toBe("taken");
});

test("a process that was suspended too long during a take must take again", () => {
  const mine = slot();
  const times = [noon, noon + 5000, noon + 5000, noon + 5000];
  expect(takeOne(mine, { limit: 3, clock: { now: () => times.shift() ?? 0 } })).toBe("taken");
  expect(peekMinute(mine, { limit: 3, now: noon + 5000 }).remaining).toBe(1);
});

test("a sweep keeps the data that determines the age of groups", () => {
  const mine = createRing(3);
  const time = { now: noon };
  // A group takes four minutes to fill.
  for (; time.now < noon + 990_000; time.now += 30_000)
    takeMinute(mine, { limit: 900, now: time.now });
  sweepMinute(mine, { now: time.now });
  sealRing(mine, 7, { now: () => time.now });
  expect(countInSealed(mine, { now: time.now })).toBeGreaterThanOrEqual(2);
});

test("a minute accepts what a list of times would, and reports the same", () => {
  const step = fc.record({
    passedMs: fc.oneof(
      fc.constant(0),
      fc.integer({ min: 1, max: 20_000 }),
      fc.constantFrom(59_999, 60_000),
    ),
    takes: fc.integer({ min: 1, max: 5 }),
    limit: fc.integer({ min: 1, max: 8 }),
    guess: fc.integer({ min: 0, max: 10 }),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
      const mine = createRing(0);
      const taken: number[] = [];
      let now = noon;
      for (const { passedMs, takes, limit, guess } of steps) {
        now += passedMs;
        for (let take = 0; take < takes; take++) {
          const inside = taken.filter((time) => now - time < 60_000);
          const [next = now - 60_000] = inside.slice(-limit);
          expect(peekMinute(mine, { limit, now, guess })).toEqual({
            remaining: Math.max(0, limit - inside.length),
            resetMs: next + 60_000 - now,
          });
          const isTaken = takeMinute(mine, { limit, now });
          expect(isTaken).toBe(inside.length < limit);
          if (isTaken) taken.push(now);
        }
      }
    }),
    cases(60),
  );
});

test("a peek returns how many more are accepted now, and when the next one is, with any group size", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 3 }),
      fc.integer({ min: 16, max: 50 }),
      fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 80 }),
      (groups, limit, passed) => {
        const mine = createRing(groups);
        const at = (now: number) => peekMinute(mine, { limit, now });
        let now = noon;
        for (const passedMs of passed) {
          now += passedMs;
          takeMinute(mine, { limit, now });
        }
        const { remaining } = at(now);
        for (let take = 0; take < remaining; take++)
          expect(takeMinute(mine, { limit, now })).toBe(true);
        expect(takeMinute(mine, { limit, now })).toBe(false);
        const { resetMs } = at(now);
        expect(at(now + resetMs - 1).remaining).toBe(0);
        expect(at(now + resetMs).remaining).toBeGreaterThan(0);
      },
    ),
    cases(60),
  );
});

test("a day counts like a plain number, across its words", () => {
  const unit = 2 ** 20;
  const near = fc
    .tuple(fc.constantFrom(0, unit, 2 * unit, 3 * unit, 4 * unit), fc.integer({ min: -3, max: 3 }))
    .map(([base, off]) => Math.max(0, base + off));
  const units = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: unitsMax }));
  const step = fc.oneof(
    fc.record({ kind: fc.constant("take" as const), limit: near, units }),
    fc.record({ kind: fc.constant("take" as const), limit: fc.constant(10 ** 12), units }),
    fc.record({ kind: fc.constant("give back" as const), units }),
    fc.record({ kind: fc.constant("restore" as const), count: near }),
    fc.record({ kind: fc.constant("turn" as const), days: fc.constantFrom(-1, 1, 2, 500) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const mine = slot();
      // Undefined until something is counted.
      let kept: { day: number; count: number; returnable: number } | undefined;
      let day = today;
      for (const step of steps) {
        if (step.kind === "turn") {
          day = Math.max(day + step.days, (kept?.day ?? 0) - 1);
          // Each day starts with a sweep, because day numbers repeat after 1,024 days.
          if (step.days > 0) sweepDay(mine, day);
        }
        if (kept && kept.day < day) kept = undefined;
        const isBehind = kept !== undefined && day < kept.day;
        const now = kept ?? { day, count: 0, returnable: 0 };
        if (step.kind === "take") {
          const { count, returnable } = now;
          const isTaken = count + step.units <= step.limit;
          expect(takeDay(mine, day, step.limit, step.units)).toBe(isTaken ? count + step.units : 0);
          if (isTaken)
            kept = { ...now, count: count + step.units, returnable: returnable + step.units };
        } else if (step.kind === "restore") {
          restoreDay(mine, day, step.count);
          if (!isBehind && step.count > now.count) kept = { day, count: step.count, returnable: 0 };
        } else if (step.kind === "give back" && kept && kept.returnable > 0) {
          const back = Math.min(step.units, kept.returnable);
          refundDay(mine, day, back);
          if (!isBehind)
            kept = { day, count: kept.count - back, returnable: kept.returnable - back };
        }
        expect(getDayCount(mine, day)).toBe(kept?.count ?? 0);
      }
    }),
    cases(500),
  );
});

test("a ring is given away once, an hour after it was sealed for an hour's idleness", () => {
  const mine = slot();
  let time = noon;
  const clock = { now: () => time };
  const isFree = (after: number) => {
    time += after;
    return isDisused(mine, { clock, idleMs: 3_600_000 });
  };
  mine.words[mine.at] = 7;
  expect(openRing(mine, 7, 0)).toBe(true);
  expect(takeOne(mine, { limit: 1, clock })).toBe("taken");
  expect([isFree(3_600_000), isSealed(mine)]).toEqual([false, false]);
  expect([isFree(2), isSealed(mine)]).toEqual([false, true]);
  expect([isFree(3_600_001), isFree(1), isFree(0)]).toEqual([false, true, false]);
});

test("a sealed ring without a seal time isn't given away", () => {
  const mine = slot();
  let time = noon;
  const clock = { now: () => time };
  mine.words[mine.at] = 7;
  expect(openRing(mine, 7, 0)).toBe(true);
  expect(takeOne(mine, { limit: 1, clock })).toBe("taken");
  // The sealing process has done half of its work.
  mine.words[mine.at + 1] = (mine.words[mine.at + 1] ?? 0) | (1 << 31);
  const isFree = () => isDisused(mine, { clock, idleMs: 3_600_000 });
  expect([isSealed(mine), isFree()]).toEqual([true, false]);
  // Long afterwards, the next process completes the seal.
  time += 3_600_002;
  expect(isFree()).toBe(false);
  time += 3_600_003;
  expect(isFree()).toBe(true);
});
