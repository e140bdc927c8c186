import { afterAll, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { Meter } from "./meter.ts";
import type { Tier } from "./tiers.ts";
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
/** What time it is for the counters of these tests. */
const clock = { time: noon, now: () => clock.time };
beforeEach(() => {
  clock.time = noon;
});
const free: Tier = { name: "free", perMinute: 10, perDay: 100, soft: false };

test("a meter that opens the file of another goes on counting where it stood", () => {
  const dir = folder();
  const first = new Meter(dir, { clock });
  first.take(first.counters(1), free, noon);
  const second = new Meter(dir, { clock });
  second.sweep(noon + 1);
  expect(second.take(second.counters(1), free, noon + 1).usedToday).toBe(2);
});

test("a sweep forgets days gone by, and what nobody has looked after for a week", () => {
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

test("what the minute refuses leaves the day as it was", () => {
  const meter = new Meter(folder(), { clock });
  const mine = meter.counters(1);
  for (let call = 0; call < 12; call++) meter.take(mine, free, noon);
  expect(meter.look(mine, free, noon).usedToday).toBe(10);
});

test("the time that was noted only goes forward, and outlives the process", () => {
  const dir = folder();
  const meter = new Meter(dir, { clock });
  meter.noteTime(noon);
  meter.noteTime(noon - 5000);
  expect(new Meter(dir, { clock }).notedTime).toBe(noon);
});

test("an account keeps its place in the counters when its tier changes", () => {
  const meter = new Meter(folder(), { clock });
  const pro = { ...free, name: "pro", perMinute: 120, perDay: 10_000 };
  meter.take(meter.counters(1), free, noon);
  expect(meter.take(meter.counters(1), pro, noon).usedToday).toBe(2);
});
