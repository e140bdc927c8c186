import sharp from "sharp";

/** The formats that a page may be drawn in, and their media types. */
export const imageTypes = { png: "image/png", jpg: "image/jpeg", webp: "image/webp" } as const;

export type PageFormat = keyof typeof imageTypes;

export interface EncodeOptions {
  width: number;
  height: number;
  format: PageFormat;
  /** From 1 to 100, of JPEG and WebP. */
  quality: number;
  /** Whether some of it may be seen through. */
  hasAlpha: boolean;
}

/** Writes pixels of four channels as an image. */
export async function encodePage(
  pixels: Buffer,
  { width, height, format, quality, hasAlpha }: EncodeOptions,
): Promise<Uint8Array> {
  const image = sharp(pixels, { raw: { width, height, channels: 4 }, limitInputPixels: false });
  const opaque = hasAlpha ? image : image.removeAlpha();
  switch (format) {
    case "png":
      return opaque.png({ compressionLevel: 6 }).toBuffer();
    case "jpg":
      return opaque
        .jpeg({ quality, chromaSubsampling: quality >= 90 ? "4:4:4" : "4:2:0" })
        .toBuffer();
    default:
      return opaque.webp({ quality, effort: 3 }).toBuffer();
  }
}
