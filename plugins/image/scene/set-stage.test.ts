import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { paletteOf } from "./palette.ts";
import { readPrompt } from "./parse/read-prompt.ts";
import { css, hex, lchOf, type Rgb } from "./rgb.ts";
import { planFor, stageFor } from "./scene.fixture.ts";

describe("the stage", () => {
  test.each([
    ["a hill", "land"],
    ["a beach", "sea"],
    ["a boat", "sea"],
    ["a boat by a mountain", "lake"],
    ["a boat on a river", "land"],
    ["a pond", "lake"],
    ["a cactus", "desert"],
    ["a skyline", "city"],
    ["a planet", "space"],
    ["a planet over a hill", "land"],
    ["a rocket", "space"],
    ["a rocket and clouds", "land"],
    ["a fish", "underwater"],
    ["a fish in a lake", "lake"],
    ["a gradient", "abstract"],
    ["a robot with a geometric pattern", "land"],
  ] as const)("of %s is %s", (prompt, backdrop) => {
    expect(stageFor(prompt).backdrop).toBe(backdrop);
  });

  test.each([
    ["a hill at dawn", "dawn"],
    ["the moon over a hill", "night"],
    ["a campfire", "dusk"],
    ["the sun and the moon", "dusk"],
    ["a romantic lake", "sunset"],
    ["an epic mountain", "golden hour"],
    ["a rainy hill", "day"],
    ["stars in space at night", "day"],
  ] as const)("of %s is lit as by %s", (prompt, time) => {
    expect(planFor(prompt).time).toBe(time);
  });

  test("never has a time of day that is denied", () => {
    const times = ["dawn", "morning", "day", "golden hour", "sunset", "dusk", "night"] as const;
    fc.assert(
      fc.property(
        fc.constantFrom("a hill", "the moon", "a romantic lake", "a campfire", "the sun"),
        fc.subarray([...times], { maxLength: 6 }),
        (prompt, denied) => {
          const { time } = planFor(prompt, denied.join(", "));
          if (denied.length < 5) expect(denied).not.toContain(time);
          expect(times).toContain(time);
        },
      ),
      cases(150),
    );
  });

  test.each([
    ["the sun on the left over a hill", 0.24],
    ["the sun on the right over a hill", 0.76],
    ["the moon in the middle over a hill", 0.5],
  ])("has in %s the light at %d", (prompt, share) => {
    expect(stageFor(prompt, { width: 1000 }).sun.x).toBeCloseTo(share * 1000, 6);
  });

  test("has its horizon in the picture, its shore below it, and its sun above it", () => {
    const prompts = fc.constantFrom(
      "a hill",
      "the sea",
      "a lake with a house",
      "a desert",
      "a city",
    );
    const views = fc.constantFrom("", ", top view", ", wide angle", ", close-up", " at sunset");
    fc.assert(
      fc.property(prompts, views, fc.string({ maxLength: 5 }), (prompt, view, seed) => {
        const stage = stageFor(prompt + view, { width: 400, height: 300, seed });
        expect(stage.horizon / stage.height).toBeWithin(0.2, 0.85);
        expect(stage.shore).toBeWithin(stage.horizon, stage.height + 1);
        expect(stage.sun.y).toBeWithin(0, stage.horizon + 1);
        expect(stage.sun.x).toBeWithin(0, stage.width);
      }),
      cases(150),
    );
  });
});

describe("the palette", () => {
  const paletteFor = (prompt: string, wished: readonly Rgb[] = []) =>
    paletteOf(readPrompt(prompt), "day", wished);
  const chromaOf = (color: Rgb) => lchOf(color)[1];

  test("has the grass and the leaves of its season", () => {
    const seasons = ["spring", "summer", "autumn", "winter"].map((one) =>
      paletteFor(`a hill in ${one}`),
    );
    expect(new Set(seasons.map(({ grass }) => css(grass))).size).toBe(4);
    expect(new Set(seasons.map(({ leaves }) => leaves.map(css).join())).size).toBe(4);
    expect(css(paletteFor("a hill in winter").grass)).toBe("#e6edf5");
    expect(css(paletteFor("a hill in winter without snow").grass)).toBe("#a39a6e");
    expect(paletteFor("a hill").grass).toEqual(paletteFor("a hill in summer").grass);
  });

  test.each(["rain", "a storm", "fog", "an overcast sky"])("is paler in %s", (weather) => {
    const [fair, dull] = [paletteFor("a lake"), paletteFor(`a lake, ${weather}`)];
    for (const [at, stop] of dull.stops.entries())
      expect(chromaOf(stop)).toBeLessThan(chromaOf(fair.stops[at] ?? [0, 0, 0]) + 0.005);
    expect(chromaOf(dull.water)).toBeLessThan(chromaOf(fair.water));
  });

  test("is darker in a storm than in rain, and in rain than by fair weather", () => {
    const light = (prompt: string) => paletteFor(prompt).light.reduce((sum, part) => sum + part, 0);
    expect(light("a lake, rain")).toBeLessThan(light("a lake"));
    expect(light("a stormy lake")).toBeLessThan(light("a lake, rain"));
  });

  test.each([
    ["a vibrant lake", 1],
    ["a gloomy lake", -1],
    ["a lonely lake", -1],
  ])("of %s is more colourful or less", (prompt, sign) => {
    const off = chromaOf(paletteFor(prompt).water) - chromaOf(paletteFor("a lake").water);
    expect(Math.sign(off)).toBe(sign);
  });

  test("is drawn towards the colours that are wished, and has them for what may have any", () => {
    const wished = ["8a1c1c", "d06050", "ffb0a0"].map(hex);
    const { stops, grass, accents } = paletteFor("a lake", wished);
    expect(accents).toEqual(wished);
    for (const [red, , blue] of [...stops, grass]) expect(red).toBeGreaterThan(blue);
  });

  test("has colours that can be shown, whatever is wished", () => {
    const channel = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.array(fc.tuple(channel, channel, channel), { maxLength: 8 }), (wished) => {
        const { stops, grass, leaves, rock, sand, water, glow } = paletteFor(
          "a stormy lake",
          wished,
        );
        for (const color of [...stops, ...leaves, grass, rock, sand, water, glow])
          for (const part of color) expect(part).toBeWithin(-0.5, 255.6);
      }),
      cases(60),
    );
  });
});
