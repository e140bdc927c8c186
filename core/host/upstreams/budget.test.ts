import { expect, test } from "bun:test";
import { Budget } from "./upstream.ts";

test.each([
  ["fewer", 2, [0, 10, 20], 30, 59_980],
  ["equal to their number", 3, [0, 10, 20], 30, 59_970],
  ["more", 4, [0, 10, 20], 30, 0],
])("earlier calls count if the limit becomes %s", (_, perMinute, times, then, wait) => {
  let now = 0;
  let budget = new Budget(() => now, 3);
  for (const time of times) {
    now = time;
    budget.take();
  }
  now = then;
  budget = budget.withLimit(perMinute);
  expect(budget.take()).toBe(wait);
});

test("no 60 seconds hold more calls than the limit", () => {
  let now = 0;
  const budget = new Budget(() => now, 2);
  const at = (time: number) => {
    now = time;
    return budget.take();
  };
  expect([at(0), at(30_000), at(40_000)]).toEqual([0, 0, 20_000]);
  expect([at(59_999), at(60_000), at(60_001)]).toEqual([1, 0, 29_999]);
});
