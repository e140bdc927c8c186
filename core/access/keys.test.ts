import { expect, test } from "bun:test";
import { hashKey, isMistyped, makeKey, prefixOf } from "./keys.ts";

test("a key is hub_ and 38 letters and digits, never the same twice", () => {
  const keys = Array.from({ length: 100 }, makeKey);
  for (const key of keys) expect(key).toMatch(/^hub_[0-9A-Za-z]{38}$/);
  expect(new Set(keys).size).toBe(100);
});

test("a key with one character wrong is known for it without a look-up", () => {
  const key = makeKey();
  expect(isMistyped(key)).toBe(false);
  for (let at = 4; at < key.length; at++) {
    const wrong = key.slice(0, at) + (key[at] === "x" ? "y" : "x") + key.slice(at + 1);
    expect(isMistyped(wrong)).toBe(true);
  }
});

test("a hash depends on the pepper and does not hold the key", () => {
  const key = makeKey();
  const [one, two] = [new Uint8Array(32), new Uint8Array(32).fill(1)];
  expect(hashKey(key, one)).not.toBe(hashKey(key, two));
  expect(hashKey(key, one)).toBe(hashKey(key, one));
});

test("the shown part of a key gives away six of its 38 characters", () => {
  const key = makeKey();
  expect(prefixOf(key)).toBe(key.slice(0, 10));
});
