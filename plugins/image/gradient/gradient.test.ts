import { expect, test } from "bun:test";
import { interpolate, rgb } from "culori";
import fc from "fast-check";
import type { Rgba } from "hub/drawing";
import { cases, json, testHub } from "hub/testing";
import sharp from "sharp";
import { formatCss } from "../color/color.ts";
import { colorAt, resolveGradient, sampleStops } from "./design.ts";

const hub = await testHub(new URL("..", import.meta.url).pathname);
const get = (query: Record<string, string>) =>
  hub.get(`/api/image/gradient?${new URLSearchParams({ width: "64", height: "32", ...query })}`);
const fetchPixels = async (query: Record<string, string>) => {
  const bytes = await (await get({ format: "png", ...query })).bytes();
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  return (x: number, y: number) => {
    const at = (y * info.width + x) * info.channels;
    return [data[at]!, data[at + 1]!, data[at + 2]!];
  };
};
const near = (one: readonly number[], two: readonly number[]) =>
  Math.max(...one.map((value, at) => Math.abs(value - two[at]!)));

test("a linear gradient runs from its first colour to its last", async () => {
  const at = await fetchPixels({ colors: "ff0000,0000ff", angle: "90", width: "640" });
  expect(near(at(0, 16), [255, 0, 0])).toBeLessThan(5);
  expect(near(at(639, 16), [0, 0, 255])).toBeLessThan(5);
});

test("the midpoint of blue and yellow is grey in sRGB, but not in OKLab", async () => {
  const query = { colors: "0000ff,ffff00", angle: "90", dither: "false" };
  const [srgb, oklab] = [await fetchPixels({ ...query, space: "srgb" }), await fetchPixels(query)];
  expect(near(srgb(32, 16), [128, 128, 128])).toBeLessThan(4);
  const { r, g, b } = rgb(interpolate(["#0000ff", "#ffff00"], "oklab")(32.5 / 64));
  expect(near(oklab(32, 16), [r * 255, g * 255, b * 255])).toBeLessThan(2);
});

test("stops set the positions of colours", async () => {
  const at = await fetchPixels({
    colors: "f00,0f0,00f",
    stops: "0,25,100",
    angle: "90",
    width: "640",
  });
  expect(near(at(160, 16), [0, 255, 0])).toBeLessThan(8);
});

test("a radial gradient starts in the centre, and a conic one runs around it", async () => {
  const radial = await fetchPixels({ colors: "fff,000", type: "radial" });
  expect(near(radial(32, 16), [255, 255, 255])).toBeLessThan(8);
  expect(near(radial(0, 0), [0, 0, 0])).toBeLessThan(8);
  const conic = await fetchPixels({ colors: "fff,000", type: "conic", angle: "0", space: "srgb" });
  expect(near(conic(63, 16), [191, 191, 191])).toBeLessThan(8);
  expect(near(conic(1, 16), [64, 64, 64])).toBeLessThan(8);
});

test("dithering breaks bands into steps of one level", async () => {
  const query = { colors: "808080,848484", angle: "90", width: "400" };
  const [plain, dithered] = [
    await fetchPixels({ ...query, dither: "false" }),
    await fetchPixels(query),
  ];
  const changes = (at: typeof plain) =>
    Array.from({ length: 399 }, (_, x) => at(x, 5)[0] !== at(x + 1, 5)[0]).filter(Boolean).length;
  expect(changes(plain)).toBeLessThanOrEqual(4);
  expect(changes(dithered)).toBeGreaterThan(50);
});

test("noise is reproducible", async () => {
  const bytes = async (noise: string) => (await get({ seed: "a", noise, format: "png" })).bytes();
  expect(await bytes("0.5")).toEqual(await bytes("0.5"));
  expect((await bytes("0.5")).length).toBeGreaterThan((await bytes("0")).length);
  expect(await (await get({ seed: "a", noise: "0.5" })).text()).toContain("feTurbulence");
});

test("a seed determines the colours, and a mesh", async () => {
  const svg = async (seed: string) => (await get({ seed, type: "mesh" })).text();
  expect(await svg("a")).toBe(await svg("a"));
  expect(await svg("a")).not.toBe(await svg("b"));
});

test("gradient writes CSS, with a fallback for browsers without colour spaces", async () => {
  const res = await get({ colors: "red,blue", format: "css", angle: "45" });
  expect(res.headers.get("content-type")).toStartWith("text/css");
  expect(await res.text()).toBe(
    "background: linear-gradient(45deg, #ff0000 0%, #0000ff 100%);\n" +
      "background: linear-gradient(45deg in oklab, #ff0000 0%, #0000ff 100%);\n",
  );
});

test.each([
  ["stops", { colors: "red,blue", stops: "0,50,100" }],
  ["stops", { colors: "red,lime,blue", stops: "0,90,50" }],
  ["colors.1", { colors: "red,nope" }],
])("gradient fails with 400 for an invalid %s", async (field, query) => {
  expect(await json(await get(query))).toMatchObject({
    status: 400,
    errors: [{ location: `query.${field}` }],
  });
});

test("gradient describes itself in JSON", async () => {
  expect(await json(await get({ colors: "red,blue", format: "json" }))).toMatchObject({
    success: true,
    colors: ["#ff0000", "#0000ff"],
    css: "linear-gradient(135deg in oklab, #ff0000 0%, #0000ff 100%)",
    alt: "Linear gradient of #ff0000 and #0000ff",
    contrast_ratio: null,
  });
});

const channel = fc.integer({ min: 0, max: 255 });
const colors = fc
  .array(fc.tuple(channel, channel, channel), { minLength: 2, maxLength: 6 })
  .map((all) => all.map(([red, green, blue]): Rgba => [red, green, blue, 255]));
const gradients = fc
  .record({ colors, space: fc.constantFrom("srgb" as const, "oklab" as const) })
  .map(({ colors, space }) => ({
    colors,
    gradient: resolveGradient({ type: "linear", angle: 0, space, colors: colors.map(formatCss) }),
  }));

test("a gradient has each colour at its position, and doesn't exceed its ends", () => {
  fc.assert(
    fc.property(gradients, ({ colors, gradient }) => {
      for (const [index, color] of colors.entries()) {
        const own = colorAt(gradient, index / (colors.length - 1));
        expect(near(own, color)).toBeLessThanOrEqual(1);
      }
      expect(colorAt(gradient, -1)).toEqual(colorAt(gradient, 0));
      expect(colorAt(gradient, 2)).toEqual(colorAt(gradient, 1));
    }),
    cases(100, 8),
  );
});

test("the stops for SVG ascend and match the gradient", () => {
  fc.assert(
    fc.property(gradients, ({ gradient }) => {
      const stops = sampleStops(gradient);
      for (const [index, { at, color }] of stops.entries()) {
        expect(at).toBeGreaterThanOrEqual(stops[index - 1]?.at ?? 0);
        expect(near(color, colorAt(gradient, at))).toBeLessThanOrEqual(1);
      }
      expect([stops[0]?.at, stops.at(-1)?.at]).toEqual([0, 1]);
    }),
    cases(100, 8),
  );
});
