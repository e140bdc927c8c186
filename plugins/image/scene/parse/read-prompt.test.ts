import { expect, test } from "bun:test";
import { readPrompt } from "./read-prompt.ts";

test.each([
  ["three tall trees", { name: "tree", count: 3, size: 1.35 }],
  ["a pair of foxes", { name: "fox", count: 2 }],
  ["12 sheep", { name: "sheep", count: 12 }],
  ["9999 stars", { name: "star", count: 12 }],
  ["colourful fish", { name: "fish", count: undefined, isPlural: true }],
  ["a village", { name: "house", count: undefined, isPlural: true }],
  ["hot air balloons", { name: "balloon", isPlural: true }],
  ["a small house on the left", { name: "house", size: 0.65, side: "left" }],
  ["Häuser, kittens", { name: "cat", isPlural: true }],
])("%j names a thing", (prompt, thing) => {
  expect(readPrompt(prompt).things).toMatchObject([thing]);
});

test.each([
  ["a foggy morning in autumn", { weather: "fog", time: "morning", season: "autumn" }],
  ["golden hour", { time: "golden hour" }],
  ["a peaceful lake", { mood: "calm" }],
  ["a wide angle view of hills", { composition: "wide" }],
  ["starry night", { time: "night", things: [{ name: "star" }] }],
  ["snowy peaks", { season: "winter", weather: undefined }],
])("%j says how it is", (prompt, said) => {
  expect(readPrompt(prompt)).toMatchObject(said);
});

test("a colour belongs to the thing behind it, and to the whole picture without one", () => {
  const { things, colors } = readPrompt("a red and dark blue boat, emerald");
  expect(things[0]!.colors.map(({ name }) => name)).toEqual(["red", "dark blue"]);
  expect(colors.map(({ name }) => name)).toEqual(["emerald"]);
});

test("what is unknown is told, once and as it is written", () => {
  expect(readPrompt("a Zorblax rides a zorblax and a Zorblax").ignored).toEqual([
    "Zorblax",
    "rides",
    "zorblax",
  ]);
});

test("what is denied is left out, in the prompt and by the negative one", () => {
  expect(readPrompt("a lake without boats").things.map(({ name }) => name)).toEqual(["lake"]);
  const { things, time } = readPrompt("a lake with boats at night", "boats, night");
  expect([things.map(({ name }) => name), time]).toEqual([["lake"], undefined]);
});

test.each(["", "🦊🦊🦊", "a ".repeat(2000), "x".repeat(4000), "’’’'", "no no no without", "٣ شجر"])(
  "%j is read without failing",
  (prompt) => {
    expect(readPrompt(prompt).things).toEqual([]);
  },
);
