/** Converts a PNG to lossless WebP, or to JPEG on white. */
export async function transcode(
  png: Uint8Array,
  format: "webp" | "jpeg",
): Promise<Uint8Array<ArrayBuffer>> {
  const { default: sharp } = await import("sharp");
  const image = sharp(png);
  const encoded =
    format === "webp"
      ? image.webp({ lossless: true, effort: 1 })
      : // Full chroma resolution: coloured modules would bleed into their neighbours.
        image.flatten({ background: "#fff" }).jpeg({ quality: 90, chromaSubsampling: "4:4:4" });
  return new Uint8Array(await encoded.toBuffer());
}
