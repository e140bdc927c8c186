import type { GrayPicture, PixelBox, RecognisedLine } from "../engines/tesseract.ts";

/** Words below this confidence are specks, lines and pictures in almost all cases. */
const confidenceMin = 20;
/** On a page of this mean confidence, most words are parts of a picture. */
const noisy = 55;
/** The confidence of words that are kept on such a page, or that segmentation missed. */
const confidenceSure = 70;

/** Drops words that are no text. On a page that is mostly a picture, only sure words are kept. */
export function dropNoise(lines: readonly RecognisedLine[]): RecognisedLine[] {
  const kept = keepWords(
    lines,
    ({ text, confidence }) => text.trim() !== "" && confidence >= confidenceMin,
  );
  const words = kept.flatMap((line) => line.words);
  const mean = words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length;
  return mean < noisy ? keepWords(kept, isSure) : kept;
}

type Words = RecognisedLine["words"];

function keepWords(
  lines: readonly RecognisedLine[],
  isKept: (word: Words[number]) => boolean,
): RecognisedLine[] {
  return lines
    .map((line) => ({ ...line, words: line.words.filter(isKept) }))
    .filter(({ words }) => words.length > 0);
}

function isSure({ text, confidence }: Words[number]): boolean {
  return confidence >= confidenceSure && /[\p{L}\p{N}].*[\p{L}\p{N}]/su.test(text);
}

interface MissedSearch {
  picture: GrayPicture;
  /** Reads the picture in another way, which finds scattered words. */
  read(): RecognisedLine[];
}

/** The share of ink outside of all words above which further words are searched. */
const missedMin = 0.1;

/** Finds words outside of lines, if there is much ink: logos and labels on dark ground. */
export function findMissed(
  lines: readonly RecognisedLine[],
  { picture, read }: MissedSearch,
): RecognisedLine[] {
  // If segmentation finds nothing, the page is noise, in which the search takes minutes.
  if (lines.length === 0 || isTexture(picture)) return [];
  const boxes = lines.flatMap(({ words }) => words.map(({ bbox }) => bbox));
  if (measureMissedInk(picture, boxes) < missedMin) return [];
  return keepWords(
    read(),
    (word) => isSure(word) && !boxes.some((box) => overlaps(box, word.bbox)),
  );
}

/** The share of pixels at which dark and light meet. The densest small print has half of it. */
const textureMin = 0.06;

/** Returns whether a picture is noise, in which recognition finds nothing for minutes. */
export function isTexture({ pixels }: GrayPicture): boolean {
  let edges = 0;
  let wasDark = false;
  for (const pixel of pixels) {
    const isDark = pixel < dark;
    if (isDark !== wasDark) edges++;
    wasDark = isDark;
  }
  return edges > textureMin * pixels.length;
}

function overlaps(one: PixelBox, other: PixelBox): boolean {
  return one.x0 < other.x1 && other.x0 < one.x1 && one.y0 < other.y1 && other.y0 < one.y1;
}

/** The side of the squares in which ink is measured, in pixels, and how dark it is, out of 255. */
const square = 8;
const dark = 144;
/** A square with fewer dark pixels has specks of noise: a search among them takes minutes. */
const speck = 16;

/** Returns the share of a picture's ink that is outside of boxes. */
function measureMissedInk(
  { width, height, pixels }: GrayPicture,
  boxes: readonly PixelBox[],
): number {
  const columns = Math.ceil(width / square);
  const inked = new Uint8Array(columns * Math.ceil(height / square));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if ((pixels[y * width + x] ?? 0) < dark)
        inked[Math.floor(y / square) * columns + Math.floor(x / square)]!++;
  for (const [index, count] of inked.entries()) inked[index] = count < speck ? 0 : 1;
  const total = inked.reduce((sum, ink) => sum + ink, 0);
  for (const { x0, y0, x1, y1 } of boxes)
    for (let row = Math.floor(y0 / square); row <= Math.floor(y1 / square); row++)
      inked.fill(
        0,
        row * columns + Math.floor(x0 / square),
        row * columns + Math.min(columns, Math.floor(x1 / square) + 1),
      );
  const missed = inked.reduce((sum, ink) => sum + ink, 0);
  return total === 0 ? 0 : missed / total;
}

/** Lines shorter than this many times their height have an unreliable direction. */
const longLine = 10;
/** Lines of fewer characters have an unreliable height. */
const fewCharacters = 6;
/** How much the height of a short line can differ from that of others of the same font. */
const heightTolerance = 1.35;

/**
 * Gives short lines the direction of the long ones, and their height if it is similar: both are
 * estimates from few letters.
 */
export function steadyLines(lines: readonly RecognisedLine[]): RecognisedLine[] {
  const long = lines.filter((line) => !isUpright(line) && measureLength(line) >= longLine);
  const slope = median(long.map(({ baseline: { x0, y0, x1, y1 } }) => (y1 - y0) / (x1 - x0))) ?? 0;
  const full = lines.filter((line) => countLetters(line) >= fewCharacters);
  const rows = full.map(({ rowAttributes }) => rowAttributes);
  const rowHeight = median(rows.map((row) => row.rowHeight));
  const descenders = median(rows.map((row) => row.descenders)) ?? 0;
  return lines.map((line) => {
    const isShort = !isUpright(line) && measureLength(line) < longLine;
    const ratio = line.rowAttributes.rowHeight / (rowHeight ?? Number.NaN);
    const isSimilar = ratio < heightTolerance && ratio > 1 / heightTolerance;
    const hasFew = countLetters(line) < fewCharacters;
    return {
      ...line,
      baseline: isShort ? turnBaseline(line.baseline, slope) : line.baseline,
      rowAttributes:
        hasFew && isSimilar && rowHeight !== undefined
          ? { rowHeight, descenders }
          : line.rowAttributes,
    };
  });
}

/** Returns whether a line runs up or down the picture. */
function isUpright({ baseline: { x0, y0, x1, y1 } }: RecognisedLine): boolean {
  return Math.abs(y1 - y0) > Math.abs(x1 - x0);
}

/** Returns the length of a line, as a multiple of its height. */
function measureLength({ baseline: { x0, x1 }, rowAttributes }: RecognisedLine): number {
  return Math.abs(x1 - x0) / Math.max(1, rowAttributes.rowHeight);
}

function countLetters({ words }: RecognisedLine): number {
  return words.reduce((sum, { text }) => sum + text.length, 0);
}

/** Gives a baseline a slope. Its middle stays. */
function turnBaseline({ x0, y0, x1, y1 }: PixelBox, slope: number): PixelBox {
  const half = ((x1 - x0) * slope) / 2;
  const middle = (y0 + y1) / 2;
  return { x0, x1, y0: middle - half, y1: middle + half };
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
}
