import { expect, test } from "bun:test";
import { findNearest, suggestNearest } from "./nearest.ts";

const names = ["crypto", "currency", "HUB_SIGNUP", "HUB_SMTP_URL", "net", "env"];

test.each([
  ["crpyto", "crypto"],
  ["curency", "currency"],
  ["hub_signup", "HUB_SIGNUP"],
  ["HUB_SINGUP", "HUB_SIGNUP"],
  ["HUB_SMTPURL", "HUB_SMTP_URL"],
  ["nte", "net"],
])("%s is corrected to %s", (word, meant) => {
  expect(findNearest(word, names)).toBe(meant);
});

test("a word that resembles no known one has no suggestion", () => {
  expect(findNearest("somethingelse", names)).toBeUndefined();
  expect(findNearest("x", [])).toBeUndefined();
});

test("a swap, a missing, an extra and a wrong letter count as one edit each", () => {
  const word = "abcdefghij";
  for (let at = 0; at < word.length; at++) {
    const [start, rest] = [word.slice(0, at), word.slice(at + 1)];
    for (const typo of [start + rest, `${start}x${rest}`, `${start}x${word.slice(at)}`])
      expect([findNearest(typo, [word], 1), findNearest(typo, [word], 0)]).toEqual([
        word,
        undefined,
      ]);
    const swapped = `${start}${rest[0] ?? ""}${word[at]}${rest.slice(1)}`;
    if (at < word.length - 1) expect(findNearest(swapped, [word], 1)).toBe(word);
  }
  expect(findNearest("badc", ["abcd"], 1)).toBeUndefined();
  expect(findNearest("badc", ["abcd"], 2)).toBe("abcd");
});

test("the first of the nearest is suggested, and empty names never are", () => {
  expect(findNearest("abcx", ["xbcx", "abc", "abcd", "abcxx"])).toBe("xbcx");
  expect(findNearest("abc", ["axx", "ab", ""])).toBe("ab");
  expect(suggestNearest("a", [""])).toBe("");
  expect(suggestNearest("crypo", names)).toBe(' (the nearest is "crypto")');
});

test("a longer word may have more edits: a third of its letters", () => {
  expect(findNearest("abcdefghixxxx", ["abcdefghijklm"])).toBe("abcdefghijklm");
  expect(findNearest("abcdefghxxxxx", ["abcdefghijklm"])).toBeUndefined();
});
