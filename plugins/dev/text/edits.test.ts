import { expect, test } from "bun:test";
import { editsBetween } from "./edits.ts";

const [a, b] = [[..."abcabba"], [..."cbabac"]];

test("finds edits up to the limit, and none beyond it", () => {
  const limits = { timeoutMs: Number.POSITIVE_INFINITY };
  const found = editsBetween(a, b, { ...limits, editsMax: 5 });
  expect(found?.filter(({ type }) => type !== "equal").length).toBeGreaterThan(0);
  expect(editsBetween(a, b, { ...limits, editsMax: 4 })).toBeUndefined();
});

test("stops searching for edits at the time limit", () => {
  expect(editsBetween(a, b, { editsMax: 100, timeoutMs: -1 })).toBeUndefined();
});
