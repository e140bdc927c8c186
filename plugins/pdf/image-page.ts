import { type PDFDict, type PDFDocument, PDFName, PDFRawStream, type PDFRef } from "pdf-lib";
import type { Sharp, SharpOptions } from "sharp";
import { newDocument, saveDocument } from "./engines/pdf-lib.ts";
import { hangPages } from "./graft/graft.ts";
import { short } from "./objects/operands.ts";
import { papers } from "./objects/pages.ts";
import pdf from "./plugin.ts";

interface ImageOptions {
  /** The file's location in the request. */
  at: string;
  /** The size of the image, or a paper. */
  page: "fit" | keyof typeof papers;
}

/** The first bytes of JPEG, PNG, WebP and TIFF. */
const magics = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47],
  [0x52, 0x49, 0x46, 0x46],
  [0x49, 0x49, 0x2a, 0x00],
  [0x4d, 0x4d, 0x00, 0x2a],
];

/** Returns whether bytes start like an image that can become a page. */
export function isImage(bytes: Uint8Array): boolean {
  return (
    magics.some((magic) => magic.every((byte, index) => bytes[index] === byte)) || isHeif(bytes)
  );
}

function isHeif(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(4, 8)).toString("latin1") === "ftyp";
}

/** Builds a PDF of an image, with a page for each page of a TIFF. */
export async function buildImagePdf(
  bytes: Uint8Array,
  options: ImageOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const target = await newDocument();
  hangPages(target, await imagePages(bytes, target, options));
  return saveDocument(target);
}

const pixelsMax = 50_000_000;
const pointsPerInch = 72;
/** The resolution assumed for an image that sets none. */
const defaultDensity = 96;

/** Creates a page for each page of an image, in the size of the image or centred on paper. */
export async function imagePages(
  bytes: Uint8Array,
  target: PDFDocument,
  { at, page }: ImageOptions,
): Promise<PDFRef[]> {
  try {
    const { default: sharp } = await import("sharp");
    const options = { limitInputPixels: pixelsMax, failOn: "error" } as const;
    const pages: PDFRef[] = [];
    const input = await readInput(bytes);
    const { pages: count = 1 } = await sharp(input.bytes, { ...options, ...input.raw }).metadata();
    if (count > pdf.limits.pagesMax) throw new RangeError(`Cannot read ${count} pages`);
    for (let number = 0; number < count; number++) {
      const selected = { ...options, ...input.raw, ...(count > 1 && { page: number }) };
      const image = sharp(input.bytes, selected).autoOrient();
      const { density = defaultDensity } = await image.metadata();
      const { ref, width, height } = await embedImage(image, input.bytes, target);
      const resolution = density >= 10 && density <= 2400 ? density : defaultDensity;
      const natural = [width, height].map((side) => (side / resolution) * pointsPerInch);
      pages.push(createPage(ref, target, { natural: natural as [number, number], page }));
    }
    return pages;
  } catch (cause) {
    throw pdf.error(
      "unsupported_image",
      `${at} must be a PDF, or a readable PNG, JPEG, WebP, TIFF or HEIC image of at most ${pixelsMax} pixels`,
      { at, cause },
    );
  }
}

/** Decodes HEIC, which sharp can't. */
async function readInput(bytes: Uint8Array): Promise<{ bytes: Uint8Array; raw?: SharpOptions }> {
  const { isHeic, parseHeic } = await import("hub/drawing");
  if (!isHeic(bytes)) return { bytes };
  const { width, height, channels, decode } = await parseHeic(bytes);
  if (width * height > pixelsMax) throw new RangeError(`Cannot decode ${width} × ${height} pixels`);
  return { bytes: await decode(), raw: { raw: { width, height, channels } } };
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
  { natural, page }: { natural: [number, number]; page: ImageOptions["page"] },
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
