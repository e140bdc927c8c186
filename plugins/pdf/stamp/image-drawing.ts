import { deflateSync } from "node:zlib";
import { rasterise, sanitiseSvg } from "hub/drawing";
import type { PDFDocument, PDFRef } from "pdf-lib";
import sharp from "sharp";
import { operands } from "../objects/operands.ts";
import pdf from "../plugin.ts";
import { createForm, type Drawing } from "./drawing.ts";

interface Pixels {
  /** Three channels. */
  colors: Buffer;
  /** One channel, or undefined if the image is opaque. */
  opacity: Buffer | undefined;
  width: number;
  height: number;
  /** In points. */
  size: { width: number; height: number };
}

/** Draws a PNG, JPEG, WebP or SVG in its own size. `at` is its location in the request. */
export async function imageDrawing(
  document: PDFDocument,
  bytes: Uint8Array,
  at: string,
): Promise<Drawing> {
  const pixels = await decodePixels(bytes, at);
  const { width, height } = pixels.size;
  const content = `${operands(width, 0, 0, height, 0, 0)} cm /StampImage Do`;
  const resources = { XObject: { StampImage: createImageObject(document, pixels) } };
  return createForm(document, content, { width, height, resources });
}

/** Adds pixels to a document as an image XObject. */
function createImageObject({ context }: PDFDocument, pixels: Omit<Pixels, "size">): PDFRef {
  const { width, height, colors, opacity } = pixels;
  const common = {
    Type: "XObject",
    Subtype: "Image",
    Width: width,
    Height: height,
    BitsPerComponent: 8,
    Filter: "FlateDecode",
  };
  const mask =
    opacity &&
    context.register(context.stream(deflateSync(opacity), { ...common, ColorSpace: "DeviceGray" }));
  const image = context.stream(deflateSync(colors), {
    ...common,
    ColorSpace: "DeviceRGB",
    ...(mask && { SMask: mask }),
  });
  return context.register(image);
}

const pixelsMax = 16_000_000;

async function decodePixels(bytes: Uint8Array, at: string): Promise<Pixels> {
  try {
    return isSvg(bytes) ? await decodeSvg(bytes) : await decodeBitmap(bytes);
  } catch (cause) {
    const kinds = "PNG, JPEG, WebP or SVG";
    throw pdf.error(
      "unsupported_image",
      `${at} must be a ${kinds} of at most ${pixelsMax} pixels`,
      {
        at,
        cause,
      },
    );
  }
}

/** The size of a pixel in points: 96 pixels per inch, as in CSS. */
const pointsPerPixel = 0.75;

async function decodeBitmap(bytes: Uint8Array): Promise<Pixels> {
  if (!isBitmap(bytes)) throw new Error("Cannot decode the image: its format is unknown");
  const image = sharp(bytes, { limitInputPixels: pixelsMax, failOn: "error" });
  return separateAlpha(
    await image
      .autoOrient()
      .toColourspace("srgb")
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true }),
    pointsPerPixel,
  );
}

/** The scale at which SVG is rasterised. */
const svgScale = 3;

async function decodeSvg(bytes: Uint8Array): Promise<Pixels> {
  const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  const { data, width, height } = await rasterise(sanitiseSvg(text), { scale: svgScale });
  return separateAlpha(
    { data: Buffer.from(data), info: { width, height } },
    pointsPerPixel / svgScale,
  );
}

function separateAlpha(
  { data, info: { width, height } }: { data: Buffer; info: { width: number; height: number } },
  scale: number,
): Pixels {
  const count = width * height;
  const colors = Buffer.alloc(3 * count);
  const opacity = Buffer.alloc(count);
  let isOpaque = true;
  for (let index = 0; index < count; index++) {
    data.copy(colors, 3 * index, 4 * index, 4 * index + 3);
    opacity[index] = data.readUInt8(4 * index + 3);
    isOpaque &&= opacity[index] === 255;
  }
  const size = { width: width * scale, height: height * scale };
  return { colors, opacity: isOpaque ? undefined : opacity, width, height, size };
}

/** Detects the format from the first bytes, regardless of the declared type. */
function isBitmap(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  return (
    head.startsWith("\x89PNG\r\n") ||
    head.startsWith("\xff\xd8\xff") ||
    (head.startsWith("RIFF") && head.endsWith("WEBP"))
  );
}

function isSvg(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 300)).toString("utf8").trimStart();
  return (
    head.startsWith("<svg") ||
    head.startsWith("<?xml") ||
    head.startsWith("<!--") ||
    head.startsWith("\uFEFF<")
  );
}
