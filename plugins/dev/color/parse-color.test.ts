import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { parseColor } from "./parse-color.ts";
import { formatHex, roundToSrgb } from "./srgb.ts";

const hex = (text: string) => formatHex(roundToSrgb(parseColor(text, "query.color")));

// The examples of CSS Color 4 for lab(), lch(), oklab() and oklch(), and the equivalents of green
// in the Web Platform Tests of css-color.
describe("parses colours of CSS Color 4:", () => {
  test.each([
    ["lch(29.2345% 44.2 27)", "#7d2329"],
    ["lch(60.2345% 59.2 95.2)", "#9d9318"],
    ["lch(62.2345% 59.2 126.2)", "#68a639"],
    ["lch(67.5345% 42.5 258.2)", "#62acef"],
    ["oklab(40.101% 0.1147 0.0453)", "#7d2329"],
    ["oklab(59.686% 0.1009 0.1192)", "#c65d07"],
    ["oklab(0.65125 -0.0320 0.1274)", "#9d9318"],
    ["oklab(66.016% -0.1084 0.1114)", "#68a639"],
    ["oklch(40.101% 0.12332 21.555)", "#7d2329"],
    ["hwb(90deg 50% 50%)", "#808080"],
    ["hwb(120deg 0% 49.8039%)", "#008000"],
    ["lab(46.2775% -47.5621 48.5837)", "#008000"],
    ["oklch(51.975% 0.17686 142.495)", "#008000"],
    ["color(srgb 0 0.5019607 0)", "#008000"],
    ["color(srgb-linear 0 0.21586 0)", "#008000"],
    ["color(display-p3 0.21604 0.49418 0.13151)", "#008000"],
    ["color(a98-rgb 0.281363 0.498012 0.116746)", "#008000"],
    ["color(prophoto-rgb 0.230479 0.395789 0.129968)", "#008000"],
    ["color(rec2020 0.33232 0.50979 0.19178)", "#008000"],
    ["color(rec2020 0.5 0.5 0.5)", "#787878"],
    ["color(rec2020 0.1 0.1 0.1)", "#0d0d0d"],
    ["color(xyz 0.07719 0.15438 0.02573)", "#008000"],
  ])("%s", (text, expected) => {
    expect(hex(text)).toBe(expected);
  });
});

describe("parses colours in any notation:", () => {
  test.each([
    ["tomato", "#ff6347"],
    ["ReBeccaPurple", "#663399"],
    ["f63", "#ff6633"],
    ["#F638", "#ff6633"],
    ["#ff663380", "#ff6633"],
    ["  rgb( 255  99 71 )\t", "#ff6347"],
    ["rgba(255, 99, 71, .5)", "#ff6347"],
    ["rgb(100% 38.8% 27.8%)", "#ff6347"],
    ["rgb(300 -5 0)", "#ff0000"],
    ["hsl(120, 100%, 25%)", "#008000"],
    ["hsl(-240 100 25 / none)", "#008000"],
    ["hsl(1.3333333turn 100% 25.1%)", "#008000"],
    ["hsl(133.33333grad 100% 25.1%)", "#008000"],
    ["hsl(2.0943951rad 100% 25.1%)", "#008000"],
    ["hwb(0 100% 100%)", "#808080"],
    ["lab(100% 0 none)", "#ffffff"],
    ["lch(1e2 0 0)", "#ffffff"],
    ["oklch(62.796% 64.46% 29.234)", "#ff0000"],
    ["color(xyz-d50 0 0 0)", "#000000"],
  ])("%p", (text, expected) => {
    expect(hex(text)).toBe(expected);
  });
});

test("parses opacity from hexadecimal digits, the last value or after the slash", () => {
  const alpha = (text: string) => parseColor(text, "query.color").alpha;
  expect(alpha("#0008")).toBeCloseTo(0.5333, 4);
  expect(alpha("rgba(0, 0, 0, 25%)")).toBe(0.25);
  expect(alpha("oklch(0 0 0 / 7)")).toBe(1);
  expect(alpha("color(srgb 0 0 0 / none)")).toBe(0);
  expect(alpha("transparent")).toBe(0);
  expect(alpha("black")).toBeUndefined();
});

describe("rejects invalid and context-dependent colours:", () => {
  test.each([
    "nope",
    "__proto__",
    "constructor",
    "#",
    "#12345",
    "#ggg",
    "currentcolor",
    "canvastext",
    "rgb(1 2)",
    "rgb(1, 2)",
    "rgb(1, 2, 3, 4, 5)",
    "rgb(1, 2 3)",
    "rgb(1,,2)",
    "rgb(1,2,3,)",
    "rgb(1, 2, 3 / 4)",
    "rgb(1 2 3 / / 4)",
    "rgb(1 2 3 /)",
    "rgb(/ 1 2 3)",
    "rgb(1deg 2 3)",
    "rgb(1 2 3",
    "rgb 1 2 3)",
    "rgb(1 2 x)",
    "rgb(NaN 0 0)",
    "hsl(50% 5 5)",
    "hsl(1constructor 5 5)",
    "lab(1, 2, 3)",
    "color(1 2 3)",
    "color(__proto__ 1 2 3)",
    "color(srgb, 1, 2, 3)",
    "color(srgb 1 2)",
    "toString(1 2 3)",
    "red; }",
  ])("%p", (text) => {
    expect(() => hex(text)).toThrow("query.color must be a colour of CSS Color 4");
  });
});

test("keeps extreme numbers finite", () => {
  for (const text of [
    "lab(50 1e308 -1e308)",
    "color(rec2020 9e99 -9e99 9e99)",
    "oklch(0.5 1e99 1)",
  ])
    expect(hex(text)).toMatch(/^#[0-9a-f]{6}$/);
});

test("reads or rejects any text of CSS's words, with finite channels", () => {
  const word = fc.constantFrom(
    ..."rgb( hsl( lab( color( color-mix( calc( hypot( log( in from srgb oklch red none alpha infinity NaN".split(
      " ",
    ),
    ..."1 50% 1e308 -1 #fff , / * ) ' \\ /* var(--x)".split(" "),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), fc.boolean(), (words, closed) => {
      const text = words.join(" ");
      const open = text.split("(").length - text.split(")").length;
      const css = closed ? text + ")".repeat(Math.max(0, open)) : text;
      let color: object;
      try {
        color = parseColor(css, "query.color");
      } catch (error) {
        expect((error as { code?: string }).code).toBe("invalid_input");
        return;
      }
      for (const channel of Object.values(color))
        expect(typeof channel === "string" || Number.isFinite(channel)).toBe(true);
    }),
    cases(5000),
  );
});
