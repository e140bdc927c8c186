import { describe, expect, test } from "bun:test";
import { sampleCases } from "hub/testing";
import { drawScene, type Style, styles } from "./draw.ts";
import { readPrompt } from "./parse/read-prompt.ts";
import { hex } from "./rgb.ts";

const size = { width: 48, height: 40 };
const draw = (prompt: string, options: Partial<Parameters<typeof drawScene>[1]> = {}) =>
  drawScene(readPrompt(prompt), { ...size, style: "realistic", seed: "1", ...options });
const bytes = async (...asked: Parameters<typeof draw>) => (await draw(...asked)).data;

const all = ["sea", "city", "desert", "space", "coral reef", "abstract", "storm", "aurora"];

describe.each(styles)("%s", (style: Style) => {
  test("is the same for the same seed, and another for another", async () => {
    const prompt = "two trees by a lake";
    const [one, same, other] = await Promise.all(
      ["1", "1", "2"].map((seed) => bytes(prompt, { style, seed })),
    );
    expect(Buffer.compare(one!, same!)).toBe(0);
    expect(Buffer.compare(one!, other!)).not.toBe(0);
  });

  // Others for each style, by default: a painting alone takes a fifth of a second.
  const shift = styles.indexOf(style);
  const prompts = [...all.slice(shift), ...all.slice(0, shift)];

  test.each(sampleCases(prompts, style === "artistic" ? 1 : 2))(
    "draws %s with light and shade in it",
    async (prompt) => {
      const tones = new Set((await bytes(prompt, { style })).map((tone) => tone >> 4));
      expect(tones.size).toBeGreaterThan(4);
    },
  );
});

test("styles differ in more than a tint", async () => {
  const all = await Promise.all(styles.map((style) => bytes("a cat", { style })));
  for (const [at, one] of all.entries())
    for (const other of all.slice(at + 1)) {
      const off = one.reduce((sum, value, place) => sum + Math.abs(value - other[place]!), 0);
      expect(off / one.length).toBeGreaterThan(8);
    }
});

test("a sketch has no colours to speak of", async () => {
  const data = await bytes("a red house", { style: "sketch" });
  let most = 0;
  for (let at = 0; at < data.length; at += 4) most = Math.max(most, data[at]! - data[at + 2]!);
  expect(most).toBeLessThan(24);
});

test("the sky has the colour that is wished, by the prompt or a palette", async () => {
  const top = async (...asked: Parameters<typeof draw>) => (await bytes(...asked)).subarray(0, 3);
  const [red = 0, green = 0, blue = 0] = await top("a hill under a purple sky, cloudless");
  expect(red).toBeGreaterThan(green);
  expect(blue).toBeGreaterThan(green);
  const [r = 0, , b = 0] = await top("a hill, cloudless", {
    palette: [hex("8a1c1c"), hex("ffb0a0")],
  });
  expect(r).toBeGreaterThan(b);
});

test.each([
  [64, 256],
  [256, 64],
])("%d × %d is drawn as large as it is asked for", async (width, height) => {
  const pixels = await draw("a boat on the sea", { width, height, style: "cartoon" });
  expect([pixels.width, pixels.height, pixels.data.length]).toEqual([
    width,
    height,
    width * height * 4,
  ]);
});
