/** An image as plain bytes: red, green, blue and opacity of each pixel, row by row. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

export interface RasterOptions {
  /** Pixels of the width; the height follows. */
  width?: number;
  /** How many pixels a unit of the drawing has. */
  scale?: number;
  /** A CSS colour below the drawing. */
  background?: string;
}

const pixelsMax = 36_000_000;

/**
 * Draws an SVG into pixels, by librsvg: resvg ends the whole process at some drawings, such as a
 * group with an opacity far outside. Texts should be outlines, as fonts are those of the system.
 * Throws a plain Error at an SVG that names a file, that cannot be read or that is too large.
 */
export async function rasterise(
  svgText: string,
  { width, scale = 1, background }: RasterOptions = {},
): Promise<Pixels> {
  checkReferences(svgText);
  const { default: sharp } = await import("sharp");
  const own = sizeOf(svgText) ?? (await sharp(Buffer.from(svgText)).metadata());
  const zoom = width === undefined ? scale : width / own.width;
  const size = {
    width: Math.max(1, Math.round(own.width * zoom)),
    height: Math.max(1, Math.round(own.height * zoom)),
  };
  if (size.width * size.height > pixelsMax)
    throw new Error(
      `A drawing may have at most ${pixelsMax} pixels: it has ${size.width * size.height}`,
    );
  const drawing = sharp(Buffer.from(resize(svgText, size)), { limitInputPixels: pixelsMax });
  // For a drawing that says its size in no pixels; of others it is this already.
  drawing.resize(size.width, size.height, { fit: "fill" });
  if (background !== undefined) drawing.flatten({ background });
  const { data, info } = await drawing
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** Files are never read, and the entities of a DOCTYPE may hide that one is asked for. */
function checkReferences(svgText: string): void {
  if (/<!DOCTYPE|<!ENTITY/i.test(svgText)) throw new Error("An SVG with a DOCTYPE is not drawn");
  if (/href\s*=\s*["'](?!#|data:)/i.test(svgText))
    throw new Error("An SVG that refers to a file is not drawn");
}

const pixels = /\s(width|height)="([\d.]+)(?:px)?"/g;

/** The size that the root says in pixels. */
function sizeOf(svgText: string): { width: number; height: number } | undefined {
  const root = rootOf(svgText);
  if (!root.includes("viewBox=")) return undefined;
  const said = new Map(
    Array.from(root.matchAll(pixels), ([, side, value]) => [side, Number(value)]),
  );
  const [width = 0, height = 0] = [said.get("width"), said.get("height")];
  return width > 0 && height > 0 ? { width, height } : undefined;
}

/** The same drawing at another size, so that its lines are drawn as sharp as it allows. */
function resize(svgText: string, size: Readonly<Record<string, number>>): string {
  if (!sizeOf(svgText)) return svgText;
  const root = rootOf(svgText);
  const other = root.replace(pixels, (_, side) => ` ${side}="${size[side]}"`);
  return svgText.replace(root, () => other);
}

function rootOf(svgText: string): string {
  const start = svgText.indexOf("<svg");
  return svgText.slice(start, svgText.indexOf(">", start) + 1);
}

export type ImageFormat = "png" | "jpeg" | "webp" | "avif" | "gif";

/** Writes pixels, or an SVG drawn into pixels, as a file. JPEG has no opacity: it stands on white. */
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
  const asked = quality === undefined ? {} : { quality };
  // The last few per cent of a file take most of the time, which at several megapixels is too long.
  const isLarge = width * height > 2_000_000;
  const settings = {
    // The seventh level takes 1.6 times as long as the sixth, and the ninth five times, for 4 and 8 % of the bytes.
    png: { compressionLevel: 6, palette: false },
    jpeg: { quality: 88, mozjpeg: !isLarge, chromaSubsampling: "4:4:4", ...asked },
    webp: { quality: 88, effort: isLarge ? 1 : 4, smartSubsample: !isLarge, ...asked },
    avif: { quality: 60, effort: isLarge ? 1 : 3, ...asked },
    gif: { effort: isLarge ? 2 : 7 },
  };
  const bytes = await picture.toFormat(format, settings[format]).toBuffer();
  return new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
}

function isOpaque(data: Uint8Array): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}
