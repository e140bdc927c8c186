import { afterAll, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { type Counters, type Limits, Meter } from "./meter.ts";
import { roundMs } from "./windows.ts";

const dirs: string[] = [];
afterAll(() => {
  for (const dir of dirs) rmSync(dir, { recursive: true });
});
function folder(): string {
  const dir = mkdtempSync(`${tmpdir()}/utilhub-meter-`);
  dirs.push(dir);
  return dir;
}

const noon = Date.UTC(2026, 0, 2, 12);
/** The clock of the counters in these tests. */
const clock = { time: noon, now: () => clock.time };
beforeEach(() => {
  clock.time = noon;
});
const free: Limits = { perMinute: 10, perDay: 100, soft: false };

test("a meter that opens another's file continues its counts", () => {
  const dir = folder();
  const first = new Meter(dir, { clock });
  first.take(first.counters(1), free, noon);
  const second = new Meter(dir, { clock });
  second.sweep(noon + 1);
  expect(second.take(second.counters(1), free, noon + 1).usedToday).toBe(2);
});

test("a sweep removes past days, and counters unused for a week", () => {
  const dir = folder();
  const meter = new Meter(dir, { clock });
  const mine = meter.counters(1);
  meter.sweep(noon);
  for (let call = 0; call < 10; call++) meter.take(mine, free, noon);
  const later = noon + roundMs + 1000;
  clock.time = later;
  expect(meter.take(mine, free, later).refusedBy).toBe("minute");
  meter.sweep(later);
  expect(meter.take(mine, free, later)).toMatchObject({ ok: true, usedToday: 1 });
});

test("a cleared counter is zero for every process, and others are unchanged", () => {
  const dir = folder();
  const [meter, other] = [new Meter(dir, { clock }), new Meter(dir, { clock })];
  for (let call = 0; call < 10; call++)
    for (const id of [1, 2]) meter.take(meter.counters(id), free, noon);
  meter.clear(meter.counters(1), noon);
  const peek = (id: number) => other.peek(other.counters(id), free, noon);
  expect(peek(1)).toMatchObject({ usedToday: 0, minute: { remaining: 10 } });
  expect(peek(2)).toMatchObject({ usedToday: 10, minute: { remaining: 0 } });
});

test("a call that exceeds the minute doesn't change the day", () => {
  const meter = new Meter(folder(), { clock });
  const mine = meter.counters(1);
  for (let call = 0; call < 12; call++) meter.take(mine, free, noon);
  expect(meter.peek(mine, free, noon).usedToday).toBe(10);
});

test("the saved time only moves forward, and outlives the process", () => {
  const dir = folder();
  const meter = new Meter(dir, { clock });
  meter.recordTime(noon);
  meter.recordTime(noon - 5000);
  expect(new Meter(dir, { clock }).notedTime).toBe(noon);
});

test("an owner keeps its counter when its limit changes", () => {
  const meter = new Meter(folder(), { clock });
  const pro = { ...free, name: "pro", perMinute: 120, perDay: 10_000 };
  meter.take(meter.counters(1), free, noon);
  expect(meter.take(meter.counters(1), pro, noon).usedToday).toBe(2);
});

const createLimits = (perMinute: number): Limits => ({
  perMinute,
  perDay: Number.POSITIVE_INFINITY,
});

/** Takes until it is rejected, at most `most` times. Returns the number of accepted takes. */
function takeAll(meter: Meter, counters: Counters, perMinute: number, most = 20_000): number {
  let taken = 0;
  while (taken < most && meter.take(counters, createLimits(perMinute), noon).ok) taken++;
  return taken;
}

test("a tier counts takes under earlier tiers, with any group size", () => {
  const dir = folder();
  const [mine, yours] = [new Meter(dir, { clock }), new Meter(dir, { clock })];
  const [here, there] = [mine.counters(1), yours.counters(1)];
  expect(takeAll(mine, here, 10)).toBe(10);
  clock.time += 10_000;
  expect(takeAll(yours, there, 120)).toBe(110);
  expect(takeAll(mine, here, 10)).toBe(0);
  clock.time += 10_000;
  // Groups of 8: a few of the last takes are pending.
  const most = takeAll(mine, here, 5000);
  expect(most).toBeGreaterThan(4880 - 8);
  expect(most).toBeLessThanOrEqual(4880);
  for (const limit of [1024, 120, 5000]) expect(takeAll(yours, there, limit, 9)).toBeLessThan(9);
  // The first 120 have expired, those in groups haven't.
  clock.time += 50_000;
  expect(takeAll(yours, there, 120)).toBe(0);
  clock.time += 10_000;
  // The age of the last group is unknown, except that it isn't younger than the change.
  expect(takeAll(yours, there, 120)).toBeGreaterThan(120 - 8);
  clock.time += 60_000;
  expect(takeAll(yours, there, 120)).toBe(120);
  expect(takeAll(mine, here, 121)).toBe(1);
});

test("takes are also counted without a limit, for a later tier", () => {
  const meter = new Meter(folder(), { clock });
  const mine = meter.counters(1);
  const none = Number.POSITIVE_INFINITY;
  expect(takeAll(meter, mine, none, 3000)).toBe(3000);
  expect(meter.peek(mine, createLimits(none), noon)).toMatchObject({
    minute: { remaining: none },
    usedToday: 3000,
  });
  expect(takeAll(meter, mine, 1000)).toBe(0);
  clock.time += 60_001;
  expect(takeAll(meter, mine, 1000)).toBe(1000);
});

test("an unused ring is given to another owner, and its earlier owner is still counted", () => {
  const dir = folder();
  const [mine, yours] = [new Meter(dir, { clock }), new Meter(dir, { clock })];
  const [held, other] = [mine.counters(1), yours.counters(2)];
  expect(takeAll(mine, held, 10)).toBe(10);
  yours.sweep(noon);
  for (let round = 0; round < 2; round++) {
    clock.time += 3_700_000;
    yours.sweep(clock.time);
  }
  expect(takeAll(yours, other, 10)).toBe(10);
  expect(other.number).toBe(held.number);
  expect(takeAll(mine, held, 10)).toBe(10);
  expect(held.number).not.toBe(other.number);
  expect(takeAll(yours, other, 10)).toBe(0);
  expect(mine.peek(held, createLimits(10), noon).usedToday).toBe(20);
});

test("a ring that was used within the hour is never given away", () => {
  const meter = new Meter(folder(), { clock });
  const mine = meter.counters(1);
  takeAll(meter, mine, 10);
  const { number } = mine;
  clock.time += 3_500_000;
  meter.sweep(clock.time);
  expect(takeAll(meter, mine, 10)).toBe(10);
  expect(mine.number).toBe(number);
});

test("after a reboot, whose clock starts at zero, nothing extra is granted", () => {
  const dir = folder();
  clock.time = 9_000_000;
  const before = new Meter(dir, { clock });
  expect(takeAll(before, before.counters(1), 10)).toBe(10);
  before.recordTime(noon);
  clock.time = 5000;
  const after = new Meter(dir, { clock });
  const mine = after.counters(1);
  expect(takeAll(after, mine, 10)).toBe(0);
  clock.time += 62_000;
  expect(takeAll(after, mine, 10)).toBe(10);
});

test("if there is no room for more owners, the existing ones are counted, and others get the caller's error", () => {
  const dir = folder();
  const meter = new Meter(dir, { clock, createError: () => new RangeError("No room") });
  const owners = Array.from({ length: 257 }, (_, index) => meter.counters(index + 1));
  // Blocks the path of the next counter file.
  const inTheWay = `${dir}/4112-1.counters.${process.pid}/x`;
  mkdirSync(inTheWay, { recursive: true });
  const last = owners.pop();
  if (!last) throw new Error("There is no last owner");
  for (const counters of owners) expect(meter.take(counters, free, noon).ok).toBe(true);
  expect(() => meter.take(last, free, noon)).toThrow(new RangeError("No room"));
  expect(meter.take(meter.counters(1), free, noon).usedToday).toBe(2);
  rmSync(`${dir}/4112-1.counters.${process.pid}`, { recursive: true });
  expect(meter.take(last, free, noon)).toMatchObject({ ok: true, usedToday: 1 });
});

test("the calls of a minute are reported exactly, with any group size and after changes of the limit", () => {
  const dir = folder();
  const [mine, yours] = [new Meter(dir, { clock }), new Meter(dir, { clock })];
  const [here, there] = [mine.counters(1), yours.counters(1)];
  const seen = (perMinute: number) =>
    [mine, yours].map((meter, index) => {
      const { minute } = meter.measure(index ? there : here, createLimits(perMinute), noon);
      return perMinute - minute.remaining;
    });
  const unlimited = 1_000_000;
  expect(takeAll(mine, here, unlimited, 700)).toBe(700);
  clock.time += 20_000;
  expect(takeAll(yours, there, unlimited, 25)).toBe(25);
  expect(seen(unlimited)).toEqual([725, 725]);
  expect(takeAll(mine, here, 3000, 13)).toBe(13);
  expect(takeAll(yours, there, 3000, 1)).toBe(1);
  expect(seen(3000)).toEqual([739, 739]);
  clock.time += 40_060;
  expect(seen(3000)).toEqual([39, 39]);
  clock.time += 20_000;
  expect(seen(3000)).toEqual([0, 0]);
  // Calls of an earlier cycle of the tally don't count in this one.
  expect(takeAll(mine, here, 3000, 5)).toBe(5);
  clock.time += 61_440 * 3;
  mine.sweep(noon);
  expect(seen(3000)).toEqual([0, 0]);
});

test("calls are counted even if the file of their tally cannot be created", () => {
  const dir = folder();
  mkdirSync(`${dir}/tallies-0.counters`);
  const meter = new Meter(dir, { clock });
  const counters = meter.counters(1);
  const many = createLimits(3000);
  // In groups of three.
  expect(takeAll(meter, counters, 3000, 5000)).toBeWithin(2990, 3001);
  expect(meter.take(counters, many, noon).refusedBy).toBe("minute");
  expect(meter.measure(counters, many, noon).minute.remaining).toBeLessThan(10);
});
