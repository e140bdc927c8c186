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
  const settings = {
    // Level 9 takes three times as long as 6, which nobody waits for in a large image.
    png: { compressionLevel: width * height > 250_000 ? 6 : 9, palette: false },
    jpeg: { quality: 88, mozjpeg: true, chromaSubsampling: "4:4:4", ...asked },
    webp: { quality: 88, effort: 4, smartSubsample: true, ...asked },
    avif: { quality: 60, effort: 3, ...asked },
    gif: { effort: 7 },
  };
  const bytes = await picture.toFormat(format, settings[format]).toBuffer();
  return new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
}
