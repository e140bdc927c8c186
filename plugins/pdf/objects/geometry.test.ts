import { describe, expect, test } from "bun:test";
import { fillFormat } from "../stamp/page-numbers.ts";
import { computeCorner, mirror } from "../stamp/place.ts";
import { computeBounds, createPageView, multiply, rotationBy, translation } from "./geometry.ts";
import { numeral } from "./numerals.ts";

const crop = [10, 20, 110, 220] as const;

describe("maps a page as displayed", () => {
  test.each<[0 | 90 | 180 | 270, readonly number[], readonly number[]]>([
    [0, [10, 20], [110, 220]],
    [90, [110, 20], [10, 220]],
    [180, [110, 220], [10, 20]],
    [270, [10, 220], [110, 20]],
  ])(
    "rotated by %d, maps its lower left and upper right corners",
    (rotate, lowerLeft, upperRight) => {
      const { width, height, toUser } = createPageView({ crop, rotation: rotate });
      const at = (x: number, y: number) => multiply(translation(x, y), toUser).slice(4);
      expect(at(0, 0)).toEqual([...lowerLeft]);
      expect(at(width, height)).toEqual([...upperRight]);
    },
  );
});

test("places a box at its position, within the margin", () => {
  const page = { width: 100, height: 200 };
  const box = { width: 20, height: 10 };
  expect(computeCorner("top-left", { page, box, margin: 5 })).toEqual({ x: 5, y: 185 });
  expect(computeCorner("center", { page, box, margin: 5 })).toEqual({ x: 40, y: 95 });
  expect(computeCorner("bottom-right", { page, box, margin: 5 })).toEqual({ x: 75, y: 5 });
});

test("mirrors left and right on facing pages, and keeps the middle", () => {
  expect((["top-left", "bottom-right", "center"] as const).map((name) => mirror(name))).toEqual([
    "top-right",
    "bottom-left",
    "center",
  ]);
});

test("returns the bounding box of a rotated box", () => {
  expect(computeBounds({ width: 30, height: 10 }, 90)).toEqual({ width: 10, height: 30 });
  expect(computeBounds({ width: 30, height: 10 }, 45).width).toBeCloseTo(28.284, 3);
  expect(rotationBy(-90)).toEqual([0, -1, 1, 0, 0, 0]);
});

test.each([
  [4, "roman", "iv"],
  [1994, "ROMAN", "MCMXCIV"],
  [27, "alpha", "aa"],
  [52, "ALPHA", "ZZ"],
  [0, "roman", "0"],
  [4000, "ROMAN", "4000"],
] as const)("writes %d in %s as %s", (value, style, written) => {
  expect(numeral(value, { style })).toBe(written);
});

test("pads a decimal number with zeros", () => {
  expect(numeral(42, { style: "decimal", pad: 6 })).toBe("000042");
});

test("replaces the variables of a format, and keeps other braces", () => {
  const values = {
    n: "7",
    total: "9",
    page: "3",
    filename: "a.pdf",
    date: "2026-01-02",
    title: "{n}",
  };
  expect(fillFormat("{n}/{total} {title} {x} {toString} {", values)).toBe(
    "7/9 {n} {x} {toString} {",
  );
});
