import type { Sharp } from "sharp";
import { type OpenImage, openImage } from "../readers/image.ts";
import { type Code, type ImagePixels, type ReadOptions, readPixels } from "../readers/reader.ts";

/** Options for reading a file, and its path in the request for messages. */
interface ReadFileOptions extends ReadOptions {
  at?: string;
}

/**
 * Reads the codes in an image file. If the first attempt finds none, `tryHarder` tries other sizes
 * and noise reduction. Returns an empty list if there are no codes.
 */
export async function readCodes(
  bytes: Uint8Array,
  {
    at = "body.image",
    tryHarder = false,
    multiple = false,
    otherCodes = false,
  }: ReadFileOptions = {},
): Promise<Code[]> {
  const image = await openImage(bytes, at);
  for await (const { pixels, reduction = 1, thorough = false } of listAttempts(image, tryHarder)) {
    const codes = await readPixels(pixels, { tryHarder: thorough, multiple, otherCodes });
    if (codes.length > 0) return codes.map((code) => scaleCode(code, reduction));
  }
  return [];
}

/** An attempt to read an image. */
interface ScanAttempt {
  pixels: ImagePixels;
  /** Factor by which the image was reduced. */
  reduction?: number;
  thorough?: boolean;
}

async function* listAttempts(image: OpenImage, tryHarder: boolean): AsyncGenerator<ScanAttempt> {
  const { default: sharp } = await import("sharp");
  const white = await image.pixels("white");
  const { width, height } = white;
  yield { pixels: white };
  // White modules on transparency are designed for dark backgrounds.
  if (image.hasAlpha) yield { pixels: await image.pixels("black") };
  const source = () => sharp(white.data, { raw: { width, height, channels: 1 } });
  // The engine treats differences below 24 of 255 as one colour.
  yield { pixels: await decodePixels(source().normalise()) };
  if (!tryHarder) return;
  const largest = Math.sqrt(thoroughPixelsMax / (width * height));
  let previousScale = 0;
  for (const { zoom = 1, transform } of extraAttempts) {
    const scale = Math.min(zoom, largest);
    // For a large image, several scales are clamped to the same size.
    if (scale === previousScale && !transform) continue;
    previousScale = scale;
    const scaled = scale === 1 ? source() : source().resize(Math.ceil(width * scale));
    const pixels = await decodePixels(transform ? transform(scaled) : scaled);
    yield { pixels, reduction: width / pixels.width, thorough: true };
  }
}

// An image tiled with finder patterns takes the engine's thorough search 2 s at this size, and 12 s at 4 million
// pixels.
const thoroughPixelsMax = 1_500_000;

/**
 * Each attempt read some test images that the others didn't: skewed and small ones need enlarging, noisy ones
 * reducing or filtering, blurred ones sharpening.
 */
const extraAttempts: readonly { zoom?: number; transform?(image: Sharp): Sharp }[] = [
  {},
  { zoom: 2 },
  { zoom: 1 / 2 },
  { zoom: 1 / 4 },
  { transform: (image) => image.median(5).normalise() },
  { transform: (image) => image.normalise().blur(2) },
  { transform: (image) => image.sharpen({ sigma: 3, m1: 3, m2: 5 }) },
];

async function decodePixels(image: Sharp): Promise<ImagePixels> {
  const { data, info } = await image.greyscale().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function scaleCode(code: Code, factor: number): Code {
  const position = code.position.map(({ x, y }) => ({
    x: Math.round(x * factor),
    y: Math.round(y * factor),
  }));
  return { ...code, position };
}
