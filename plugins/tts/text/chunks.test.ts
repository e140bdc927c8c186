import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { splitInput } from "../engines/openai.ts";
import { findCuts, splitParts, splitScript } from "./chunks.ts";
import { createScript, type Say, usualProsody } from "./script.ts";

const sentence = "The quick brown fox jumps over the lazy dog. ";

test("starts with a short chunk, and ends chunks with sentences", () => {
  const text = sentence.repeat(60);
  const ends = findCuts(text, "en").map(({ end }) => end);
  expect(ends[0]).toBeLessThan(100);
  for (const [index, end] of ends.entries()) {
    expect(end % sentence.length).toBe(0);
    expect(end - (ends[index - 1] ?? 0)).toBeWithin(40, 600);
  }
});

test.each([
  ["after a clause", "although it was raining that morning in the village, ", 20, 53],
  ["between words", "although it was raining that morning in the village ", 20, 237],
  ["not within a date", "although it was raining there on 12 March, 2026, ", 20, 0],
  ["where no space is", "下雨了我们都没有出去，", 20, 22],
] as const)("cuts a long sentence at the start %s", (_, clause, count, expected) => {
  const text = `${clause.repeat(count)}she went.`;
  const [first] = findCuts(text, "en");
  if (expected > 0) expect(first?.end).toBe(expected);
  expect(text.slice(0, first?.end)).not.toMatch(/March,? $/);
});

test("cuts only the first sentence after a clause, unless it is very long", () => {
  const long =
    "Although it was raining, which nobody had expected, and although it was late, they went out, as they always did on the first day of a month.";
  const ends = findCuts(`${long} ${long}`, "en").map(({ end }) => end);
  expect(ends).toEqual([52, 2 * long.length + 1]);
});

test("counts digits and Chinese characters as what takes long to speak", () => {
  for (const text of ["1234567890 ".repeat(100), "汉字".repeat(500)])
    for (const [index, { end }] of findCuts(text, "en").entries())
      expect(end - (findCuts(text, "en")[index - 1]?.end ?? 0)).toBeLessThan(400);
});

test("has a longer pause after a sentence than within one", () => {
  const clause = "although it was raining that morning in the village, ";
  const pauses = findCuts(`${clause.repeat(4)}she went. ${sentence.repeat(3)}`, "en");
  expect(pauses.map(({ pauseMs }) => pauseMs).slice(0, 2)).toEqual([150, 350]);
});

const texts = fc
  .array(
    fc.constantFrom(
      sentence,
      "No!\n\n",
      "。",
      "…",
      "x".repeat(700),
      "日本".repeat(300),
      "a, b ",
      "😀",
    ),
    {
      minLength: 1,
      maxLength: 40,
    },
  )
  .map((pieces) => pieces.join(""));

test("loses no character, and never splits a surrogate pair", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const script = createScript(text);
      expect(splitScript(script, "en").map((chunk) => chunk.script.text)).toEqual(
        findCuts(text, "en").map(({ end }, index, cuts) =>
          text.slice(cuts[index - 1]?.end ?? 0, end),
        ),
      );
      expect(splitInput(text).join("")).toBe(text);
      for (const input of splitInput(text)) {
        expect(input.length).toBeLessThanOrEqual(4096);
        expect(input.isWellFormed()).toBe(true);
      }
    }),
    cases(60),
  );
});

test("keeps a replacement in one chunk, and a pause with the text before it", () => {
  const text = `${sentence}${sentence}`;
  const say = (start: number, end: number, spoken?: string): Say => ({
    kind: "say",
    start,
    end,
    ...usualProsody,
    ...(spoken && { spoken }),
  });
  const pause = { kind: "pause" as const, ms: 500 };
  const half = sentence.length;
  const parts = [say(0, half - 5), say(half - 5, half + 3, "x"), pause, say(half + 3, text.length)];
  const cuts = [half, text.length].map((end) => ({ end, pauseMs: 350 }));
  expect(splitParts({ text, parts }, cuts).map((chunk) => chunk.parts)).toEqual([
    parts.slice(0, 3),
    parts.slice(3),
  ]);
});
