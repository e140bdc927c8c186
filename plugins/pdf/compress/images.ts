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

/** Makes the images of a document anew where that makes them smaller. */
export async function recompressImages(
  document: PDFDocument,
  look: RecompressOptions,
): Promise<Recompressed> {
  const sizes = measureDrawnSizes(document);
  const done = { recompressed: 0, skipped: 0 };
  for (const [ref, object] of document.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFStream) || nameEntry(object.dict, "Subtype") !== "Image") continue;
    const isDone = await recompress(document, { ref, stream: object, look, drawn: sizes.get(ref) });
    done[isDone ? "recompressed" : "skipped"]++;
  }
  return done;
}

interface ImageWork {
  ref: PDFRef;
  stream: PDFStream;
  look: RecompressOptions;
  drawn: DrawnSize | undefined;
}

/** What a new image may be of the old one at most, to be worth its loss. */
const worth = 0.9;

async function recompress(
  { context }: PDFDocument,
  { ref, stream, look, drawn }: ImageWork,
): Promise<boolean> {
  const picture = readPicture(stream);
  if (!picture) return false;
  const isGrey = look.grayscale || picture.channels === 1;
  const size = sizeFor(picture, { dpi: look.dpi, drawn });
  let jpeg: Buffer;
  try {
    const image = picture.open();
    const { channels } = await image.metadata();
    if (channels !== picture.channels) return false;
    jpeg = await (isGrey ? image.toColourspace("b-w") : image)
      .resize({ ...size, fit: "fill", kernel: "lanczos3" })
      .jpeg({ quality: look.quality, chromaSubsampling: look.quality >= 90 ? "4:4:4" : "4:2:0" })
      .toBuffer();
  } catch {
    // What sharp cannot read a viewer perhaps can: it stays as it is.
    return false;
  }
  const turnsGrey = look.grayscale && picture.channels === 3;
  if (!turnsGrey && jpeg.length > worth * stream.getContentsSize()) return false;
  const dict = stream.dict.clone(context);
  for (const name of ["Filter", "DecodeParms", "Length"]) dict.delete(PDFName.of(name));
  const changed = { Width: size.width, Height: size.height, Filter: "DCTDecode" };
  const made = context.stream(jpeg, changed);
  for (const [name, value] of dict.entries()) if (!made.dict.has(name)) made.dict.set(name, value);
  if (turnsGrey) made.dict.set(PDFName.of("ColorSpace"), PDFName.of("DeviceGray"));
  context.assign(ref, made);
  return true;
}

/** An image keeps its pixels until it has so many times as many as it needs. */
const spare = 1.1;
const sideMin = 16;

/** As many pixels as it is drawn with at a resolution; all of them where it is not known how large. */
function sizeFor(
  { width, height }: Picture,
  { dpi, drawn }: { dpi: number; drawn: DrawnSize | undefined },
): { width: number; height: number } {
  if (!drawn) return { width, height };
  const share = Math.max((drawn.width / 72) * (dpi / width), (drawn.height / 72) * (dpi / height));
  if (!(share > 0) || share * spare >= 1) return { width, height };
  return {
    width: Math.max(sideMin, Math.round(width * share)),
    height: Math.max(sideMin, Math.round(height * share)),
  };
}

/** An image of a PDF that can be made anew. */
interface Picture {
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
 * A JPEG without the colour profile within it: the PDF says itself what its colours mean, and sharp
 * would change them.
 */
function withoutProfile(jpeg: Uint8Array): Uint8Array {
  const kept: Uint8Array[] = [jpeg.subarray(0, 2)];
  let at = 2;
  while (jpeg[at] === 0xff && jpeg[at + 1] !== 0xda && at + 4 <= jpeg.length) {
    const [high = 0, low = 0] = jpeg.subarray(at + 2);
    const end = at + 2 + high * 256 + low;
    const isProfile = jpeg[at + 1] === 0xe2;
    if (!isProfile) kept.push(jpeg.subarray(at, end));
    at = end;
  }
  kept.push(jpeg.subarray(at));
  return Buffer.concat(kept);
}

/** How large an image is drawn at most, in points. */
interface DrawnSize {
  width: number;
  height: number;
}

const identity: Matrix = [1, 0, 0, 1, 0, 0];
const depthMax = 12;
const drawsMax = 100_000;

/** How large each image is drawn on the pages, by its object: the largest, where it is drawn often. */
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

/** What a content stream draws by name, and in which coordinates. */
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
