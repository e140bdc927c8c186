import { PDFArray, PDFBool, type PDFDict, PDFName, PDFNumber, type PDFStream } from "pdf-lib";
import sharp from "sharp";
import { entry, listItems, numberEntry } from "../objects/entries.ts";
import { decodeStream } from "../objects/streams.ts";
import { type ColorModel, readColorModel } from "./color-model.ts";
import type { Bitmap } from "./fax.ts";

// Positions stay within the pixels of an image, so `!` is used: a check for each would cost time.

/** The pixels of an image, one byte for each sample, before the image's /Decode. */
export interface Pixels {
  width: number;
  height: number;
  channels: 1 | 3 | 4;
  samples: Uint8Array;
}

/** An image of a PDF that can be re-encoded. */
export interface Picture extends Pixels {
  model: ColorModel;
  /** Whether the file stores it as JPEG. */
  isLossy: boolean;
  /** A byte of 1 for each pixel that the image's colour key makes transparent. */
  transparent?: Uint8Array;
}

const pixelsMax = 50_000_000;

/** Reads an image of one bit per pixel. Returns undefined for others, and if it is faxed already. */
export function readBitmap(stream: PDFStream): Bitmap | undefined {
  const { dict } = stream;
  const { width, height } = readSize(dict);
  const isMask = entry(dict, "ImageMask", PDFBool)?.asBoolean() === true;
  const model = readColorModel(dict.lookup(PDFName.of("ColorSpace")));
  const isSingle = isMask || model?.palette !== undefined || model?.channels === 1;
  const bits = isMask ? 1 : numberEntry(dict, "BitsPerComponent");
  if (bits !== 1 || !isSingle || width * height > pixelsMax) return undefined;
  const decoded = decodeStream(stream);
  const length = Math.ceil(width / 8) * height;
  if (!decoded || decoded.filter !== undefined || decoded.bytes.length < length || length === 0)
    return undefined;
  return { width, height, bits: decoded.bytes.subarray(0, length) };
}

/**
 * Reads an image of any colour space with 1, 3 or 4 components. Returns undefined for others, for
 * masks, JBIG2, JPEG 2000 and fax, and if re-encoding could change more than the samples.
 */
export async function readPicture(stream: PDFStream): Promise<Picture | undefined> {
  const { dict } = stream;
  const { width, height } = readSize(dict);
  const model = readColorModel(dict.lookup(PDFName.of("ColorSpace")));
  const isMask = entry(dict, "ImageMask", PDFBool)?.asBoolean() === true;
  if (!model || isMask || dict.has(PDFName.of("Alternates"))) return undefined;
  if (width < 8 || height < 8) return undefined;
  if (width * height > pixelsMax || !hasPlainDecode(dict, model)) return undefined;
  const decoded = decodeStream(stream);
  if (!decoded) return undefined;
  const { channels } = model;
  if (channels !== 1 && channels !== 3 && channels !== 4) return undefined;
  const isKeyed = entry(dict, "Mask", PDFArray) !== undefined;
  const size = { width, height, channels } as const;
  if (decoded.filter === "DCTDecode") {
    // Viewers disagree about the exact samples of a JPEG, and thus about its colour key.
    if (isKeyed || model.palette || hasOddTransform(dict)) return undefined;
    const samples = await decodeJpeg(decoded.bytes, size);
    return samples && { ...size, samples, model, isLossy: true };
  }
  if (decoded.filter !== undefined) return undefined;
  const stored = model.palette ? 1 : channels;
  const bits = numberEntry(dict, "BitsPerComponent") ?? 8;
  const raw = unpack(decoded.bytes, { width, height, channels: stored, bits });
  // Only half of a colour key's 16 bits are read. PDFium misreads keys of several small samples.
  const isOddKey = isKeyed && (bits === 16 || (bits < 8 && stored > 1));
  if (!raw || isOddKey) return undefined;
  const samples = model.palette ? applyPalette(raw, model) : scaleSamples(raw, bits);
  if (!samples) return undefined;
  const picture = { ...size, samples, model, isLossy: false };
  const key = entry(dict, "Mask", PDFArray);
  return key ? { ...picture, transparent: findTransparent(raw, { key, stored }) } : picture;
}

function readSize(dict: PDFDict): { width: number; height: number } {
  return {
    width: Math.trunc(numberEntry(dict, "Width") ?? 0),
    height: Math.trunc(numberEntry(dict, "Height") ?? 0),
  };
}

/**
 * Whether /Decode is missing, or maps samples onto a part of the space's range: a wider range would
 * amplify the loss.
 */
function hasPlainDecode(dict: PDFDict, { kind, palette }: ColorModel): boolean {
  const decode = entry(dict, "Decode", PDFArray);
  if (!decode) return true;
  if (palette) {
    const bits = numberEntry(dict, "BitsPerComponent") ?? 8;
    return readNumbers(decode).every((value, index) => value === (index % 2) * (2 ** bits - 1));
  }
  if (kind === "lab") return false;
  return readNumbers(decode).every((value) => value >= 0 && value <= 1);
}

function readNumbers(array: PDFArray): number[] {
  return listItems(array).map((item) => (item instanceof PDFNumber ? item.asNumber() : Number.NaN));
}

/** Whether the PDF says how the colours of a JPEG are transformed. Only the JPEG itself is read. */
function hasOddTransform(dict: PDFDict): boolean {
  const parameters = dict.lookup(PDFName.of("DecodeParms"))?.toString() ?? "";
  return parameters.includes("/ColorTransform");
}

/** Returns the samples of a JPEG as a PDF reader sees them, without any colour conversion. */
async function decodeJpeg(
  jpeg: Uint8Array,
  { width, height, channels }: Omit<Pixels, "samples">,
): Promise<Uint8Array | undefined> {
  const bytes = removeProfile(jpeg);
  try {
    const image = sharp(bytes, { limitInputPixels: pixelsMax, failOn: "error" });
    const plain =
      channels === 4
        ? image.pipelineColourspace("cmyk").toColourspace("cmyk")
        : image.toColourspace(channels === 1 ? "b-w" : "srgb");
    const metadata = await image.metadata();
    if (metadata.channels !== channels) return undefined;
    const { data, info } = await plain.raw().toBuffer({ resolveWithObject: true });
    if (info.channels !== channels || info.width !== width || info.height !== height)
      return undefined;
    // libvips complements the four components, as if each file were Adobe's.
    if (channels === 4) for (let at = 0; at < data.length; at++) data[at]! ^= 0xff;
    return data;
  } catch {
    // A viewer may be able to read what sharp can't: the image stays unchanged.
    return undefined;
  }
}

/** Removes the colour profile from a JPEG: the PDF defines the colours. */
function removeProfile(jpeg: Uint8Array): Uint8Array {
  const segments: Uint8Array[] = [jpeg.subarray(0, 2)];
  let at = 2;
  while (jpeg[at] === 0xff && jpeg[at + 1] !== 0xda && at + 4 <= jpeg.length) {
    const [high = 0, low = 0] = jpeg.subarray(at + 2);
    const end = at + 2 + high * 256 + low;
    const isProfile = jpeg[at + 1] === 0xe2;
    if (!isProfile) segments.push(jpeg.subarray(at, end));
    at = end;
  }
  segments.push(jpeg.subarray(at));
  return Buffer.concat(segments);
}

interface Layout {
  width: number;
  height: number;
  channels: number;
  bits: number;
}

/**
 * Returns one byte for each sample, with the sample's own value, or the higher byte of 16 bits.
 * Returns undefined if there are too few bytes.
 */
function unpack(bytes: Uint8Array, layout: Layout): Uint8Array | undefined {
  const { width, height, channels, bits } = layout;
  const perRow = width * channels;
  const rowBytes = Math.ceil((perRow * bits) / 8);
  if (![1, 2, 4, 8, 16].includes(bits) || bytes.length < rowBytes * height) return undefined;
  if (bits === 8) return bytes.subarray(0, perRow * height);
  const samples = new Uint8Array(perRow * height);
  const mask = 2 ** bits - 1;
  for (let row = 0; row < height; row++)
    for (let index = 0; index < perRow; index++) {
      const at = row * rowBytes + ((index * bits) >> 3);
      const value = bits === 16 ? bytes[at]! : bytes[at]! >> (8 - bits - ((index * bits) & 7));
      samples[row * perRow + index] = bits === 16 ? value : value & mask;
    }
  return samples;
}

function scaleSamples(samples: Uint8Array, bits: number): Uint8Array {
  return bits >= 8 ? samples : samples.map((value) => (value * 255) / (2 ** bits - 1));
}

/** Returns undefined if an index exceeds the palette: viewers disagree about its colour. */
function applyPalette(
  indexes: Uint8Array,
  { palette, channels }: ColorModel,
): Uint8Array | undefined {
  const colors = palette?.colors ?? new Uint8Array();
  const count = Math.trunc(colors.length / channels);
  const samples = new Uint8Array(indexes.length * channels);
  for (let at = 0; at < indexes.length; at++) {
    if (indexes[at]! >= count) return undefined;
    const from = indexes[at]! * channels;
    for (let channel = 0; channel < channels; channel++)
      samples[at * channels + channel] = colors[from + channel] ?? 0;
  }
  return samples;
}

function findTransparent(
  raw: Uint8Array,
  { key, stored }: { key: PDFArray; stored: number },
): Uint8Array {
  const ranges = readNumbers(key);
  const found = new Uint8Array(raw.length / stored);
  for (let pixel = 0; pixel < found.length; pixel++) {
    let isInside = true;
    for (let channel = 0; channel < stored && isInside; channel++) {
      const value = raw[pixel * stored + channel]!;
      isInside = value >= ranges[2 * channel]! && value <= ranges[2 * channel + 1]!;
    }
    if (isInside) found[pixel] = 1;
  }
  return found;
}
