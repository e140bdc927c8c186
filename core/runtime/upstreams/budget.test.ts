import { expect, test } from "bun:test";
import { Budget } from "./upstream.ts";

test("no 60 seconds hold more calls than there may be", () => {
  let now = 0;
  const budget = new Budget(() => now, 2);
  const at = (time: number) => {
    now = time;
    return budget.take();
  };
  expect([at(0), at(30_000), at(40_000)]).toEqual([0, 0, 20_000]);
  expect([at(59_999), at(60_000), at(60_001)]).toEqual([1, 0, 29_999]);
});
