import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { hex } from "../../color/rgb.ts";
import { readPrompt } from "./read-prompt.ts";

test.each([
  ["a fox", "fox", []],
  ["two astronauts playing chess on the moon", "astronaut", ["moon-surface"]],
  ["a wolf howling at the moon", "wolf", ["moon"]],
  ["a cup of coffee on a wooden table with a laptop", "hot-beverage", []],
  ["a red sports car at night", "racing-car", []],
  ["minimalist poster of a cactus in the desert", "cactus", ["desert"]],
  ["a fox logo", "fox", []],
  ["a sleeping cat", "cat", []],
  ["an old lighthouse by the sea", "lighthouse", ["sea"]],
  ["sunset over the mountains with a sailboat", undefined, ["mountain"]],
  ["a mountain lake", undefined, ["mountain", "lake"]],
  ["snow-capped mountains above the Atlantic", undefined, ["mountain", "sea"]],
  ["a foggy moor with pine trees", undefined, ["field", "forest"]],
  ["a house without clouds", "house", []],
  ["the surface of the moon", undefined, ["moon-surface"]],
  ["an orchard by the riverbank", undefined, ["forest", "river"]],
  ["a doctor smiling", "health-worker", []],
  ["a stack of pancakes", "pancakes", []],
])("%j has the main noun %p and the scenery %j", (prompt, subject, scenery) => {
  const reading = readPrompt(prompt);
  expect([reading.subject, reading.missing]).toEqual([subject, undefined]);
  expect(reading.scene.scenery.map(({ name }) => name)).toEqual(scenery);
});

test.each([
  ["hero image for a dentist", "dentist"],
  ["a lighthouse keeper", "keeper"],
  ["a sea lion", "sea lion"],
  ["a coffee shop", "shop"],
  ["the Eiffel Tower", "Eiffel Tower"],
  ["a space station", "space station"],
  ["a mountain bike", "mountain bike"],
  ["a house without windows", "house"],
  ["a zorblax riding a horse", "zorblax"],
])("%j misses its main noun", (prompt, missing) => {
  expect(readPrompt(prompt)).toMatchObject({ missing, subject: undefined });
});

test.each([
  ["a starry night", { time: "night" }],
  ["hills in the rain", { weather: "rain" }],
  ["a snowy forest", { season: "winter" }],
  ["a moody sea at golden hour", { mood: "gloomy", time: "golden hour" }],
  ["dawn, then night", { time: "dawn" }],
])("%j is %j", (prompt, whole) => {
  expect(readPrompt(prompt).scene).toMatchObject(whole);
});

test("a colour belongs to the scenery after it, or to the whole picture", () => {
  const { scene } = readPrompt("pink clouds over a red fox in teal and orange");
  expect(scene.scenery).toMatchObject([{ name: "cloud", color: hex("f28bb0") }]);
  expect(scene.colors).toHaveLength(2);
});

test("negated scenery is absent", () => {
  expect([...readPrompt("a lake without clouds", "mountains, no hills").scene.absent]).toEqual([
    "cloud",
    "mountain",
    "hill",
  ]);
});

test("reports each meaningful word of any prompt", () => {
  const words = [
    "zorblax",
    "boats",
    "lake",
    "two",
    "running",
    "Straße",
    "кот",
    "🦊",
    "constructor",
  ];
  const glue = ["a", "the", "with", "on", "and", "without", "of"];
  const part = fc.constantFrom(...words, ...glue);
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 14 }), (parts) => {
      const { terms } = readPrompt(parts.join(" "));
      const reported = terms.map(({ text }) => text).join(" ");
      for (const word of parts) if (words.includes(word)) expect(reported).toContain(word);
    }),
    cases(300, 20),
  );
});

test("reads any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.string(), (one, other) => {
      const { terms } = readPrompt(one, other);
      expect(new Set(terms.map(({ text }) => text)).size).toBe(terms.length);
    }),
    cases(100, 20),
  );
});
