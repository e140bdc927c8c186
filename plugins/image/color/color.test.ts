import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import {
  contrast,
  formatCss,
  legible,
  over,
  parseColor,
  readableContrast,
  readableOn,
  readColor,
  white,
} from "./color.ts";
import { fromOklab, fromOklch, mix, toOklab } from "./oklab.ts";

test.each([
  ["ff6347", "#ff6347"],
  ["#F63", "#ff6633"],
  ["#f638", "#ff663388"],
  ["ff634780", "#ff634780"],
  ["Tomato", "#ff6347"],
  [" rebeccapurple ", "#663399"],
  ["transparent", "#00000000"],
  ["rgb(255 99 71)", "#ff6347"],
  ["hsl(120, 100%, 50%)", "#00ff00"],
  ["rgb(0 0 0 / 50%)", "#00000080"],
  ["oklch(1 0 0)", "#ffffff"],
])("%s is %s", (text, css) => {
  expect(formatCss(parseColor(text, "query.bg"))).toBe(css);
});

test.each(["", "#", "12345", "nope", "url(#a)", 'red"/>', "rgb(", "constructor", "expression(1)"])(
  "rejects %s as a colour",
  (text) => {
    expect(readColor(text)).toBeUndefined();
    expect(() => parseColor(text, "query.bg")).toThrow("query.bg must be a colour");
  },
);

test("computes contrasts as WCAG does", () => {
  expect(contrast(white, [0, 0, 0, 255])).toBeCloseTo(21);
  // #767676 is the lightest grey that passes AA on white.
  expect(contrast([118, 118, 118, 255], white)).toBeGreaterThanOrEqual(4.5);
  expect(contrast([119, 119, 119, 255], white)).toBeLessThan(4.5);
});

test("letters are white on dark colours and dark on light ones", () => {
  expect(readableOn([0, 0, 128, 255])).toEqual(white);
  expect(readableOn([255, 255, 0, 255])).not.toEqual(white);
});

test("blends a colour over another by its opacity", () => {
  expect(over([255, 0, 0, 128], white)).toEqual([255, 127, 127, 255]);
  expect(over([255, 0, 0, 255], [0, 0, 255, 0], 0.5)).toEqual([255, 0, 0, 128]);
});

test("converts to OKLab and back, and agrees with Ottosson's values", () => {
  const [lightness, a, b] = toOklab([255, 0, 0, 255]);
  expect([lightness, a, b].map((value) => value.toFixed(3))).toEqual(["0.628", "0.225", "0.126"]);
  expect(fromOklab(toOklab([12, 200, 99, 40]))).toEqual([12, 200, 99, 40]);
  expect(mix([0, 0, 0, 255], white, 1)).toEqual(white);
});

test("reduces the chroma of a hue that is out of the sRGB gamut", () => {
  const color = fromOklch(0.6, 0.4, 200);
  expect(color.every((value) => value >= 0 && value <= 255)).toBe(true);
  expect(color[2]).toBeGreaterThan(color[0]);
});

test("adjusts a caller's colour to be readable on all backgrounds, or as far as possible", () => {
  const channel = fc.integer({ min: 0, max: 255 });
  const color = fc.tuple(channel, channel, channel, fc.constant(255));
  fc.assert(
    fc.property(color, color, (own, ground) => {
      const made = legible(own, [ground]);
      expect(contrast(made, ground)).toBeGreaterThanOrEqual(4.5);
      if (contrast(own, ground) >= readableContrast) expect(made).toEqual(own);
      expect(readColor(formatCss(made))).toEqual([...made]);
    }),
    cases(200),
  );
});
