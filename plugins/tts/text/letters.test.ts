import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { getDigitValue, getScript, getScriptName, toPlainForm } from "./letters.ts";

test.each([
  ["a", "Latn", "Latin"],
  ["ж", "Cyrl", "Cyrillic"],
  ["ー", "Hira", "Hiragana"],
  ["東", "Hani", "Han"],
  ["1", "Zyyy", "Common"],
  ["𐤀", "Zzzz", "a rare one"],
])("%s is of %s, which is %s", (char, code, name) => {
  expect([getScript(char), getScriptName(code)]).toEqual([code, name]);
});

// Unicode: the decimal digits of each script are ten consecutive characters, from 0 to 9.
test.each([
  ["ASCII", 0x30],
  ["Arabic", 0x660],
  ["Devanagari", 0x966],
  ["Thai", 0xe50],
  ["full-width", 0xff10],
  ["bold", 0x1d7ce],
  ["double-struck", 0x1d7d8],
  ["monospace", 0x1d7f6],
])("the digits in %s have their values", (_, zero) => {
  const digits = Array.from({ length: 10 }, (_, value) => String.fromCodePoint(zero + value));
  expect(digits.map(getDigitValue)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test.each(["a", "½", "一", "Ⅷ", ""])("%j isn't a decimal digit", (char) => {
  expect(getDigitValue(char)).toBeUndefined();
});

test.each([
  ["ﬁ", "fi"],
  ["Ａ", "A"],
  ["𝕳", "H"],
  ["e\u0301", "é"],
  ["™", "™"],
  ["½", "½"],
  ["…", "…"],
  ["№", "№"],
  ["。", "。"],
  ["％", "%"],
])("%s is spoken as %s", (char, plain) => {
  expect(toPlainForm(char)).toBe(plain);
});

test("doesn't change plain characters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 3 }), (grapheme) => {
      expect(toPlainForm(toPlainForm(grapheme))).toBe(toPlainForm(grapheme));
    }),
    cases(200),
  );
});
