import { expect, test } from "bun:test";
import { fitText } from "./fit.ts";

const texts = (layout: ReturnType<typeof fitText>) => layout.lines.map(({ text }) => text);

test("sets a short text in the largest size", () => {
  const layout = fitText("Hi", { width: 500, height: 200, largest: 60 });
  expect(layout.size).toBe(60);
});

test("sets a longer text in a smaller integer size that fits", () => {
  const room = { width: 300, height: 80, largest: 60 };
  const layout = fitText("A few words that take more room than there is", room);
  expect(layout.size).toBeLessThan(60);
  expect(Number.isInteger(layout.size)).toBe(true);
  expect(layout.height).toBeLessThanOrEqual(80);
  expect(layout.width).toBeLessThanOrEqual(300);
});

test("reduces the size for a long word instead of breaking it", () => {
  const layout = fitText("Donaudampfschifffahrt ahoy", { width: 200, height: 200, largest: 60 });
  expect(texts(layout)).toEqual(["Donaudampfschifffahrt", "ahoy"]);
});

test("balances the lengths of centred lines", () => {
  const options = { align: "center" } as const;
  const room = { width: 420, height: 80, largest: 30 };
  const [one, two] = fitText("the quick brown fox jumps over it", room, options).lines;
  expect(Math.abs(one!.width - two!.width)).toBeLessThan(110);
});

test("truncates a text that doesn't fit at the smallest size", () => {
  const layout = fitText("word ".repeat(100).trim(), { width: 60, height: 20, largest: 20 });
  expect(layout.cut).toBe(true);
  expect(texts(layout).at(-1)).toEndWith("…");
});
