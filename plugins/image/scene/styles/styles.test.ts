import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import type { Rgb } from "../../color/rgb.ts";
import { paintOn, paintScene, pixelsWhere, stageFor } from "../scene.fixture.ts";
import type { Stage } from "../stage/stage.ts";
import { finishAsPainting } from "./artistic.ts";
import { blurMap } from "./blur.ts";
import { finishAsCartoon } from "./cartoon.ts";
import { finishAsPhotograph } from "./realistic.ts";
import { finishAsSketch } from "./sketch.ts";

const finishes = { finishAsPainting, finishAsCartoon, finishAsPhotograph, finishAsSketch };
const size = { width: 96, height: 80 };
const plain = (color: Rgb) => paintOn(stageFor("a hill at noon", size), color, () => undefined);

/** The mean of a channel of the pixels that are chosen. */
function computeMean(out: Float32Array, pixels: readonly number[], channel: number): number {
  return pixels.reduce((sum, at) => sum + (out[at * 3 + channel] ?? 0), 0) / pixels.length;
}

/** A canvas whose left half has one colour and one layer, and whose right half has others. */
async function halves(left: Rgb, right: Rgb): Promise<Stage> {
  const stage = await plain(left);
  for (const at of pixelsWhere(stage, (_, x) => x >= size.width / 2)) {
    stage.canvas.paint(at, right, 1);
    stage.canvas.layer[at] = 5;
  }
  return stage;
}

describe.each(Object.entries(finishes))("%s", (_, finish) => {
  test("gives each pixel a colour, the same each time, and leaves the canvas as it was", async () => {
    const stage = await paintScene("a house by a lake at sunset", size);
    const before = Float32Array.from(stage.canvas.color);
    const [one, same] = [finish(stage), finish(stage)];
    expect(one).toHaveLength(size.width * size.height * 3);
    expect(one.every(Number.isFinite)).toBeTrue();
    expect(one).toEqual(same);
    expect(stage.canvas.color).toEqual(before);
  });

  test("keeps what is dark darker than what is bright", async () => {
    const stage = await halves([40, 40, 40], [200, 200, 200]);
    const out = finish(stage);
    const left = pixelsWhere(stage, (_at, x) => x < 40);
    const right = pixelsWhere(stage, (_at, x) => x > 56);
    expect(computeMean(out, right, 1)).toBeGreaterThan(computeMean(out, left, 1) + 40);
  });
});

describe("a blur", () => {
  const maps = fc.record({
    width: fc.integer({ min: 4, max: 20 }),
    height: fc.integer({ min: 4, max: 20 }),
    radius: fc.integer({ min: 1, max: 6 }),
    value: fc.integer({ min: 1, max: 255 }),
  });

  test("of one colour is this colour", () => {
    fc.assert(
      fc.property(maps, ({ width, height, radius, value }) => {
        const source = new Float32Array(width * height * 3).fill(value);
        for (const part of blurMap(source, { width, height, radius }))
          expect(part).toBeCloseTo(value, 2);
      }),
      cases(40),
    );
  });

  test("stays between the least and the most, and is no sharper than before", () => {
    const noise = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 144, maxLength: 144 });
    fc.assert(
      fc.property(noise, fc.integer({ min: 1, max: 4 }), (values, radius) => {
        const source = Float32Array.from(values);
        const out = blurMap(source, { width: 12, height: 12, radius, channels: 1 });
        expect(Math.min(...out)).toBeGreaterThanOrEqual(Math.min(...values) - 0.01);
        expect(Math.max(...out)).toBeLessThanOrEqual(Math.max(...values) + 0.01);
        const roughness = (map: Float32Array) =>
          map.reduce(
            (sum, part, at) => (at % 12 ? sum + Math.abs(part - (map[at - 1] ?? 0)) : sum),
            0,
          );
        expect(roughness(out)).toBeLessThanOrEqual(roughness(source) + 0.01);
      }),
      cases(60),
    );
  });

  test("spreads a point evenly to all sides, and keeps what it weighs", () => {
    const source = new Float32Array(21 * 21);
    source[10 * 21 + 10] = 1000;
    const out = blurMap(source, { width: 21, height: 21, radius: 2, channels: 1 });
    expect(out.reduce((sum, part) => sum + part, 0)).toBeCloseTo(1000, 1);
    const at = (x: number, y: number) => out[y * 21 + x] ?? -1;
    for (const off of [1, 2, 3, 5]) {
      expect(at(10 + off, 10)).toBeCloseTo(at(10 - off, 10), 3);
      expect(at(10, 10 + off)).toBeCloseTo(at(10 + off, 10), 3);
      expect(at(10 + off, 10)).toBeLessThan(at(10 + off - 1, 10));
    }
    // Three boxes of a radius of two reach six pixels and no further.
    expect(at(16, 10)).toBeGreaterThan(0);
    expect(at(17, 10)).toBeCloseTo(0, 4);
  });

  test("does not mix channels, and a radius below one does nothing", () => {
    const source = Float32Array.from({ length: 64 * 3 }, (_, at) => (at % 3 === 1 ? 200 : 0));
    const out = blurMap(source, { width: 8, height: 8, radius: 2 });
    for (const [at, part] of out.entries()) expect(part).toBeCloseTo(at % 3 === 1 ? 200 : 0, 2);
    expect(blurMap(source, { width: 8, height: 8, radius: 0.5 })).toBe(source);
  });
});

describe("a cartoon", () => {
  test("has a dark line where one layer ends at another, and nowhere else", async () => {
    const stage = await halves([180, 180, 180], [180, 180, 180]);
    const out = finishAsCartoon(stage);
    const inked = pixelsWhere(stage, (at) => (out[at * 3] ?? 0) < 120);
    const columns = new Set(inked.map((at) => at % size.width));
    for (const x of columns) expect(Math.abs(x - size.width / 2)).toBeLessThan(4);
    expect(inked.length).toBeGreaterThan(size.height * 0.8);
    expect(
      computeMean(
        out,
        pixelsWhere(stage, (_, x) => x < 40),
        0,
      ),
    ).toBeCloseTo(180, 0);
  });

  test("draws no line around lightning", async () => {
    const stage = await halves([180, 180, 180], [180, 180, 180]);
    for (const at of pixelsWhere(stage, (_, x) => x >= size.width / 2)) stage.canvas.layer[at] = 41;
    const out = finishAsCartoon(stage);
    expect(pixelsWhere(stage, (at) => (out[at * 3] ?? 0) < 150)).toEqual([]);
  });

  test("has stronger colours, of the same lightness", async () => {
    const out = finishAsCartoon(await plain([160, 100, 60]));
    const [red = 0, green = 0, blue = 0] = out.subarray(3 * (40 * size.width + 40));
    expect(red).toBeGreaterThan(165);
    expect(blue).toBeLessThan(55);
    expect(0.299 * red + 0.587 * green + 0.114 * blue).toBeCloseTo(0.299 * 160 + 58.7 + 6.84, 0);
  });
});

describe("a photograph", () => {
  test("darkens towards its corners", async () => {
    const stage = await plain([150, 150, 150]);
    const out = finishAsPhotograph(stage);
    const middle = pixelsWhere(stage, (_, x, y) => Math.hypot(x - 48, y - 40) < 15);
    const corner = pixelsWhere(stage, (_, x, y) => x < 12 && y < 12);
    expect(computeMean(out, middle, 0)).toBeGreaterThan(computeMean(out, corner, 0) + 10);
  });

  test("has a grain that does not change its mean, and blooms about what is bright", async () => {
    const stage = await plain([100, 100, 100]);
    const out = finishAsPhotograph(stage);
    const middle = pixelsWhere(stage, (_, x, y) => Math.hypot(x - 48, y - 40) < 20);
    const values = new Set(middle.map((at) => Math.round(out[at * 3] ?? 0)));
    expect(values.size).toBeGreaterThan(3);
    expect(values.size).toBeLessThan(14);
    const lit = await plain([100, 100, 100]);
    for (const at of pixelsWhere(lit, (_, x, y) => Math.hypot(x - 48, y - 40) < 8))
      lit.canvas.paint(at, [700, 700, 700], 1);
    const ring = pixelsWhere(
      lit,
      (_, x, y) => Math.hypot(x - 48, y - 40) > 8.5 && Math.hypot(x - 48, y - 40) < 10,
    );
    expect(computeMean(finishAsPhotograph(lit), ring, 0)).toBeGreaterThan(
      computeMean(out, ring, 0) + 5,
    );
  });

  test("never leaves a brighter pixel darker than a less bright one", async () => {
    const levels: number[] = [];
    for (const part of [0, 40, 80, 120, 160, 200, 230, 250]) {
      const stage = await plain([part, part, part]);
      const middle = pixelsWhere(stage, (_, x, y) => Math.hypot(x - 48, y - 40) < 10);
      levels.push(computeMean(finishAsPhotograph(stage), middle, 0));
    }
    expect(levels).toEqual(levels.toSorted((one, other) => one - other));
    expect(levels.at(-1)).toBeLessThan(262);
  });
});

describe("a sketch", () => {
  test("is paper where it is bright, and has more pencil the darker it is", async () => {
    const stage = await halves([250, 250, 250], [10, 10, 10]);
    const out = finishAsSketch(stage);
    expect(
      computeMean(
        out,
        pixelsWhere(stage, (_, x) => x < 36),
        0,
      ),
    ).toBeGreaterThan(225);
    expect(
      computeMean(
        out,
        pixelsWhere(stage, (_, x) => x > 56),
        0,
      ),
    ).toBeLessThan(190);
  });

  test("has the grey of a pencil on warm paper, whatever was painted", async () => {
    const out = finishAsSketch(await paintScene("a red house on green hills", size));
    for (let at = 0; at < out.length; at += 3)
      expect((out[at] ?? 0) - (out[at + 2] ?? 0)).toBeWithin(-6, 24);
  });

  test("has a contour where two layers of one tone meet", async () => {
    const stage = await halves([200, 200, 200], [200, 200, 200]);
    const out = finishAsSketch(stage);
    const edge = pixelsWhere(stage, (_, x, y) => Math.abs(x - 47) < 2 && y > 4 && y < 76);
    const beside = pixelsWhere(stage, (_, x, y) => Math.abs(x - 30) < 2 && y > 4 && y < 76);
    expect(computeMean(out, edge, 0)).toBeLessThan(computeMean(out, beside, 0) - 25);
  });
});

describe("a painting", () => {
  test("has strokes along edges, which stay sharp", async () => {
    const stage = await halves([30, 30, 30], [220, 220, 220]);
    const out = finishAsPainting(stage);
    const isBright = (x: number, y: number) => (out[(y * size.width + x) * 3] ?? 0) > 125;
    for (let y = 0; y < size.height; y++)
      expect([isBright(size.width / 2 - 5, y), isBright(size.width / 2 + 5, y)]).toEqual([
        false,
        true,
      ]);
  });

  test("keeps the colours of large forms", async () => {
    const stage = await halves([200, 60, 40], [40, 60, 200]);
    const out = finishAsPainting(stage);
    const [left, right] = [
      pixelsWhere(stage, (_, x) => x < 36),
      pixelsWhere(stage, (_, x) => x > 60),
    ];
    expect(computeMean(out, left, 0)).toBeGreaterThan(computeMean(out, left, 2) + 100);
    expect(computeMean(out, right, 2)).toBeGreaterThan(computeMean(out, right, 0) + 100);
  });
});
