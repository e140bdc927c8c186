import { type Pixels, rasterise } from "./rasterise.ts";

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
  const asked = quality === undefined ? {} : { quality };
  // The last few per cent of a file take most of the time, which at several megapixels is too long.
  const isLarge = width * height > 2_000_000;
  const settings = {
    png: { compressionLevel: isLarge ? 6 : 9, palette: false },
    jpeg: { quality: 88, mozjpeg: !isLarge, chromaSubsampling: "4:4:4", ...asked },
    webp: { quality: 88, effort: isLarge ? 1 : 4, smartSubsample: !isLarge, ...asked },
    avif: { quality: 60, effort: isLarge ? 1 : 3, ...asked },
    gif: { effort: isLarge ? 2 : 7 },
  };
  const bytes = await picture.toFormat(format, settings[format]).toBuffer();
  return new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
}
