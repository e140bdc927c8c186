import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { startWorkDeadline } from "./work-deadline.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Starts a limit of 1,000 ms. `waits` maps times since the start to the processor wait so far, in milliseconds. */
function start(waits: Record<number, number>) {
  const outcomes: string[] = [];
  const startedAt = performance.now();
  const waitedBy = (ms: number) =>
    Object.entries(waits).findLast(([since]) => Number(since) <= ms)?.[1] ?? 0;
  const stop = startWorkDeadline({
    pid: process.pid,
    limitMs: 1000,
    readWaitMs: () => waitedBy(performance.now() - startedAt),
    onTimeout: (isStarved) => outcomes.push(isStarved ? "starved" : "late"),
  });
  return { outcomes, stop };
}

test("work that always had a processor ends at its limit", () => {
  const { outcomes } = start({});
  jest.advanceTimersByTime(999);
  expect(outcomes).toEqual([]);
  jest.advanceTimersByTime(2);
  expect(outcomes).toEqual(["late"]);
});

test("time spent waiting for a processor is added to the limit", () => {
  const { outcomes } = start({ 0: 700, 1500: 900 });
  jest.advanceTimersByTime(1890);
  expect(outcomes).toEqual([]);
  jest.advanceTimersByTime(100);
  expect(outcomes).toEqual(["late"]);
});

test("work that gets no processor at all is ended after another minute, as starved", () => {
  const { outcomes } = start({ 0: 1_000_000 });
  jest.advanceTimersByTime(60_900);
  expect(outcomes).toEqual([]);
  jest.advanceTimersByTime(200);
  expect(outcomes).toEqual(["starved"]);
});

test("a stopped deadline never fires", () => {
  const { outcomes, stop } = start({});
  stop();
  jest.advanceTimersByTime(100_000);
  expect(outcomes).toEqual([]);
});
