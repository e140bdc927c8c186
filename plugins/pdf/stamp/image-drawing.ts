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
  /** One channel, or none where nothing can be seen through. */
  opacity: Buffer | undefined;
  width: number;
  height: number;
  /** In points. */
  size: { width: number; height: number };
}

/** Draws a PNG, JPEG, WebP or SVG, as large as it says it is. `at` is its place in the request. */
export async function imageDrawing(
  document: PDFDocument,
  bytes: Uint8Array,
  at: string,
): Promise<Drawing> {
  const pixels = await decodePixels(bytes, at);
  const { width, height } = pixels.size;
  const content = `${operands(width, 0, 0, height, 0, 0)} cm /StampImage Do`;
  const resources = { XObject: { StampImage: imageObject(document, pixels) } };
  return createForm(document, content, { width, height, resources });
}

/** Writes pixels into a document as an image. */
function imageObject({ context }: PDFDocument, pixels: Omit<Pixels, "size">): PDFRef {
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
    return isSvg(bytes) ? await fromSvg(bytes) : await fromBitmap(bytes);
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

/** How many points a pixel takes: 96 to the inch, as in CSS. */
const pointsOfPixel = 0.75;

async function fromBitmap(bytes: Uint8Array): Promise<Pixels> {
  if (!isBitmap(bytes)) throw new Error("The image is of no known kind");
  const image = sharp(bytes, { limitInputPixels: pixelsMax, failOn: "error" });
  return separateAlpha(
    await image
      .autoOrient()
      .toColourspace("srgb")
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true }),
    pointsOfPixel,
  );
}

/** How finely a drawing is drawn, as many times as it is large. */
const svgScale = 3;

async function fromSvg(bytes: Uint8Array): Promise<Pixels> {
  const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  const { data, width, height } = await rasterise(sanitiseSvg(text), { scale: svgScale });
  return separateAlpha(
    { data: Buffer.from(data), info: { width, height } },
    pointsOfPixel / svgScale,
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

/** By their first bytes, whatever they are said to be. */
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
