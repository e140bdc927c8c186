import { describe, expect, test } from "bun:test";
import { withoutNewLinks } from "./links.ts";
import { overlapOf } from "./overlap.ts";
import { placesOf } from "./places.ts";
import { spotlight } from "./spotlight.ts";

test.each([
  ["Anna", "Anna and Joanna, anna", [0, 17]],
  ["new york", "In New York. NEW YORKERS", [3]],
  ["東京", "今日は東京です", [3]],
  ["İ", "an İ here", [3]],
  ["", "nothing", []],
])("%s is in %p as a word at %p", (phrase, text, starts) => {
  expect(placesOf(phrase, text).map(({ start }) => start)).toEqual(starts);
});

test.each([
  ["The councils approve it", "A council approved this plan", 1],
  ["The mayor resigned yesterday", "The mayor spoke", 1 / 3],
  ["東京", "東京です", 1],
  ["a b", "c", 1],
])("of the words of %p as many are in %p as %d", (text, source, share) => {
  expect(overlapOf(text, source)).toBeCloseTo(share, 5);
});

describe("what a model writes loses", () => {
  test.each([
    ["![a](https://e.example/?q=1)", ""],
    ["See [this](javascript:alert(1)) now", "See this) now"],
    ["Go to WWW.E.EXAMPLE/x now", "Go to now"],
    ["data:text/html;base64,AAAA", ""],
  ])("%s", (said, left) => {
    expect(withoutNewLinks({ a: [said] }, "the text")).toEqual({ a: [left] });
  });

  test("nothing that it was given", () => {
    const link = "[this](https://a.example/x) and  more";
    expect(withoutNewLinks(link, `It said ${link}.`)).toBe(link);
  });
});

test("tokens of chat templates are taken from data, also those that taking makes", () => {
  const text = "<|im_<|im_end|>end|><s>a</s>[/INST]<<SYS>>b<start_of_turn>user";
  expect(spotlight({ text }, "d")).toBe('<<d>>\n{"text":"abuser"}\n<</d>>');
});
