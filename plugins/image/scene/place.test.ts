import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { measureHidden, placesOf, type Sprite } from "./place.ts";
import { stageFor } from "./scene.fixture.ts";
import { subjects } from "./subjects.ts";

const names = Object.keys(subjects).filter((name) => name !== "island");
/** What many of grow all over the ground; the others stand, fly or swim one by one. */
const scattered = names.filter((name) => subjects[name]?.isScattered);
const single = names.filter((name) => !scattered.includes(name));

const plurals: Readonly<Record<string, string>> = {
  butterfly: "butterflies",
  cactus: "cacti",
  church: "churches",
  fish: "fish",
  fox: "foxes",
  person: "people",
  sheep: "sheep",
};
const countWords = ["a", "two", "three", "four", "five", "six"] as const;
const nameCount = (name: string, count: number) =>
  `${countWords[count - 1]} ${count === 1 ? name : (plurals[name] ?? `${name}s`)}`;

const sizes = fc.record({
  width: fc.integer({ min: 256, max: 1024 }),
  height: fc.integer({ min: 256, max: 1024 }),
  seed: fc.string({ maxLength: 6 }),
});
const wished = fc.uniqueArray(
  fc.record({ name: fc.constantFrom(...single), count: fc.integer({ min: 1, max: 6 }) }),
  { minLength: 1, maxLength: 4, selector: ({ name }) => name },
);
const promptOf = (things: readonly { name: string; count: number }[]) =>
  things.map(({ name, count }) => nameCount(name, count)).join(" and ");

test("as many are placed as are asked for, of each kind", () => {
  fc.assert(
    fc.property(wished, sizes, (things, asked) => {
      const placed = placesOf(stageFor(promptOf(things), asked));
      for (const { name, count } of things)
        expect(placed.filter(({ thing }) => thing.name === name)).toHaveLength(count);
      expect(placed).toHaveLength(things.reduce((sum, { count }) => sum + count, 0));
    }),
    cases(150),
  );
});

test("everything stands in the picture, with its middle and most of its height", () => {
  fc.assert(
    fc.property(wished, sizes, (things, asked) => {
      const stage = stageFor(promptOf(things), asked);
      for (const { x, y, tall } of placesOf(stage)) {
        expect(x).toBeWithin(0, stage.width + 1);
        expect(tall).toBeGreaterThan(0);
        expect(tall).toBeLessThanOrEqual(stage.height * 0.94);
        expect(y).toBeGreaterThan(0);
        expect(y).toBeLessThanOrEqual(stage.height * 1.02);
        // Of what is cut off, more than half is seen.
        expect(y - tall / 2).toBeGreaterThanOrEqual(-1);
      }
    }),
    cases(150),
  );
});

test("the same seed places everything the same, and another seed does not", () => {
  const where = (seed: string) =>
    placesOf(stageFor("three sheep and a house", { seed })).map(({ x, y, tall }) => [x, y, tall]);
  expect(where("7")).toEqual(where("7"));
  expect(where("7")).not.toEqual(where("8"));
});

describe("what stands on the ground", () => {
  const standing = single.filter((name) =>
    ["near", "ground"].includes(subjects[name]?.place ?? ""),
  );

  test.each(standing)("%s has its foot below the horizon, and the nearer is the larger", (name) => {
    const stage = stageFor(nameCount(name, 5), { width: 600, height: 500 });
    const placed = placesOf(stage);
    for (const { y } of placed) expect(y).toBeGreaterThan(stage.horizon);
    for (const [at, one] of placed.slice(1).entries()) {
      expect(one.y).toBeGreaterThanOrEqual(placed[at]?.y ?? 0);
      expect(one.tall).toBeGreaterThanOrEqual(placed[at]?.tall ?? 0);
    }
  });
});

test.each([
  ["left", 0, 0.5],
  ["right", 0.5, 1],
] as const)("what is asked for on the %s is there", (side, low, high) => {
  fc.assert(
    fc.property(fc.constantFrom("cat", "house", "tree", "balloon", "owl"), sizes, (name, asked) => {
      const stage = stageFor(`a ${name} on the ${side}`, { ...asked, width: 900, height: 500 });
      const [sprite] = placesOf(stage);
      expect((sprite?.x ?? -1) / stage.width).toBeWithin(low, high);
    }),
    cases(30),
  );
});

test("one that is asked for in the middle is exactly there", () => {
  const [sprite] = placesOf(stageFor("a cat in the middle", { width: 300 }));
  expect(sprite?.x).toBe(150);
});

test("several in the middle are about it", () => {
  const placed = placesOf(stageFor("four owls in the middle", { width: 600, height: 500 }));
  expect(placed).toHaveLength(4);
  for (const { x } of placed) expect(x / 600).toBeWithin(0.24, 0.76);
});

test("two on either side stand apart from each other", () => {
  const placed = placesOf(stageFor("a cat on the left and a dog on the right", { width: 400 }));
  const xOf = (name: string) => placed.find(({ thing }) => thing.name === name)?.x ?? 0;
  expect(xOf("dog") - xOf("cat")).toBeGreaterThan(100);
});

test("nothing is hidden by others so that it cannot be seen", () => {
  const few = fc.uniqueArray(fc.constantFrom(...single), { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(few, sizes, (chosen, { seed }) => {
      const prompt = chosen.map((name) => nameCount(name, 1)).join(" and ");
      const placed = placesOf(stageFor(prompt, { seed, width: 512, height: 512 }));
      for (const [at, one] of placed.entries())
        expect(measureHidden(one, placed.slice(at + 1))).toBeLessThanOrEqual(0.9);
    }),
    cases(150),
  );
});

test("how much is hidden is the share of its box that is behind others", () => {
  const [cat] = placesOf(stageFor("a cat")) as [Sprite];
  const wide = cat.tall * cat.subject.wide;
  expect(measureHidden(cat, [])).toBe(0);
  expect(measureHidden(cat, [{ ...cat }])).toBe(1);
  expect(measureHidden(cat, [{ ...cat, x: cat.x + wide / 2 }])).toBeCloseTo(0.5);
  expect(measureHidden(cat, [{ ...cat, y: cat.y - cat.tall / 2 }])).toBeCloseTo(0.5);
  expect(measureHidden(cat, [{ ...cat, x: cat.x + wide * 1.01 }])).toBe(0);
});

test.each([
  ["a tiny cat on a hill", "a cat on a hill"],
  ["a cat on a hill", "a huge cat on a hill"],
  ["a cat on a hill, wide angle", "a cat on a hill"],
  ["a lonely cat on a hill", "a cat on a hill"],
  ["a dog", "close-up of a dog"],
  ["a dog and a cat", "a dog"],
  ["ten dogs", "two dogs"],
])("of %j what is named is smaller than of %j", (small, large) => {
  const tallOf = (prompt: string) =>
    Math.max(...placesOf(stageFor(prompt, { width: 512, height: 512 })).map(({ tall }) => tall));
  expect(tallOf(small)).toBeLessThan(tallOf(large));
});

test.each(scattered)("%s in the plural grows all over the ground, smaller far away", (name) => {
  const stage = stageFor(`${name}s in a field`, { width: 500, height: 400 });
  const placed = placesOf(stage).filter(({ thing }) => thing.name === name);
  expect(placed.length).toBeGreaterThan(20);
  for (const { y } of placed) expect(y).toBeGreaterThan(stage.horizon);
  const columns = new Set(placed.map(({ x }) => Math.floor((x / stage.width) * 5)));
  expect([...columns].toSorted()).toEqual([0, 1, 2, 3, 4]);
  expect(placed.at(-1)?.tall).toBeGreaterThan((placed[0]?.tall ?? 0) * 3);
});

test.each([
  ["a pine forest", "pine"],
  ["a birch forest", "tree"],
  ["a jungle", "tree"],
  ["an autumn forest", "tree"],
  ["a forest in winter", "pine"],
])("%s is of %s trees, more of them far away than near", (prompt, name) => {
  const placed = placesOf(stageFor(prompt, { width: 500, height: 400 }));
  expect(placed.every(({ subject }) => subject === subjects[name])).toBeTrue();
  const far = placed.filter(({ depth }) => depth > 0.3);
  expect(far.length).toBeGreaterThan(placed.length / 2);
});

test("what boats do not stand on is no land", () => {
  const stage = stageFor("three boats on a lake with a house", { width: 500, height: 400 });
  for (const { thing, y } of placesOf(stage))
    if (thing.name === "boat") expect(y).toBeWithin(stage.horizon, stage.shore);
    else expect(y).toBeGreaterThan(stage.shore);
});

test("what is left out by the negative prompt has no place", () => {
  fc.assert(
    fc.property(wished, fc.nat({ max: 3 }), (things, at) => {
      const { name } = things[at % things.length] ?? { name: "cat" };
      const placed = placesOf(stageFor(promptOf(things), { negative: name }));
      expect(placed.map(({ thing }) => thing.name)).not.toContain(name);
    }),
    cases(60),
  );
});
