import { PDFArray, type PDFDict, PDFName, type PDFObject, PDFStream } from "pdf-lib";
import sharp, { type Sharp } from "sharp";
import { decodeStream } from "../objects/decode.ts";
import { entry, itemsOf, nameEntry, numberEntry } from "../objects/entries.ts";

/** An image of a PDF that can be made anew. */
export interface Picture {
  width: number;
  height: number;
  /** 1 of grey, 3 of red, green and blue. */
  channels: 1 | 3;
  open(): Sharp;
}

const pixelsMax = 50_000_000;
/** An image of fewer bytes is not worth it. */
const bytesMin = 1024;

/**
 * Reads an image of 8 bits a colour, grey or of three colours, that is a JPEG or compressed without
 * loss. Others are left alone: masks, CMYK, palettes, JBIG2, JPEG 2000 and fax.
 */
export function pictureOf(stream: PDFStream): Picture | undefined {
  const { dict } = stream;
  if (stream.getContentsSize() < bytesMin || !isPlain(dict)) return undefined;
  const width = numberEntry(dict, "Width") ?? 0;
  const height = numberEntry(dict, "Height") ?? 0;
  const channels = channelsOf(dict.lookup(PDFName.of("ColorSpace")));
  if (!channels || width < 8 || height < 8 || width * height > pixelsMax) return undefined;
  const decoded = decodeStream(stream);
  if (!decoded) return undefined;
  const { bytes, filter } = decoded;
  const limits = { limitInputPixels: pixelsMax, failOn: "error" as const };
  if (filter === "DCTDecode")
    return { width, height, channels, open: () => sharp(withoutProfile(bytes), limits) };
  if (filter !== undefined || bytes.length < width * height * channels) return undefined;
  const raw = { width, height, channels };
  const pixels = bytes.subarray(0, width * height * channels);
  return { width, height, channels, open: () => sharp(pixels, { raw, ...limits }) };
}

function isPlain(dict: PDFDict): boolean {
  const mask = dict.lookup(PDFName.of("SMask"));
  // A mask that was multiplied into the colours must have as many pixels as they.
  const isMatted = mask instanceof PDFStream && mask.dict.has(PDFName.of("Matte"));
  const isKeyed = entry(dict, "Mask", PDFArray) !== undefined;
  const isMask = dict.lookup(PDFName.of("ImageMask"))?.toString() === "true";
  return (
    numberEntry(dict, "BitsPerComponent") === 8 &&
    !isMatted &&
    !isKeyed &&
    !isMask &&
    !dict.has(PDFName.of("Decode")) &&
    !dict.has(PDFName.of("Alternates"))
  );
}

function channelsOf(space: PDFObject | undefined): 1 | 3 | undefined {
  const [kind, profile] = space instanceof PDFArray ? itemsOf(space) : [space];
  const name = kind instanceof PDFName ? kind.decodeText() : "";
  if (name === "DeviceGray" || name === "CalGray") return 1;
  if (name === "DeviceRGB" || name === "CalRGB") return 3;
  const count = profile instanceof PDFStream ? numberEntry(profile.dict, "N") : undefined;
  if (name !== "ICCBased" || (count !== 1 && count !== 3)) return undefined;
  return nameEntry((profile as PDFStream).dict, "Alternate") === "Lab" ? undefined : count;
}

/**
 * A JPEG without the colour profile within it: the PDF says itself what its colours mean, and sharp
 * would change them.
 */
function withoutProfile(jpeg: Uint8Array): Uint8Array {
  const kept: Uint8Array[] = [jpeg.subarray(0, 2)];
  let at = 2;
  while (jpeg[at] === 0xff && jpeg[at + 1] !== 0xda && at + 4 <= jpeg.length) {
    const end = at + 2 + jpeg[at + 2]! * 256 + jpeg[at + 3]!;
    const isProfile = jpeg[at + 1] === 0xe2;
    if (!isProfile) kept.push(jpeg.subarray(at, end));
    at = end;
  }
  kept.push(jpeg.subarray(at));
  return Buffer.concat(kept);
}
