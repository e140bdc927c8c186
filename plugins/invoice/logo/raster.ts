import { rasterise, sanitiseSvg } from "hub/drawing";
import type { Raster } from "../pdf/file.ts";
import invoice from "../plugin.ts";

const { logoBytesMax, logoPixelsMax } = invoice.limits;

/** Pixels that a logo is drawn with at most: 300 to the inch where it is printed. */
const widthMax = 720;
const heightMax = 260;

/** Decodes an image, told by its first bytes, and makes it as small as it is printed. */
export async function rasterOf(bytes: Uint8Array, at: string): Promise<Raster> {
  if (bytes.length > logoBytesMax)
    throw tooLarge(`${at} must have at most ${logoBytesMax} bytes: it has ${bytes.length}`, at);
  const head = Buffer.from(bytes.subarray(0, 12)).toString("hex");
  const isWebp = head.startsWith("52494646") && head.endsWith("57454250");
  if (head.startsWith("89504e470d0a1a0a") || head.startsWith("ffd8ff") || isWebp)
    return decodeImage(bytes, at);
  const text = new TextDecoder().decode(bytes).trimStart();
  if (text.startsWith("<")) return drawSvg(text, at);
  throw invoice.error("unsupported_logo", `${at} must be a PNG, JPEG, WebP or SVG image`, { at });
}

async function decodeImage(bytes: Uint8Array, at: string): Promise<Raster> {
  const { default: sharp } = await import("sharp");
  const broken = (cause: unknown) => {
    throw unreadable(at, cause);
  };
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(broken);
  if (width * height > logoPixelsMax)
    throw tooLarge(
      `${at} must have at most ${logoPixelsMax} pixels: it has ${width} × ${height}`,
      at,
    );
  const { data, info } = await sharp(bytes, { failOn: "truncated" })
    .autoOrient()
    .resize(widthMax, heightMax, { fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(broken);
  return splitAlpha(data, info);
}

/** A drawing is cleaned of whatever may reach out or run before it is made pixels. */
async function drawSvg(text: string, at: string): Promise<Raster> {
  try {
    const { data, ...size } = await rasterise(sanitiseSvg(text), { width: widthMax });
    return splitAlpha(data, size);
  } catch (cause) {
    const why = cause instanceof Error ? `: ${cause.message}` : "";
    throw invoice.error("unsupported_logo", `${at} is an SVG image that cannot be drawn${why}`, {
      at,
      cause,
    });
  }
}

/** Parts colours from how see-through they are, as PDF keeps them. */
function splitAlpha(
  pixels: Uint8Array | Uint8ClampedArray,
  { width, height }: { width: number; height: number },
): Raster {
  const count = width * height;
  const [rgb, alpha] = [new Uint8Array(count * 3), new Uint8Array(count)];
  let clear = false;
  for (let at = 0; at < count; at++) {
    rgb[at * 3] = pixels[at * 4]!;
    rgb[at * 3 + 1] = pixels[at * 4 + 1]!;
    rgb[at * 3 + 2] = pixels[at * 4 + 2]!;
    alpha[at] = pixels[at * 4 + 3]!;
    if (alpha[at] !== 255) clear = true;
  }
  return { width, height, rgb, alpha: clear ? alpha : undefined };
}

function tooLarge(detail: string, at: string) {
  return invoice.error("logo_too_large", detail, { at });
}

function unreadable(at: string, cause: unknown) {
  return invoice.error("unsupported_logo", `${at} is broken: it cannot be decoded`, { at, cause });
}
