import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { darken, inkOn, parseColor, tint } from "./color.ts";
import type { Color } from "./page.ts";

const parts = fc.nat({ max: 255 }).map((part) => part / 255);
const colors: fc.Arbitrary<Color> = fc.tuple(parts, parts, parts);

/** WCAG 2.2, relative luminance and contrast ratio. */
function contrast(one: Color, other: Color): number {
  const [light = 0, dark = 0] = [one, other]
    .map((color) => {
      const [r = 0, g = 0, b = 0] = color.map((part) =>
        part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    })
    .sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

test("parses six digits into three fractions of 255, with or without a #", () => {
  expect(parseColor("#FF0033")).toEqual([1, 0, 0.2]);
  expect(parseColor("ff0033")).toEqual([1, 0, 0.2]);
});

test("darkens every accent until it is readable on white, and no further", () => {
  expect(darken(parseColor("1F3A5F"))).toEqual(parseColor("1F3A5F"));
  fc.assert(
    fc.property(colors, (color) => {
      const dark = darken(color);
      expect(contrast(dark, [1, 1, 1])).toBeGreaterThanOrEqual(4.5);
      if (dark !== color)
        expect(
          contrast(dark.map((part) => part / 0.92) as unknown as Color, [1, 1, 1]),
        ).toBeLessThan(4.5 + 1e-9);
    }),
    cases(200),
  );
});

test("text on an accent is readable, for any accent", () => {
  fc.assert(
    fc.property(colors, (color) => {
      // At its large bold size. The lightest white on the darkest accent has 2.3.
      expect(contrast(inkOn(color), color)).toBeGreaterThan(2.3);
    }),
    cases(200),
  );
});

test("a tint is between white and its colour", () => {
  expect(tint([0.2, 0.5, 1], 0)).toEqual([1, 1, 1]);
  expect(tint([0.2, 0.5, 1], 1)).toEqual([0.19999999999999996, 0.5, 1]);
  expect(tint([0, 0.5, 1], 0.5)).toEqual([0.5, 0.75, 1]);
});
