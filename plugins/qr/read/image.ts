import type { Metadata, Sharp } from "sharp";
import qr from "../plugin.ts";
import type { Pixels } from "./reader.ts";

const { imageBytesMax, imagePixelsMax } = qr.limits;

/** An image whose kind and size were found fit to decode, and nothing more yet. */
export interface OpenImage {
  hasAlpha: boolean;
  /** Decodes it to brightness, turned upright, over a background. Of an animation, the first picture. */
  pixels(behind: "white" | "black"): Promise<Pixels>;
}

/** Looks at the head of a PNG, JPEG, WebP or GIF file, so that a bomb is refused before it goes off. */
export async function openImage(bytes: Uint8Array, at: string): Promise<OpenImage> {
  if (bytes.length > imageBytesMax)
    throw qr.error(
      "image_too_large",
      `${at} must have at most ${imageBytesMax} bytes: it has ${bytes.length}`,
      { at, members: { max_bytes: imageBytesMax } },
    );
  if (!isKnown(bytes))
    throw qr.error("unsupported_image", `${at} must be a PNG, JPEG, WebP or GIF image`, { at });
  const { default: sharp } = await import("sharp");
  const open = (limitInputPixels: number | false) =>
    sharp(bytes, { limitInputPixels, failOn: "truncated" });
  const { width, height, hasAlpha = false } = await readMetadata(open(false), at);
  if (width * height > imagePixelsMax)
    throw qr.error(
      "image_too_large",
      `${at} must have at most ${imagePixelsMax} pixels: it has ${width} × ${height}`,
      { at, members: { max_pixels: imagePixelsMax } },
    );
  return {
    hasAlpha,
    async pixels(behind) {
      const image = open(imagePixelsMax).autoOrient().flatten({ background: behind });
      try {
        const { data, info } = await image.greyscale().raw().toBuffer({ resolveWithObject: true });
        return { data, width: info.width, height: info.height };
      } catch (cause) {
        throw brokenImage(at, cause);
      }
    },
  };
}

/** The failure of an image that does not hold what its head promises. */
function brokenImage(at: string, cause: unknown): Error {
  return qr.error("unsupported_image", `${at} is broken: it cannot be decoded to its end`, {
    at,
    cause,
  });
}

async function readMetadata(image: Sharp, at: string): Promise<Metadata> {
  try {
    return await image.metadata();
  } catch (cause) {
    throw brokenImage(at, cause);
  }
}

/** Whether the first bytes are those of a kind we read: sharp alone would also render SVG. */
function isKnown(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  return (
    head.startsWith("\x89PNG\r\n\x1a\n") ||
    head.startsWith("\xff\xd8\xff") ||
    head.startsWith("GIF87a") ||
    head.startsWith("GIF89a") ||
    (head.startsWith("RIFF") && head.endsWith("WEBP"))
  );
}

/** The bytes of base64, alone or in a data URI. `at` is the field's place, for messages. */
export function decodeBase64(text: string, at: string): Uint8Array {
  const comma = text.indexOf(",");
  const isUri = text.startsWith("data:") && text.slice(0, Math.max(0, comma)).endsWith(";base64");
  try {
    return Uint8Array.fromBase64(isUri ? text.slice(comma + 1) : text);
  } catch (cause) {
    throw qr.error("invalid_input", `${at} must be base64, alone or as a data URI`, { at, cause });
  }
}
