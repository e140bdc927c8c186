import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { type Contour, pathData, polygon, polygons, roundedSquare, short } from "./contour.ts";
import { computeCoverage, inLevels } from "./coverage.ts";

const size = { width: 24, height: 20 };
const computeSum = (share: Float32Array) => share.reduce((sum, one) => sum + one, 0);
const box = fc
  .tuple(
    fc.double({ min: 0, max: 12, noNaN: true }),
    fc.double({ min: 0, max: 10, noNaN: true }),
    fc.double({ min: 0.1, max: 11, noNaN: true }),
    fc.double({ min: 0.1, max: 9, noNaN: true }),
  )
  .map(([x, y, width, height]) => [x, y, x + width, y, x + width, y + height, x, y + height]);

/** Returns the area of a polygon, by the shoelace formula. */
function computeArea(points: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < points.length; at += 2) {
    const [x = 0, y = 0] = points.slice(at, at + 2);
    const [nextX = 0, nextY = 0] = at + 2 < points.length ? points.slice(at + 2) : points;
    sum += x * nextY - nextX * y;
  }
  return Math.abs(sum / 2);
}

describe("coverage", () => {
  test("of a shape within the image adds up to its area", () => {
    const triangle = fc.array(fc.double({ min: 0, max: 20, noNaN: true }), {
      minLength: 6,
      maxLength: 6,
    });
    fc.assert(
      fc.property(fc.oneof(box, triangle), (points) => {
        const { share } = computeCoverage([points], size);
        expect(computeSum(share)).toBeCloseTo(computeArea(points), 2);
        for (const one of share) expect(one).toBeWithin(-1e-6, 1 + 1e-5);
      }),
      cases(200),
    );
  });

  test("doesn't depend on the direction of the path", () => {
    fc.assert(
      fc.property(box, (points) => {
        const reversed = points.map(
          (_, at) => points[points.length - 2 - (at - (at % 2)) + (at % 2)] ?? 0,
        );
        const [one, other] = [computeCoverage([points], size), computeCoverage([reversed], size)];
        for (const [at, share] of one.share.entries())
          expect(share).toBeCloseTo(other.share[at] ?? -1, 4);
      }),
      cases(50),
    );
  });

  test("of a pixel is the part of it that is inside", () => {
    const { share } = computeCoverage([[1.25, 0, 2.5, 0, 2.5, 1, 1.25, 1]], {
      width: 4,
      height: 1,
    });
    expect([...share]).toEqual([0, 0.75, 0.5, 0]);
  });

  test("is zero outside, and a partly visible shape is clipped", () => {
    const around = [-50, -50, 100, -50, 100, 100, -50, 100];
    expect(computeCoverage([around], size).share.every((one) => one === 1)).toBeTrue();
    const beyond = [-9, -9, -2, -9, -2, -2, -9, -2];
    expect(computeSum(computeCoverage([beyond], size).share)).toBe(0);
  });

  test("has a hole if an inner shape runs in the other direction", () => {
    const [outer, hole] = polygons(
      [roundedSquare(2, 12, { radius: 0 }), roundedSquare(5, 4, { radius: 0, hole: true })],
      1,
    ) as [number[], number[]];
    expect(computeSum(computeCoverage([outer, hole], size).share)).toBeCloseTo(144 - 16, 3);
  });

  test("is rounded to the nearest level", () => {
    expect([...inLevels(Float32Array.of(0, 0.49, 0.5, 0.51, 1), 1)]).toEqual([0, 0, 1, 1, 1]);
    expect([...inLevels(Float32Array.of(0.3, 0.92), 15)]).toEqual([5, 14]);
  });
});

describe("a contour", () => {
  const corner = fc.double({ min: -999, max: 999, noNaN: true });

  test("as path data ends at the exact position, even after many rounded steps", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(corner, corner), { minLength: 2, maxLength: 60 }), (points) => {
        const data = pathData([polygon(...points.flat())]);
        const [head = "", steps = ""] = data.slice(1, -1).split("l");
        const numbers = (text: string) =>
          (text.match(/-?(?:\d+\.\d+|\.\d+|\d+)/g) ?? []).map(Number);
        let [x = 0, y = 0] = numbers(head);
        const all = numbers(steps);
        expect(all).toHaveLength((points.length - 1) * 2);
        for (let at = 0; at < all.length; at += 2) {
          x += all[at] ?? 0;
          y += all[at + 1] ?? 0;
        }
        const [endX = 0, endY = 0] = points.at(-1) ?? [];
        expect(Math.abs(x - endX)).toBeLessThan(0.02);
        expect(Math.abs(y - endY)).toBeLessThan(0.02);
      }),
      cases(100),
    );
  });

  test.each([
    [0.5, ".5"],
    [-0.5, "-.5"],
    [10.5, "10.5"],
    [1.006, "1.01"],
    [-0.001, "0"],
    [3, "3"],
  ])("formats %d as %j", (value, text) => {
    expect(short(value)).toBe(text);
  });

  test("of a rounded square has its area", () => {
    for (const radius of [0, 1, 3, 6]) {
      const [points = []] = polygons([roundedSquare(1, 12, { radius })], 4);
      const area = (144 - (4 - Math.PI) * radius ** 2) * 16;
      expect(computeArea(points) / area).toBeCloseTo(1, 2);
    }
  });

  test("of a hole covers the same, in the other direction", () => {
    const signed = (contour: Contour) => {
      const [points = []] = polygons([contour], 1);
      let sum = 0;
      for (let at = 0; at < points.length; at += 2)
        sum +=
          (points[at] ?? 0) * (points[at + 3] ?? points[1] ?? 0) -
          (points[at + 2] ?? points[0] ?? 0) * (points[at + 1] ?? 0);
      return sum;
    };
    for (const radius of [0, 2]) {
      const whole = signed(roundedSquare(0, 10, { radius }));
      expect(signed(roundedSquare(0, 10, { radius, hole: true }))).toBeCloseTo(-whole, 4);
    }
  });
});
