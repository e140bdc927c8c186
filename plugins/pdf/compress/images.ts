import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFStream,
} from "pdf-lib";
import type { Sharp } from "sharp";
import sharp from "sharp";
import { readTokens, readWord } from "../objects/content-tokens.ts";
import { entry, listItems, nameEntry, numberEntry } from "../objects/entries.ts";
import { pageBytes } from "../objects/pages.ts";
import { decodeStream, streamBytes } from "../objects/streams.ts";
import { type Matrix, matrixFrom, multiply } from "../stamp/geometry.ts";

export interface RecompressOptions {
  dpi: number;
  /** From 1 to 100. */
  quality: number;
  grayscale: boolean;
}

interface Recompressed {
  recompressed: number;
  skipped: number;
}

/** Re-encodes the images of a document if that makes them smaller. */
export async function recompressImages(
  document: PDFDocument,
  options: RecompressOptions,
): Promise<Recompressed> {
  const sizes = measureDrawnSizes(document);
  const counts = { recompressed: 0, skipped: 0 };
  for (const [ref, object] of document.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFStream) || nameEntry(object.dict, "Subtype") !== "Image") continue;
    const isRecompressed = await recompress(document, {
      ref,
      stream: object,
      options,
      drawn: sizes.get(ref),
    });
    counts[isRecompressed ? "recompressed" : "skipped"]++;
  }
  return counts;
}

interface ImageWork {
  ref: PDFRef;
  stream: PDFStream;
  options: RecompressOptions;
  drawn: DrawnSize | undefined;
}

/**
 * The maximum size of a new image relative to the old one: a smaller gain doesn't justify the loss.
 */
const worthwhileRatio = 0.9;

async function recompress(
  { context }: PDFDocument,
  { ref, stream, options, drawn }: ImageWork,
): Promise<boolean> {
  const picture = readPicture(stream);
  if (!picture) return false;
  const isGrey = options.grayscale || picture.channels === 1;
  const size = computeTargetSize(picture, { dpi: options.dpi, drawn });
  let jpeg: Buffer;
  try {
    const image = picture.open();
    const { channels } = await image.metadata();
    if (channels !== picture.channels) return false;
    jpeg = await (isGrey ? image.toColourspace("b-w") : image)
      .resize({ ...size, fit: "fill", kernel: "lanczos3" })
      .jpeg({
        quality: options.quality,
        chromaSubsampling: options.quality >= 90 ? "4:4:4" : "4:2:0",
      })
      .toBuffer();
  } catch {
    // A viewer may be able to read what sharp can't: the image stays unchanged.
    return false;
  }
  const convertsToGrey = options.grayscale && picture.channels === 3;
  if (!convertsToGrey && jpeg.length > worthwhileRatio * stream.getContentsSize()) return false;
  const dict = stream.dict.clone(context);
  for (const name of ["Filter", "DecodeParms", "Length"]) dict.delete(PDFName.of(name));
  const changed = { Width: size.width, Height: size.height, Filter: "DCTDecode" };
  const replacement = context.stream(jpeg, changed);
  for (const [name, value] of dict.entries())
    if (!replacement.dict.has(name)) replacement.dict.set(name, value);
  if (convertsToGrey) replacement.dict.set(PDFName.of("ColorSpace"), PDFName.of("DeviceGray"));
  context.assign(ref, replacement);
  return true;
}

/** An image is scaled down only if it has more than this many times the pixels it needs. */
const scaleThreshold = 1.1;
const sideMin = 16;

/**
 * Returns the pixels that an image needs at a resolution. Returns its own size if the drawn size is
 * unknown.
 */
function computeTargetSize(
  { width, height }: Picture,
  { dpi, drawn }: { dpi: number; drawn: DrawnSize | undefined },
): { width: number; height: number } {
  if (!drawn) return { width, height };
  const share = Math.max((drawn.width / 72) * (dpi / width), (drawn.height / 72) * (dpi / height));
  if (!(share > 0) || share * scaleThreshold >= 1) return { width, height };
  return {
    width: Math.max(sideMin, Math.round(width * share)),
    height: Math.max(sideMin, Math.round(height * share)),
  };
}

/** An image of a PDF that can be re-encoded. */
interface Picture {
  width: number;
  height: number;
  /** 1 for grey, 3 for red, green and blue. */
  channels: 1 | 3;
  open(): Sharp;
}

const pixelsMax = 50_000_000;
/** The minimum size in bytes: smaller images aren't worth re-encoding. */
const bytesMin = 1024;

/**
 * Reads an image with 8 bits per channel, grey or RGB, as JPEG or with lossless compression.
 * Returns undefined for others: masks, CMYK, palettes, JBIG2, JPEG 2000 and fax.
 */
function readPicture(stream: PDFStream): Picture | undefined {
  const { dict } = stream;
  if (stream.getContentsSize() < bytesMin || !isPlain(dict)) return undefined;
  const width = numberEntry(dict, "Width") ?? 0;
  const height = numberEntry(dict, "Height") ?? 0;
  const channels = countChannels(dict.lookup(PDFName.of("ColorSpace")));
  if (!channels || width < 8 || height < 8 || width * height > pixelsMax) return undefined;
  const decoded = decodeStream(stream);
  if (!decoded) return undefined;
  const { bytes, filter } = decoded;
  const limits = { limitInputPixels: pixelsMax, failOn: "error" as const };
  if (filter === "DCTDecode")
    return { width, height, channels, open: () => sharp(removeProfile(bytes), limits) };
  if (filter !== undefined || bytes.length < width * height * channels) return undefined;
  const raw = { width, height, channels };
  const pixels = bytes.subarray(0, width * height * channels);
  return { width, height, channels, open: () => sharp(pixels, { raw, ...limits }) };
}

function isPlain(dict: PDFDict): boolean {
  const mask = dict.lookup(PDFName.of("SMask"));
  // A mask that is premultiplied into the colours must have the same size as the image.
  const isPremultiplied = mask instanceof PDFStream && mask.dict.has(PDFName.of("Matte"));
  const isKeyed = entry(dict, "Mask", PDFArray) !== undefined;
  const isMask = dict.lookup(PDFName.of("ImageMask"))?.toString() === "true";
  return (
    numberEntry(dict, "BitsPerComponent") === 8 &&
    !isPremultiplied &&
    !isKeyed &&
    !isMask &&
    !dict.has(PDFName.of("Decode")) &&
    !dict.has(PDFName.of("Alternates"))
  );
}

function countChannels(space: PDFObject | undefined): 1 | 3 | undefined {
  const [kind, profile] = space instanceof PDFArray ? listItems(space) : [space];
  const name = kind instanceof PDFName ? kind.decodeText() : "";
  if (name === "DeviceGray" || name === "CalGray") return 1;
  if (name === "DeviceRGB" || name === "CalRGB") return 3;
  const count = profile instanceof PDFStream ? numberEntry(profile.dict, "N") : undefined;
  if (name !== "ICCBased" || (count !== 1 && count !== 3)) return undefined;
  return nameEntry((profile as PDFStream).dict, "Alternate") === "Lab" ? undefined : count;
}

/**
 * Removes the colour profile from a JPEG: the PDF defines the colours, and sharp would convert
 * them.
 */
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

/** The largest size at which an image is drawn, in points. */
interface DrawnSize {
  width: number;
  height: number;
}

const identity: Matrix = [1, 0, 0, 1, 0, 0];
const depthMax = 12;
const drawsMax = 100_000;

/** Returns the largest size at which each image is drawn on the pages. */
function measureDrawnSizes(document: PDFDocument): Map<PDFRef, DrawnSize> {
  const { context } = document;
  const sizes = new Map<PDFRef, DrawnSize>();
  let draws = 0;
  for (const page of document.getPages()) {
    const resources = context.lookup(page.node.getInheritableAttribute(PDFName.of("Resources")));
    if (resources instanceof PDFDict)
      walk(pageBytes(page), { resources, matrix: identity, depth: 0 });
  }
  return sizes;

  function walk(
    bytes: Uint8Array,
    { resources, matrix, depth }: { resources: PDFDict; matrix: Matrix; depth: number },
  ): void {
    const objects = entry(resources, "XObject", PDFDict);
    if (!objects) return;
    for (const { name, matrix: drawn } of readDraws(bytes, matrix)) {
      if (++draws > drawsMax) return;
      const ref = objects.get(PDFName.of(name));
      const object = objects.lookup(PDFName.of(name));
      if (!(object instanceof PDFStream)) continue;
      if (nameEntry(object.dict, "Subtype") === "Image" && ref instanceof PDFRef)
        recordSize(ref, drawn);
      if (nameEntry(object.dict, "Subtype") !== "Form" || depth >= depthMax) continue;
      walk(streamBytes(object) ?? new Uint8Array(), {
        resources: entry(object.dict, "Resources", PDFDict) ?? resources,
        matrix: multiply(readMatrix(object.dict), drawn),
        depth: depth + 1,
      });
    }
  }

  function recordSize(ref: PDFRef, [a, b, c, d]: Matrix): void {
    const known = sizes.get(ref) ?? { width: 0, height: 0 };
    sizes.set(ref, {
      width: Math.max(known.width, Math.hypot(a, b)),
      height: Math.max(known.height, Math.hypot(c, d)),
    });
  }
}

const savedMax = 1000;

/** Yields the names of the objects that a content stream draws, with their coordinate systems. */
function* readDraws(bytes: Uint8Array, start: Matrix): Generator<{ name: string; matrix: Matrix }> {
  const saved: Matrix[] = [];
  let matrix = start;
  let numbers: number[] = [];
  let name = "";
  for (const token of readTokens(bytes)) {
    if (token.kind === "name") name = readWord(bytes, token).slice(1);
    if (token.kind !== "word") continue;
    const word = readWord(bytes, token);
    const number = Number(word);
    if (!Number.isNaN(number)) {
      numbers.push(number);
      if (numbers.length > 6) numbers.shift();
      continue;
    }
    if (word === "q" && saved.length < savedMax) saved.push(matrix);
    else if (word === "Q") matrix = saved.pop() ?? start;
    else if (word === "cm") {
      const map = matrixFrom(numbers);
      if (map) matrix = multiply(map, matrix);
    } else if (word === "Do") yield { name, matrix };
    numbers = [];
  }
}

function readMatrix(form: PDFDict): Matrix {
  const numbers = listItems(entry(form, "Matrix", PDFArray)).flatMap((item) =>
    item instanceof PDFNumber ? item.asNumber() : [],
  );
  return matrixFrom(numbers) ?? identity;
}
