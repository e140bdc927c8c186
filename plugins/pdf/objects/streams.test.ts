import { expect, test } from "bun:test";
import { undoPrediction } from "./streams.ts";

const png = { predictor: 15, colors: 1, bits: 8, columns: 3 };

test.each([
  ["none", [0, 1, 2, 3], [1, 2, 3]],
  ["left", [1, 1, 1, 1], [1, 2, 3]],
  ["up", [0, 1, 2, 3, 2, 1, 1, 1], [1, 2, 3, 2, 3, 4]],
  ["the mean", [0, 2, 4, 6, 3, 1, 1, 1], [2, 4, 6, 2, 4, 6]],
  ["the nearest", [0, 10, 20, 30, 4, 1, 1, 1], [10, 20, 30, 11, 21, 31]],
])("decodes a row of differences to %s", (_, coded, plain) => {
  expect([...undoPrediction(Uint8Array.from(coded), png)]).toEqual(plain);
});

test("decodes a row of TIFF as differences from the previous pixel", () => {
  const coded = Uint8Array.from([1, 2, 1, 1, 5, 6, 1, 1]);
  const tiff = { predictor: 2, colors: 2, bits: 8, columns: 2 };
  expect([...undoPrediction(coded, tiff)]).toEqual([1, 2, 2, 3, 5, 6, 6, 7]);
});

test("returns a truncated row with its actual length", () => {
  expect([...undoPrediction(Uint8Array.from([1, 1, 1]), png)]).toEqual([1, 2]);
});
