import { expect, test } from "bun:test";
import { seededRandom } from "hub/testing";
import { NearestPoint } from "./nearest-point.ts";

const random = seededRandom(3);
/** Coarse, so that many points share coordinates and some are identical. */
const coordinate = () => random.integer(12) / 11;
const createPoint = () => [coordinate(), coordinate(), coordinate()] as [number, number, number];

function findNearestDistance(points: Float64Array, place: readonly number[]): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (let index = 0; index < points.length; index += 3)
    nearest = Math.min(
      nearest,
      Math.hypot(...place.map((value, axis) => value - points[index + axis]!)),
    );
  return nearest;
}

test.each([1, 2, 3, 50, 2000])("finds the nearest of %d points", (count) => {
  const points = Float64Array.from({ length: count * 3 }, coordinate);
  const tree = new NearestPoint(points);
  for (let round = 0; round < 200; round++) {
    const sought = createPoint();
    const { index, distance } = tree.find(sought);
    expect(distance).toBeCloseTo(findNearestDistance(points, sought), 12);
    const own = sought.map((value, axis) => value - points[index * 3 + axis]!);
    expect(Math.hypot(...own)).toBeCloseTo(distance, 12);
  }
});

test("finds the first of two identical points", () => {
  const tree = new NearestPoint(Float64Array.of(1, 1, 1, 0, 0, 0, 1, 1, 1));
  expect(tree.find([1, 1, 0.9])).toEqual({ index: 0, distance: expect.closeTo(0.1) });
});
