import { expect, test } from "bun:test";
import fc from "fast-check";
import { rasterise, svg, svgDocument } from "hub/drawing";
import { cases } from "hub/testing";
import { round, shape, wrapEdges } from "./tile.ts";

const tile = { width: 40, height: 30 };

test("wraps a shape that crosses an edge to the opposite edge", async () => {
  const places = fc.record({
    x: fc.integer({ min: 0, max: 39 }),
    y: fc.integer({ min: 0, max: 29 }),
    half: fc.integer({ min: 1, max: 9 }),
  });
  await fc.assert(
    fc.asyncProperty(places, async ({ x, y, half }) => {
      const draw = (dx: number, dy: number) =>
        svg("rect", { x: x + dx - half, y: y + dy - half, width: 2 * half, height: 2 * half });
      const reach = { left: x - half, top: y - half, right: x + half, low: y + half };
      const { data } = await rasterise(svgDocument(tile, wrapEdges(draw, tile, reach)));
      const drawn = Array.from({ length: tile.width * tile.height }, (_, at) => at).filter(
        (at) => data[at * 4 + 3] === 255,
      );
      expect(drawn).toHaveLength((2 * half) ** 2);
      for (const at of drawn) {
        const across = Math.abs((at % tile.width) + 0.5 - x);
        const down = Math.abs(Math.floor(at / tile.width) + 0.5 - y);
        expect(Math.min(across, tile.width - across)).toBeLessThan(half);
        expect(Math.min(down, tile.height - down)).toBeLessThan(half);
      }
    }),
    cases(40),
  );
});

test("draws a shape inside a tile once, and a shape on a corner four times", () => {
  const times = (left: number, top: number) => {
    const drawn: string[] = [];
    wrapEdges(
      (dx, dy) => {
        drawn.push(`${dx} ${dy}`);
        return undefined;
      },
      tile,
      { left, top, right: left + 4, low: top + 4 },
    );
    return drawn;
  };
  expect(times(10, 10)).toEqual(["0 0"]);
  expect(times(38, 10).toSorted()).toEqual(["-40 0", "0 0"]);
  expect(times(-2, -2)).toHaveLength(4);
});

test("a shape passes through its points and is closed, in hundredths", () => {
  const data = shape([
    [0, 0],
    [1 / 3, 2],
    [4, 5],
  ]);
  expect(data).toBe(`M0 0L${round(1 / 3)} 2L4 5z`);
});
