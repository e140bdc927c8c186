import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { rasterise, svgDocument } from "hub/drawing";
import { cases, json, testHub } from "hub/testing";
import sharp from "sharp";
import { createDice } from "../random.ts";
import { patternNames } from "./names.ts";
import { tiles } from "./tiles.ts";

const hub = await testHub(new URL("..", import.meta.url).pathname);
const get = (query: Record<string, string>) =>
  hub.get(`/api/image/pattern?${new URLSearchParams(query)}`);

describe.each(patternNames)("the pattern %s", (pattern) => {
  test("has a seamless tile", async () => {
    const bytes = await (
      await get({ pattern, seed: "a", size: "24", tile: "true", opacity: "1", format: "png" })
    ).bytes();
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const at = (x: number, y: number) => data[((y % height) * width + (x % width)) * channels]!;
    const across = steps(width, (x) => apart(height, (y) => [at(x, y), at(x + 1, y)]));
    const down = steps(height, (y) => apart(width, (x) => [at(x, y), at(x, y + 1)]));
    // Neighbours across the seam differ no more than neighbours within.
    expect(across.seam).toBeLessThan(across.within + 3);
    expect(down.seam).toBeLessThan(down.within + 3);
  });

  test("fills an image with visible shapes", async () => {
    const bytes = await (
      await get({ pattern, seed: "a", width: "200", height: "100", format: "png" })
    ).bytes();
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 200, height: 100 });
    const { channels } = await sharp(bytes).stats();
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(2);
  });
});

/** Returns the mean difference of two lines of pixels. */
function apart(length: number, read: (at: number) => [number, number]): number {
  const pairs = Array.from({ length }, (_, at) => read(at));
  return pairs.reduce((sum, [one, two]) => sum + Math.abs(one - two), 0) / length;
}

/** Returns the step from the last line to the first, and the largest of all others. */
function steps(length: number, step: (at: number) => number) {
  const within = Array.from({ length: length - 1 }, (_, at) => step(at));
  return { seam: step(length - 1), within: Math.max(...within) };
}

test("a seed determines the pattern and its colours", async () => {
  const answers = await Promise.all(
    ["a", "a", "b", "c", "d"].map(async (seed) => json(await get({ seed, response: "json" }))),
  );
  const kinds = answers.map(({ pattern, bg }) => `${pattern} ${bg}`);
  expect(kinds[0]).toBe(kinds[1]!);
  expect(new Set(kinds).size).toBe(4);
});

test("pattern writes a CSS background with its tile", async () => {
  const css = await (await get({ pattern: "dots", bg: "fff", format: "css" })).text();
  expect(css).toStartWith('background-color: #ffffff;\nbackground-image: url("data:image/svg+xml,');
  const [, address] = /url\("data:image\/svg\+xml,([^"]+)"\)/.exec(css)!;
  expect(decodeURIComponent(address!)).toStartWith("<svg xmlns='http://www.w3.org/2000/svg'");
});

test("pattern fails with 400 for a rotated tile and for an invalid colour", async () => {
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

describe.each(patternNames)("the tile of %s", (name) => {
  const drawTile = (size: number, stroke: number, seed: string) =>
    tiles[name]({ size, stroke, fg: "#123456", dice: createDice(seed) });
  const settings = [fc.integer({ min: 4, max: 80 }), fc.string({ maxLength: 4 })] as const;

  test("has an integer size, a multiple of a few cells at most", () => {
    fc.assert(
      fc.property(...settings, (size, seed) => {
        const { width, height } = drawTile(size, 2, seed);
        for (const side of [width, height]) {
          expect(Number.isInteger(side)).toBeTrue();
          expect(side).toBeWithin(Math.max(1, size / 4), size * 20);
        }
      }),
      cases(25, 5),
    );
  });

  test("is drawn in the requested colour only, with finite numbers", () => {
    fc.assert(
      fc.property(...settings, (size, seed) => {
        const tile = drawTile(size, size / 8, seed);
        const text = svgDocument(tile, tile.drawn);
        expect(text).not.toMatch(/NaN|Infinity|undefined/);
        expect(new Set(text.match(/#[0-9a-f]{6}/g))).toEqual(new Set(["#123456"]));
      }),
      cases(10, 4),
    );
  });

  test("is the same for the same seed, and covers part of its background", async () => {
    const draw = async () => {
      const tile = drawTile(24, 3, "a");
      return rasterise(svgDocument(tile, tile.drawn));
    };
    const [one, same] = await Promise.all([draw(), draw()]);
    expect(one).toEqual(same);
    const { data } = one;
    const alphas = Array.from(
      { length: data.length / 4 },
      (_, at) => (data[at * 4 + 3] ?? 0) / 255,
    );
    const cover = alphas.reduce((sum, alpha) => sum + alpha, 0) / alphas.length;
    expect(cover).toBeWithin(0.01, 0.95);
  });

  test("draws wider lines for a larger line width", async () => {
    const weigh = async (stroke: number) => {
      const tile = drawTile(40, stroke, "a");
      const { data } = await rasterise(svgDocument(tile, tile.drawn));
      return data.reduce((sum, part, at) => (at % 4 === 3 ? sum + part : sum), 0);
    };
    const [thin, thick] = [await weigh(1), await weigh(6)];
    expect(thick).toBeGreaterThanOrEqual(thin);
  });
});

test("a rotated pattern has the same colours in other positions", async () => {
  const pixels = async (rotate: string) => {
    const query = {
      pattern: "lines",
      seed: "a",
      width: "120",
      height: "80",
      format: "png",
      rotate,
    };
    return sharp(await (await get(query)).bytes())
      .raw()
      .toBuffer();
  };
  const [level, turned] = [await pixels("0"), await pixels("30")];
  expect(Buffer.compare(level, turned)).not.toBe(0);
  const mean = (data: Buffer) => data.reduce((sum, part) => sum + part, 0) / data.length;
  expect(mean(turned)).toBeWithin(mean(level) - 4, mean(level) + 4);
});
