import { isHeic, parseHeic, type RawImage } from "hub/drawing";
import type { Metadata, Sharp } from "sharp";
import qr from "../plugin.ts";
import { parseBitmap } from "./bmp.ts";
import type { ImagePixels } from "./reader.ts";

const { imageBytesMax, imagePixelsMax } = qr.limits;

/** An image with accepted format and size, not decoded yet. */
export interface OpenImage {
  hasAlpha: boolean;
  /** Decodes it to upright brightness values over a background. Only the first frame of an animation. */
  pixels(background: "white" | "black"): Promise<ImagePixels>;
}

/** Checks the header of an image file, so that decompression bombs are rejected first. */
export async function openImage(bytes: Uint8Array, at: string): Promise<OpenImage> {
  if (bytes.length > imageBytesMax)
    throw qr.error(
      "image_too_large",
      `${at} must have at most ${imageBytesMax} bytes: it has ${bytes.length}`,
      { at, members: { max_bytes: imageBytesMax } },
    );
  const { default: sharp } = await import("sharp");
  const raw = parseBitmap(bytes) ?? (isHeic(bytes) ? await readHeic(bytes, at) : undefined);
  if (!raw && !isKnown(bytes))
    throw qr.error(
      "unsupported_image",
      `${at} must be a PNG, JPEG, WebP, GIF, AVIF, HEIC, TIFF or BMP image`,
      { at },
    );
  const open = async (limitInputPixels: number | false) =>
    raw
      ? sharp(await raw.decode(), { raw })
      : sharp(bytes, { limitInputPixels, failOn: "truncated" });
  const { width, height, hasAlpha } = raw
    ? { ...raw, hasAlpha: raw.channels === 4 }
    : await readMetadata(await open(false), at);
  if (width * height > imagePixelsMax)
    throw qr.error(
      "image_too_large",
      `${at} must have at most ${imagePixelsMax} pixels: it has ${width} × ${height}`,
      { at, members: { max_pixels: imagePixelsMax } },
    );
  return {
    hasAlpha,
    async pixels(background) {
      try {
        const image = (await open(imagePixelsMax)).autoOrient().flatten({ background });
        const { data, info } = await image.greyscale().raw().toBuffer({ resolveWithObject: true });
        return { data, width: info.width, height: info.height };
      } catch (cause) {
        throw createDecodeError(at, cause);
      }
    },
  };
}

/** Creates the error for an image that is shorter than its header declares. */
function createDecodeError(at: string, cause: unknown): Error {
  return qr.error("unsupported_image", `${at} cannot be decoded completely: the image is damaged`, {
    at,
    cause,
  });
}

async function readHeic(bytes: Uint8Array, at: string): Promise<RawImage> {
  try {
    return await parseHeic(bytes);
  } catch (cause) {
    throw createDecodeError(at, cause);
  }
}

async function readMetadata(
  image: Sharp,
  at: string,
): Promise<Pick<Metadata, "width" | "height"> & { hasAlpha: boolean }> {
  try {
    const { width, height, hasAlpha = false } = await image.metadata();
    return { width, height, hasAlpha };
  } catch (cause) {
    throw createDecodeError(at, cause);
  }
}

/** Returns whether the signature is supported: sharp would also render SVG. */
function isKnown(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  return (
    head.startsWith("\x89PNG\r\n\x1a\n") ||
    head.startsWith("\xff\xd8\xff") ||
    head.startsWith("GIF87a") ||
    head.startsWith("GIF89a") ||
    (head.startsWith("RIFF") && head.endsWith("WEBP")) ||
    (head.slice(4, 8) === "ftyp" && ["avif", "avis"].includes(head.slice(8))) ||
    head.startsWith("II*\0") ||
    head.startsWith("MM\0*")
  );
}

/** Decodes base64, plain or in a data URI. `at` is the path of the field, for messages. */
export function decodeBase64(text: string, at: string): Uint8Array {
  const comma = text.indexOf(",");
  const isUri = text.startsWith("data:") && text.slice(0, Math.max(0, comma)).endsWith(";base64");
  try {
    return Uint8Array.fromBase64(isUri ? text.slice(comma + 1) : text);
  } catch (cause) {
    throw qr.error("invalid_input", `${at} must be base64, alone or as a data URI`, { at, cause });
  }
}
