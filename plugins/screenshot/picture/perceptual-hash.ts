const across = 9;
const down = 8;

/**
 * Returns a perceptual hash: similar images share most bits. Each of the 8 × 8 bits says whether a cell is
 * brighter than the one to its right. The result has 16 hexadecimal digits.
 */
export async function perceptualHash(bytes: Uint8Array): Promise<string> {
  const { default: sharp } = await import("sharp");
  const pixels = await sharp(bytes, { limitInputPixels: false })
    .flatten({ background: "#ffffff" })
    .greyscale()
    .resize(across, down, { fit: "fill" })
    .raw()
    .toBuffer();
  let hash = 0n;
  for (let row = 0; row < down; row++)
    for (let column = 0; column < across - 1; column++) {
      const at = row * across + column;
      hash = (hash << 1n) | ((pixels[at] ?? 0) > (pixels[at + 1] ?? 0) ? 1n : 0n);
    }
  return hash.toString(16).padStart(16, "0");
}
