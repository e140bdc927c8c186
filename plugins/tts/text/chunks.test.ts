import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { splitInput } from "../engines/openai.ts";
import { findChunkEnds, splitParts, splitScript } from "./chunks.ts";
import { createScript, type Say, usualProsody } from "./script.ts";

const sentence = "The quick brown fox jumps over the lazy dog. ";

test("starts with a short chunk, and ends chunks with sentences", () => {
  const text = sentence.repeat(60);
  const ends = findChunkEnds(text, "en");
  expect(ends[0]).toBeLessThan(100);
  for (const [index, end] of ends.entries()) {
    expect(end % sentence.length).toBe(0);
    expect(end - (ends[index - 1] ?? 0)).toBeWithin(40, 600);
  }
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
      expect(splitScript(script, "en").map((chunk) => chunk.text)).toEqual(
        findChunkEnds(text, "en").map((end, index, ends) => text.slice(ends[index - 1] ?? 0, end)),
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
  expect(splitParts({ text, parts }, [half, text.length])).toEqual([
    parts.slice(0, 3),
    parts.slice(3),
  ]);
});
