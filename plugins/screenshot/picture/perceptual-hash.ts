const across = 9;
const down = 8;

/**
 * A hash that pictures which look alike share most bits of: whether each of 8 × 8 places is brighter
 * than the one to its right, as 16 hexadecimal digits.
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
