import { expect, test } from "bun:test";
import { createDice } from "./random.ts";

test("a text always seeds the same numbers", () => {
  const dice = createDice("hello");
  expect([1, 2, 3].map(() => dice.integer(1_000_000))).toEqual([181826, 156233, 799714]);
});

test("similar texts seed different numbers", () => {
  const firsts = Array.from({ length: 100 }, (_, index) =>
    createDice(`seed ${index}`).integer(1000),
  );
  expect(new Set(firsts).size).toBeGreaterThan(85);
});

test("distributes numbers evenly", () => {
  const dice = createDice("even");
  const counts = new Array<number>(10).fill(0);
  for (let turn = 0; turn < 10_000; turn++) counts[dice.integer(10)]!++;
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
});
