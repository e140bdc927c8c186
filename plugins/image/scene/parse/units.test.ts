import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { css, lchOf } from "../rgb.ts";
import { colorModifiers, colorWords, objectColors } from "./color-words.ts";
import { lexicon, phraseMax } from "./lexicon.ts";
import { denialEnd, means, unitsOf } from "./units.ts";
import { wordsOf } from "./words.ts";

const read = (text: string) => unitsOf(wordsOf(text));
const textsOf = (text: string) => read(text).map((unit) => unit.text);

test.each([
  ["a hot air balloon", ["a", "hot air balloon"]],
  ["on the left a cat", ["left", "a", "cat"]],
  ["a lot of sheep", ["lot", "sheep"]],
  ["snow-capped mountains", ["snow-capped", "mountains"]],
  ["a two-storey house", ["a", "two-storey", "house"]],
  ["a red-haired girl", ["a", "red-haired", "girl"]],
  ["hot, air balloon", ["hot", "air balloon"]],
  ["blue-green sea", ["blue", "green", "sea"]],
])("%j is read as %j", (text, units) => {
  expect(textsOf(text)).toEqual(units);
});

test("the longest phrase that means something wins, whatever phrase it is", () => {
  fc.assert(
    fc.property(fc.constantFrom(...lexicon.keys()), (phrase) => {
      const units = read(phrase);
      expect(units).toHaveLength(1);
      expect(units[0]?.meanings).toBe(lexicon.get(phrase));
    }),
    cases(400),
  );
});

test("no phrase is longer than the longest that is looked for", () => {
  for (const phrase of lexicon.keys())
    expect(phrase.split(" ").length).toBeLessThanOrEqual(phraseMax);
});

test("a number is a count where it is written as one", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999 }), (count) => {
      for (const text of [String(count), count.toLocaleString("en")])
        expect(read(text)).toMatchObject([
          { meanings: [{ kind: "count", count, isVague: false }] },
        ]);
    }),
    cases(50),
  );
  for (const text of ["1,00", "2.5", "1000000", "007", "٣"])
    expect(read(text)[0]?.meanings).toBeUndefined();
});

test("what is said in quotation marks has no meaning, and what stands in others has", () => {
  const said = read('a sign that says "cat"').at(-1);
  expect([said?.text, said?.meanings]).toEqual(["cat", undefined]);
  expect(means(read('a "cat"').at(-1), "thing")).toBeTrue();
});

test("a long word is cut, between two characters", () => {
  const [unit] = read("🦊".repeat(3) + "x".repeat(80));
  expect(unit?.text).toBe("🦊");
  expect(read("x".repeat(80))[0]?.text).toBe(`${"x".repeat(59)}…`);
  expect(read(`${"x".repeat(58)}𝒳𝒳`)[0]?.text.isWellFormed()).toBeTrue();
});

describe("a denial", () => {
  test.each([
    ["no trees, a lake", "a lake"],
    ["without trees, houses or people, at night", "at night"],
    ["no red cars and a dog", "and a dog"],
    ["without trees and houses near a lake", "near a lake"],
    ["do not show any trees at night", "at night"],
    ["no cats no dogs", "no dogs"],
    ["no cat food here", "here"],
    ["no trees", ""],
  ])("of %j ends before %j", (text, rest) => {
    const units = read(text);
    const at = units.findIndex(({ isNegation }) => isNegation);
    const end = denialEnd(units, at);
    expect(
      units
        .slice(end)
        .map((unit) => unit.text)
        .join(" "),
    ).toBe(textsOf(rest).join(" "));
  });

  test("never ends before what it denies, nor after the prompt", () => {
    const word = fc.constantFrom(
      "no",
      "a",
      "tree",
      "and",
      "or",
      "red",
      "show",
      "zorblax",
      "at",
      "dogs",
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), (words) => {
        const units = read(`no ${words.join(" ")}`);
        expect(denialEnd(units, 0)).toBeWithin(1, units.length + 1);
      }),
      cases(200),
    );
  });
});

describe("colours", () => {
  test("each name is a colour of its own lightness, and no name is one of a thing's", () => {
    for (const [name, rgb] of colorWords) {
      expect(rgb.every((part) => part >= 0 && part <= 255)).toBeTrue();
      expect(name).toMatch(/^[a-z]+$/);
    }
    for (const name of objectColors) expect(colorWords.has(name)).toBeTrue();
    for (const name of ["snow", "wheat", "linen"]) expect(colorWords.has(name)).toBeFalse();
  });

  test.each([
    ["red", 29],
    ["green", 148],
    ["blue", 260],
    ["purple", 304],
    ["yellow", 93],
  ])("%s has its hue", (name, hue) => {
    const [, , own] = lchOf(colorWords.get(name) ?? [0, 0, 0]);
    expect(Math.abs(((own - hue + 540) % 360) - 180)).toBeLessThan(20);
  });

  test.each([
    ["light", (before: number[], after: number[]) => (after[0] ?? 0) > (before[0] ?? 1)],
    ["pale", (before: number[], after: number[]) => (after[1] ?? 1) < (before[1] ?? 0)],
    ["dark", (before: number[], after: number[]) => (after[0] ?? 1) < (before[0] ?? 0)],
    ["muted", (before: number[], after: number[]) => (after[1] ?? 1) < (before[1] ?? 0)],
    ["vivid", (before: number[], after: number[]) => (after[1] ?? 0) > (before[1] ?? 1)],
  ] as const)("%s makes of each colour what it says, and keeps its hue", (modifier, holds) => {
    const modify = colorModifiers.get(modifier);
    for (const name of ["red", "green", "blue", "orange"]) {
      const color = colorWords.get(name) ?? [0, 0, 0];
      const after = modify?.(color) ?? color;
      expect(holds(lchOf(color), lchOf(after))).toBeTrue();
      expect(css(after)).not.toBe(css(color));
    }
  });
});
