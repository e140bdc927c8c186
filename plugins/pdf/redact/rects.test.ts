import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { computeCore, computeRects, growRect, intersects, type Rect, within } from "./rects.ts";

const rect = (left: number, bottom: number, right: number, top: number): Rect => ({
  left,
  bottom,
  right,
  top,
});
const letter = (left: number, bottom: number, size = 10) => ({
  ...rect(left, bottom, left + 5, bottom + 7),
  size,
});
const any = fc
  .tuple(
    fc.integer({ min: -50, max: 50 }),
    fc.integer({ min: -50, max: 50 }),
    fc.integer({ min: 1, max: 60 }),
    fc.integer({ min: 1, max: 60 }),
  )
  .map(([left, bottom, wide, high]) => rect(left, bottom, left + wide, bottom + high));

describe("merges letters into one rectangle per line", () => {
  test.each<[string, ReturnType<typeof letter>[], Rect[]]>([
    ["side by side", [letter(0, 0), letter(6, 0)], [rect(0, 0, 11, 7)]],
    ["right to left", [letter(6, 0), letter(0, 0)], [rect(0, 0, 11, 7)]],
    ["a little up", [letter(0, 0), letter(6, 9.9)], [rect(0, 0, 11, 16.9)]],
    ["a line up", [letter(0, 0), letter(6, 10)], [rect(0, 0, 5, 7), rect(6, 10, 11, 17)]],
    ["a line down", [letter(0, 0), letter(6, -10)], [rect(0, 0, 5, 7), rect(6, -10, 11, -3)]],
    ["an em apart", [letter(0, 0), letter(15, 0)], [rect(0, 0, 5, 7), rect(15, 0, 20, 7)]],
    ["not quite an em", [letter(0, 0), letter(14.9, 0)], [rect(0, 0, 19.9, 7)]],
    ["small ones", [letter(0, 0, 1), letter(8.9, 0, 1)], [rect(0, 0, 13.9, 7)]],
    [
      "small ones too far",
      [letter(0, 0, 1), letter(9, 0, 1)],
      [rect(0, 0, 5, 7), rect(9, 0, 14, 7)],
    ],
    [
      "without ink",
      [
        { ...rect(0, 0, 0, 7), size: 9 },
        { ...rect(0, 7, 5, 7), size: 9 },
      ],
      [],
    ],
  ])("%s", (_, letters, expected) => {
    expect(computeRects(letters)).toEqual(expected);
  });
});

test("rectangles intersect if they share an interior point", () => {
  fc.assert(
    fc.property(any, any, (one, other) => {
      let isMet = false;
      for (let x = -51; x <= 111; x++)
        for (let y = -51; y <= 111; y += 1)
          isMet ||= [one, other].every(
            (r) => r.left <= x && x + 1 <= r.right && r.bottom <= y && y + 1 <= r.top,
          );
      expect(intersects(one, other)).toBe(isMet);
      expect(intersects(other, one)).toBe(isMet);
    }),
    cases(40),
  );
});

test("a rectangle contains another if no part of it is outside", () => {
  fc.assert(
    fc.property(any, fc.integer({ min: 0, max: 9 }), (one, by) => {
      expect(within(one, growRect(one, by))).toBe(true);
      expect(within(growRect(one, by), one)).toBe(by === 0);
      for (const side of ["left", "bottom", "right", "top"] as const) {
        const shift = side === "left" || side === "bottom" ? 1 : -1;
        expect(within(one, { ...one, [side]: one[side] + shift })).toBe(false);
      }
    }),
    cases(50),
  );
});

test("the middle of a rectangle is half as wide and high, with a minimum size", () => {
  expect(computeCore(rect(0, 0, 8, 16))).toEqual(rect(2, 4, 6, 12));
  expect(computeCore(rect(1, 2, 1, 2))).toEqual(rect(0.8, 1.8, 1.2, 2.2));
  expect(growRect(rect(1, 2, 3, 4), 0.5)).toEqual(rect(0.5, 1.5, 3.5, 4.5));
});
