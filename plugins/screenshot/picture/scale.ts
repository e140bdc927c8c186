import type { Picture } from "hub";

export interface ScaleOptions {
  width: number;
  type: "png" | "jpeg" | "webp";
  quality: number;
}

/** Scales a picture down to a width, and encodes it; one that is no wider is only encoded. */
export async function scaled(
  picture: Picture,
  { width, type, quality }: ScaleOptions,
): Promise<Pick<Picture, "bytes" | "width" | "height">> {
  const { default: sharp } = await import("sharp");
  const image = sharp(picture.bytes, { limitInputPixels: false }).resize({
    width,
    withoutEnlargement: true,
  });
  const encoded =
    type === "png"
      ? image.png({ compressionLevel: 6 })
      : type === "jpeg"
        ? image.flatten({ background: "#ffffff" }).jpeg({ quality })
        : image.webp({ quality });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  return { bytes: new Uint8Array(data), width: info.width, height: info.height };
}
