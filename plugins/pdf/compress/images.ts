import {
  PDFArray,
  type PDFContext,
  type PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
  PDFStream,
} from "pdf-lib";
import { entry, listItems, nameEntry } from "../objects/entries.ts";
import { readColorModel } from "./color-model.ts";
import { type DrawnSize, measureDrawnSizes } from "./drawn-sizes.ts";
import {
  type EncodedImage,
  encodeBitmap,
  encodeJpeg,
  encodeLossless,
  encodePalette,
} from "./encode.ts";
import { type Picture, type Pixels, readBitmap, readPicture } from "./picture.ts";
import {
  applyDecode,
  convertToGrey,
  fillTransparent,
  measureFlatness,
  removeMatte,
  resizePixels,
} from "./pixels.ts";

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

const keys = {
  softMask: PDFName.of("SMask"),
  mask: PDFName.of("Mask"),
  matte: PDFName.of("Matte"),
  decode: PDFName.of("Decode"),
  colorSpace: PDFName.of("ColorSpace"),
};

/** Re-encodes the images of a document if that makes them smaller. */
export async function recompressImages(
  document: PDFDocument,
  options: RecompressOptions,
): Promise<Recompressed> {
  const { context } = document;
  const sizes = measureDrawnSizes(document);
  const counts = { recompressed: 0, skipped: 0 };
  const images = listImages(context);
  const softMasks = new Set(images.map(({ stream }) => stream.dict.get(keys.softMask)));
  const plainMasks: PlainMasks = new Map();
  for (const { ref, stream } of images) {
    // Its copy without the matte takes its place.
    if (plainMasks.has(stream)) continue;
    const work = { context, options, ref, stream, drawn: sizes.get(ref), plainMasks };
    const known = plainMasks.size;
    const isRecompressed = await recompress({ ...work, isSoftMask: softMasks.has(ref) });
    counts[isRecompressed ? "recompressed" : "skipped"]++;
    for (const mask of [...plainMasks.values()].slice(known)) {
      softMasks.add(mask.ref);
      images.push(mask);
      const drawn = sizes.get(stream.dict.get(keys.softMask) as PDFRef);
      if (drawn) sizes.set(mask.ref, drawn);
    }
  }
  return counts;
}

interface ImageObject {
  ref: PDFRef;
  stream: PDFStream;
}

/** The copies of soft masks without their matte. */
type PlainMasks = Map<PDFStream, ImageObject>;

/** Lists the images of a document. Those that are blended with a matte come before their masks. */
function listImages(context: PDFContext): ImageObject[] {
  const images = context
    .enumerateIndirectObjects()
    .flatMap(([ref, object]) =>
      object instanceof PDFStream && nameEntry(object.dict, "Subtype") === "Image"
        ? [{ ref, stream: object }]
        : [],
    );
  const isBlended = ({ stream }: ImageObject) => findMattedMask(stream.dict) !== undefined;
  return [...images.filter(isBlended), ...images.filter((image) => !isBlended(image))];
}

/** Returns an image's soft mask if the image is blended with a matte colour. */
function findMattedMask(dict: PDFDict): PDFStream | undefined {
  const mask = dict.lookup(keys.softMask);
  return mask instanceof PDFStream && mask.dict.has(keys.matte) ? mask : undefined;
}

interface ImageWork extends ImageObject {
  context: PDFContext;
  options: RecompressOptions;
  drawn: DrawnSize | undefined;
  /** Whether the image is the soft mask of another. */
  isSoftMask: boolean;
  plainMasks: PlainMasks;
}

/** Re-encodes an image. Returns whether the image changed. */
async function recompress(work: ImageWork): Promise<boolean> {
  const { stream, options } = work;
  const { dict } = stream;
  // The mask must have the size of the image that is blended with its matte.
  if (stream.getContentsSize() < bytesMin || dict.has(keys.matte)) return false;
  const bitmap = options.grayscale && isIndexed(dict) ? undefined : readBitmap(stream);
  if (bitmap) {
    const encoded = encodeBitmap(bitmap);
    if (encoded.bytes.length >= stream.getContentsSize()) return false;
    replaceImage(work, { encoded, size: bitmap, changes: new Map() });
    return true;
  }
  const picture = await readPicture(stream);
  const prepared = picture && (await preparePicture(picture, work));
  if (!prepared) return false;
  const { pixels, changes } = prepared;
  const size = computeTargetSize(pixels, { dpi: options.dpi, drawn: work.drawn });
  const stencil = picture.transparent && encodeStencil(picture);
  const original = stream.getContentsSize() - (stencil?.bytes.length ?? 0);
  const encoded = await chooseEncoding(pixels, { size, picture, work, changes, original });
  if (!encoded) return false;
  const written = encoded.isScaled ? size : pixels;
  if (stencil) changes.set(keys.mask, writeStencil(stencil, { picture, context: work.context }));
  const mattedMask = findMattedMask(dict);
  if (mattedMask) changes.set(keys.softMask, createPlainMask(mattedMask, work).ref);
  replaceImage(work, { encoded, size: written, changes });
  return true;
}

/** The minimum size in bytes: smaller images aren't worth re-encoding. */
const bytesMin = 1024;

function isIndexed(dict: PDFDict): boolean {
  return readColorModel(dict.lookup(keys.colorSpace))?.palette !== undefined;
}

/** The entries of an image to set, or to remove if they are undefined. */
type Changes = Map<PDFName, PDFObject | undefined>;

/** Returns the pixels to encode, without a matte, and the entries that change with them. */
async function preparePicture(
  picture: Picture,
  { stream: { dict }, options }: ImageWork,
): Promise<{ pixels: Pixels; changes: Changes } | undefined> {
  const changes: Changes = new Map();
  const { model } = picture;
  let pixels: Pixels = picture;
  if (model.palette) {
    changes.set(keys.colorSpace, model.palette.base);
    changes.set(keys.decode, undefined);
  }
  const mattedMask = findMattedMask(dict);
  if (mattedMask) {
    const mask = await readPicture(mattedMask);
    const matte = listNumbers(entry(mattedMask.dict, "Matte", PDFArray));
    const isUsable = mask?.channels === 1 && mask.width === pixels.width;
    if (!isUsable || mask.height !== pixels.height || dict.has(keys.decode)) return undefined;
    if (mattedMask.dict.has(keys.decode) || model.kind === "lab") return undefined;
    pixels = removeMatte(pixels, { alpha: mask.samples, matte });
  }
  if (picture.transparent) pixels = fillTransparent(pixels, picture.transparent);
  if (!options.grayscale || model.kind === "grey") return { pixels, changes };
  const decode = model.palette ? undefined : entry(dict, "Decode", PDFArray);
  const decoded = decode ? applyDecode(pixels, listNumbers(decode)) : pixels;
  const grey = await convertToGrey(decoded, model);
  if (!grey) return { pixels, changes };
  changes.set(keys.colorSpace, PDFName.of("DeviceGray"));
  changes.set(keys.decode, undefined);
  return { pixels: grey, changes };
}

function listNumbers(array: PDFArray | undefined): number[] {
  return listItems(array).flatMap((item) => (item instanceof PDFNumber ? item.asNumber() : []));
}

/**
 * The maximum size of a new image relative to the old one: a smaller gain doesn't justify the loss.
 */
const worthwhileRatio = 0.9;
/** An image with a larger share of equal neighbours is a drawing. */
const drawingFlatness = 0.6;
/** Drawings become JPEG only if that is much smaller, and with a quality that shows no traces. */
const drawingRatio = 0.5;
const drawingQuality = 90;

interface EncodingTask {
  size: { width: number; height: number };
  picture: Picture;
  work: ImageWork;
  changes: Changes;
  /** The number of bytes that the encoding replaces. */
  original: number;
}

/** Returns the best encoding of an image, or undefined if none is worthwhile. */
async function chooseEncoding(
  pixels: Pixels,
  { size, picture, work, changes, original }: EncodingTask,
): Promise<(EncodedImage & { isScaled: boolean }) | undefined> {
  const { stream, options, isSoftMask } = work;
  const scaled = await resizePixels(pixels, size);
  const isSmaller = scaled !== pixels;
  const becomesGrey = pixels.channels === 1 && picture.channels > 1;
  const isDrawing = !picture.isLossy && measureFlatness(pixels) > drawingFlatness;
  const hasDecode = stream.dict.has(keys.decode) && !changes.has(keys.decode);
  const exact: (EncodedImage & { isScaled: boolean })[] = [];
  if (isDrawing) {
    exact.push({ ...(await encodeLossless(scaled)), isScaled: isSmaller });
    const isIndexable = !hasDecode && !picture.model.isCalibrated;
    const indexed = isIndexable ? encodePalette(pixels) : undefined;
    const fits = indexed && (!isSoftMask || isBlackAndWhite(indexed.palette));
    if (fits) exact.push({ ...indexed, isScaled: false });
  }
  const [best] = exact.sort((a, b) => a.bytes.length - b.bytes.length);
  // The loss in a component of Lab is much more visible than in one of RGB.
  const isSensitive = isDrawing || picture.model.kind === "lab";
  const quality = isSensitive ? Math.max(options.quality, drawingQuality) : options.quality;
  const subsamples = quality < 90;
  const jpeg = await encodeJpeg(scaled, { quality, subsamples }).catch(() => undefined);
  const limit = best ? drawingRatio * best.bytes.length : Number.POSITIVE_INFINITY;
  const isWorthwhile = jpeg && (becomesGrey || jpeg.bytes.length <= worthwhileRatio * original);
  if (jpeg && isWorthwhile && jpeg.bytes.length < limit) return { ...jpeg, isScaled: isSmaller };
  return best && (becomesGrey || best.bytes.length < original) ? best : undefined;
}

function isBlackAndWhite(palette: Uint8Array | undefined): boolean {
  return palette?.length === 2 && palette[0] === 0 && palette[1] === 255;
}

/** An image is scaled down only if it has more than this many times the pixels it needs. */
const scaleThreshold = 1.1;
const sideMin = 16;

/**
 * Returns the pixels that an image needs at a resolution. Returns its own size if the drawn size is
 * unknown.
 */
function computeTargetSize(
  { width, height }: Pixels,
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

/** Encodes the pixels of a colour key for a stencil mask, in which a bit of 1 hides a pixel. */
function encodeStencil({ width, height, transparent }: Picture): EncodedImage {
  const rowBytes = Math.ceil(width / 8);
  const bits = new Uint8Array(rowBytes * height);
  for (const [pixel, isHidden] of (transparent ?? []).entries()) {
    const x = pixel % width;
    const at = Math.trunc(pixel / width) * rowBytes + (x >> 3);
    if (isHidden) bits[at] = (bits[at] ?? 0) | (128 >> (x & 7));
  }
  return encodeBitmap({ width, height, bits });
}

function writeStencil(
  { bytes, filter, parameters }: EncodedImage,
  { picture: { width, height }, context }: { picture: Picture; context: PDFContext },
): PDFRef {
  const entries = {
    Type: "XObject",
    Subtype: "Image",
    ImageMask: true,
    Width: width,
    Height: height,
    BitsPerComponent: 1,
    Filter: filter,
    ...(parameters && { DecodeParms: parameters }),
  };
  return context.register(context.stream(bytes, entries));
}

/** Copies a soft mask without its matte. Other images may still need the original. */
function createPlainMask(mask: PDFStream, { context, plainMasks }: ImageWork): ImageObject {
  const known = plainMasks.get(mask);
  if (known) return known;
  const dict = mask.dict.clone(context);
  dict.delete(keys.matte);
  const stream = PDFRawStream.of(dict, mask.getContents());
  const copy = { ref: context.register(stream), stream };
  plainMasks.set(mask, copy);
  return copy;
}

interface Replacement {
  encoded: EncodedImage;
  size: { width: number; height: number };
  changes: Changes;
}

function replaceImage(
  { context, ref, stream }: ImageWork,
  { encoded, size, changes }: Replacement,
): void {
  const dict = stream.dict.clone(context);
  for (const name of ["Filter", "DecodeParms", "Length"]) dict.delete(PDFName.of(name));
  for (const [key, value] of changes)
    if (value) dict.set(key, value);
    else dict.delete(key);
  const { bytes, filter, parameters, bits, palette } = encoded;
  const replacement = context.stream(bytes, {
    Width: size.width,
    Height: size.height,
    BitsPerComponent: bits,
    Filter: filter,
    ...(parameters && { DecodeParms: parameters }),
  });
  for (const [name, value] of dict.entries())
    if (!replacement.dict.has(name)) replacement.dict.set(name, value);
  if (palette) replacement.dict.set(keys.colorSpace, indexColors(palette, dict));
  context.assign(ref, replacement);
}

/** Returns an indexed colour space with these colours of an image's own space. */
function indexColors(palette: Uint8Array, dict: PDFDict): PDFObject {
  const space = dict.get(keys.colorSpace) ?? PDFName.of("DeviceGray");
  const channels = readColorModel(dict.lookup(keys.colorSpace))?.channels ?? 1;
  if (isBlackAndWhite(palette)) return space;
  const colors = PDFHexString.of(Buffer.from(palette).toString("hex"));
  return dict.context.obj([PDFName.of("Indexed"), space, palette.length / channels - 1, colors]);
}
