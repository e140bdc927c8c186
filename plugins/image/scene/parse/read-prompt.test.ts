import { expect, test } from "bun:test";
import { readPrompt } from "./read-prompt.ts";

test.each([
  ["three tall trees", { name: "tree", count: 3, size: 1.35 }],
  ["a pair of foxes", { name: "fox", count: 2 }],
  ["12 sheep", { name: "sheep", count: 12 }],
  ["9999 stars", { name: "star", count: 9999 }],
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
  const { said } = readPrompt("a Zorblax rides a zorblax and a Zorblax");
  expect(said.map(({ text }) => text)).toEqual(["Zorblax", "rides"]);
  expect(said.flatMap(({ asks }) => asks)).toEqual([]);
});

test.each([
  ["a red dragon near a house", { name: "house", colors: [] }],
  ["two dragons eating sheep", { name: "sheep", count: undefined }],
  ["a red wooden boat", { name: "boat", colors: [{ name: "red" }] }],
  ["a big, red car", { name: "car", size: 1.35, colors: [{ name: "red" }] }],
  ["the boat is blue", { name: "boat", colors: [{ name: "blue" }] }],
  ["a car painted green", { name: "car", colors: [{ name: "green" }] }],
  ["a three storey house", { name: "house", count: 1 }],
  ["a four-legged dog", { name: "dog", count: 1 }],
  ["a 1920 car", { name: "car", count: 1 }],
  ["the dog’s tail", { name: "dog", isPlural: false }],
  ["1,000 sheep", { name: "sheep", count: 1000 }],
  ["on the left a cat", { name: "cat", side: "left" }],
])("%j says no more of a thing than is said of it", (prompt, thing) => {
  expect(readPrompt(prompt).things).toMatchObject([thing]);
});

test.each([
  ["a red cat and a blue cat", [["red"], ["blue"]]],
  ["a red cat. The cat is small", [["red"]]],
  ["two mountain cabins", [[], []]],
])("%j names so many things", (prompt, colors) => {
  const { things } = readPrompt(prompt);
  expect(things.map((thing) => thing.colors.map(({ name }) => name))).toEqual(colors);
});

test.each([
  ["no trees, houses or people", ["tree", "house", "person"], []],
  ["without boats, a lake", ["boat"], ["lake"]],
  ["no people and a dog", ["person"], ["dog"]],
  ["cars and houses, but no red cars", [], ["car", "house"]],
  ["do not draw any birds, draw a tree", ["bird"], ["tree"]],
  ["not a cat but a dog", ["cat"], ["dog"]],
  ["zero clouds over a hill", ["cloud"], ["hill"]],
])("%j denies so much and no more", (prompt, absent, names) => {
  const reading = readPrompt(prompt);
  expect([...reading.absent]).toEqual(absent);
  expect(reading.things.map(({ name }) => name)).toEqual(names);
});

test.each(["a hot dog", "a sign saying “open house”", "a lemon", "a rose-haired dragon"])(
  "%j names nothing that could be drawn",
  (prompt) => {
    const { things, colors } = readPrompt(prompt);
    expect([things, colors]).toEqual([[], []]);
  },
);

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
