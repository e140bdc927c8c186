import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import sharp from "sharp";
import { patternNames } from "./names.ts";

const hub = await testHub(new URL("..", import.meta.url).pathname);
const get = (query: Record<string, string>) =>
  hub.get(`/api/image/pattern?${new URLSearchParams(query)}`);

describe.each(patternNames)("the pattern %s", (pattern) => {
  test("has a tile whose edges go on at the other side", async () => {
    const bytes = await (
      await get({ pattern, seed: "a", size: "24", tile: "true", opacity: "1", format: "png" })
    ).bytes();
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const at = (x: number, y: number) => data[((y % height) * width + (x % width)) * channels]!;
    const across = steps(width, (x) => apart(height, (y) => [at(x, y), at(x + 1, y)]));
    const down = steps(height, (y) => apart(width, (x) => [at(x, y), at(x, y + 1)]));
    // Over the seam neighbours differ no more than somewhere within.
    expect(across.seam).toBeLessThan(across.within + 3);
    expect(down.seam).toBeLessThan(down.within + 3);
  });

  test("fills an image, with something in it", async () => {
    const bytes = await (
      await get({ pattern, seed: "a", width: "200", height: "100", format: "png" })
    ).bytes();
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 200, height: 100 });
    const { channels } = await sharp(bytes).stats();
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(2);
  });
});

/** How much two lines of pixels differ on the mean. */
function apart(length: number, read: (at: number) => [number, number]): number {
  const pairs = Array.from({ length }, (_, at) => read(at));
  return pairs.reduce((sum, [one, two]) => sum + Math.abs(one - two), 0) / length;
}

/** The step from the last line to the first, and the greatest of all others. */
function steps(length: number, step: (at: number) => number) {
  const within = Array.from({ length: length - 1 }, (_, at) => step(at));
  return { seam: step(length - 1), within: Math.max(...within) };
}

test("a seed decides the pattern and its colours", async () => {
  const answers = await Promise.all(
    ["a", "a", "b", "c", "d"].map(async (seed) => json(await get({ seed, response: "json" }))),
  );
  const kinds = answers.map(({ pattern, bg }) => `${pattern} ${bg}`);
  expect(kinds[0]).toBe(kinds[1]!);
  expect(new Set(kinds).size).toBe(4);
});

test("pattern writes a background in CSS with its tile", async () => {
  const css = await (await get({ pattern: "dots", bg: "fff", format: "css" })).text();
  expect(css).toStartWith('background-color: #ffffff;\nbackground-image: url("data:image/svg+xml,');
  const [, address] = /url\("data:image\/svg\+xml,([^"]+)"\)/.exec(css)!;
  expect(decodeURIComponent(address!)).toStartWith("<svg xmlns='http://www.w3.org/2000/svg'");
});

test("pattern answers 400 for a turned tile, and for what is no colour", async () => {
  expect(await json(await get({ rotate: "30", tile: "true" }))).toMatchObject({
    errors: [{ location: "query.rotate" }],
  });
  expect(await json(await get({ fg: "nope" }))).toMatchObject({
    errors: [{ location: "query.fg" }],
  });
});

test("pattern describes its tile in JSON", async () => {
  const answer = await json(await get({ pattern: "checkers", size: "20", response: "json" }));
  expect(answer).toMatchObject({
    pattern: "checkers",
    tile_width: 40,
    tile_height: 40,
    bg: "#f6f7fa",
  });
});
