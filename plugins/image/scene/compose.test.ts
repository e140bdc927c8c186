import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases, sampleCases } from "hub/testing";
import { placesOf } from "./place.ts";
import {
  letterScene,
  lettersOff,
  meanLuma,
  paintScene,
  patchSizes,
  pixelsWhere,
  stageFor,
} from "./scene.fixture.ts";
import { scenes } from "./scenes.fixture.ts";
import type { Stage } from "./stage.ts";
import { subjects } from "./subjects.ts";

/** The layer of all that is drawn as a shape. */
const spriteLayer = 40;
const spritePixels = (stage: Stage) =>
  pixelsWhere(stage, (at) => stage.canvas.layer[at] === spriteLayer);

describe("a scene looks as it did", () => {
  test.each(sampleCases(Object.entries(scenes), 4))("%s", async (prompt, letters) => {
    // An edge may be rounded otherwise on another machine, which is a few letters of 448.
    const drawn = letterScene(await paintScene(prompt, { width: 160, height: 140 }));
    expect(lettersOff(drawn, letters)).toBeLessThan(9);
  });
});

const names = Object.keys(subjects);

describe("each subject is seen where it is placed, and stands out from what is around it", () => {
  // A butterfly of 100 pixels has one of 24.
  const size = { width: 220, height: 200 };

  test.each(sampleCases(names, 6))("%s", async (name) => {
    const stage = await paintScene(`a ${name} at noon`, size);
    const own = spritePixels(stage);
    const [sprite] = placesOf(stage);
    if (!sprite) throw new Error(`No "${name}" is placed`);
    const half = (sprite.tall * sprite.subject.wide) / 2;
    const box = 2 * half * sprite.tall;
    expect(own.length).toBeGreaterThan(Math.min(box * 0.12, size.width * size.height * 0.1));
    // Shapes may be half as large again as they are said to be: smoke, shadows, fire.
    const outside = own.filter((at) => {
      const [x, y] = [at % stage.width, Math.floor(at / stage.width)];
      return (
        Math.abs(x - sprite.x) > half * 1.6 + 2 ||
        y > sprite.y + sprite.tall * 0.25 ||
        y < sprite.y - sprite.tall * 1.6
      );
    });
    expect(outside.length).toBe(0);
    expect(contrastOf(stage, new Set(own))).toBeGreaterThan(12);
  });
});

/** How far the mean colour of some pixels is from that of those three pixels away from them. */
function contrastOf(stage: Stage, own: ReadonlySet<number>): number {
  const ring = new Set(
    [...own].flatMap((at) =>
      [-3, 3, -3 * stage.width, 3 * stage.width]
        .map((off) => at + off)
        .filter((to) => !own.has(to)),
    ),
  );
  const meanOf = (pixels: ReadonlySet<number>) =>
    [0, 1, 2].map(
      (channel) =>
        [...pixels].reduce((sum, at) => sum + (stage.canvas.color[at * 3 + channel] ?? 0), 0) /
        pixels.size,
    );
  const [inside, around] = [meanOf(own), meanOf(ring)];
  return Math.hypot(...inside.map((part, at) => part - (around[at] ?? 0)));
}

const counted: [things: string, count: number][] = [
  ["a balloon", 1],
  ["two balloons", 2],
  ["three balloons", 3],
  ["five hearts", 5],
  ["two cats", 2],
  ["three whales", 3],
];

test.each(sampleCases(counted, 3))("%s are seen as %d", async (things, count) => {
  const stage = await paintScene(`${things}, at noon`, { width: 400, height: 220, isFlat: true });
  const [largest = 0, ...rest] = patchSizes(stage.width, spritePixels(stage));
  // Where a line is thinner than a pixel, a basket hangs apart from its balloon.
  expect(1 + rest.filter((size) => size > largest * 0.3).length).toBe(count);
});

test("a scene is the same for the same seed, and its parts do not change each other", () => {
  const prompts = ["a house by a lake", "a city at night", "a reef", "stars in space"];
  return fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...prompts),
      fc.string({ maxLength: 5 }),
      async (prompt, seed) => {
        const size = { width: 48, height: 40, seed };
        const [one, same, more] = await Promise.all([
          paintScene(prompt, size),
          paintScene(prompt, size),
          paintScene(`${prompt} and a balloon on the left`, size),
        ]);
        expect(one.canvas.color).toEqual(same.canvas.color);
        expect(one.horizon).toBe(more.horizon);
        expect(one.side).toBe(more.side);
      },
    ),
    cases(12, 3),
  );
});

test("every pixel of a picture is painted, with a colour that is a number", () => {
  const prompts = fc.constantFrom(
    ...["the sea", "a lake", "hills", "a desert", "a city", "space", "a reef", "abstract", "snow"],
    ...["a storm", "fog", "rain", "an aurora", "a rainbow", "a river", "a road", "a forest"],
  );
  const times = fc.constantFrom("dawn", "noon", "sunset", "dusk", "night");
  return fc.assert(
    fc.asyncProperty(prompts, times, fc.boolean(), async (prompt, time, isFlat) => {
      const { canvas } = await paintScene(`${prompt} at ${time}`, {
        width: 48,
        height: 40,
        isFlat,
      });
      expect(canvas.color.every((part) => part >= 0 && part < 700)).toBeTrue();
      const black = pixelsWhere({ width: 48, height: 40 }, (at) => canvas.luma(at) < 0.5);
      expect(black).toEqual([]);
    }),
    cases(60, 8),
  );
});

const darker: [dark: string, bright: string][] = [
  ["a hill at night", "a hill at noon"],
  ["a stormy sea", "the sea at noon, cloudless"],
  ["a lake at dusk", "a lake in the morning"],
  ["a desert at sunset", "a desert at noon"],
  ["a reef at night", "a reef"],
];

test.each(sampleCases(darker, 3))("%s is darker than %s", async (dark, bright) => {
  const [night, day] = await Promise.all([paintScene(dark), paintScene(bright)]);
  const whole = (stage: Stage) => meanLuma(stage, () => true);
  expect(whole(night)).toBeLessThan(whole(day) - 12);
});

test("what stands in the picture takes nothing from a stage that has nothing of it", () => {
  expect(placesOf(stageFor("the sea at noon"))).toEqual([]);
});
