/** An image as raw bytes: red, green, blue and opacity of each pixel, row by row. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

export interface RasterOptions {
  /** The width in pixels. The height follows from it. */
  width?: number;
  /** The number of pixels per unit of the drawing. */
  scale?: number;
  /** A CSS colour behind the drawing. */
  background?: string;
}

const pixelsMax = 36_000_000;

/**
 * Rasterises an SVG with librsvg. resvg would crash the process on some drawings, such as a group with an
 * opacity far outside. Text should be outlines, because only system fonts are available. Throws an Error if
 * the SVG refers to a file, is invalid or too large.
 */
export async function rasterise(
  svgText: string,
  { width, scale = 1, background }: RasterOptions = {},
): Promise<Pixels> {
  checkReferences(svgText);
  const { default: sharp } = await import("sharp");
  const original = getSize(svgText) ?? (await sharp(Buffer.from(svgText)).metadata());
  const zoom = width === undefined ? scale : width / original.width;
  const size = {
    width: Math.max(1, Math.round(original.width * zoom)),
    height: Math.max(1, Math.round(original.height * zoom)),
  };
  if (size.width * size.height > pixelsMax)
    throw new Error(
      `A drawing may have at most ${pixelsMax} pixels: it has ${size.width * size.height}`,
    );
  const drawing = sharp(Buffer.from(resize(svgText, size)), { limitInputPixels: pixelsMax });
  // For drawings without a size in pixels. Others already have this size.
  drawing.resize(size.width, size.height, { fit: "fill" });
  if (background !== undefined) drawing.flatten({ background });
  const { data, info } = await drawing
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** Rejects references to files, and a DOCTYPE, whose entities may hide such a reference. */
function checkReferences(svgText: string): void {
  if (/<!DOCTYPE|<!ENTITY/i.test(svgText)) throw new Error("Cannot draw an SVG with a DOCTYPE");
  if (/href\s*=\s*["'](?!#|data:)/i.test(svgText))
    throw new Error("Cannot draw an SVG that refers to a file");
}

const pixels = /\s(width|height)="([\d.]+)(?:px)?"/g;

/** Returns the size of the root element, if it is in pixels. */
function getSize(svgText: string): { width: number; height: number } | undefined {
  const root = getRootTag(svgText);
  if (!root.includes("viewBox=")) return undefined;
  const sizes = new Map(
    Array.from(root.matchAll(pixels), ([, side, value]) => [side, Number(value)]),
  );
  const [width = 0, height = 0] = [sizes.get("width"), sizes.get("height")];
  return width > 0 && height > 0 ? { width, height } : undefined;
}

/** Changes the size of the root element, so that lines are drawn sharply. */
function resize(svgText: string, size: Readonly<Record<string, number>>): string {
  if (!getSize(svgText)) return svgText;
  const root = getRootTag(svgText);
  const resized = root.replace(pixels, (_, side) => ` ${side}="${size[side]}"`);
  return svgText.replace(root, () => resized);
}

function getRootTag(svgText: string): string {
  const start = svgText.indexOf("<svg");
  return svgText.slice(start, svgText.indexOf(">", start) + 1);
}

export type ImageFormat = "png" | "jpeg" | "webp" | "avif" | "gif";

/** Encodes pixels, or a rasterised SVG, as an image file. JPEG has no opacity, so it gets a background. */
export async function encodeImage(
  image: Pixels | string,
  {
    format,
    quality,
    background = "#fff",
  }: { format: ImageFormat; quality?: number; background?: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height, data } = typeof image === "string" ? await rasterise(image) : image;
  const { default: sharp } = await import("sharp");
  const picture = sharp(data, { raw: { width, height, channels: 4 } });
  if (format === "jpeg") picture.flatten({ background });
  if (format === "png" && isOpaque(data)) picture.removeAlpha();
  const requested = quality === undefined ? {} : { quality };
  // The highest compression levels take most of the time, which is too long for several megapixels.
  const isLarge = width * height > 2_000_000;
  const settings = {
    // Level 7 takes 1.6 times as long as 6, and level 9 five times, to save 4 and 8 %.
    png: { compressionLevel: 6, palette: false },
    jpeg: { quality: 88, mozjpeg: !isLarge, chromaSubsampling: "4:4:4", ...requested },
    webp: { quality: 88, effort: isLarge ? 1 : 4, smartSubsample: !isLarge, ...requested },
    avif: { quality: 60, effort: isLarge ? 1 : 3, ...requested },
    gif: { effort: isLarge ? 2 : 7 },
  };
  const bytes = await picture.toFormat(format, settings[format]).toBuffer();
  return new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
}

function isOpaque(data: Uint8Array): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}
