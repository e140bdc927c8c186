import { expect, test } from "bun:test";
import { converter } from "culori";
import { json, testHub } from "hub/testing";
import { parseColor } from "./parse-color.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const toRgb = converter("rgb");

// Red, green and blue that colorjs.io 0.7.1 computes from the channels of the origin.
test.each<[string, number, number, number]>([
  ["rgb(from rebeccapurple r g b)", 0.4, 0.2, 0.6],
  ["rgb(from rebeccapurple g b r)", 0.2, 0.6, 0.4],
  ["rgb(from rebeccapurple r calc(g * 2) 10)", 0.4, 0.4, 0.0392],
  ["rgb(from rebeccapurple calc(r * 3) g b)", 1.2, 0.2, 0.6],
  ["rgb(from rgb(from tomato b g r) b g r)", 1, 0.3882, 0.2784],
  ["rgb(from teal 50% calc(g / 2 + b / 4) none / 25%)", 0.5, 0.3765, 0],
  ["hsl(from rebeccapurple h s l)", 0.4, 0.2, 0.6],
  ["hsl(from rebeccapurple calc(h + 180) s l)", 0.4, 0.6, 0.2],
  ["hsl(from #a0c040 h calc(s / 2) min(l, 30))", 0.3378, 0.3756, 0.2244],
  ["hwb(from tomato h calc(w + 10) b)", 1, 0.473, 0.3784],
  ["hwb(from oklch(0.6 0.1 200) 30deg w b)", 0.5948, 0.3225, 0.0502],
  ["lab(from tomato l a b)", 1, 0.3882, 0.2784],
  ["lab(from tomato calc(l * 0.8) b a)", 0.7915, 0.3102, 0.026],
  ["lch(from tomato l calc(c / 2) h)", 0.8233, 0.5137, 0.4377],
  ["lch(from tomato l c calc(h - 60))", 0.9794, 0.3382, 0.7988],
  ["oklab(from tomato l a b)", 1, 0.3882, 0.2784],
  ["oklab(from tomato calc(l - 0.1) calc(a * -1) b)", -0.1691, 0.6114, 0.1761],
  ["oklch(from tomato l c h)", 1, 0.3882, 0.2784],
  ["oklch(from tomato calc(l * 0.75) clamp(0, c, 0.1) calc(h + 120))", 0.2101, 0.4778, 0.2996],
  ["oklch(from color-mix(in srgb, red, blue) l c h)", 0.5, 0, 0.5],
  ["color(from tomato srgb r g b)", 1, 0.3882, 0.2784],
  ["color(from tomato srgb-linear calc(r / 2) g b)", 0.7354, 0.3882, 0.2784],
  ["color(from tomato display-p3 b g r)", 0.2885, 0.4325, 0.9611],
  ["color(from tomato a98-rgb r g calc(b + 0.1))", 1, 0.3882, 0.3899],
  ["color(from tomato prophoto-rgb r g b)", 1, 0.3882, 0.2784],
  ["color(from tomato xyz calc(x * 0.5) y z)", 0.5281, 0.6276, 0.2478],
  ["color(from tomato xyz-d50 x y calc(z * 2))", 0.9845, 0.3917, 0.4402],
])("computes %s", (text, red, green, blue) => {
  const { r, g, b } = toRgb(parseColor(text, "path.color"));
  for (const [index, channel] of [r, g, b].entries())
    expect(channel).toBeCloseTo([red, green, blue][index] ?? Number.NaN, 3);
});

test.each([
  ["rgb(from red r g b)", "#ff0000ff"],
  ["rgb(from rgb(255 0 0 / 40%) r g b)", "#ff000066"],
  ["rgb(from rgb(255 0 0 / 40%) r g b / calc(alpha * 2))", "#ff0000cc"],
  ["oklch(from red l c h / none)", "#ff000000"],
  ["rgb(calc(100 + 28), 0, calc(10 * (1 + 2)))", "#80001e"],
  ["hsl(calc(0.25turn + 30deg) max(50%, 100%) 50% / calc(1 / 2))", "#00ff0080"],
  ["RGB( from RED B\tG r )", "#0000ffff"],
  ["color-mix(in srgb, rgb(from red g r b), blue)", "#008080"],
  ["color-mix(in srgb, red calc(15% + 5%), blue)", "#3300cc"],
  ["color-mix(in srgb, red calc(120%), blue)", "#ff0000"],
  ["color-mix(in srgb, red calc(-1 * 20%), blue)", "#0000ff"],
  ["color-mix(in srgb, red calc(infinity * 1%), blue)", "#ff0000"],
  ["rgb(from red calc(r / 3) g b)", "#550000"],
  // The Web Platform Tests of css-color: parsing/color-valid-rgb and color-valid-hsl.
  ["rgb(calc(infinity), 0, 0)", "#ff0000"],
  ["rgb(0, calc(infinity), 0)", "#00ff00"],
  ["rgb(calc(-infinity), 0, 0)", "#000000"],
  ["rgb(calc(NaN), 0, 0)", "#000000"],
  ["rgb(calc(0 / 0), 0, 0)", "#000000"],
  ["rgb(calc(1 / 0) 0 0)", "#ff0000"],
  ["rgb(0 0 0 / calc(infinity))", "#000000"],
  ["rgb(0 0 0 / calc(-infinity))", "#00000000"],
  ["rgb(0 0 0 / calc(NaN))", "#00000000"],
  ["hsl(calc(infinity) 100% 50%)", "#ff0000"],
  ["hsl(calc(-infinity) 100% 50%)", "#ff0000"],
  ["hsl(calc(0 / 0) 100% 50%)", "#ff0000"],
  ["hsl(90 calc(infinity * 1%) 50%)", "#80ff00"],
  ["rgb(calc(50% + (1 - pi / 3) * 1%) 0 0)", "#7f0000"],
  ["hsl(calc(pi * 1rad) 100% 50%)", "#00ffff"],
  ["rgb(calc(e * 10) calc(PI * 10) 0)", "#1b1f00"],
  ["rgb(from red r g calc(e * 10))", "#ff001b"],
  ["lab(calc(infinity) 0 0)", "#ffffff"],
])("color reads %s as %s", async (text, hex) => {
  const answer = await json(await hub.get(`/api/dev/color/${encodeURIComponent(text)}`));
  expect(answer.hex8).toBe(hex.padEnd(9, "f"));
});

test.each([
  "rgb(from red r g)",
  "rgb(from red r g b b)",
  "rgb(from red r, g, b)",
  "rgb(from red r g b /)",
  "rgb(from red r g b / alpha / alpha)",
  "rgb(from red h s l)",
  "rgb(from nobody r g b)",
  "rgb(from r g b)",
  "color(from red nobody r g b)",
  "nobody(from red r g b)",
  "rgb(from red calc(r + 10%) g b)",
  "rgb(from red calc(r+1) g b)",
  "rgb(from red calc(r * nobody) g b)",
  "rgb(from red calc(r * -pi) g b)",
  "rgb(infinity 0 0)",
  "rgb(from red calc(r +) g b)",
  "rgb(from red calc() g b)",
  "rgb(from red clamp(1, 2) g b)",
  "rgb(calc(r) 0 0)",
  `rgb(${"calc(".repeat(40)}1${")".repeat(40)} 0 0)`,
  `${"rgb(from ".repeat(20)}red${" r g b)".repeat(20)}`,
])("color rejects %s", async (text) => {
  const res = await hub.get(`/api/dev/color/${encodeURIComponent(text)}`);
  expect([400, 404]).toContain(res.status);
});
