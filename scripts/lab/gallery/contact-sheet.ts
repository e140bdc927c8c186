import sharp from "sharp";

const [width, cell, gap] = [1840, 440, 14];

/** Arranges images in rows on a grey background, each in a cell of its size. Returns one PNG. */
export async function contactSheet(images: readonly Uint8Array[]): Promise<Uint8Array> {
  const tiles = [];
  let [x, y, row] = [gap, gap, 0];
  for (const image of images) {
    const { data, info } = await sharp(image, { limitInputPixels: false })
      .resize(cell, cell, { fit: "inside", withoutEnlargement: true })
      .png()
      .toBuffer({ resolveWithObject: true });
    if (x + info.width > width) [x, y, row] = [gap, y + row + gap, 0];
    tiles.push({ input: data, left: x, top: y });
    x += info.width + gap;
    row = Math.max(row, info.height);
  }
  const height = y + row + gap;
  return sharp({ create: { width: width + gap, height, channels: 3, background: "#8a8f99" } })
    .composite(tiles)
    .png()
    .toBuffer();
}
