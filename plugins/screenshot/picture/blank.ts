import type { Picture } from "hub";

/** Bytes for a pixel below which a picture may have nothing in it, and is looked at. */
const bytesPerPixel = 0.02;
/** By how much pixels of the same colour may differ. */
const toleranceMax = 3;

/** Whether a picture is of one colour only. */
export async function isBlank({ bytes, width, height }: Picture): Promise<boolean> {
  if (bytes.length > width * height * bytesPerPixel + 1000) return false;
  const { default: sharp } = await import("sharp");
  const { channels } = await sharp(bytes, { limitInputPixels: false }).stats();
  return channels.every(({ min, max }) => max - min <= toleranceMax);
}
