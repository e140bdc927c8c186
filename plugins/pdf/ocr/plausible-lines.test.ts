import { expect, test } from "bun:test";
import type { RecognisedLine } from "../engines/tesseract.ts";
import { dropNoise, findMissed, isTexture, steadyLines } from "./plausible-lines.ts";

interface LineFields {
  text?: string;
  x?: number;
  y?: number;
  width?: number;
  /** How much the baseline falls from its start to its end. */
  fall?: number;
  height?: number;
  confidence?: number;
}

/** Builds a line of one word. */
function line({ text = "word", ...given }: LineFields): RecognisedLine {
  const { x = 0, y = 100, width = 100, fall = 0, height = 40, confidence = 90 } = given;
  const bbox = { x0: x, x1: x + width, y0: y - height, y1: y };
  return {
    words: [{ text, confidence, bbox, symbols: [] }],
    baseline: { x0: x, x1: x + width, y0: y, y1: y + fall },
    rowAttributes: { rowHeight: height, descenders: height / 4 },
  };
}

const texts = (lines: readonly RecognisedLine[]) =>
  lines.flatMap(({ words }) => words.map(({ text }) => text));

test("a short line gets the direction of the long ones, and its middle stays", () => {
  const long = line({ text: "a long line of text", width: 1000, fall: 20 });
  const [, short] = steadyLines([long, line({ text: "12", y: 200, width: 100, fall: -8 })]);
  expect(short?.baseline).toEqual({ x0: 0, x1: 100, y0: 195, y1: 197 });
});

test("digits get the height of other lines, but a heading keeps its own", () => {
  const body = [1, 2, 3].map(() => line({ text: "a line of text", width: 1000 }));
  const [, , , digits, heading] = steadyLines([
    ...body,
    line({ text: "240", height: 50 }),
    line({ text: "Part", height: 70 }),
  ]);
  expect([digits?.rowAttributes.rowHeight, heading?.rowAttributes.rowHeight]).toEqual([40, 70]);
});

test("a line that runs up the page keeps its direction", () => {
  const side = { ...line({}), baseline: { x0: 50, x1: 50, y0: 900, y1: 100 } };
  const [kept] = steadyLines([side, line({ width: 1000, text: "a long line" })]);
  expect(kept?.baseline).toEqual(side.baseline);
});

test("only sure words are kept of a page that is mostly a picture", () => {
  const noise = ["=", "ey", "Fae", "*"].map((text) => line({ text, confidence: 30 }));
  expect(texts(dropNoise([...noise, line({ text: "EXIT", confidence: 85 })]))).toEqual(["EXIT"]);
  expect(texts(dropNoise([line({ text: "poor", confidence: 58 })]))).toEqual(["poor"]);
});

test("words are searched again if much ink is outside of all words", () => {
  const width = 400;
  const pixels = new Uint8Array(width * 400).fill(255);
  for (let y = 300; y < 380; y++) pixels.fill(0, y * width, y * width + 200);
  const picture = { width, height: 400, pixels };
  const found = line({ text: "Found", y: 100 });
  const logo = line({ text: "LOGO", y: 380, width: 200, height: 80 });
  const read = () => [found, logo, line({ text: "~", y: 250, confidence: 95 })];
  expect(texts(findMissed([found], { picture, read }))).toEqual(["LOGO"]);
  expect(texts(findMissed([found, logo], { picture, read }))).toEqual([]);
});

test("noise is a texture, and small print is not", () => {
  const size = { width: 200, height: 200 };
  const at = (value: (index: number) => number) =>
    Uint8Array.from({ length: 40_000 }, (_, i) => value(i));
  expect(
    isTexture({ ...size, pixels: at((i) => (Math.imul(i, 2_654_435_761) >>> 24) & 255) }),
  ).toBe(true);
  // A stroke of four pixels every forty.
  expect(isTexture({ ...size, pixels: at((i) => (i % 40 < 4 ? 0 : 255)) })).toBe(false);
});
