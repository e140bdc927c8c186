import { expect, test } from "bun:test";
import { describeColor } from "./describe-color.ts";
import { parseColor } from "./parse-color.ts";
import { formatHex, roundToSrgb } from "./srgb.ts";

async function describe(text: string) {
  const { hex8, css, oklch, lch, rgb, alpha } = await describeColor(
    parseColor(text, "path.color"),
    {
      to: "hex",
    },
  );
  return { hex8, srgb: css.srgb, oklch, lch, rgb, alpha };
}

const [a, b] = ["hsl(120deg 10% 20%)", "hsl(30deg 30% 40%)"];

// The results as sRGB, rounded to five digits. Six were compared with the web platform tests of css-color.
test.each([
  ["color-mix(in srgb, color(srgb 1.5 0 0), color(srgb 1.5 1 -1))", "color(srgb 1.5 0.5 -0.5)"],
  [`color-mix(in hsl, ${a}, ${b})`, "color(srgb 0.33 0.36 0.24)"],
  [`color-mix(in hsl, ${a} 25%, ${b})`, "color(srgb 0.4375 0.41563 0.2625)"],
  [`color-mix(in hsl, 25% ${a}, ${b})`, "color(srgb 0.4375 0.41563 0.2625)"],
  [`color-mix(in hsl, ${a}, 25% ${b})`, "color(srgb 0.24063 0.2875 0.2125)"],
  [`color-mix(in hsl, ${a}, ${b} 25%)`, "color(srgb 0.24063 0.2875 0.2125)"],
  [`color-mix(in hsl, ${a} 25%, ${b} 75%)`, "color(srgb 0.4375 0.41563 0.2625)"],
  [`color-mix(in hsl, ${a} 30%, ${b} 90%)`, "color(srgb 0.4375 0.41563 0.2625)"],
  [`color-mix(in hsl, ${a} 12.5%, ${b} 37.5%)`, "color(srgb 0.4375 0.41563 0.2625 / 0.5)"],
  [`color-mix(in hsl, ${a} 0%, ${b})`, "color(srgb 0.52 0.4 0.28)"],
  [
    "color-mix(in hsl, hsl(120deg 10% 20% / .4), hsl(30deg 30% 40% / .8))",
    "color(srgb 0.37222 0.41111 0.25556 / 0.6)",
  ],
  ["color-mix(in hsl, hsl(40deg 50% 50%), hsl(60deg 50% 50%))", "color(srgb 0.75 0.66667 0.25)"],
  ["color-mix(in hsl, hsl(50deg 50% 50%), hsl(330deg 50% 50%))", "color(srgb 0.75 0.33333 0.25)"],
  ["color-mix(in hsl, hsl(330deg 50% 50%), hsl(50deg 50% 50%))", "color(srgb 0.75 0.33333 0.25)"],
  [
    "color-mix(in hsl shorter hue, hsl(20deg 50% 50%), hsl(320deg 50% 50%))",
    "color(srgb 0.75 0.25 0.33333)",
  ],
  [
    "color-mix(in hsl longer hue, hsl(40deg 50% 50%), hsl(60deg 50% 50%))",
    "color(srgb 0.25 0.33333 0.75)",
  ],
  [
    "color-mix(in hsl increasing hue, hsl(40deg 50% 50%), hsl(60deg 50% 50%))",
    "color(srgb 0.75 0.66667 0.25)",
  ],
  [
    "color-mix(in hsl increasing hue, hsl(50deg 50% 50%), hsl(330deg 50% 50%))",
    "color(srgb 0.25 0.66667 0.75)",
  ],
  [
    "color-mix(in hsl decreasing hue, hsl(40deg 50% 50%), hsl(60deg 50% 50%))",
    "color(srgb 0.25 0.33333 0.75)",
  ],
  [
    "color-mix(in hsl decreasing hue, hsl(50deg 50% 50%), hsl(330deg 50% 50%))",
    "color(srgb 0.75 0.33333 0.25)",
  ],
  ["color-mix(in hwb, hwb(120deg 10% 20%), hwb(30deg 30% 40%))", "color(srgb 0.575 0.7 0.2)"],
  ["color-mix(in srgb, red, blue)", "color(srgb 0.5 0 0.5)"],
  ["color-mix(in srgb, red 80%, white)", "color(srgb 1 0.2 0.2)"],
  ["color-mix(in srgb, transparent, red)", "color(srgb 1 0 0 / 0.5)"],
])("mixes %s", async (text, expected) => {
  expect((await describe(text)).srgb).toStartWith(expected);
});

test("mixes in polar and rectangular spaces of CIE and Oklab", async () => {
  expect((await describe("color-mix(in lch, lch(10 20 30deg), lch(50 60 70deg))")).lch).toEqual({
    l: 30,
    c: 40,
    h: 50,
  });
  expect((await describe("color-mix(in oklch, red, blue)")).oklch).toMatchObject({
    l: 0.53998,
    h: 326.64,
  });
  // The hue of white is powerless: that of the other colour counts.
  expect((await describe("color-mix(in oklch, white, oklch(0.5 0.1 200))")).oklch.h).toBe(200);
  expect((await describe("color-mix(in oklab, white, black)")).rgb).toEqual({
    r: 99,
    g: 99,
    b: 99,
  });
  const rec2020 = "color(rec2020 .1 .2 .3)";
  const same = await describe(`color-mix(in rec2020, ${rec2020}, ${rec2020})`);
  expect(same).toEqual(await describe(rec2020));
  const nested = "color-mix(in srgb, color-mix(in srgb, red, blue) 50%, white)";
  expect((await describe(nested)).srgb).toBe("color(srgb 0.75 0.5 0.75)");
});

test.each([
  "color-mix(in cmyk, red, blue)",
  "color-mix(in srgb longer hue, red, blue)",
  "color-mix(in srgb, red 101%, blue)",
  "color-mix(in srgb, 10% red 10%, blue)",
  "color-mix(in srgb, red -1%, blue)",
  "color-mix(in srgb, rde, blue)",
  `${"color-mix(in srgb, red, ".repeat(41)}red${")".repeat(41)}`,
])("rejects %s", (text) => {
  expect(() => parseColor(text, "path.color")).toThrow("must be a colour");
});

// CSS Color 5: without a space, colours are mixed in Oklab, and any number of them.
test.each([
  ["color-mix(red, blue)", "color-mix(in oklab, red, blue)"],
  ["color-mix(in srgb, red)", "red"],
  [
    "color-mix(in srgb, red, blue, green 50%)",
    "color-mix(in srgb, color-mix(in srgb, red, blue), green)",
  ],
])("mixes %s as %s", (text, same) => {
  expect(formatHex(roundToSrgb(parseColor(text, "path.color")))).toBe(
    formatHex(roundToSrgb(parseColor(same, "path.color"))),
  );
});
