import { expect, test } from "bun:test";
import { wordsFor } from "./model.ts";
import { sizeFor } from "./openai.ts";

test.each([
  ["gpt-image-1", 1024, 576, "1536x1024"],
  ["gpt-image-1", 512, 512, "1024x1024"],
  ["dall-e-3", 400, 900, "1024x1792"],
  ["dall-e-2", 300, 300, "512x512"],
  ["stable-diffusion", 256, 256, "256x256"],
  ["stable-diffusion", 1024, 900, "1024x1024"],
])("%s draws %d × %d as %s", (model, width, height, size) => {
  expect(sizeFor(model, { width, height })).toBe(size);
});

test("sends the style, the colours and the negative prompt to a model", () => {
  const asked = {
    width: 512,
    height: 512,
    num_images: 1,
    strict: false,
    format: "png",
    provider: "auto",
    seed: 1,
  } as const;
  const words = wordsFor({
    ...asked,
    prompt: " a cat ",
    style: "sketch",
    palette: ["teal"],
    negative_prompt: "dogs",
  });
  expect(words.split("\n")).toEqual([
    "a cat",
    expect.stringContaining("pencil"),
    "Colours: teal.",
    "Leave out: dogs.",
  ]);
});
