import { type Coverage, encodePng, type IndexedImage, inLevels, over } from "hub/drawing";
import type { Color } from "../../color.ts";
import { type CodePicture, nothing } from "../picture.ts";
import { buildStamps, isSharp, type Stamps } from "./stamps.ts";
import { assignTones } from "./tones.ts";

// In this file `!` is safe: indexes are within bounds by construction, and a check for each pixel would cost as much
// as the work itself.

/** Renders a picture as PNG, with an optional caption below it. */
export function renderPng(picture: CodePicture, caption?: Coverage): ReturnType<typeof encodePng> {
  const tones = assignTones(picture);
  // Two colours suffice for sharp edges, sixteen for antialiasing, 256 for a gradient.
  const levels = isSharp(picture) && !caption ? 1 : tones.colors.length > 1 ? 7 : 15;
  const palette = buildPalette(tones.colors, { levels, bg: picture.design.bg });
  const depth = getBitDepth(palette.length);
  const width = picture.design.size;
  const height = width + (caption?.height ?? 0);
  const sheet = new Sheet(width, height, depth);
  if (isSharp(picture)) drawRuns(sheet, picture, { levels, tones: tones.at });
  else drawCode(sheet, picture, { stamps: buildStamps(picture, levels), tones: tones.at });
  if (caption) sheet.drawCoverage(caption, { top: width, levels });
  return encodePng({ width, height, depth, palette, lines: sheet.lines });
}

/** Draws a code with sharp edges: one line for each row of modules, in runs of one colour. */
function drawRuns(
  sheet: Sheet,
  { matrix: { size }, places, pixels, offset }: CodePicture,
  { levels, tones }: { levels: number; tones: Uint8Array },
): void {
  for (let row = 0; row < size; row++) {
    const line = offset + row * pixels;
    for (let y = 1; y < pixels; y++) sheet.repeat(line + y);
    for (let from = row * size, to = from, end = from + size; from < end; from = to) {
      const tone = tones[from]!;
      const isDark = places[from] !== nothing;
      while (to < end && (places[to] !== nothing) === isDark && tones[to] === tone) to++;
      const x = offset + (from - row * size) * pixels;
      if (isDark) sheet.fill(line, { x, width: (to - from) * pixels, index: (tone + 1) * levels });
    }
  }
}

function drawCode(
  sheet: Sheet,
  { matrix: { size }, pixels, offset }: CodePicture,
  { stamps, tones }: { stamps: Stamps; tones: Uint8Array },
): void {
  for (let row = 0; row < size; row++) {
    const line = offset + row * pixels;
    for (let y = 0; y < pixels; y++) if (stamps.repeated[y]) sheet.repeat(line + y);
    for (
      let position = row * size, x = offset;
      position < (row + 1) * size;
      position++, x += pixels
    ) {
      const stamp = stamps.at[position]!;
      if (stamp) sheet.drawStamp(stamps, { image: stamp - 1, tone: tones[position]!, x, line });
    }
  }
}

/** Returns the background, followed by each colour blended over it with increasing opacity. */
function buildPalette(
  colors: readonly Color[],
  { levels, bg }: { levels: number; bg: Color },
): Color[] {
  const shares = Array.from({ length: levels }, (_, level) => (level + 1) / levels);
  return [bg, ...colors.flatMap((color) => shares.map((share) => over(color, bg, share)))];
}

function getBitDepth(colors: number): IndexedImage["depth"] {
  return colors <= 2 ? 1 : colors <= 4 ? 2 : colors <= 16 ? 4 : 8;
}

interface Phase {
  image: number;
  /** Offset that the tone adds to an index. */
  base: number;
  /** Number of pixels after the start of a byte. */
  phase: number;
}

/**
 * The packed lines of a PNG: a filter byte, then indexes of `depth` bits. Index 0 is the background. Each tone has as
 * many indexes after it as there are levels.
 */
class Sheet {
  readonly lines: Uint8Array;
  readonly #stride: number;
  readonly #depth: IndexedImage["depth"];
  readonly #packed = new Map<number, Uint8Array>();

  constructor(width: number, height: number, depth: IndexedImage["depth"]) {
    this.#depth = depth;
    this.#stride = 1 + Math.ceil((width * depth) / 8);
    this.lines = new Uint8Array(this.#stride * height);
  }

  /** Marks a line as a copy of the line above. */
  repeat(line: number): void {
    // Filter type 2 adds differences to the line above: here only zeros.
    this.lines[line * this.#stride] = 2;
  }

  /** Sets pixels of a line that have no index yet. */
  fill(line: number, { x, width, index }: { x: number; width: number; index: number }): void {
    const { lines } = this;
    const depth = this.#depth;
    // The index, repeated for all pixels of a byte.
    const byte = (index * 0xff) / ((1 << depth) - 1);
    const from = x * depth;
    const to = from + width * depth;
    const start = line * this.#stride + 1;
    const last = start + (to >> 3);
    let at = start + (from >> 3);
    let bits = 0xff >> (from & 7);
    for (; at < last; at++, bits = 0xff) lines[at]! |= byte & bits;
    bits &= ~(0xff >> (to & 7));
    if (bits) lines[at]! |= byte & bits;
  }

  /** Draws a stamp with its corner at pixel `x` of a line. */
  drawStamp(
    stamps: Stamps,
    { image, tone, x, line }: { image: number; tone: number; x: number; line: number },
  ): void {
    const depth = this.#depth;
    const phase = x & (8 / depth - 1);
    const toneOffset = tone * stamps.levels;
    // At 8 bits per index the tone is added here, so that stamps are packed once for all tones.
    const addend = depth === 8 ? toneOffset : 0;
    const packed = this.#packFor(stamps, { image, base: toneOffset - addend, phase });
    const bytes = packed.length / stamps.pixels;
    const corner = line * this.#stride + 1 + ((x * depth) >> 3);
    for (let y = 0; y < stamps.pixels; y++) {
      if (stamps.repeated[y]) continue;
      const start = corner + y * this.#stride;
      for (let byte = 0, from = y * bytes; byte < bytes; byte++, from++)
        if (packed[from]) this.lines[start + byte]! |= packed[from]! + addend;
    }
  }

  /** Draws a grey image over the full width, in the first tone. */
  drawCoverage(
    { width, height, share }: Coverage,
    { top, levels }: { top: number; levels: number },
  ) {
    const image = inLevels(share, levels);
    for (let line = 0; line < height; line++)
      for (let x = 0; x < width; x++) {
        const bit = x * this.#depth;
        const at = (top + line) * this.#stride + 1 + (bit >> 3);
        this.lines[at]! |= image[line * width + x]! << (8 - this.#depth - (bit & 7));
      }
  }

  #packFor(stamps: Stamps, { image, base, phase }: Phase): Uint8Array {
    const key = (image << 12) | (base << 3) | phase;
    let packed = this.#packed.get(key);
    if (!packed) {
      packed = this.#pack(stamps, { image, base, phase });
      this.#packed.set(key, packed);
    }
    return packed;
  }

  /** Packs the lines of a stamp, shifted by `phase` pixels within their bytes. */
  #pack({ images, pixels }: Stamps, { image, base, phase }: Phase): Uint8Array {
    const depth = this.#depth;
    const bytes = Math.ceil(((pixels + phase) * depth) / 8);
    const packed = new Uint8Array(bytes * pixels);
    const levels = images[image]!;
    for (let y = 0, from = 0; y < pixels; y++)
      for (let x = 0; x < pixels; x++, from++) {
        const level = levels[from]!;
        const bit = (x + phase) * depth;
        if (level) packed[y * bytes + (bit >> 3)]! |= (base + level) << (8 - depth - (bit & 7));
      }
    return packed;
  }
}
