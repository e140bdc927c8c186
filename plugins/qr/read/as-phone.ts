import { readPixels } from "./reader.ts";

/**
 * Whether a written image says what it should to someone who looks at it once: on white, as it is,
 * without the second looks at other contrasts, sizes and inversions that `/decode` takes.
 */
export async function readsAs(data: string, image: string | Uint8Array): Promise<boolean> {
  const { default: sharp } = await import("sharp");
  // An SVG is drawn by another program than ours: what it makes of it is what others see.
  const bytes = typeof image === "string" ? Buffer.from(image) : image;
  const seen = sharp(bytes).flatten({ background: "#fff" }).greyscale().raw();
  const { data: pixels, info } = await seen.toBuffer({ resolveWithObject: true });
  const codes = await readPixels(
    { data: pixels, width: info.width, height: info.height },
    { tryInvert: false },
  );
  // Bytes, not text: a decoder guesses the encoding, and may take "é" for something Japanese.
  const written = Buffer.from(data);
  return codes.some(({ bytes }) => written.equals(bytes));
}
