import { Resvg } from "@resvg/resvg-js";
import sharp from "sharp";

/**
 * Encodes a card as PNG with resvg, which is twice as fast as librsvg for gradients and adds no
 * noise to them. A group with an opacity far outside the image crashes it, but no card has one.
 */
export async function cardPng(svg: string, scale: number): Promise<Uint8Array<ArrayBuffer>> {
  const drawing = new Resvg(svg, {
    fitTo: { mode: "zoom", value: scale },
    font: { loadSystemFonts: false },
  });
  const { width, height, pixels } = drawing.render();
  // The background is opaque, so colours aren't premultiplied and the alpha channel can be dropped.
  const picture = sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha();
  // The highest level saves a tenth of the bytes, but takes three times as long.
  return new Uint8Array(await picture.png({ compressionLevel: 6 }).toBuffer());
}
