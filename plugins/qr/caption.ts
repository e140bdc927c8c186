import { fileURLToPath } from "node:url";
import type { Font } from "fontkit";
import qr from "./plugin.ts";
import type { Contour, Step } from "./shape/contour.ts";

/** A text as outlines, set below a code. */
export interface Caption {
  contours: readonly Contour[];
  height: number;
}

const lineHeight = 1.25;
const linesMax = 3;
/** Letters of a word before it is broken. */
const wordMax = 27;

/**
 * Sets a text centred on a width, in as many of three lines as it takes and smaller if it must.
 * The outlines begin at the upper edge of the caption, in the unit of `width`.
 */
export async function captionOf(text: string, width: number): Promise<Caption> {
  const font = await dejavu();
  checkGlyphs(text, font);
  const words = text.split(/\s/).flatMap(pieces);
  const room = width * 0.92;
  let size = width / 16;
  let lines = wrapped(words, { font, room, size });
  while (lines.length > linesMax || lines.some((line) => lengthOf(line, { font, size }) > room)) {
    size *= 0.9;
    lines = wrapped(words, { font, room, size });
  }
  const contours = lines.flatMap((line, index) => {
    const left = (width - lengthOf(line, { font, size })) / 2;
    return outlines(line, { font, size, left, baseline: size * (1 + index * lineHeight) });
  });
  return { contours, height: size * (lines.length * lineHeight + 0.5) };
}

interface Setting {
  font: Font;
  size: number;
}

let opened: Promise<Font> | undefined;

function dejavu(): Promise<Font> {
  opened ??= import("fontkit").then(
    ({ openSync }) =>
      openSync(fileURLToPath(import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"))) as Font,
  );
  return opened;
}

function checkGlyphs(text: string, font: Font): void {
  for (const character of text) {
    const code = character.codePointAt(0)!;
    if (character.trim() === "" || font.hasGlyphForCodePoint(code)) continue;
    throw qr.error(
      "invalid_input",
      `body.caption must be made of characters that DejaVu Sans has: it has ${JSON.stringify(character)}`,
      { at: "body.caption" },
    );
  }
}

/** A word, or what becomes of one that is longer than a line. */
function pieces(word: string): string[] {
  const letters = [...word];
  return Array.from({ length: Math.ceil(letters.length / wordMax) }, (_, piece) =>
    letters.slice(piece * wordMax, (piece + 1) * wordMax).join(""),
  );
}

function wrapped(words: readonly string[], { font, room, size }: Setting & { room: number }) {
  const lines: string[] = [];
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ""} ${word}`.trim();
    if (lines.length > 0 && lengthOf(longer, { font, size }) <= room)
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function lengthOf(line: string, { font, size }: Setting): number {
  return (font.layout(line).advanceWidth * size) / font.unitsPerEm;
}

function outlines(
  line: string,
  { font, size, left, baseline }: Setting & { left: number; baseline: number },
): Contour[] {
  const scale = size / font.unitsPerEm;
  const contours: Contour[] = [];
  let x = left;
  const { glyphs, positions } = font.layout(line);
  for (const [index, glyph] of glyphs.entries()) {
    const { xAdvance, xOffset, yOffset } = positions[index]!;
    const place = (at: number, value: number) =>
      at % 2 ? baseline - (value + yOffset) * scale : x + (value + xOffset) * scale;
    for (const { command, args } of glyph.path.commands) {
      const points = args.map((value, at) => place(at, value));
      if (command === "moveTo") contours.push({ start: [points[0]!, points[1]!], steps: [] });
      else if (command !== "closePath") addStep(contours.at(-1)!, points);
    }
    x += xAdvance * scale;
  }
  return contours;
}

/** Adds a line or a curve; a quadratic curve as the cubic one that is the same. */
function addStep({ start, steps }: Contour, points: readonly number[]): void {
  if (points.length !== 4) {
    (steps as Step[]).push(points as unknown as Step);
    return;
  }
  const [x1, y1, x2, y2] = points as [number, number, number, number];
  const [x0, y0] = (steps.at(-1)?.slice(-2) ?? start) as [number, number];
  const third = (end: number, bend: number) => end + ((bend - end) * 2) / 3;
  (steps as Step[]).push([third(x0, x1), third(y0, y1), third(x2, x1), third(y2, y1), x2, y2]);
}
