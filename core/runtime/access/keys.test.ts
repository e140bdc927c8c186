import { expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { isMistyped, keyHasher, makeKey, prefixOf } from "./keys.ts";

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

test("a hash is the HMAC-SHA-256 of the key under the pepper", () => {
  for (const length of [0, 1, 32, 64, 65, 200]) {
    const pepper = crypto.getRandomValues(new Uint8Array(length));
    const key = makeKey();
    const expected = createHmac("sha256", pepper).update(key).digest("base64");
    expect(keyHasher(pepper)(key)).toBe(expected);
    expect(keyHasher(pepper)(key)).toBe(expected);
  }
});

test("the shown part of a key gives away six of its 38 characters", () => {
  const key = makeKey();
  expect(prefixOf(key)).toBe(key.slice(0, 10));
});
