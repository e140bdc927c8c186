import type { Coverage } from "hub/drawing";
import { encodePng, type Indexed } from "hub/drawing";
import { type Color, over } from "../color.ts";
import type { Picture } from "../picture.ts";
import { Sheet } from "./sheet.ts";
import { isSharp, type Stamps, stampsOf } from "./stamps.ts";
import { tonesOf } from "./tones.ts";

/** Draws a picture, with a caption below it if there is one. */
export function pngOf(picture: Picture, caption?: Coverage): ReturnType<typeof encodePng> {
  const tones = tonesOf(picture);
  // Two colours where nothing is half covered, sixteen where something is, 256 for a gradient.
  const levels = isSharp(picture) && !caption ? 1 : tones.colors.length > 1 ? 7 : 15;
  const palette = paletteOf(tones.colors, { levels, bg: picture.design.bg });
  const depth = depthOf(palette.length);
  const width = picture.design.size;
  const height = width + (caption?.height ?? 0);
  const sheet = new Sheet(width, height, depth);
  drawCode(sheet, picture, { stamps: stampsOf(picture, levels), tones: tones.at });
  if (caption) sheet.putCoverage(caption, { top: width, levels });
  return encodePng({ width, height, depth, palette, lines: sheet.lines });
}

function drawCode(
  sheet: Sheet,
  { matrix: { size }, pixels, offset }: Picture,
  { stamps, tones }: { stamps: Stamps; tones: Uint8Array },
): void {
  for (let row = 0; row < size; row++) {
    const line = offset + row * pixels;
    for (let y = 0; y < pixels; y++) if (stamps.repeated[y]) sheet.repeat(line + y);
    for (let place = row * size, x = offset; place < (row + 1) * size; place++, x += pixels) {
      const stamp = stamps.at[place]!;
      if (stamp) sheet.putDown(stamps, { image: stamp - 1, tone: tones[place]!, x, line });
    }
  }
}

/** The background, and then each colour laid over it in ever more opaque steps. */
function paletteOf(
  colors: readonly Color[],
  { levels, bg }: { levels: number; bg: Color },
): Color[] {
  const shares = Array.from({ length: levels }, (_, level) => (level + 1) / levels);
  return [bg, ...colors.flatMap((color) => shares.map((share) => over(color, bg, share)))];
}

function depthOf(colors: number): Indexed["depth"] {
  return colors <= 2 ? 1 : colors <= 4 ? 2 : colors <= 16 ? 4 : 8;
}
