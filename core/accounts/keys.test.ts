import { expect, spyOn, test } from "bun:test";
import { createHmac } from "node:crypto";
import fc from "fast-check";
import { cases } from "../testing/mod.ts";
import { makeCode } from "./codes.ts";
import { getKeyPrefix, hasKeyForm, isMistyped, keyHasher, makeKey } from "./keys.ts";

test("a key is hub_ and 38 letters and digits, never repeated", () => {
  const keys = Array.from({ length: 100 }, makeKey);
  for (const key of keys) expect(key).toMatch(/^hub_[0-9A-Za-z]{38}$/);
  expect(new Set(keys).size).toBe(100);
});

test("a key with one wrong character is rejected without a look-up", () => {
  const key = makeKey();
  expect(isMistyped(key)).toBe(false);
  for (let at = 4; at < key.length; at++) {
    const wrong = key.slice(0, at) + (key[at] === "x" ? "y" : "x") + key.slice(at + 1);
    expect(isMistyped(wrong)).toBe(true);
  }
});

test("a key that was ever issued stays valid", () => {
  for (const key of [
    "hub_000000000000000000000000000000002wjyrI",
    "hub_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123454UPjcZ",
    "hub_zyxwvutsrqponmlkjihgfedcba9876540Ioq5c",
  ])
    expect(isMistyped(key)).toBe(false);
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

test("the displayed part of a key reveals six of its 38 characters", () => {
  const key = makeKey();
  expect(getKeyPrefix(key)).toBe(key.slice(0, 10));
});

test("a key must have the right length and prefix", () => {
  const key = makeKey();
  expect(hasKeyForm(key)).toBe(true);
  for (const other of [key.slice(1), `${key}0`, `bud_${key.slice(4)}`, "hub_", ""])
    expect(hasKeyForm(other)).toBe(false);
});

test("characters outside the alphabet hash to a value that no key has", () => {
  const hash = keyHasher(new Uint8Array(32));
  const key = makeKey();
  expect(hash(`${key.slice(0, -1)}é`)).toBe("");
  expect(hash(key.slice(1))).toBe("");
  // The invalid keys before leave no state behind.
  expect(hash(key)).toBe(keyHasher(new Uint8Array(32))(key));
});

test.each([
  [
    "key",
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    makeKey,
    /^hub_(.{32}).{6}$/,
  ],
  ["code", "23456789ABCDEFGHJKMNPQRSTUVWXYZ", makeCode, /^(.{4})-(.{4})$/],
] as const)("in a %s each character is equally likely", (_, alphabet, make, form) => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 400, maxLength: 400 }), (thrown) => {
      let at = 0;
      // The last eight byte values map to no character: they would make the first characters more likely.
      const wanted = [...thrown]
        .filter((byte) => byte < 248)
        .map((byte) => alphabet[byte % alphabet.length]);
      const dice = spyOn(crypto, "getRandomValues").mockImplementation((bytes) => {
        const cells = bytes as unknown as Uint8Array;
        cells.set(thrown.subarray(at, at + cells.length));
        at += cells.length;
        return bytes;
      });
      const made = form.exec(make())?.slice(1).join("") ?? "";
      dice.mockRestore();
      expect(made).toBe(wanted.slice(0, made.length).join(""));
      expect(made.length).toBeGreaterThan(0);
    }),
    cases(100),
  );
});
