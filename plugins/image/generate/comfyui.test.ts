import { expect, test } from "bun:test";
import { fillWorkflow } from "./comfyui.ts";

test("gives prompt, size and seed to the nodes with these titles, and keeps the others", () => {
  const node = (title: string, inputs: Record<string, unknown>) => ({
    class_type: "Any",
    inputs,
    _meta: { title },
  });
  const workflow = {
    "1": node("Prompt", { text: "", clip: ["4", 1] }),
    "2": node("negative prompt", { text: "" }),
    "3": node("size", { width: 1, height: 1, batch_size: 1 }),
    "4": node("seed", { noise_seed: 0 }),
    "5": node("Save Image", { seed: 7, text: "x" }),
  };
  const commission = {
    num_images: 1,
    strict: false,
    format: "png",
    provider: "auto",
    seed: 9,
  } as const;
  const filled = fillWorkflow(workflow, {
    ...commission,
    prompt: "a cat",
    negative_prompt: "dogs",
    style: "sketch",
    width: 256,
    height: 300,
  });
  expect(filled["1"]?.inputs).toEqual({ text: expect.stringContaining("a cat"), clip: ["4", 1] });
  expect(filled["1"]?.inputs.text).not.toContain("dogs");
  expect(filled["2"]?.inputs).toEqual({ text: "dogs" });
  expect(filled["3"]?.inputs).toEqual({ width: 512, height: 640, batch_size: 1 });
  expect(filled["4"]?.inputs).toEqual({ noise_seed: 9 });
  expect(filled["5"]).toEqual(workflow["5"]);
});
