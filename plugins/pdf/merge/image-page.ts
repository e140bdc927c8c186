import { type PDFDict, type PDFDocument, PDFName, PDFRawStream, type PDFRef } from "pdf-lib";
import sharp, { type Sharp } from "sharp";
import { short } from "../objects/operands.ts";
import { papers } from "../objects/pages.ts";
import pdf from "../plugin.ts";
import type { MergeBody } from "./request.ts";

interface ImageOptions {
  /** The file's location in the request. */
  at: string;
  page: MergeBody["image_page"];
}

const pixelsMax = 50_000_000;
const pointsPerInch = 72;
/** The resolution assumed for an image that sets none. */
const defaultDensity = 96;

/** Creates a page for an image, in the size of the image or centred on paper. */
export async function imagePage(
  bytes: Uint8Array,
  target: PDFDocument,
  { at, page }: ImageOptions,
): Promise<PDFRef> {
  try {
    const image = sharp(bytes, { limitInputPixels: pixelsMax, failOn: "error" }).autoOrient();
    const { density = defaultDensity } = await image.metadata();
    const { ref, width, height } = await embedImage(image, bytes, target);
    const resolution = density >= 10 && density <= 2400 ? density : defaultDensity;
    const natural = [width, height].map((side) => (side / resolution) * pointsPerInch);
    return createPage(ref, target, { natural: natural as [number, number], page });
  } catch (cause) {
    throw pdf.error(
      "unsupported_image",
      `${at} must be a PDF, or a readable PNG, JPEG or WebP image of at most ${pixelsMax} pixels`,
      { at, cause },
    );
  }
}

async function embedImage(image: Sharp, bytes: Uint8Array, target: PDFDocument) {
  const { format, orientation = 1, width, height, space, hasAlpha } = await image.metadata();
  // An upright JPEG is embedded unchanged, without loss.
  if (format === "jpeg" && orientation === 1 && (space === "srgb" || space === "b-w")) {
    const ref = target.context.register(
      PDFRawStream.of(
        buildImageDict(target, {
          width,
          height,
          space: space === "b-w" ? "DeviceGray" : "DeviceRGB",
          filter: "DCTDecode",
        }),
        bytes,
      ),
    );
    return { ref, width, height };
  }
  const png = image.toColourspace("srgb");
  const mask = hasAlpha
    ? await embedPixels(png.clone().extractChannel("alpha"), target, undefined)
    : undefined;
  return embedPixels(png.clone().removeAlpha(), target, mask?.ref);
}

/** Embeds the pixels in PNG's encoding, which PDF can decode: PNG predictors, by row. */
async function embedPixels(image: Sharp, target: PDFDocument, mask: PDFRef | undefined) {
  const { data, info } = await image
    .png({ compressionLevel: 6 })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  // For a grey image, sharp writes one channel, as PNG's colour type byte shows.
  const colors = data[25] === 0 ? 1 : 3;
  const dict = buildImageDict(target, {
    width,
    height,
    space: colors === 1 ? "DeviceGray" : "DeviceRGB",
    filter: "FlateDecode",
  });
  dict.set(
    PDFName.of("DecodeParms"),
    target.context.obj({ Predictor: 15, Colors: colors, Columns: width }),
  );
  if (mask) dict.set(PDFName.of("SMask"), mask);
  return {
    ref: target.context.register(PDFRawStream.of(dict, readPixelData(data))),
    width,
    height,
  };
}

interface ImageEntries {
  width: number;
  height: number;
  space: string;
  filter: string;
}

function buildImageDict(
  target: PDFDocument,
  { width, height, space, filter }: ImageEntries,
): PDFDict {
  return target.context.obj({
    Type: "XObject",
    Subtype: "Image",
    Width: width,
    Height: height,
    ColorSpace: space,
    BitsPerComponent: 8,
    Filter: filter,
  });
}

/** Returns the joined contents of a PNG's IDAT chunks. */
function readPixelData(png: Buffer): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let at = 8; at + 8 <= png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT")
      parts.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return Buffer.concat(parts);
}

function createPage(
  image: PDFRef,
  { context }: PDFDocument,
  { natural, page }: { natural: [number, number]; page: MergeBody["image_page"] },
): PDFRef {
  const isLandscape = natural[0] > natural[1];
  const paper = page === "fit" ? natural : isLandscape ? papers[page].toReversed() : papers[page];
  const { pageSideMax } = pdf.limits;
  const shrink = Math.min(1, pageSideMax / Math.max(...paper));
  const sheet = paper.map((side) => side * shrink) as [number, number];
  const scale = Math.min(sheet[0] / natural[0], sheet[1] / natural[1], page === "fit" ? shrink : 1);
  const size = natural.map((side) => side * scale) as [number, number];
  const offset = [(sheet[0] - size[0]) / 2, (sheet[1] - size[1]) / 2];
  const drawing = `q ${[size[0], 0, 0, size[1], ...offset].map(short).join(" ")} cm /Image Do Q`;
  return context.register(
    context.obj({
      Type: "Page",
      MediaBox: [0, 0, ...sheet.map(short)],
      Resources: { XObject: { Image: image } },
      Contents: context.register(context.stream(drawing)),
    }),
  );
}
