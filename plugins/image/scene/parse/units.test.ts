import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { splitWords } from "./units.ts";

describe("the singular", () => {
  test.each([
    ["cats", "cat"],
    ["boxes", "box"],
    ["churches", "church"],
    ["bushes", "bush"],
    ["butterflies", "butterfly"],
    ["ponies", "pony"],
    ["leaves", "leaf"],
    ["wolves", "wolf"],
    ["houses", "house"],
    ["people", "person"],
    ["cacti", "cactus"],
    ["cactus", "cactus"],
    ["grass", "grass"],
    ["sheep", "sheep"],
    ["potatoes", "potato"],
    ["bus", "bus"],
    ["as", "as"],
    ["skies", "sky"],
    ["constructor", "constructor"],
  ])("of %j is %j", (plural, lemma) => {
    expect(splitWords(plural)).toMatchObject([{ plain: plural, lemma }]);
  });
});

test.each([
  ["Café", "cafe"],
  ["ÄRGER", "arger"],
  ["don't", "dont"],
  ["dog’s", "dog"],
  ["1,000", "1,000"],
  ["🦊", "🦊"],
])("%j is read as %j", (text, plain) => {
  expect(splitWords(text).map((word) => word.plain)).toEqual([plain]);
});

test("a mark stands before a word, and a hyphen ties it to the one before", () => {
  const words = splitWords("a red, snow-capped hill - at night");
  expect(words.map(({ plain, isApart, isTied }) => [plain, isApart, isTied])).toEqual([
    ["a", false, false],
    ["red", false, false],
    ["snow", true, false],
    ["capped", false, true],
    ["hill", false, false],
    ["at", true, false],
    ["night", false, false],
  ]);
});

test.each([
  ['a dog that says “sunny day” and "a cat" here', "sunny day a cat"],
  ['"a cat" in a “dark” room', ""],
  ['draw "a cat" please', ""],
  ['a table with a 12" pizza', ""],
])("of %j, %j is quoted", (text, quoted) => {
  const words = splitWords(text).filter(({ isQuoted }) => isQuoted);
  expect(words.map(({ plain }) => plain).join(" ")).toBe(quoted);
});

test("every letter and digit of a text is in one of its words, in order", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
      const letters = (one: string) => [...one.matchAll(/[\p{L}\p{N}]/gu)].join("");
      // An ending such as "’s" is no part of a word.
      if (/['’]s/i.test(text)) return;
      const words = splitWords(text);
      expect(letters(words.map((word) => word.text).join(" "))).toBe(letters(text));
      for (const { plain } of words) expect(plain).not.toBe("");
    }),
    cases(300),
  );
});

test("words that stand apart are read the same, whatever stands around them", () => {
  const word = fc.constantFrom("cat", "Houses", "red", "3", "🦊", "don't");
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (chosen) => {
      const alone = chosen.map((one) => splitWords(one)[0]?.plain);
      expect(splitWords(chosen.join(" ")).map(({ plain }) => plain)).toEqual(alone as string[]);
    }),
    cases(100),
  );
});
