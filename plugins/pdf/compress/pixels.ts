import sharp from "sharp";
import type { ColorModel } from "./color-model.ts";
import type { Pixels } from "./picture.ts";

// Positions stay within the pixels of an image, so `!` is used: a check for each would cost time.

/** Scales an image. */
export async function resizePixels(
  pixels: Pixels,
  size: { width: number; height: number },
): Promise<Pixels> {
  if (size.width === pixels.width && size.height === pixels.height) return pixels;
  if (pixels.channels === 4) {
    // The library would read a fourth channel as transparency.
    const [color, black] = splitFourth(pixels);
    return joinFourth(await resizePixels(color, size), await resizePixels(black, size));
  }
  const { channels } = pixels;
  const samples = await openPixels(pixels)
    .resize({ ...size, fit: "fill", kernel: "lanczos3" })
    .raw()
    .toBuffer();
  return { ...size, channels, samples };
}

/** Opens an image of one or three channels. */
export function openPixels({ width, height, channels, samples }: Pixels) {
  const image = sharp(samples, { raw: { width, height, channels }, limitInputPixels: false });
  return channels === 1 ? image.toColourspace("b-w") : image;
}

/** Splits an image of four channels into the first three and the last one. */
export function splitFourth({ width, height, samples }: Pixels): [Pixels, Pixels] {
  const count = width * height;
  const [color, last] = [new Uint8Array(count * 3), new Uint8Array(count)];
  for (let pixel = 0; pixel < count; pixel++) {
    color[pixel * 3] = samples[pixel * 4]!;
    color[pixel * 3 + 1] = samples[pixel * 4 + 1]!;
    color[pixel * 3 + 2] = samples[pixel * 4 + 2]!;
    last[pixel] = samples[pixel * 4 + 3]!;
  }
  return [
    { width, height, channels: 3, samples: color },
    { width, height, channels: 1, samples: last },
  ];
}

function joinFourth({ width, height, samples: color }: Pixels, { samples: last }: Pixels): Pixels {
  const samples = new Uint8Array(width * height * 4);
  for (let pixel = 0; pixel < last.length; pixel++) {
    samples[pixel * 4] = color[pixel * 3]!;
    samples[pixel * 4 + 1] = color[pixel * 3 + 1]!;
    samples[pixel * 4 + 2] = color[pixel * 3 + 2]!;
    samples[pixel * 4 + 3] = last[pixel]!;
  }
  return { width, height, channels: 4, samples };
}

/** Converts an image to grey. Returns undefined if its colour space doesn't define how. */
export async function convertToGrey(
  pixels: Pixels,
  { kind }: ColorModel,
): Promise<Pixels | undefined> {
  if (kind === "grey") return pixels;
  if (kind === "other") return undefined;
  const { width, height } = pixels;
  if (kind === "lab") return { width, height, channels: 1, samples: greyFromLab(pixels) };
  const rgb = kind === "cmyk" ? rgbFromCmyk(pixels) : pixels;
  const samples = await openPixels(rgb).toColourspace("b-w").raw().toBuffer();
  return { width, height, channels: 1, samples };
}

/** Converts DeviceCMYK to DeviceRGB (ISO 32000-1, 10.3.5). */
function rgbFromCmyk({ width, height, samples }: Pixels): Pixels {
  const rgb = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++)
    for (let channel = 0; channel < 3; channel++)
      rgb[pixel * 3 + channel] =
        255 - Math.min(255, samples[pixel * 4 + channel]! + samples[pixel * 4 + 3]!);
  return { width, height, channels: 3, samples: rgb };
}

function greyFromLab({ samples }: Pixels): Uint8Array {
  const shades = Uint8Array.from({ length: 256 }, (_, value) => {
    const lightness = (value / 255) * 100;
    const linear = lightness > 8 ? ((lightness + 16) / 116) ** 3 : lightness / 903.3;
    return 255 * (linear > 0.0031308 ? 1.055 * linear ** (1 / 2.4) - 0.055 : 12.92 * linear);
  });
  return Uint8Array.from(
    { length: samples.length / 3 },
    (_, pixel) => shades[samples[pixel * 3]!]!,
  );
}

/** Maps every sample by an image's /Decode: pairs of the values for 0 and 255, from 0 to 1. */
export function applyDecode(pixels: Pixels, ranges: readonly number[]): Pixels {
  const { channels } = pixels;
  const samples = pixels.samples.map((value, at) => {
    const pair = 2 * (at % channels);
    const [from = 0, to = 1] = [ranges[pair], ranges[pair + 1]];
    return Math.round(255 * from + value * (to - from));
  });
  return { ...pixels, samples };
}

/**
 * Reverses the blending of an image with a matte colour (ISO 32000-1, 11.6.5.3). Pixels that its
 * soft mask hides get the colour of a neighbour.
 */
export function removeMatte(
  pixels: Pixels,
  { alpha, matte }: { alpha: Uint8Array; matte: readonly number[] },
): Pixels {
  const { channels } = pixels;
  const samples = Uint8Array.from(pixels.samples);
  for (let at = 0; at < samples.length; at++) {
    const opacity = alpha[Math.trunc(at / channels)]! / 255;
    const base = 255 * (matte[at % channels] ?? 0);
    if (opacity === 0) continue;
    const value = base + (samples[at]! - base) / opacity;
    samples[at] = Math.max(0, Math.min(255, Math.round(value)));
  }
  const transparent = alpha.map((value) => (value === 0 ? 1 : 0));
  return fillTransparent({ ...pixels, samples }, transparent);
}

/**
 * Gives transparent pixels the colour of the nearest opaque one in their row, or of a row near by.
 * Otherwise their colours would bleed into visible ones.
 */
export function fillTransparent(pixels: Pixels, transparent: Uint8Array): Pixels {
  const { width, height, channels } = pixels;
  const samples = Uint8Array.from(pixels.samples);
  const copy = (from: number, to: number) =>
    samples.copyWithin(to * channels, from * channels, (from + 1) * channels);
  const empty: number[] = [];
  let filled = -1;
  for (let row = 0; row < height; row++) {
    const start = row * width;
    const first = transparent.subarray(start, start + width).indexOf(0);
    if (first < 0) {
      if (filled < 0) empty.push(row);
      else copyRow(filled, row);
      continue;
    }
    for (let x = 0; x < width; x++)
      if (transparent[start + x]) copy(start + (x < first ? first : x - 1), start + x);
    filled = row;
    for (const above of empty.splice(0)) copyRow(row, above);
  }
  return { ...pixels, samples };

  function copyRow(from: number, to: number): void {
    const bytes = width * channels;
    samples.copyWithin(to * bytes, from * bytes, (from + 1) * bytes);
  }
}

/**
 * Returns the share of pixels that equal their left neighbour: high for drawings and screenshots,
 * low for photographs.
 */
export function measureFlatness({ width, samples, channels }: Pixels): number {
  const count = samples.length / channels;
  // A prime step visits all columns.
  const step = count > flatnessSamples ? 2 * Math.trunc(count / flatnessSamples) + 1 : 1;
  let equal = 0;
  let total = 0;
  for (let pixel = 1; pixel < count; pixel += step) {
    if (pixel % width === 0) continue;
    let isEqual = true;
    for (let channel = 0; channel < channels && isEqual; channel++)
      isEqual = samples[pixel * channels + channel]! === samples[(pixel - 1) * channels + channel]!;
    if (isEqual) equal++;
    total++;
  }
  return total === 0 ? 0 : equal / total;
}

const flatnessSamples = 200_000;
