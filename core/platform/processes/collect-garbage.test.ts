import { expect, test } from "bun:test";
import { createGarbageCheck } from "./collect-garbage.ts";

/** Returns the number of collections at each check, for the memory in MB at the start and at the checks. */
function countCollections(start: number, memories: readonly number[]): number[] {
  let memory = start;
  let count = 0;
  const check = createGarbageCheck({
    readMemory: () => memory * 2 ** 20,
    collect: () => count++,
  });
  return memories.map((next) => {
    memory = next;
    const before = count;
    check();
    return count - before;
  });
}

test("collects after growth by more than 16 MB, in one step or several", () => {
  expect(countCollections(100, [110, 116, 117])).toEqual([0, 0, 1]);
});

test("doesn't collect again while the memory stays", () => {
  expect(countCollections(100, [200, 200, 210])).toEqual([1, 0, 0]);
});

test("measures the next growth from the memory after a collection", () => {
  expect(countCollections(100, [200, 110, 120, 127])).toEqual([1, 0, 0, 1]);
});
