import type { Sharp } from "sharp";
import { type OpenImage, openImage } from "./image.ts";
import { type Code, type Pixels, type ReadOptions, readPixels } from "./reader.ts";

/** How to read a file, and where it stands in the request, for messages. */
interface ReadFileOptions extends ReadOptions {
  at?: string;
}

/**
 * Reads the codes of a PNG, JPEG, WebP or GIF file. Where a first look finds none, `tryHarder`
 * looks again at other sizes and without noise. No code is an empty list.
 */
export async function readCodes(
  bytes: Uint8Array,
  { at = "body.image", tryHarder = false, multiple = false }: ReadFileOptions = {},
): Promise<Code[]> {
  const image = await openImage(bytes, at);
  for await (const { pixels, shrunk = 1, thorough = false } of looks(image, tryHarder)) {
    const codes = await readPixels(pixels, { tryHarder: thorough, multiple });
    if (codes.length > 0) return codes.map((code) => scaleCode(code, shrunk));
  }
  return [];
}

/** One way to look at an image. */
interface ScanAttempt {
  pixels: Pixels;
  /** How many times as wide the image itself is. */
  shrunk?: number;
  thorough?: boolean;
}

async function* looks(image: OpenImage, tryHarder: boolean): AsyncGenerator<ScanAttempt> {
  const { default: sharp } = await import("sharp");
  const plain = await image.pixels("white");
  const { width, height } = plain;
  yield { pixels: plain };
  // White modules on nothing are made for dark backgrounds.
  if (image.hasAlpha) yield { pixels: await image.pixels("black") };
  const source = () => sharp(plain.data, { raw: { width, height, channels: 1 } });
  // The engine takes what differs by less than 24 of 255 for one colour.
  yield { pixels: await decodePixels(source().normalise()) };
  if (!tryHarder) return;
  const largest = Math.sqrt(thoroughPixelsMax / (width * height));
  let before = 0;
  for (const { zoom = 1, change } of secondLooks) {
    const scale = Math.min(zoom, largest);
    // Of a large image, several sizes come down to the same.
    if (scale === before && !change) continue;
    before = scale;
    const sized = scale === 1 ? source() : source().resize(Math.ceil(width * scale));
    const pixels = await decodePixels(change ? change(sized) : sized);
    yield { pixels, shrunk: width / pixels.width, thorough: true };
  }
}

// A picture tiled with finder patterns keeps the engine's thorough search busy for 2 s at this
// size, and for 12 s at 4 million pixels.
const thoroughPixelsMax = 1_500_000;

/**
 * Of test pictures, each of these read some that the others did not: skewed and small ones want to
 * be larger, noisy ones smaller or filtered, blurred ones sharpened.
 */
const secondLooks: readonly { zoom?: number; change?(image: Sharp): Sharp }[] = [
  {},
  { zoom: 2 },
  { zoom: 1 / 2 },
  { zoom: 1 / 4 },
  { change: (image) => image.median(5).normalise() },
  { change: (image) => image.normalise().blur(2) },
  { change: (image) => image.sharpen({ sigma: 3, m1: 3, m2: 5 }) },
];

async function decodePixels(image: Sharp): Promise<Pixels> {
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

/**
 * Whether a written image says what it should to someone who looks at it once: on white, as it is,
 * without the second looks at other contrasts, sizes and inversions that `/decode` takes.
 */
export async function readsAs(data: string, image: string | Uint8Array): Promise<boolean> {
  const { default: sharp } = await import("sharp");
  // An SVG is drawn by another program than ours: what it makes of it is what others see.
  const bytes = typeof image === "string" ? Buffer.from(image) : image;
  const seen = sharp(bytes).flatten({ background: "#fff" }).greyscale().raw();
  const { data: pixels, info } = await seen.toBuffer({ resolveWithObject: true });
  const codes = await readPixels(
    { data: pixels, width: info.width, height: info.height },
    { tryInvert: false },
  );
  // Bytes, not text: a decoder guesses the encoding, and may take "é" for something Japanese.
  const written = Buffer.from(data);
  return codes.some(({ bytes }) => written.equals(bytes));
}
