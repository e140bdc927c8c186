/**
 * Draws an SVG that a user sent, after `sanitiseSvg()`, into a PNG that fits a box. By librsvg and
 * not by resvg, which ends the process at some drawings: for one, at a group with an opacity that
 * lies far outside.
 */
export async function foreignPng(
  svgText: string,
  { width, height }: { width: number; height: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const { default: sharp } = await import("sharp");
  const bytes = await sharp(Buffer.from(svgText), { limitInputPixels: pixelsMax })
    .resize(Math.round(width), Math.round(height), { fit: "contain", background: "#0000" })
    .png()
    .toBuffer();
  return new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
}

const pixelsMax = 25_000_000;
